#!/usr/bin/env python3
"""Lists public functions that no test and no example calls; exit 1 if there are any.

Of C all functions; of C++ those of the headers that mannequin.h names, and of the graphics skinners. By name: a function counts
as called where its name stands before a parenthesis.
"""

import os
import re
import sys

from declarations import declarations, function_names
from public_headers import ROOT, entry_headers

FOLDERS = ("tests", "examples")
GRAPHICS = ("engine/skinning/gl/gl_skinner.h", "engine/skinning/vulkan/vulkan_skinner.h")
# Comments do not call anything.
COMMENT = {".py": re.compile(r"#[^\n]*"), "c": re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)}


def declared(header):
    with open(os.path.join(ROOT, header), encoding="utf-8") as file:
        return declarations(file.read())


def c_functions():
    """Function -> the header that declares it."""
    found = {}
    for header in entry_headers():
        found.update(dict.fromkeys(function_names(declared(header)), header))
    return found


def cpp_functions():
    """(function, header) of the common road in C++."""
    includes = [line.split()[1] for line in declared("include/mannequin/mannequin.h")]
    return {(name, header) for header in (*includes, *GRAPHICS) for name in function_names(declared(header))}


def called(text):
    return set(re.findall(r"\b(\w+)\s*\(", text))


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
    silent = sorted((header, name) for name, header in cpp_functions() | set(c_functions().items()) if name not in calls)
    for header, name in silent:
        print(f"{header}: {name}() is called by no test and no example")
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
