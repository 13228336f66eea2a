#!/usr/bin/env python3
"""No file that we write is remarked on for anything that its source was not: `mannequin check` of every fixture, and of what
`mannequin convert` makes of it in every format, with joint positions and without.

conversions_test.py MANNEQUIN SHARED [--every N]. Without SHARED only the built-in meshes; --every: only each Nth file."""
import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ["gltf", "gltf/tiny", "ruth2", "bento", "mesh-asset", "spoilt/gltf", "spoilt/dae", "spoilt/asset"]
MESHES = (".glb", ".gltf", ".dae", ".llmesh", ".slm")
SEVERITY = {"info": 0, "warning": 1, "error": 2}
# An importer's finding, of every .glb.
ALWAYS = {"importer_profile"}
# Findings that a cause suppresses, and those that appear once the conversion has mended only the cause.
KEPT_BACK = {
    "no_inverse_binds": {"bind_rotation", "bind_scale", "moved_at_rest", "torn_without_positions"},
    "viewer_no_binds": {"bind_rotation", "bind_scale", "moved_at_rest", "torn_without_positions"},
    "viewer_crash": {"not_rigged", "unweighted_vertices", "moved_at_rest", "bind_rotation"},
    "attachment_point_joint": {"moved_at_rest", "torn_without_positions"},
    "joint_positions_unknown": {"moved_at_rest"},
    "duplicate_joint": {"moved_at_rest"},
    "unknown_joint": {"moved_at_rest"},
    "no_weights": {"unweighted_vertices"},  # the reader's word for it
    "displaced_joint": {"moved_at_rest"},  # the same millimetres: that the joint lost its place is not in the new file
    "missing_link": {"torn_weights"},  # the new file has all links, so that its joints turn about other places
    "joint_offset": {"offsets_ignored"},  # the same, where positions are off; those of an asset always count
}
# What is true of a format alone; `convert` says so as it writes.
OF_FORMAT = {
    (".glb", "on"): {"attachment_point_joint"},  # with joint positions the glTF importer moves what follows them
}
# Two names for what becomes of a mesh whose joints stand elsewhere: which one depends on whether positions are there.
ELSEWHERE = {"moved_at_rest", "torn_without_positions"}


def sources(shared):
    yield from sorted((ROOT / "assets").glob("*.glb"))
    for folder in FOLDERS:
        if (shared / "fixtures" / folder).is_dir():
            for path in sorted((shared / "fixtures" / folder).iterdir()):
                # A .gltf beside a .glb has the same content.
                if path.suffix in MESHES and not (path.suffix == ".gltf" and path.with_suffix(".glb").exists()):
                    yield path


def check(program, path, positions):
    """By code, the greatest severity; nothing if it cannot be read."""
    done = subprocess.run([program, "check", str(path), "--json", "--no-sliders", "--joint-positions", positions],
                          capture_output=True, text=True, timeout=300)
    if done.returncode not in (0, 1):
        return None
    told = {}
    for finding in json.loads(done.stdout)["findings"]:
        told[finding["code"]] = max(told.get(finding["code"], 0), SEVERITY[finding["severity"]])
    return told


def new_codes(ending, positions, before, after):
    """Findings of a converted file that its source does not have, or has with a lower severity."""
    allowed = ALWAYS | OF_FORMAT.get((ending, positions), set())
    allowed = allowed.union(*(KEPT_BACK.get(code, ()) for code in before))
    if ELSEWHERE & before.keys():
        allowed |= ELSEWHERE
    return [code for code, severity in after.items() if code not in allowed and severity > before.get(code, -1)]


def tried(program, path, folder):
    faults, count = [], 0
    for positions in ("off", "on"):
        before = check(program, path, positions)
        if before is None or "unreadable" in before:
            continue
        for ending in (".glb", ".dae", ".llmesh", ".slm"):
            out = folder / f"{path.parent.name}_{path.name}_{positions}{ending}"
            options = ["--joint-positions", positions] if ending in (".llmesh", ".slm") else []
            done = subprocess.run([program, "convert", str(path), str(out), *options], capture_output=True, timeout=300)
            if done.returncode < 0:
                faults.append(f"{path.name} to {ending}: ended by signal {-done.returncode}")
            if done.returncode or not out.exists():
                continue  # what cannot be converted is for others to test
            after = check(program, out, positions)
            count += 1
            faults += [f"{path.name} to {ending}, joint positions {positions}: check now says {code}"
                       for code in (["nothing"] if after is None else new_codes(ending, positions, before, after))]
            out.unlink()
    return faults, count


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("shared", type=pathlib.Path)
    options.add_argument("--every", type=int, default=1)
    given = options.parse_args()
    # Without shared files there are so few that a sample would show nothing.
    every = given.every if given.shared.is_dir() else 1
    chosen = list(sources(given.shared))[::every]
    with tempfile.TemporaryDirectory(prefix="mannequin_conversions_") as folder, \
            concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda path: tried(given.program, path, pathlib.Path(folder)), chosen))
    faults = [fault for found, _ in results for fault in found]
    written = sum(count for _, count in results)
    print("\n".join(faults))
    print(f"{written} files written of {len(results)} sources, {len(faults)} faults")
    return 1 if faults or written < 30 else 0


if __name__ == "__main__":
    sys.exit(main())
