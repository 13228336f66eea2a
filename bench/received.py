#!/usr/bin/env python3
"""Looks at a folder of results that somebody sent in (results/HOWTO-GPU.md): its checksums, and whether a machine can have
measured what results.json says. Prints what it is about, then what is wrong. Exit codes: 0 nothing, 1 something, 3 unreadable.
"""

import argparse
import hashlib
import pathlib
import sys

from reporting.results import join, nonsense, read_results

SUMS = "SHA256SUMS"


def wrong_sums(folder):
    """Files that differ from what the kit wrote, and files that it did not write."""
    listed = {}
    for line in (folder / SUMS).read_text(encoding="utf-8").splitlines():
        digest, _, name = line.partition("  ")
        if "/" in name or len(digest) != 64:
            raise ValueError(f"{folder / SUMS}: is not a list of sums: {line!r}")
        listed[name] = digest
    for name, digest in listed.items():
        path = folder / name
        if not path.is_file():
            yield f"{name} is missing"
        elif hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            yield f"{name} was changed since it was measured"
    for path in sorted(folder.iterdir()):
        if path.name != SUMS and path.name not in listed:
            yield f"{path.name} is not of the kit"


def main():
    parser = argparse.ArgumentParser(description="Checks results that were sent in.")
    parser.add_argument("folder", type=pathlib.Path, help="what the kit's run.sh wrote, unpacked")
    folder = parser.parse_args().folder
    several = sorted(folder.glob("results*.json"))
    try:
        if not several:
            raise ValueError(f"{folder}: has no results*.json")
        results = join([read_results(path) for path in several])
        faults = [*wrong_sums(folder), *nonsense(results)]
    except (OSError, ValueError) as error:
        print(f"received.py: {error}", file=sys.stderr)
        return 3
    for key in ("cpu", "gl_device", "gl_driver", "vulkan_device", "vulkan_driver", "date"):
        if key in results.context:
            print(f"{key}: {results.context[key]}")
    failed = sum(1 for case in results.cases.values() if case.error and not case.skipped)
    print(f"{len(results.cases)} cases, {failed} failed, {len(results.unsteady())} unsteady")
    for fault in faults:
        print(f"wrong: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
