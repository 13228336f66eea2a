#!/usr/bin/env python3
"""Every code that `mannequin check` can give about a mesh has a page in docs/findings, and every page a code."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ["engine/fit", "engine/io/collada", "engine/io/gltf", "engine/io/mesh_asset"]
FILES = ["engine/io/collada.cpp", "engine/io/gltf_reader.cpp", "engine/io/mesh_asset.cpp",
         "engine/io/bvh_reader.cpp", "engine/wear/file_findings.cpp", "tools/findings/textures.cpp", "tools/findings/upload_costs.cpp"]
CODE = re.compile(
    r'(?:Severity::\w+|severity|crash_severity)\s*,\s*(?:\w+ \? )?"([a-z0-9_]+)"(?: : "([a-z0-9_]+)")?'
    r'|(?:note|mismatch)\(\s*"([a-z0-9_]+)"\s*,')
# What is read of clips and shapes, which have no pages.
NOT_MESHES = set()
PARTS = ["## In-world", "## Mend it"]


def codes():
    files = [p for folder in SOURCES for p in sorted((ROOT / folder).glob("*.cpp"))] + [ROOT / f for f in FILES]
    found = {}
    for path in files:
        for match in CODE.finditer(path.read_text()):
            for code in match.groups():
                if code:
                    found.setdefault(code, path.relative_to(ROOT))
    return {code: path for code, path in found.items() if code not in NOT_MESHES}


def main():
    folder = ROOT / "docs/findings"
    pages = {p.stem: p for p in sorted(folder.glob("*.md")) if p.stem != "README"}
    known = codes()
    faults = [f"{code} ({path}) has no page docs/findings/{code}.md" for code, path in known.items() if code not in pages]
    faults += [f"{page}: no source gives the code '{code}'" for code, page in pages.items() if code not in known]
    index = (folder / "README.md").read_text()
    for code, page in pages.items():
        text = page.read_text()
        if not text.startswith("# "):
            faults.append(f"{page}: has no title")
        if f"`{code}`" not in text:
            faults.append(f"{page}: does not name its code")
        faults += [f"{page}: has no part '{part}'" for part in PARTS if part not in text]
        if f"({code}.md)" not in index:
            faults.append(f"docs/findings/README.md does not list {code}")
        for picture in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", text):
            if not (folder / picture).exists():
                faults.append(f"{page}: the picture {picture} is missing")
    if len(known) < 60:
        faults.append(f"only {len(known)} codes found: the pattern no longer matches the sources")
    print("\n".join(faults) or f"{len(known)} codes, {len(pages)} pages")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
