"""Runs inside Blender, headless: mending.py PART PARTS EVERY FOLDER. The Blender steps of docs/findings, on each faulty
FOLDER/faulty/<code>.<ending> and on the scenes of mending_made.py; writes FOLDER/mended/<code>.<ending>, and FOLDER/told<PART>.json:
what became of each code. Of several PARTS each does its share, of each EVERYth page."""

import builtins
import json
import pathlib
import sys

import numpy

# What Debian's importers ask for and Debian's Python no longer has: a name of numpy (glTF), a mode of open (.bvh).
numpy.bool = bool
system_open = builtins.open
builtins.open = lambda path, mode="r", *rest, **named: system_open(path, mode.replace("U", ""), *rest, **named)
import bpy  # noqa: E402

sys.path.append(str(pathlib.Path(__file__).resolve().parent))
import mending_clips  # noqa: E402
import mending_made  # noqa: E402
from mending_pages import each_nth  # noqa: E402
from mending_scene import FOLDER, as_it_is, read_afresh, write  # noqa: E402
from mending_steps import ENDING, SETTINGS, STEPS, WITHOUT_BIND_INFO  # noqa: E402

PART, PARTS, EVERY = map(int, sys.argv[-4:-1])
FAULTY, MADE, MENDED = FOLDER / "faulty", FOLDER / "made", FOLDER / "mended"


def finish(code, path, **settings):
    if bpy.context.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    write(path, **settings)
    return "written"


def mend_file(code, path):
    try:
        if not read_afresh(path, keep_bind_info=code not in WITHOUT_BIND_INFO):
            return "not opened"
    except Exception as problem:  # an importer's own, of any kind
        return f"not opened: {problem!r}"
    if path.suffix == ".bvh":
        mending_clips.STEPS.get(code, as_it_is)()
        return finish(code, MENDED / path.name, **mending_clips.settings(code))
    STEPS.get(code, as_it_is)()
    return finish(code, MENDED / (code + ENDING.get(code, path.suffix)), **SETTINGS.get(code, {}))


def mend_made(code, ending, make):
    make()
    mending_made.WRITE.get(code, write)(MADE / (code + ending))
    STEPS.get(code, as_it_is)()
    return finish(code, MENDED / (code + ENDING.get(code, ending)), **SETTINGS.get(code, {}))


def mend_levels(code, change, step):
    mending_made.level(change)()
    mending_made.write_levels(MADE / code)
    if code in mending_made.CUT:
        with open(MADE / code / "dress_LOD2.dae", "r+b") as file:
            file.truncate(3000)
    step()
    mending_made.write_levels(MENDED / code)
    return "written"


def main():
    jobs = [(path.stem, mend_file, (path,)) for path in sorted(FAULTY.iterdir()) if path.suffix in (".glb", ".gltf", ".dae", ".bvh")]
    jobs += [(code, mend_made, how) for code, how in mending_made.MADE.items()]
    jobs += [(code, mend_levels, how) for code, how in mending_made.LEVELS.items()]
    chosen = each_nth([code for code, _, _ in jobs], EVERY)
    MADE.mkdir(exist_ok=True)
    MENDED.mkdir(exist_ok=True)
    told = {}
    for code, mend, how in [job for job in jobs if job[0] in chosen][PART::PARTS]:
        try:
            told[code] = mend(code, *how)
        except Exception as problem:  # the others continue; the caller reports what is missing
            told[code] = f"failed: {problem!r}"
    (FOLDER / f"told{PART}.json").write_text(json.dumps(told))


main()
