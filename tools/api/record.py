#!/usr/bin/env python3
"""Holds the public interface to its record, docs/api/*.txt.

record.py            what was added to or removed from the headers since the record was made; exit 1 if anything was
record.py --accept   writes a new record
"""

import difflib
import os
import sys

from declarations import declarations
from public_headers import ROOT, engine_headers, entry_headers

FOLDER = os.path.join("docs", "api")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def interfaces():
    """File of the record -> {header -> its declarations}."""
    entries = {header: declarations(read(header)) for header in entry_headers()}
    # Only the C headers declare something of their own; mannequin.h is what it includes.
    in_c = {header: lines for header, lines in entries.items() if not header.endswith("/mannequin.h")}
    in_cpp = {header: lines for header, lines in entries.items() if header not in in_c}
    in_cpp.update({header: declarations(read(header)) for header in engine_headers()})
    return {"c.txt": in_c, "cpp.txt": in_cpp}


def text_of(interface):
    return "".join(f"{header}\n" + "".join(f"  {line}\n" for line in lines) for header, lines in interface.items())


def recorded(name):
    path = os.path.join(ROOT, FOLDER, name)
    interface, header = {}, ""
    if os.path.exists(path):
        for line in read(path).splitlines():
            if line.startswith("  "):
                interface[header].append(line[2:])
            else:
                header = line
                interface[header] = []
    return interface


def changes(before, now):
    """What a person wants to read of two interfaces; nothing where they are equal."""
    told = []
    for header in sorted(before.keys() | now.keys()):
        old, new = before.get(header, []), now.get(header, [])
        lines = [line for line in difflib.ndiff(old, new) if line[0] in "+-"]
        if lines or (header in before) != (header in now):
            told.append(header if header in before and header in now else
                        f"{header} ({'no longer' if header in before else 'newly'} public)")
            told += [f"  {'added:  ' if line[0] == '+' else 'removed:'} {line[2:]}" for line in lines]
    return told


def main():
    now = interfaces()
    if sys.argv[1:] == ["--accept"]:
        os.makedirs(os.path.join(ROOT, FOLDER), exist_ok=True)
        for name, interface in now.items():
            with open(os.path.join(ROOT, FOLDER, name), "w", encoding="utf-8") as file:
                file.write(text_of(interface))
        return 0
    if sys.argv[1:]:
        print(__doc__)
        return 2
    told = [line for name, interface in now.items() for line in changes(recorded(name), interface)]
    if not told:
        return 0
    print("\n".join(told))
    print(f"\nThe public interface is not the one recorded in {FOLDER}. If it is meant to change: tell hosts in CHANGELOG.md, "
          "raise the version as CONTRIBUTING.md says, and run tools/api/record.py --accept. A change of the order of "
          "fields is a change, too.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
