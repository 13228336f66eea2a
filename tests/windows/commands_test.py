#!/usr/bin/env python3
"""The Windows program under Wine against the native one: commands_test.py NATIVE_FOLDER SHARED WORK_FOLDER. What both print and
write is the same JSON; numbers may differ by what two C libraries' sines differ by. Messages and exit codes are the same. A host in C,
host.c, gets the same from both libraries."""

import json
import math
import shutil
import subprocess
import sys
from pathlib import Path

import wine

NATIVE_FOLDER, SHARED, WORK = (Path(argument).resolve() for argument in sys.argv[1:4])
NATIVE, PROGRAM = NATIVE_FOLDER / "mannequin", wine.FOLDER / "mannequin.exe"
# Positions are metres: a tenth of what two backends may differ by.
NEAR = 1e-6
TIMES = ("seconds", "shapes_per_minute")
# Seconds for one command: mend takes eight minutes of processor time under Wine.
PATIENCE = 900

failures, runs, equal = [], 0, 0


def run(command, folder):
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return None, b"", f"not done after {PATIENCE} s"
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")


def both(*arguments):
    """Runs both in a folder of its own each, whose inputs are the same."""
    global runs
    runs += 1
    return run([NATIVE, *arguments], WORK / "native"), run([wine.WINE, PROGRAM, *arguments], WORK / "windows")


def near(one, other):
    if isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
        return one is other
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return one == other or abs(one - other) <= NEAR * max(1.0, abs(one)) or (math.isnan(one) and math.isnan(other))
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(near, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(key in TIMES or near(one[key], other[key]) for key in one)
    return one == other


def same_content(one, other):
    global equal
    if one == other:
        equal += 1
        return True
    try:
        return near(json.loads(one), json.loads(other))
    except ValueError:
        return False


def compare(*arguments, written=None, ends=(0,)):
    """`ends`: with which of these codes the native one ends, the other with the same."""
    native, windows = both(*arguments)
    what = " ".join(arguments)
    if native[0] not in ends:
        failures.append(f"{what}: the native one ended with {native[0]}, not {ends}: {native[2][-300:]!r}")
    elif native[0] != windows[0] or native[2] != windows[2]:
        failures.append(f"{what}: ended with {windows[0]}, not {native[0]}: {windows[2][-300:]!r}, not {native[2][-300:]!r}")
    elif not same_content(native[1], windows[1]):
        failures.append(f"{what}: printed something else: {first_difference(native[1], windows[1])}")
    elif written and native[0] == 0:
        one, other = ((WORK / side / written).read_bytes() for side in ("native", "windows"))
        if not same_content(one, other) and not same_mesh(written):
            failures.append(f"{what}: wrote something else: {first_difference(one, other)}")


def first_difference(one, other):
    at = next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    return f"at byte {at}, {other[max(at - 60, 0):at + 60]!r}, not {one[max(at - 60, 0):at + 60]!r}"


def same_mesh(name):
    """As what is not text says it: its meshes, skinned."""
    views = []
    for side in ("native", "windows"):
        done = run([NATIVE, "skin", name, "--json"], WORK / side)
        if done[0] != 0:
            return False
        views.append(json.loads(done[1]))
    return near(*views)


def put(source, name):
    for side in ("native", "windows"):
        target = WORK / side / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def compare_hosts():
    source, include = wine.ROOT / "tests/windows/host.c", f"-I{wine.FOLDER / 'include'}"
    native, windows = WORK / "host", WORK / "host.exe"
    subprocess.run(["gcc", "-std=c11", include, source, f"-L{NATIVE_FOLDER}", "-lmannequin_c", "-lmannequin_c_bind", "-lm",
                    f"-Wl,-rpath,{NATIVE_FOLDER}", "-o", native], check=True)
    imported = [wine.FOLDER / f"lib/lib{name}.dll.a" for name in ("mannequin_c", "mannequin_c_bind")]
    subprocess.run(["x86_64-w64-mingw32-gcc-posix", "-std=c11", include, source, *imported, "-o", windows], check=True)
    for name in ("mannequin_c.dll", "mannequin_c_bind.dll", "mannequin.glb"):
        shutil.copyfile(wine.FOLDER / name, WORK / name)
    one, other = run([native], WORK), run([wine.WINE, windows], WORK)
    if one[0] != 0 or other[0] != 0 or not same_content(one[1].strip(), other[1].strip()):
        failures.append(f"host.c: {other[0]}, {other[2]!r}, {other[1][:300]!r}, not {one[0]}, {one[2]!r}, {one[1][:300]!r}")


def compare_shared():
    """Of fixtures; their meshes are for the rest."""
    fixtures = SHARED / "fixtures"
    if not fixtures.is_dir():
        print(f"skipped: {fixtures} is not there; only the built-in body is compared")
        return {}
    for name, source in {"\u8e0a\u308a.bvh": "bvh/avatar_dance1.bvh", "walk.bvh": "bvh/avatar_female_walk.bvh",
                         "\u5f62.xml": "shapes/Emily.xml", "Angela.xml": "shapes/Angela.xml"}.items():
        put(fixtures / source, name)
    compare("inspect", "\u8e0a\u308a.bvh", "--json")
    compare("convert", "\u8e0a\u308a.bvh", "\u8e0a\u308a.anim", written="\u8e0a\u308a.anim")
    compare("inspect", "\u8e0a\u308a.anim")
    compare("check", "walk.bvh", "--json", ends=(0, 1))
    compare("inspect", "\u5f62.xml", "--json")
    compare("joints", "--shape", "\u5f62.xml", "--json")
    compare("convert", "Angela.xml", "\u5199\u3057.json", written="\u5199\u3057.json")
    compare("convert", "\u5199\u3057.json", "\u5199\u3057.xml", written="\u5199\u3057.xml")
    spoilt = sorted((fixtures / "spoilt").glob("*/*"))
    for source in spoilt[::max(1, len(spoilt) // 40)]:
        put(source, f"spoilt/{source.name}")
        compare("check", f"spoilt/{source.name}", "--json", ends=(0, 1, 3))
    return {"Ruth Head.dae": fixtures / "ruth2/Ruth2v4Head.dae", "\u4f53/\u982d \u00e9.dae": fixtures / "ruth2/Ruth2v4Eyeballs.dae",
            "\u30c9\u30ec\u30b9.glb": fixtures / "spoilt/gltf/ok_base.glb",
            "\u670d.llmesh": fixtures / "mesh-asset/Ruth2v4FeetFlat.skin_joints.llmesh",
            "feet.slm": fixtures / "mesh-asset/Ruth2v4FeetFlat.skin_joints.slm"}


def compare_meshes(meshes):
    for name, source in meshes.items():
        put(source, name)
        compare("check", name, "--json", ends=(0, 1))
        compare("inspect", name, "--json")
        compare("skin", name, "--set", "Body Fat=70%", "-o", f"{name}.obj", written=f"{name}.obj")
        compare("skin", name, "--set", "Body Fat=70%", "--json")
        for end in (".out.glb", ".out.dae", ".out.obj"):
            compare("convert", name, name + end, written=name + end)
    for target in ("scalar", "sse4", "avx2"):
        compare("skin", "body.glb", "--backend", "cpu", "--cpu-target", target, "-o", f"{target}.obj", written=f"{target}.obj")


def compare_other_commands():
    for side in ("native", "windows"):
        (WORK / side / "plan.json").write_text('{"schema": 1, "sliders": [637], "steps": 2, "random": 2, "seed": 1}')
    put(wine.ROOT / "assets/top.glb", "\u4e0a\u7740.glb")
    compare("--help")
    compare("joints")
    compare("joints", "--json")
    compare("joints", "--set", "Height=80%", "--set", "33=1.5", "--json")
    compare("joints", "--set", "Height=80%", "-o", "rig.glb", written="rig.glb")
    compare("sliders", "--json")
    compare("effects", "\u4e0a\u7740.glb", "--json")
    compare("fit", "--garment", "\u4e0a\u7740.glb", "--sweep", "plan.json", "--json")
    compare("mend", "\u4e0a\u7740.glb", "--sweep", "plan.json", "-o", "\u76f4\u3057.glb", written="\u76f4\u3057.glb")
    compare("rebase", "\u4e0a\u7740.glb", "--set", "Body Fat=70%", "-o", "rebased.dae", written="rebased.dae")
    compare("unbind", "\u4e0a\u7740.glb", "-o", "\u88f8.obj", written="\u88f8.obj")
    compare("bind", "\u88f8.obj", "-o", "bound.glb", written="bound.glb")
    compare("bind", "\u88f8.obj", "--method", "heat", "-o", "heat.glb", written="heat.glb")
    compare("freeze", "\u4e0a\u7740.glb", "--set", "Height=80%", "-o", "still.glb", written="still.glb")
    compare("bake", "-o", "\u753b", written="\u753b/head.png")


def compare_refusals():
    """What is written again is replaced; what may not be is not."""
    compare("skin", "body.glb", "-o", "body.glb.obj", written="body.glb.obj")
    for side in ("native", "windows"):
        (WORK / side / "kept.obj").write_text("kept")
        (WORK / side / "kept.obj").chmod(0o444)
    compare("skin", "body.glb", "-o", "kept.obj", ends=(3,))
    if (WORK / "windows/kept.obj").read_text() != "kept":
        failures.append("kept.obj is written over")
    compare("check", "no such file.dae", ends=(3,))
    compare("skin", "body.glb", "-o", "no such folder/out.glb", ends=(3,))
    compare("chekc", "body.glb", ends=(2,))
    compare("skin", "body.glb", "--set", "Body Fat=fat", "-o", "out.glb", ends=(2,))
    # Longer than Windows' usual 260 letters.
    folder = "/".join(40 * "\u6df1" for _ in range(6))
    put(wine.ROOT / "assets/top.glb", f"{folder}/top.glb")
    compare("inspect", f"{folder}/top.glb")
    compare("skin", f"{folder}/top.glb", "-o", f"{folder}/out.obj", written=f"{folder}/out.obj")


def main():
    wine.begin("gcc")
    shutil.rmtree(WORK, ignore_errors=True)
    for side in ("native", "windows"):
        (WORK / side).mkdir(parents=True)
    compare_hosts()
    compare_meshes({"body.glb": wine.ROOT / "assets/mannequin.glb", **compare_shared()})
    compare_other_commands()
    compare_refusals()
    print(f"{runs} runs, {equal} contents equal byte by byte, {len(failures)} failures")
    for failure in failures:
        print("failed:", failure)
    left = list((WORK / "windows").rglob(".mannequin-*"))
    if left:
        print("failed: left behind:", *left)
    sys.exit(1 if failures or left else 0)


main()
