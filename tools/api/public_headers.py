#!/usr/bin/env python3
"""The public headers: those that cmake/Install.cmake installs, whatever a build leaves out. Prints their paths."""

import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def entry_headers():
    """What hosts include first: the C headers and mannequin.h. Paths from the root."""
    folder = os.path.join("include", "mannequin")
    return [os.path.join(folder, name) for name in sorted(os.listdir(os.path.join(ROOT, folder)))]


def engine_headers():
    with open(os.path.join(ROOT, "cmake", "Install.cmake"), encoding="utf-8") as file:
        lists = re.findall(r"^set\(public_(?!headers)\w+\s+([^)$]*)\)", file.read(), re.MULTILINE)
    return sorted({f"engine/{name}.h" for names in lists for name in names.split()})


if __name__ == "__main__":
    print("\n".join(entry_headers() + engine_headers()))
