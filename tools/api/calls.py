#!/usr/bin/env python3
"""Lists public C functions that no test and no example calls; exit 1 if there are any."""

import os
import re
import sys

from declarations import declarations, function_names
from public_headers import ROOT, entry_headers

FOLDERS = ("tests", os.path.join("tools", "embed_viewer"))
# Comments do not call anything.
COMMENT = {".py": re.compile(r"#[^\n]*"), "c": re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)}


def c_functions():
    """Function -> the header that declares it."""
    found = {}
    for header in entry_headers():
        with open(os.path.join(ROOT, header), encoding="utf-8") as file:
            found.update(dict.fromkeys(function_names(declarations(file.read())), header))
    return found


def called(text):
    return set(re.findall(r"\b(mannequin_\w+)\s*\(", text))


def calls_in(folder):
    names = set()
    for place, _, files in os.walk(os.path.join(ROOT, folder)):
        for name in files:
            ending = os.path.splitext(name)[1]
            if ending in (".c", ".h", ".cpp", ".py"):
                with open(os.path.join(place, name), encoding="utf-8") as file:
                    names |= called(COMMENT.get(ending, COMMENT["c"]).sub("", file.read()))
    return names


def main():
    calls = set().union(*(calls_in(folder) for folder in FOLDERS))
    silent = {name: header for name, header in c_functions().items() if name not in calls}
    for name, header in sorted(silent.items()):
        print(f"{header}: {name}() is called by no test and no example; call it in tests/c_api or tests/install")
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
