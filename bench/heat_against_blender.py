#!/usr/bin/env python3
"""Compares 'mannequin bind --method heat' with Blender's automatic weights, on the same machine.

Both bind the same vertices to the same bones: those of the built-in body, or with --ruth2 FOLDER of Ruth2, with vertices
in one place merged; and the avatar's 26 base bones as Blender reads them from 'mannequin joints -o', each as long as
to those that follow it. Blender binds without a window by parent_set(type="ARMATURE_AUTO"), and only that is timed.

Reports medians in seconds, of the binding itself and of the whole process; peak memory, of which some 30 MB may be this
script's; and the largest difference of a weight, before they are limited and normalised. Needs Python 3.9 alone, and
Blender 3 or later. Exit codes: 0 at most twice Blender's time and below 300 MB, 1 not so, 2 wrong usage, 3 mannequin or
Blender failed or is missing.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time

from reporting.program import Failed, add_inputs, run_script

SLOWER_BAR, MEMORY_BAR = 2.0, 300.0  # times Blender's seconds; MB

IN_BLENDER = '''
import json, resource, sys, time
import bpy

work = json.load(open(sys.argv[sys.argv.index("--") + 1], encoding="utf-8"))
seconds = []
for _ in range(work["runs"]):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    if "collada_import" in dir(bpy.ops.wm):
        bpy.ops.wm.collada_import(filepath=work["rig"] + ".dae")
    else:
        bpy.ops.import_scene.gltf(filepath=work["rig"] + ".glb")  # needs numpy, which Debian's Blender may lack
    rig = next(o for o in bpy.data.objects if o.type == "ARMATURE")
    for other in [o for o in bpy.data.objects if o is not rig]:
        bpy.data.objects.remove(other)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for bone in [b for b in rig.data.edit_bones if not (b.name[:1] == "m" and b.name[1:2].isupper())]:
        rig.data.edit_bones.remove(bone)  # collision volumes
    for bone in rig.data.edit_bones:  # files have no tails: to the middle of what follows, or half as far again
        ends = [child.head for child in bone.children]
        bone.tail = (sum(ends, ends[0] * 0) / len(ends) if ends
                     else bone.head + (bone.head - bone.parent.head) / 2)
    bpy.ops.object.mode_set(mode="OBJECT")
    mesh = bpy.data.meshes.new("body")
    mesh.from_pydata(work["positions"], [], work["triangles"])
    body = bpy.data.objects.new("body", mesh)
    bpy.context.collection.objects.link(body)
    bpy.ops.object.select_all(action="DESELECT")
    body.select_set(True)
    rig.select_set(True)
    bpy.context.view_layer.objects.active = rig
    began = time.perf_counter()
    bpy.ops.object.parent_set(type="ARMATURE_AUTO")
    seconds.append(time.perf_counter() - began)
names = {group.index: group.name for group in body.vertex_groups}
place = rig.matrix_world
bones = [{"name": b.name, "parent": b.parent.name if b.parent else "", "head": list(place @ b.head_local),
          "tail": list(place @ b.tail_local)} for b in rig.data.bones]
weights = [[[names[e.group], e.weight] for e in v.groups] for v in body.data.vertices]
json.dump({"seconds": seconds, "bones": bones, "weights": weights, "version": bpy.app.version_string,
           "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024},
          open(work["out"], "w", encoding="utf-8"))
'''


def arguments():
    parser = argparse.ArgumentParser(description="Compares 'mannequin bind --method heat' with Blender's automatic weights.")
    add_inputs(parser, "Ruth2v4Body.dae, instead of the built-in body")
    parser.add_argument("--blender", default="blender", help="the other program (default blender)")
    parser.add_argument("--runs", type=int, default=5, help="of each, for the median (default 5)")
    parser.add_argument("--work", metavar="FOLDER", help="keep all files here")
    parser.add_argument("--json", action="store_true", help="as JSON, for scripts")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs needs at least 1")
    return options


def run(words, good=(0,)):
    """What it printed, and the peak of its memory, MB."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        try:
            process = subprocess.Popen(words, stdout=out, stderr=err)
        except OSError as error:
            raise Failed(f"{words[0]}: {error.strerror}; install it, or say where it is") from error
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        for file in (out, err):
            file.seek(0)
        if process.returncode not in good:
            told = err.read().decode(errors="replace").strip() or out.read().decode(errors="replace")[-2000:].strip()
            raise Failed(f"{' '.join(words)}: exit code {process.returncode}: {told}")
        return out.read().decode(errors="replace"), used.ru_maxrss / 1024


def welded(path):
    """Positions and triangles of an .obj, each place once."""
    positions, number, place, triangles = [], {}, [], []
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split()
            if words[:1] == ["v"]:
                at = tuple(float(word) for word in words[1:4])
                place.append(number.setdefault(at, len(positions)))
                if place[-1] == len(positions):
                    positions.append(at)
            elif words[:1] == ["f"]:
                corners = [place[int(word.split("/")[0]) - 1] for word in words[1:]]
                if len(set(corners)) == 3:
                    triangles.append(corners)
    return positions, triangles


def largest_difference(ours, theirs):
    largest = 0.0
    for one, other in zip(ours["weights"], theirs):
        difference = {name: -weight for name, weight in other}
        for group, weight in one:
            name = ours["groups"][group]
            difference[name] = difference.get(name, 0.0) + weight
        largest = max([largest, *(abs(d) for d in difference.values())])
    return largest


def compare(options, folder):
    def path(name):
        return os.path.join(folder, name)

    source = (os.path.join(options.ruth2, "Ruth2v4Body.dae") if options.ruth2
              else os.path.join(options.assets, "mannequin.glb"))
    run([options.mannequin, "convert", source, path("body.obj")])
    for kind in ("dae", "glb"):
        run([options.mannequin, "joints", "--skeleton", "legacy", "--shape", "rest", "-o", path(f"rig.{kind}")])
    positions, triangles = welded(path("body.obj"))
    with open(path("welded.obj"), "w", encoding="utf-8") as file:
        file.writelines(f"v {x!r} {y!r} {z!r}\n" for x, y, z in positions)
        file.writelines(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in triangles)
    with open(path("work.json"), "w", encoding="utf-8") as file:
        json.dump({"positions": positions, "triangles": triangles, "rig": os.path.abspath(path("rig")),
                   "runs": options.runs, "out": os.path.abspath(path("blender.json"))}, file)
    with open(path("in_blender.py"), "w", encoding="utf-8") as file:
        file.write(IN_BLENDER)
    told, _ = run([options.blender, "--background", "--factory-startup", "--python-exit-code", "1", "--python",
                   path("in_blender.py"), "--", path("work.json")])
    if not os.path.exists(path("blender.json")):
        raise Failed(f"{options.blender} bound nothing: {told[-2000:].strip()}")
    with open(path("blender.json"), encoding="utf-8") as file:
        blender = json.load(file)
    with open(path("bones.json"), "w", encoding="utf-8") as file:
        json.dump(blender["bones"], file)

    bind = [options.mannequin, "bind", path("welded.obj"), "--mesh-up", "z", "--method", "heat", "--bones", path("bones.json"),
            "--joints", "all"]
    inner, whole, megabytes = [], [], 0.0
    for _ in range(options.runs):
        began = time.perf_counter()
        _, peak = run([*bind, "-o", path("bound.glb")], good=(0, 1))  # 1: some vertices see no bone
        whole.append(time.perf_counter() - began)
        megabytes = max(megabytes, peak)
        ours = json.loads(run([*bind, "--normalise", "off", "--limit", "0", "--json"], good=(0, 1))[0])
        inner.append(ours["seconds"])
    theirs = statistics.median(blender["seconds"])
    return {"schema": 1, "vertices": len(positions), "triangles": len(triangles), "bones": len(blender["bones"]),
            "blender": blender["version"], "blender_seconds": theirs, "blender_megabytes": blender["megabytes"],
            "seconds": statistics.median(inner), "process_seconds": statistics.median(whole), "megabytes": megabytes,
            "ratio": statistics.median(inner) / theirs,
            "largest_difference": largest_difference(ours, blender["weights"])}


def main():
    options = arguments()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.work or temporary
        os.makedirs(folder, exist_ok=True)
        row = compare(options, folder)
    if options.json:
        print(json.dumps(row, indent=1))
    else:
        print(f"{row['vertices']} vertices, {row['triangles']} triangles, {row['bones']} bones\n"
              f"Blender {row['blender']}: {row['blender_seconds']:.3f} s, {row['blender_megabytes']:.0f} MB\n"
              f"mannequin: {row['seconds']:.3f} s ({row['ratio']:.2f} times Blender's), the whole process "
              f"{row['process_seconds']:.3f} s, {row['megabytes']:.0f} MB\n"
              f"largest difference of a weight: {row['largest_difference']:.1e}")
    return 0 if row["ratio"] <= SLOWER_BAR and row["megabytes"] < MEMORY_BAR else 1


if __name__ == "__main__":
    run_script(main)
