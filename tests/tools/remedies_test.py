#!/usr/bin/env python3
"""The remedies within the product: every command that a page of docs/findings gives is carried out on every file here
that has the finding, and `mannequin check` no longer has it. Nor has it anything that the file did not have before.

remedies_test.py MANNEQUIN SHARED. Without SHARED only the files made here."""
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

import bvh_text

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMAND = re.compile(r"`mannequin (convert IN[^\s`]* OUT[^`]*|bind FILE -o OUT\.glb)`")
# What may come with a remedy, and why.
NEW = {
    "importer_profile",  # an importer's, of every .glb
}
# Findings that a cause suppresses, and those that appear once only the cause is mended, as its page says.
KEPT_BACK = {
    "no_inverse_binds": {"bind_rotation", "bind_scale", "moved_at_rest", "torn_without_positions"},
    "viewer_crash": {"not_rigged"},
    "duplicate_joint": {"moved_at_rest"},
    "weights_without_skin": {"not_rigged"},
}
# Findings that a command mends only where it applies, as their pages say; each needs a file that it mends all the same.
SOMETIMES = {
    "viewer_crash",      # of several kinds, some of which no reader takes
    "unweighted_vertices",
    "too_many_influences",
    "exchanged_sides",   # of meshes as large as people
    "viewer_extension",
    "torn_weights",      # of meshes that lie on the body
}


def clip(tracks, duration=2.0, loop=0, loop_in=0.0, loop_out=2.0, priority=3):
    """An .anim: tracks are (joint, priority, rotation keys, position keys), keys (time, x, y, z) in counts."""
    out = struct.pack("<HHif", 1, 0, priority, duration) + b"\0"
    out += struct.pack("<ffiffII", loop_in, loop_out, loop, 0.3, 0.3, 1, len(tracks))
    for joint, own, rotations, positions in tracks:
        out += joint.encode() + b"\0" + struct.pack("<i", own)
        for keys in (rotations, positions):
            out += struct.pack("<i", len(keys))
            for key in keys:
                out += struct.pack("<HHHH", *key)
    return out + struct.pack("<i", 0)


HALF = 32767
STILL = [(0, HALF, HALF, HALF), (65535, HALF, HALF, HALF)]
TURN = [(0, HALF, HALF, HALF), (30000, HALF + 6000, HALF, HALF), (65535, HALF, HALF, HALF)]
AWAY = [(0, HALF, HALF, HALF), (65535, HALF + 6000, HALF, HALF)]
PLACE = [(0, HALF + 2000, HALF, HALF)]


def bvh(channels, joint="chest"):
    """Forty frames of a joint with 3, 6, or 4 channels, which no reader expects."""
    kind = {3: bvh_text.TURNS, 4: (4, bvh_text.ROTATION), 6: bvh_text.TURNS_AND_MOVES}[channels]
    own = [0, 0, 0] if channels == 6 else []
    rest = [0] if channels == 4 else []
    rows = [[0, 40, 0, 0, 0, 0, *own, 0, 10 * abs(2 - frame), 0, *rest] for frame in range(40)]
    return bvh_text.bvh_text([(joint, *kind)], rows)


def made_clips():
    return {
        "sound.anim": clip([("mHead", -1, TURN, [])]),
        "positions.anim": clip([("mHead", -1, TURN, PLACE)]),
        "unknown.anim": clip([("mHead", -1, TURN, []), ("mTentacle", -1, TURN, [])]),
        "twice.anim": clip([("mHead", -1, TURN, []), ("head", -1, AWAY, [])]),
        "points.anim": clip([("mHead", -1, TURN, []), ("Skull", -1, AWAY, [])]),
        "flash.anim": clip([("mHead", -1, STILL, [])], 0.033, loop_out=0.033),
        "jump.anim": clip([("mHead", -1, AWAY, [])], loop=1),
        "beyond.anim": clip([("mHead", -1, TURN, [])], loop=1, loop_out=5.0),
        "priority.anim": clip([("mHead", 7, TURN, [])]),
        "sound.bvh": bvh(3),
        "six.bvh": bvh(6),
        "four.bvh": bvh(4),
    }


def edited(glb, change):
    """A .glb with another structure."""
    length = struct.unpack_from("<I", glb, 12)[0]
    structure, rest = json.loads(glb[20:20 + length]), glb[20 + length:]
    change(structure)
    text = json.dumps(structure).encode()
    text += b" " * (-len(text) % 4)
    return struct.pack("<4sII", b"glTF", 2, 20 + len(text) + len(rest)) + struct.pack("<I4s", len(text), b"JSON") + text + rest


def no_scenes(structure):
    del structure["scenes"], structure["scene"]


def files(folder, program, shared):
    for name, content in made_clips().items():
        (folder / name).write_bytes(content)
        yield folder / name
    dress = (ROOT / "assets/dress.glb").read_bytes()
    (folder / "no_scenes.glb").write_bytes(edited(dress, no_scenes))
    yield folder / "no_scenes.glb"
    subprocess.run([program, "convert", str(ROOT / "assets/dress.glb"), str(folder / "dress.dae")], check=True)
    text = (folder / "dress.dae").read_text()
    (folder / "weights_first.dae").write_text(exchanged(text))
    yield folder / "weights_first.dae"
    if (shared / "fixtures/spoilt").is_dir():
        for kind in ("dae", "gltf", "asset"):
            yield from sorted(p for p in (shared / "fixtures/spoilt" / kind).iterdir() if p.suffix != ".bin")
        yield from sorted(p for p in (shared / "fixtures/gltf/tiny").iterdir() if p.suffix in (".glb", ".gltf"))


def exchanged(text):
    """Weights before joints."""
    begin = text.index("<vertex_weights")
    end = text.index("</vertex_weights>", begin)
    part = text[begin:end].replace('offset="0"', 'offset="@"').replace('offset="1"', 'offset="0"').replace('offset="@"', 'offset="1"')
    numbers = re.search(r"<v>([^<]*)</v>", part)
    values = numbers.group(1).split()
    values[0::2], values[1::2] = values[1::2], values[0::2]
    return text[:begin] + part[:numbers.start()] + "<v>" + " ".join(values) + "</v>" + part[numbers.end():] + text[end:]


def check(program, path):
    done = subprocess.run([program, "check", str(path), "--json", "--no-sliders", "--joint-positions", "on"],
                          capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout)["findings"] if done.returncode in (0, 1) else None


def command_of(code):
    page = ROOT / "docs/findings" / f"{code}.md"
    match = COMMAND.search(page.read_text()) if page.exists() else None
    return match.group(1) if match else None


def carried_out(program, command, path, joint, out):
    words = command.split()
    if words[0] == "bind":
        line = ["bind", str(path), "-o", str(out.with_suffix(".glb"))]
        result = out.with_suffix(".glb")
    else:
        ending = pathlib.Path(words[2]).suffix
        result = out.with_suffix(ending or path.suffix)
        options = [joint if w in ("JOINT", "JOINTS") else w for w in words[3:]]
        line = ["convert", str(path), str(result)] + options
    done = subprocess.run([program] + line, capture_output=True, text=True, timeout=120)
    return result if done.returncode == 0 else done.stderr.strip().splitlines()[-1:]


def main():
    program, shared = sys.argv[1], pathlib.Path(sys.argv[2])
    mended, faults = {}, []
    with tempfile.TemporaryDirectory(prefix="mannequin_remedies_") as name:
        folder = pathlib.Path(name)
        for number, path in enumerate(files(folder, program, shared)):
            before = check(program, path)
            if before is None:
                continue
            codes = {f["code"] for f in before}
            done = {}  # several findings may have one remedy
            for code in sorted(codes):
                command = command_of(code)
                if command is None or "unreadable" in codes:
                    continue
                joint = next(f["joint"] for f in before if f["code"] == code)
                key = (pathlib.Path(command.split()[2]).suffix, *command.split()[3:], joint if "JOINT" in command else "")
                if key not in done:
                    result = carried_out(program, command, path, joint, folder / f"out{number}_{len(done)}")
                    done[key] = result, check(program, result) if isinstance(result, pathlib.Path) else None
                result, after = done[key]
                place = f"{path.name}, {code}: mannequin {command}"
                if not isinstance(result, pathlib.Path):
                    nothing = any("has no mesh" in line or "no triangles" in line for line in result)
                    if code not in SOMETIMES and not nothing:
                        faults.append(f"{place}: failed: {result}")
                    continue
                left = {f["code"] for f in after or []}
                new = {f["code"] for f in after or [] if f["severity"] != "info"} - codes - NEW
                new -= set().union(*(KEPT_BACK.get(cause, ()) for cause in codes))
                if after is None or code in left:
                    if code not in SOMETIMES:
                        faults.append(f"{place}: check still says it")
                elif new:
                    faults.append(f"{place}: check now says {', '.join(sorted(new))}")
                else:
                    mended[code] = mended.get(code, 0) + 1
    made = {"clip_position_keys", "clip_unknown_joint", "clip_joint_twice", "clip_attachment_points", "clip_flash",
            "clip_loop_jump", "clip_loop_points", "clip_priority", "no_scene", "weight_offsets", "absolute_positions", "odd_channels"}
    faults += [f"no file was mended of {code}" for code in sorted(made - set(mended))]
    print("\n".join(faults))
    print(f"{sum(mended.values())} findings of {len(mended)} kinds mended: {', '.join(sorted(mended))}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
