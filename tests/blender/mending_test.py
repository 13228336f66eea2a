#!/usr/bin/env python3
"""The Blender steps of docs/findings, in Blender where it is installed: of a faulty file, mended by them and exported, `mannequin
check` no longer says what the page is about, and no new error or warning. A page says "tried in 3.4" exactly where this is done, and
"3.4 does not open the file" exactly where Blender's importer refuses it.

mending_test.py MANNEQUIN SHARED [--every N] [--keep FOLDER]: --every: only each Nth page; FOLDER, a new one, keeps the files. Exit 77
without Blender or SHARED."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.append(str(ROOT / "tests/tools"))
import faulty_clips  # noqa: E402
import faulty_dae  # noqa: E402
import faulty_glb  # noqa: E402
from mending_pages import page_of  # noqa: E402

TRIED = "- **In Blender** (tried in 3.4"
NOT_OPENED = "- **In Blender** (3.4 does not open the file"
PROCESSES = 2
RANK = ["info", "warning", "error"]
# Files that have a finding as they are.
SPOILT = {
    "too_many_faces": "spoilt/gltf/ten_materials.glb", "viewer_parts": "spoilt/gltf/ten_materials.glb",
    "zero_normals": "spoilt/gltf/normal_zero.glb", "no_normals": "spoilt/gltf/no_normals.glb",
    "viewer_lines": "spoilt/gltf/second_primitive_lines.glb", "viewer_strip": "spoilt/gltf/strip_with_tangents.glb",
    "rotation_not_unit": "spoilt/gltf/rotation_not_unit.glb",
    "viewer_quarter_turn": "spoilt/gltf/xy_rotation_false_alarm.glb",
    "viewer_no_binds": "spoilt/gltf/no_inverse_binds_no_shoulder.glb", "no_inverse_binds": "spoilt/gltf/no_inverse_binds_no_shoulder.glb",
    "indices_not_3n": "spoilt/gltf/indices_not_3n.glb",
    "viewer_weights_lost": "gltf/tiny/influences8.gltf",
    "morph_targets": "gltf/tiny/sparse_morph.glb", "viewer_ignores": "gltf/tiny/sparse_morph.glb",
    "viewer_sparse": "gltf/tiny/sparse_morph.glb",
    "bind_shape_orientation": "spoilt/dae/bind_shape_rotated_90.dae",
    "version": "spoilt/dae/version_1_5.dae", "weight_count": "spoilt/dae/vertex_weights_count_attribute.dae",
    "array_count": "spoilt/dae/float_array_count_wrong.dae", "unit": "spoilt/dae/unit_inch.dae", "up_axis": "spoilt/dae/x_up.dae",
    "weight_offsets": "spoilt/dae/weights_joint_order_swapped.dae",
    "incomplete_uv": "spoilt/dae/uv_too_short_polylist.dae",
    "no_uv": "spoilt/dae/no_uv.dae",
    "bind_shape_influences": "spoilt/dae/joint_index_minus_one.dae", 
    "unused_controller": "spoilt/dae/two_controllers_one_geometry.dae", 
    "bad_weights": "spoilt/gltf/nan_weight.glb", "child_does_not_exist": "spoilt/gltf/child_out_of_range.glb",
    "material_does_not_exist": "spoilt/gltf/material_out_of_range.glb",
    "number_written_as_real": "spoilt/gltf/mesh_index_as_real.glb", "scene_does_not_exist": "spoilt/gltf/scene_out_of_range.glb",
    "skin_without_joints": "spoilt/gltf/skin_without_joints.glb", "no_joints_in_mesh": "spoilt/gltf/no_joints_attribute.glb",
    "unreadable": "spoilt/gltf/json_broken.glb",
    "viewer_mesh_lost": "gltf/tiny/modes_external.gltf", "extension_ignored": "spoilt/gltf/unknown_extension_used.glb",
}
# What `check` says of the file that a page is about, where it is not the page's own code.
SAID = {"clip_unknown_joint": "unreadable", "too_many_joints-split": "too_many_joints", "face_too_large-reduced": "face_too_large",
        "clip_too_large-thinned": "clip_too_large", "no_joints_in_mesh": "viewer_crash", "skin_without_joints": "viewer_crash"}
# How a clip is checked: as the upload window makes it.
# What was not there before, and why: what was no mesh before is a bare one now.
# And a vertex of that file without any weight, which Blender's exporter binds to a bone of its own.
COMES_WITH = {"no_triangles": {"not_rigged", "no_uv"}, "viewer_weights_lost": {"unknown_joint"}}
EVERY_GLB = "importer_profile"  # has it, of volumes or of axes
# Blender's importer takes the mesh of a .glb or .gltf that it did not write apart, as docs/findings/README.md warns; the steps are for one's own .blend.
OTHERS_GLB = "torn_weights"
LOOPED = {"clip_loop_jump"}
WITHOUT_POSITIONS = {"torn_without_positions"}


class Checker:
    """`mannequin check` of a file, each once."""

    def __init__(self, program):
        self.program = program

    def run(self, *arguments):
        return subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True, timeout=60)

    def findings(self, code, path):
        """Code -> severity; empty where nothing could be checked."""
        if code in LOOPED:
            clip = path.with_suffix(".anim")
            self.run("convert", path, clip, "--loop", "true")
            path = clip
        done = self.run("check", path, "--json", "--no-sliders", "--joint-positions", "off" if code in WITHOUT_POSITIONS else "on")
        if done.returncode not in (0, 1):
            return {}
        found = {}
        for finding in json.loads(done.stdout)["findings"]:
            known = found.get(finding["code"], "info")
            found[finding["code"]] = max(known, finding["severity"], key=RANK.index)
        return found


def make_faulty(shared, dress, folder):
    for code, spoilt in faulty_glb.SPOILS.items():
        spoiling = faulty_glb.Dress()
        spoilt(spoiling)
        spoiling.write(folder / f"{code}.glb")
    for code, spoilt in faulty_glb.ARM_SPOILS.items():
        arm = faulty_glb.Dress(shared / "spoilt/gltf/ok_base.glb")
        spoilt(arm)
        arm.write(folder / f"{code}.glb")
    for code, (ending, write) in faulty_glb.FILES.items():
        write(folder / (code + ending))
    for code, (name, spoilt) in faulty_dae.SPOILS.items():
        source = dress if name == "dress" else shared / f"spoilt/dae/{name}.dae"
        (folder / f"{code}.dae").write_text(spoilt(source.read_text()))
    for code, clip in faulty_clips.CLIPS.items():
        (folder / f"{code}.bvh").write_bytes(clip())
    for code, name in SPOILT.items():
        source = shared / name
        shutil.copy(source, folder / f"{code}{source.suffix}")
        if source.suffix == ".gltf":
            for part in source.parent.glob("*.bin"):
                shutil.copy(part, folder)


def mend(blender, folder, part, every):
    """What became of each code, or Blender's own words where it failed."""
    # Blender looks for its Python's modules by these.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PY")}
    environment["PATH"] = "/usr/bin:/bin"
    done = subprocess.run([blender, "--background", "--factory-startup", "--python-exit-code", "3", "--python",
                           str(HERE / "mending.py"), "--", str(part), str(PROCESSES), str(every), str(folder)],
                          capture_output=True, text=True, timeout=250, env=environment)
    told = folder / f"told{part}.json"
    return json.loads(told.read_text()) if told.exists() else done.stdout[-3000:] + done.stderr[-3000:]


def file_of(folder, code):
    """A level's folder holds its levels."""
    found = [p for p in (folder / code, *folder.glob(f"{code}.*")) if p.suffix in ("", ".glb", ".gltf", ".dae", ".bvh") and p.exists()]
    return None if not found else found[0] / "dress.dae" if found[0].is_dir() else found[0]


def judged(checker, folder, code, told):
    """(mended, what is wrong)"""
    said = SAID.get(code, code)
    faulty = file_of(folder / "faulty", code) or file_of(folder / "made", code)
    before = checker.findings(code, faulty) if faulty else {}
    if said not in before:
        return False, f"has no {said} to mend, but {sorted(before)}; {told}"
    path = file_of(folder / "mended", code)
    if path is None:
        return False, told
    after = checker.findings(code, path)
    if said in after:
        return False, "check still says it"
    if {"no_meshes", "unreadable", "empty_mesh"} & after.keys():
        return False, "there is nothing left"
    new = {other for other, severity in after.items() if severity != "info"} - before.keys() - COMES_WITH.get(code, set()) - {EVERY_GLB}
    if faulty.suffix in (".glb", ".gltf"):
        new.discard(OTHERS_GLB)
    return not new, f"check now says {new}" if new else ""


def pages_that_say(words):
    return {p.stem for p in (ROOT / "docs/findings").glob("*.md") if words in p.read_text()}


def faults_of(results, told, every):
    mended = {page_of(code) for code, (good, _) in results.items() if good}
    mended -= {page_of(code) for code, (good, _) in results.items() if not good}
    refused = {code for code in told if told[code].startswith("not opened")}
    for words, are in ((TRIED, mended), (NOT_OPENED, refused)):
        say = pages_that_say(words)
        if every > 1:
            say &= {page_of(code) for code in told}
        yield from (f"docs/findings/{code}.md does not say '{words}'" for code in sorted(are - say))
        yield from (f"docs/findings/{code}.md says '{words}': it was not so" for code in sorted(say - are))
    for code in sorted(code for code in set(results) - refused if not results[code][0]):
        yield f"{code}: {results[code][1]}"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program", type=pathlib.Path)
    options.add_argument("shared", type=pathlib.Path)
    options.add_argument("--every", type=int, default=1)
    options.add_argument("--keep", type=pathlib.Path)
    given = options.parse_args()
    program, shared = str(given.program.resolve()), given.shared / "fixtures"
    blender = shutil.which("blender")
    if blender is None or not (shared / "spoilt").is_dir():
        print("skipped: blender is not installed" if blender is None else "skipped: ../shared is not there")
        return 77
    with tempfile.TemporaryDirectory(prefix="mannequin_mending_") as name:
        folder = (given.keep or pathlib.Path(name)).resolve()
        for part in ("faulty", "sound"):
            (folder / part).mkdir(parents=True)
        checker = Checker(program)
        checker.run("convert", ROOT / "assets/dress.glb", folder / "sound/dress.dae")
        checker.run("joints", "--shape", "rest", "-o", folder / "sound/rig.dae")
        make_faulty(shared, folder / "sound/dress.dae", folder / "faulty")
        with concurrent.futures.ThreadPoolExecutor(PROCESSES) as pool:
            told = {}
            for part in pool.map(lambda number: mend(blender, folder, number, given.every), range(PROCESSES)):
                if isinstance(part, str):
                    print(part)
                    return 1
                told |= part
            results = dict(zip(told, pool.map(lambda code: judged(checker, folder, code, told[code]), told)))
    faults = list(faults_of(results, told, given.every))
    mended = sorted(code for code in results if results[code][0])
    print("\n".join(faults))
    print(f"{len(mended)} of {len(results)} mended: {', '.join(mended)}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
