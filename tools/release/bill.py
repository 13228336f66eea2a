#!/usr/bin/env python3
"""bill.py BUILD_FOLDER OUT_FOLDER: writes mannequin-VERSION.cdx.json, what the program and the libraries of a build and the page are
made of (CycloneDX 1.5), and mannequin-VERSION-licences.txt with the terms of all of it. On Debian, whose packages they are from.
The Windows program has the terms of what it is made of beside it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import uuid
from datetime import datetime, timezone
from os import environ
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
import wheel_of_build  # noqa: E402
sys.path.insert(0, str(ROOT / "web"))
import terms as page  # noqa: E402

# Of these, code is compiled in (cmake/Package.cmake has the same list for the packages).
COMPILED_IN = ("libeigen3-dev", "libexpected-dev", "libglm-dev", "libhwy-dev", "nlohmann-json3-dev", "libcli11-dev",
               "libimgui-dev", "python3-glad")


def linked(build: Path) -> set[str]:
    """Packages of the shared libraries, the system's own included."""
    found: list[Path] = []
    version = ".".join(wheel_of_build.version().split(".")[:2])
    for name in ("mannequin", f"libmannequin_c.so.{version}", f"libmannequin_c_bind.so.{version}"):
        for line in wheel_of_build.said("ldd", str(build / name)).splitlines():
            match = re.match(r"\s*(\S+) => (/\S+) ", line)
            if match and not match.group(1).startswith("libmannequin"):
                found.append(Path(match.group(2)))
    return set(wheel_of_build.packages_of(found))


def installed_version(package: str) -> str | None:
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Status}|${Version}\n", package], capture_output=True, text=True,
                          check=False)
    for line in done.stdout.splitlines():
        status, _, version = line.partition("|")
        if status == "install ok installed":
            return version
    return None


def terms(package: str) -> str:
    path = Path("/usr/share/doc") / package / "copyright"
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def licence_names(text: str) -> list[str]:
    """As Debian's machine-readable copyright files name them; none for those that are plain text."""
    if "copyright-format" not in text:
        return []
    return sorted({name.strip() for name in re.findall(r"^License:[ \t]*(\S.*)$", text, re.MULTILINE)})


def component(package: str, version: str) -> dict:
    made = {"type": "library", "bom-ref": f"deb/{package}", "name": package, "version": version,
            "purl": f"pkg:deb/debian/{package}@{version.replace(':', '%3A').replace('+', '%2B')}"}
    names = licence_names(terms(package))
    if names:
        made["licenses"] = [{"license": {"name": name}} for name in names]
    return made


def bill(packages: list[str], seconds: int) -> dict:
    version = wheel_of_build.version()
    found = {package: installed_version(package) for package in packages}
    parts = [component(package, number) for package, number in found.items() if number]
    name = f"mannequin-{version}-{','.join(part['purl'] for part in parts)}"
    return {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, name)}",
        "metadata": {"timestamp": datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
                     "component": {"type": "application", "bom-ref": "mannequin", "name": "mannequin", "version": version,
                                   "licenses": [{"license": {"id": "MIT"}}]}},
        "components": parts,
        "dependencies": [{"ref": "mannequin", "dependsOn": [part["bom-ref"] for part in parts]}],
    }


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__)
        return 2
    build, out = Path(sys.argv[1]), Path(sys.argv[2])
    packages = sorted(linked(build) | {package for package in (*COMPILED_IN, *page.PACKAGES) if installed_version(package)})
    made = bill(packages, int(environ.get("SOURCE_DATE_EPOCH", "0")))
    stem = f"mannequin-{wheel_of_build.version()}"
    (out / f"{stem}.cdx.json").write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    for part in made["components"]:
        text += f"\n\n=== Debian's {part['name']} {part['version']}\n\n{terms(part['name'])}"
    (out / f"{stem}-licences.txt").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
