#!/usr/bin/env python3
"""Every .glb that the program writes is faultless to Khronos' validator: by its rules (rules.py), and by the validator itself
where MANNEQUIN_GLTF_VALIDATOR names it: its command line program, or the folder of the npm package (then with node).

written_test.py MANNEQUIN SHARED [--validator] [--every N] [--verbose]. Without SHARED, only of the built-in bodies and clothes. With
--validator, by the validator instead of the rules; exit 77 where it is not named. --every: only of each Nth source."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import rules
import spoil

ROOT = pathlib.Path(__file__).resolve().parents[3]
ASSETS = [ROOT / "assets" / f"{name}.glb" for name in ("mannequin", "mannequin_male", "dress", "boots", "top_male", "trousers")]
# A .glb that shows a clothed body, for the commands that need two.
SHAPE = ["--set", "33=1.5", "--set", "Body Fat=40%"]
# Further options of `convert`.
CONVERSIONS = {
    "viewer": ["--gltf", "viewer"], "next": ["--gltf", "viewer-next"],
    "off": ["--joint-positions", "off"], "on": ["--joint-positions", "on", "--gltf", "viewer"],
}
ENDINGS = (".dae", ".glb", ".gltf", ".llmesh", ".slm")
RUN_VALIDATOR = """
const validator = require(process.argv[1]), fs = require('fs'), path = require('path');
const file = process.argv[2];
validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
  uri: path.basename(file), maxIssues: 50,
  externalResourceFunction: (uri) => fs.promises.readFile(path.join(path.dirname(file), decodeURIComponent(uri))).then(b => new Uint8Array(b)),
}).then(report => console.log(JSON.stringify(report)), error => { console.error(error); process.exit(1); });
"""


def sources(shared):
    yield from ASSETS
    fixtures = shared / "fixtures"
    if not fixtures.is_dir():
        return
    for name in ("ruth2/Ruth2v4Body.dae", "ruth2/Ruth2v4FeetFlat.dae", "bento/angel_2016_08_05.dae", "gltf/female_2016_08_05.glb",
                 "gltf/Ruth2v4Head.glb"):
        yield fixtures / name
    for folder in ("gltf/tiny", "mesh-asset", "spoilt/dae", "spoilt/gltf", "spoilt/asset"):
        for path in sorted((fixtures / folder).iterdir()):
            # A .gltf next to a .glb has the same content.
            if path.suffix in ENDINGS and not (path.suffix == ".gltf" and path.with_suffix(".glb").exists()):
                yield path


def command_lines(path, out):
    """(file that is written, arguments) of one source."""
    yield f"{out}.convert.glb", ["convert", path, f"{out}.convert.glb"]
    if path.parent.parent.name == "spoilt" and not path.stem.startswith("ok"):
        return
    yield f"{out}.skin.glb", ["skin", path, "-o", f"{out}.skin.glb", *SHAPE]
    yield f"{out}.kept.glb", ["skin", path, "-o", f"{out}.kept.glb", "--keep-weights", "--joint-positions", "on", *SHAPE]
    if path in ASSETS[2:] or path.parent.name == "tiny" or path.stem in ("ok_base", "ok_triangles", "ok_four_lods"):
        yield f"{out}.rigid.glb", ["convert", path, f"{out}.rigid.glb", "--no-skin"]
        yield f"{out}.bind.glb", ["bind", path, "-o", f"{out}.bind.glb", "--on-failure", "transfer"]
        yield f"{out}.preserve.glb", ["bind", path, "-o", f"{out}.preserve.glb", "--method", "preserve", "--limit", "0", "--fitted", "50"]
        yield f"{out}.empty.glb", ["bind", path, "-o", f"{out}.empty.glb", "--method", "empty"]
        yield f"{out}.unbind.glb", ["unbind", path, "-o", f"{out}.unbind.glb", "--keep-weights"]
        yield f"{out}.rebase.glb", ["rebase", path, "--shape", "rest", "-o", f"{out}.rebase.glb"]
        yield f"{out}.freeze.glb", ["freeze", path, "-o", f"{out}.freeze.glb", *SHAPE]
        for name, options in CONVERSIONS.items():
            yield f"{out}.{name}.glb", ["convert", path, f"{out}.{name}.glb", *options]


def others(shared, folder):
    """What is written of no single mesh."""
    yield folder / "rig.glb", ["joints", "-o", folder / "rig.glb"]
    yield folder / "shaped.glb", ["joints", "-o", folder / "shaped.glb", *SHAPE]
    body, dress = ROOT / "assets/mannequin.glb", ROOT / "assets/top.glb"
    plan = folder / "plan.json"
    plan.write_text(json.dumps({"schema": 1, "sliders": [33], "random": 1, "sex": "female"}))
    yield folder / "mended.glb", ["mend", dress, "--body", body, "--sweep", plan, "-o", folder / "mended.glb"]
    for sex in ("male", "female"):
        yield folder / f"{sex}.glb", ["joints", "-o", folder / f"{sex}.glb", "--sex", sex, "--skeleton", "legacy", *SHAPE]
    yield folder / "obj.glb", ["bind", folder / "body.obj", "-o", folder / "obj.glb", "--mesh-up", "z"]
    if (shared / "viewer-character").is_dir():
        character = ["--character", shared / "viewer-character"]
        yield folder / "system.glb", ["skin", "system-avatar", *character, "-o", folder / "system.glb"]
        yield folder / "deformed.glb", ["deform", dress, *character, "-o", folder / "deformed.glb"]
    mpfb = shared / "fixtures/mpfb"
    if mpfb.is_dir():
        base = ["--vertex-groups", mpfb / "basemesh_vertex_groups.json"]
        yield folder / "mpfb.glb", ["skin", mpfb / "base.obj", "--rig", mpfb / "rig.game_engine.json", "--weights",
                                    mpfb / "weights.game_engine.json", *base, "-o", folder / "mpfb.glb"]


# Vertices without any weight stay so in what is written, as their source has them (the importer treats them in its own way, and
# `check` names them); glTF has no other way to say it. A validator remarks on them in the source, too.
UNWEIGHTED = {"one_vertex_zero_weights.dae", "joint_index_minus_one.dae", "vertex_without_weights.glb", "weights_missing.llmesh",
              "influences8.gltf"}


# From their shoulders the viewer would guess a turned model: a skin that nothing uses comes first, by which it does not.
TURNED = {"xy_rotation_false_alarm.glb", "xy_rotation_second_skin.glb"}


def of_its_source(line, fault):
    # An armature alone has a skin to be modelled on.
    if (line[0] == "joints" or pathlib.Path(line[1]).name in TURNED) and fault.startswith("UNUSED_OBJECT /skins/0"):
        return True
    unweighted = "--method" in line and line[line.index("--method") + 1] == "empty" or pathlib.Path(line[1]).name in UNWEIGHTED
    return unweighted and fault.startswith("ACCESSOR_WEIGHTS_NON_NORMALIZED") and re.search(r" of 0$|sum: 0(\.0)?\.?( |$)", fault) is not None


def by_validator(validator, path):
    if pathlib.Path(validator).is_dir():
        line = ["node", "-e", RUN_VALIDATOR, str(pathlib.Path(validator).resolve()), str(path)]
    else:
        line = [validator, "-o", str(path)]
    done = subprocess.run(line, capture_output=True, text=True, timeout=120)
    try:
        messages = json.loads(done.stdout)["issues"]["messages"]
    except (ValueError, KeyError):
        return [f"the validator gave no report: {done.stderr.strip()[-300:]}"]
    return [f"{m['code']} {m.get('pointer', '')}: {m['message']}" for m in messages if m["severity"] < 2]


def write(program, line):
    """Its exit code. A refusal is for others to test, a crash is a fault."""
    return subprocess.run([program, *map(str, line)], capture_output=True, text=True, timeout=300).returncode


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("shared", type=pathlib.Path)
    options.add_argument("--validator", action="store_true")
    options.add_argument("--every", type=int, default=1)
    options.add_argument("--verbose", action="store_true")
    given = options.parse_args()
    program, shared = given.program, given.shared
    if given.validator:
        validator = os.environ.get("MANNEQUIN_GLTF_VALIDATOR", "")
        if not validator or not (pathlib.Path(validator).exists() or shutil.which(validator)):
            print("skipped: MANNEQUIN_GLTF_VALIDATOR names no glTF validator")
            return 77
    # The rules themselves find each fault that is put into a sound file.
    bad = spoil.unseen(ASSETS[2].read_bytes(), rules.faults)
    with tempfile.TemporaryDirectory(prefix="mannequin_written_") as name:
        folder = pathlib.Path(name)
        subprocess.run([program, "convert", ROOT / "assets/top.glb", folder / "body.obj"], check=True)
        jobs = list(others(shared, folder))
        # Without shared files there are so few that a sample would show nothing.
        every = given.every if shared.is_dir() else 1
        for number, path in enumerate(list(sources(shared))[::every]):
            jobs += [(out, line) for out, line in command_lines(path, folder / f"{number}")]

        def tried(job):
            out, line = pathlib.Path(job[0]), job[1]
            code = write(program, line)
            if code and not (code == 1 and out.exists()):  # 1: written, with a reported fault
                return [f"exit {code}"] if code not in (1, 2, 3) else ["left a file behind"] if out.exists() else None
            if given.verbose:
                print(*line, flush=True)
            found = by_validator(validator, out) if given.validator else rules.faults(out.read_bytes(), out.parent)
            out.unlink()
            return [fault for fault in found if not of_its_source(line, fault)]

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(tried, jobs))
    written = 0
    for (_, line), found in zip(jobs, results):
        written += found is not None
        if found:
            place = " ".join(pathlib.Path(w).name if os.sep in str(w) else str(w) for w in line)
            bad += [f"mannequin {place}: {fault}" for fault in found[:5]]
    print("\n".join(bad))
    print(f"{written} files written by {len(jobs)} commands, {len(bad)} faults")
    return 1 if bad or written < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
