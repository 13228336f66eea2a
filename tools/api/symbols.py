#!/usr/bin/env python3
"""symbols.py LIBRARY: compares what the shared C library shows with what the C headers declare; exit 1 if they differ.

A header may be missing from a library as a whole, as where a graphics backend is left out; c_api.h may not.
"""

import subprocess
import sys

from calls import c_functions


def exported(library):
    lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    # Without the names of symbol versions: "mannequin_version@@V".
    return {line.split()[-1].split("@")[0] for line in lines.splitlines() if line.split()[-2] != "A"}


def differences(shown, functions):
    """`functions`: name -> header."""
    told = [f"{name}: shown by the library, declared by no C header" for name in sorted(shown - functions.keys())]
    for header in sorted(set(functions.values())):
        names = {name for name, place in functions.items() if place == header}
        if names & shown or header.endswith("/c_api.h"):
            told += [f"{name}: declared in {header}, not in the library" for name in sorted(names - shown)]
    return told


def main():
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    told = differences(exported(sys.argv[1]), c_functions())
    print("\n".join(told), end="\n" if told else "")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
