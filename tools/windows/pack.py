#!/usr/bin/env python3
"""Packs the Windows program: pack.py BUILD_FOLDER TO.zip. The terms of everything that is linked in are in it. Equal bytes of equal
builds: the time of its entries is SOURCE_DATE_EPOCH."""

import os
import sys
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD, TO = Path(sys.argv[1]), Path(sys.argv[2])
# Debian's, by their documentation; all else is built from sources that lie in the build folder.
PACKAGES = """libz-mingw-w64-dev mingw-w64-x86-64-dev gcc-mingw-w64-x86-64-posix-runtime libglm-dev libexpected-dev nlohmann-json3-dev
  libcli11-dev libeigen3-dev libvulkan-dev python3-glad fonts-dejavu-core""".split()


def terms(folder):
    """The licence of unpacked sources, as Debian sums it up, else as it comes with them."""
    for name in ("debian/copyright", "LICENSE.txt", "LICENSE", "LICENSE.md", "COPYING"):
        if (folder / name).is_file():
            return (folder / name).read_text(encoding="utf-8", errors="replace")
    sys.exit(f"{folder} says nothing of its terms")


def licences():
    text = "Mannequin is under the MIT licence; see LICENSE.txt. What is linked into it:\n"
    for folder in sorted((BUILD / "sources").iterdir()):
        text += f"\n\n=== {folder.name}\n\n{terms(folder)}"
    for package in PACKAGES:
        path = Path("/usr/share/doc") / package / "copyright"
        if not path.is_file():
            sys.exit(f"{path} is not there")
        text += f"\n\n=== {package}\n\n{path.read_text(encoding='utf-8', errors='replace')}"
    return text.replace("\r\n", "\n").replace("\n", "\r\n").encode()


def contents():
    made = {"README.txt": (ROOT / "tools/windows/README.txt").read_text(encoding="utf-8").replace("\n", "\r\n").encode(),
            "LICENSE.txt": (ROOT / "LICENSE").read_text(encoding="utf-8").replace("\n", "\r\n").encode(), "licences.txt": licences()}
    for name in ("mannequin.exe", "mannequin-window.exe", "mannequin_c.dll", "mannequin_c_bind.dll"):
        made[name] = (BUILD / "stripped" / name).read_bytes()
    made["mannequin.glb"] = (ROOT / "assets/mannequin.glb").read_bytes()
    made["DejaVuSans.ttf"] = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf").read_bytes()
    for name in ("libmannequin_c.dll.a", "mannequin_c.def", "libmannequin_c_bind.dll.a", "mannequin_c_bind.def"):
        made[f"lib/{name}"] = (BUILD / name).read_bytes()
    for header in sorted((ROOT / "include/mannequin").glob("c_*.h")):
        made[f"include/mannequin/{header.name}"] = header.read_bytes()
    return made


def main():
    when = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "315532800")), 315532800))[:6]
    with zipfile.ZipFile(TO, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, data in sorted(contents().items()):
            entry = zipfile.ZipInfo(f"mannequin/{name}", when)
            entry.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(entry, data)


main()
