#!/usr/bin/env python3
"""Draws the pictures of these pages again: the built-in clothes, spoilt in the way of each page, as they look in-world.

docs/findings/make_pictures.py [MANNEQUIN]; no display needed."""
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


class Glb:
    def __init__(self, path):
        data = path.read_bytes()
        length = struct.unpack_from("<I", data, 12)[0]
        self.doc, self.binary = json.loads(data[20:20 + length]), bytearray(data[28 + length:])

    def write(self, path):
        text = json.dumps(self.doc).encode()
        text += b" " * (-len(text) % 4)
        path.write_bytes(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(self.binary)) +
                         struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(self.binary), b"BIN\0") + self.binary)

    def floats(self, accessor):
        """(offset, numbers per element, count) of an accessor of floats."""
        a = self.doc["accessors"][accessor]
        v = self.doc["bufferViews"][a["bufferView"]]
        width = {"VEC3": 3, "VEC4": 4, "MAT4": 16}[a["type"]]
        return v.get("byteOffset", 0) + a.get("byteOffset", 0), width, v.get("byteStride", 4 * width), a["count"]

    def change(self, accessor, change):
        begin, width, stride, count = self.floats(accessor)
        for i in range(count):
            at = begin + i * stride
            values = change(i, list(struct.unpack_from(f"<{width}f", self.binary, at)))
            struct.pack_into(f"<{width}f", self.binary, at, *values)


def dae_binds(text, change):
    """Each inverse bind of each skin of a .dae, as 16 numbers by rows."""
    def one(match):
        names = re.search(r'-joints-array"[^>]*>([^<]*)<', text[:match.start()][::-1][::-1]).group(1).split()
        numbers = [float(x) for x in match.group(2).split()]
        out = []
        for j in range(len(numbers) // 16):
            out += change(names[j], numbers[16 * j:16 * j + 16])
        return match.group(1) + " ".join(map(repr, out)) + "<"
    return re.sub(r'(-binds-array"[^>]*>)([^<]*)<', one, text)


def unweighted(program, folder):
    glb = Glb(ROOT / "assets/dress.glb")
    for mesh in glb.doc["meshes"]:
        for primitive in mesh["primitives"]:
            glb.change(primitive["attributes"]["WEIGHTS_0"], lambda i, w: [0, 0, 0, 0] if i % 40 == 0 else w)
    glb.write(folder / "dress.glb")
    # Seen only where the others move.
    bent = {"rotations": {"mHipLeft": [0, -0.5, 0, 0.866], "mTorso": [0, 0.3, 0, 0.954]}}
    (folder / "pose.json").write_text(json.dumps(bent))
    return ["dress.glb", "--pose", "pose.json"]


def elsewhere(program, folder, change):
    subprocess.run([program, "convert", str(ROOT / "assets/dress.glb"), str(folder / "dress.dae")], check=True)
    text = (folder / "dress.dae").read_text()
    (folder / "dress.dae").write_text(dae_binds(text, change))
    return ["dress.dae"]


def torn(program, folder):
    def change(name, m):
        if name in ("mHipLeft", "mKneeLeft", "mTorso"):
            m[11] += 0.25
        return m
    return elsewhere(program, folder, change)


def turned(program, folder):
    def change(name, m):
        if name.startswith("mHip"):
            for c in range(4):
                m[c], m[4 + c] = -m[4 + c], m[c]
        return m
    return elsewhere(program, folder, change)


def scaled(program, folder):
    return elsewhere(program, folder, lambda name, m: [1.7 * x if i < 12 else x for i, x in enumerate(m)] if name == "mPelvis" else m)


def face(program, folder):
    names = ["mFaceJaw", "mFaceLipUpperCenter", "mFaceNoseCenter", "mFaceEyeLidUpperLeft", "mFaceEyeLidUpperRight", "mFaceCheekLowerLeft"]
    (folder / "pose.json").write_text(json.dumps({"positions": {n: [0.05, 0.01, 0.0] for n in names[:1]}}))
    return ["--pose", "pose.json", "--view", "face"]


PICTURES = {
    "unweighted_vertices": unweighted,
    "moved_at_rest": torn,
    "torn_without_positions": torn,
    "bind_rotation": turned,
    "bind_scale": scaled,
    "clip_position_keys": face,
}


def main():
    program = str(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/mannequin").resolve())
    for code, make in PICTURES.items():
        with tempfile.TemporaryDirectory(prefix="mannequin_picture_") as name:
            folder = pathlib.Path(name)
            arguments = make(program, folder)
            subprocess.run([program, "preview", *arguments, "--screenshot", str(HERE / f"{code}.png"), "--size", "320x400"],
                           check=True, cwd=folder)
            page = HERE / f"{code}.md"
            line = f"![What it looks like]({code}.png)\n"
            text = page.read_text()
            if line not in text:
                page.write_text(text.replace("## In-world\n\n", f"## In-world\n\n{line}\n", 1))


if __name__ == "__main__":
    main()
