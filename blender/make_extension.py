#!/usr/bin/env python3
"""Packs the add-on: make_extension.py FOLDER writes mannequin-VERSION-blender-4.2.zip, an extension for Blender 4.2 and
later, and mannequin-VERSION-blender-3.4.zip, an add-on for 3.4 and later. Both have the Python module's wheel inside."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "python"))
import wheel_of_build  # noqa: E402

NAME = "mannequin_avatar"


def pack(path: Path, files: dict[str, bytes]) -> None:
    """Equal input gives equal bytes."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr, entry.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
            archive.writestr(entry, files[name], compresslevel=9)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    wheel = wheel_of_build.build_wheel(str(folder))
    version = wheel_of_build.version()
    platform = "linux-arm64" if wheel.endswith("aarch64.whl") else "linux-x64"
    common = {path.name: path.read_bytes() for path in sorted((HERE / "addon").glob("*.py"))}
    numbers = ", ".join(version.split("."))
    common["__init__.py"] = common["__init__.py"].replace(b'"version": (0, 1, 0)', f'"version": ({numbers})'.encode())
    common["LICENSE"] = (HERE.parent / "LICENSE").read_bytes()
    common["README.md"] = (HERE / "README.md").read_bytes()

    extension = dict(common)
    manifest = (HERE / "addon" / "blender_manifest.toml.in").read_text(encoding="utf-8")
    for key, value in (("version", version), ("platform", platform), ("wheel", wheel)):
        manifest = manifest.replace(f"@{key}@", value)
    extension["blender_manifest.toml"] = manifest.encode()
    extension[f"wheels/{wheel}"] = (folder / wheel).read_bytes()
    pack(folder / f"mannequin-{version}-blender-4.2.zip", extension)

    addon = {f"{NAME}/{name}": data for name, data in common.items()}
    with zipfile.ZipFile(folder / wheel) as archive:
        for name in archive.namelist():
            addon[f"{NAME}/modules/{name}"] = archive.read(name)
    pack(folder / f"mannequin-{version}-blender-3.4.zip", addon)
    for path in sorted(folder.glob(f"mannequin-{version}-blender-*.zip")):
        print(path)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]))
