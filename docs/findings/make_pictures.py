#!/usr/bin/env python3
"""Draws the pictures of these pages again: the built-in clothes, spoilt in the way of each page, as they look in-world.

docs/findings/make_pictures.py [MANNEQUIN [CODE...]]; no display needed."""
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


# A step to the side, in which what does not follow is seen.
STEP = {"rotations": {"mHipLeft": [0, -0.5, 0, 0.866], "mKneeLeft": [0, 0.35, 0, 0.937], "mTorso": [0, 0.3, 0, 0.954],
                      "mShoulderLeft": [0.3, 0, 0.3, 0.906], "mElbowLeft": [0, 0, 0.5, 0.866]}}


def posed(folder, file):
    (folder / "pose.json").write_text(json.dumps(STEP))
    return [file, "--pose", "pose.json"]


def changed_dress(folder, change, name="dress"):
    glb = Glb(ROOT / f"assets/{name}.glb")
    change(glb)
    glb.write(folder / f"{name}.glb")
    return f"{name}.glb"


def each_position(glb, change):
    for mesh in glb.doc["meshes"]:
        for primitive in mesh["primitives"]:
            glb.change(primitive["attributes"]["POSITION"], lambda i, p: change(p))


def joint_named(glb, name):
    return next(node for node in glb.doc["nodes"] if node.get("name") == name)


def named_otherwise(names):
    """Joints that the importer does not know: what follows them follows its other joints alone."""
    def make(program, folder):
        def change(glb):
            for old, new in names.items():
                joint_named(glb, old)["name"] = new
        return posed(folder, changed_dress(folder, change, "trousers"))
    return make


def joint_numbers(glb, primitive):
    """The places of all, which are bytes."""
    a = glb.doc["accessors"][primitive["attributes"]["JOINTS_0"]]
    begin = glb.doc["bufferViews"][a["bufferView"]].get("byteOffset", 0) + a.get("byteOffset", 0)
    return range(begin, begin + 4 * a["count"])


def rigid(program, folder):
    """Without skin no bone moves it: it stays as it is while the avatar moves."""
    def change(glb):
        pelvis = glb.doc["skins"][0]["joints"].index(glb.doc["nodes"].index(joint_named(glb, "mPelvis")))
        for mesh in glb.doc["meshes"]:
            for primitive in mesh["primitives"]:
                glb.change(primitive["attributes"]["WEIGHTS_0"], lambda i, w: [1, 0, 0, 0])
                for at in joint_numbers(glb, primitive):
                    glb.binary[at] = pelvis
    return posed(folder, changed_dress(folder, change))


def sides(program, folder):
    def change(glb):
        left, right = ([i for i, node in enumerate(glb.doc["nodes"]) if node.get("name") == f"mHip{side}"][0] for side in ("Left", "Right"))
        joints = glb.doc["skins"][0]["joints"]
        l, r = joints.index(left), joints.index(right)
        for mesh in glb.doc["meshes"]:
            for primitive in mesh["primitives"]:
                for at in joint_numbers(glb, primitive):
                    glb.binary[at] = {l: r, r: l}.get(glb.binary[at], glb.binary[at])
    return posed(folder, changed_dress(folder, change))


def placed(change):
    """Where the importer moves the vertices and not the joints: as it leaves them (glTF stands Y up, and faces +Z)."""
    return lambda program, folder: [changed_dress(folder, lambda glb: each_position(glb, change))]


def quarter(p):
    return [p[2], p[1], -p[0]]


def strips(program, folder):
    """Every strip read three by three."""
    def change(glb):
        for mesh in glb.doc["meshes"]:
            for primitive in mesh["primitives"]:
                a = glb.doc["accessors"][primitive["indices"]]
                begin = glb.doc["bufferViews"][a["bufferView"]].get("byteOffset", 0) + a.get("byteOffset", 0)
                form = {5123: "H", 5125: "I"}[a["componentType"]]
                count = a["count"]
                old = struct.unpack_from(f"<{count}{form}", glb.binary, begin)
                struct.pack_into(f"<{count}{form}", glb.binary, begin, *(old[(i * 7) // 3 % count] for i in range(count)))
    return [changed_dress(folder, change)]


def zeros(program, folder):
    counter = iter(range(10 ** 9))
    return [changed_dress(folder, lambda glb: each_position(glb, lambda p: [0, 0, 0] if next(counter) % 60 == 0 else p))]


def nothing(program, folder):
    return ["--outfit", "top"]


def collapsed(program, folder):
    """With joint positions, joints that the importer does not find stand where their parents do."""
    subprocess.run([program, "convert", str(ROOT / "assets/trousers.glb"), str(folder / "trousers.dae")], check=True)
    text = (folder / "trousers.dae").read_text()
    for name in ("mKneeLeft", "mKneeRight"):
        text = re.sub(rf'(<node [^>]*"{name}"[^>]*>\s*)<(translate|matrix)[^>]*>[^<]*</(translate|matrix)>',
                      r'\1<translate sid="location">0 0 0</translate>', text, count=1)
    (folder / "trousers.dae").write_text(text)
    return ["trousers.dae", "--joint-positions", "on"]


def other_weights(program, folder):
    """Numbers of weights taken for numbers of joints."""
    def change(glb):
        for mesh in glb.doc["meshes"]:
            for primitive in mesh["primitives"]:
                count = len(glb.doc["skins"][0]["joints"])
                for i, at in enumerate(joint_numbers(glb, primitive)):
                    glb.binary[at] = (i * 5 + glb.binary[at]) % min(count, 20)
    return posed(folder, changed_dress(folder, change))


def spikes(program, folder):
    """Single vertices of the arms follow the hips; seen once the arms are up."""
    def change(glb):
        pelvis = glb.doc["skins"][0]["joints"].index(glb.doc["nodes"].index(joint_named(glb, "mPelvis")))
        for mesh in glb.doc["meshes"]:
            for primitive in mesh["primitives"]:
                begin, _, stride, count = glb.floats(primitive["attributes"]["POSITION"])
                out = [abs(struct.unpack_from("<3f", glb.binary, begin + i * stride)[2]) > 0.45 and i % 12 == 0 for i in range(count)]
                glb.change(primitive["attributes"]["WEIGHTS_0"], lambda i, w: [1, 0, 0, 0] if out[i] else w)
                for i, at in enumerate(joint_numbers(glb, primitive)):
                    if out[i // 4]:
                        glb.binary[at] = pelvis
    raised = {"rotations": {"mShoulderLeft": [0.5, 0, 0, 0.866], "mShoulderRight": [-0.5, 0, 0, 0.866]}}
    (folder / "pose.json").write_text(json.dumps(raised))
    return [changed_dress(folder, change, "mannequin"), "--view", "front", "--pose", "pose.json"]


def shorter_arm(program, folder):
    """The left forearm modelled two hands farther out, with no weights on the elbow that brings it there."""
    far, above_elbow = 0.2, 0.38

    def change(glb):
        elbow, skin = joint_named(glb, "mElbowLeft"), glb.doc["skins"][0]
        elbow["translation"][1] += far
        below = [glb.doc["nodes"].index(elbow)]
        for node in below:
            below += glb.doc["nodes"][node].get("children", [])
        glb.change(skin["inverseBindMatrices"],
                   lambda i, m: m[:12] + [m[12 + r] - far * m[r] for r in range(3)] + [1] if skin["joints"][i] in below else m)
        slots = {glb.doc["nodes"][node].get("name"): slot for slot, node in enumerate(skin["joints"])}
        for mesh in glb.doc["meshes"]:
            for primitive in mesh["primitives"]:
                glb.change(primitive["attributes"]["POSITION"], lambda i, p: [p[0] + far * min(max((p[0] - above_elbow) / 0.08, 0), 1)] + p[1:])
                for at in joint_numbers(glb, primitive):
                    if glb.binary[at] in (slots["mElbowLeft"], slots["L_LOWER_ARM"]):
                        glb.binary[at] = slots["mWristLeft"]
    lowered = {"rotations": {"mShoulderLeft": [-0.5, 0, 0, 0.866], "mShoulderRight": [0.5, 0, 0, 0.866]}}
    (folder / "pose.json").write_text(json.dumps(lowered))
    return [changed_dress(folder, change, "mannequin"), "--joint-positions", "on", "--view", "front", "--pose", "pose.json"]


PICTURES = {
    "unknown_joint": named_otherwise({"mHipLeft": "mHipLft", "L_UPPER_LEG": "L_UPPR_LEG"}),
    "control_bone": named_otherwise({"mKneeLeft": "ikKneeLeft", "L_LOWER_LEG": "ikLegLeft"}),
    "not_rigged": rigid,
    "too_many_joints": rigid,
    "split_joint_name": rigid,
    "no_weights": rigid,
    "exchanged_sides": sides,
    "weight_offsets": other_weights,
    "displaced_joint": shorter_arm,
    "viewer_quarter_turn": placed(quarter),
    "not_x_forward": placed(quarter),
    "viewer_no_binds": placed(lambda p: [p[0], 1.0 - p[2], p[1] - 1.0]),
    "viewer_mesh_node": placed(lambda p: [0.94 * p[0] + 0.34 * p[1] - 0.3, 0.94 * p[1] - 0.34 * p[0], p[2]]),
    "viewer_two_nodes_above": placed(lambda p: [p[0], p[1] + 0.37, p[2]]),
    "unlikely_size": placed(lambda p: [2.5 * x for x in p]),
    "joint_positions_unknown": collapsed,
    "viewer_strip": strips,
    "viewer_sparse": zeros,
    "viewer_mesh_lost": nothing,
    "unweighted_vertices": unweighted,
    "moved_at_rest": torn,
    "torn_without_positions": torn,
    "torn_weights": spikes,
    "bind_rotation": turned,
    "bind_scale": scaled,
    "clip_position_keys": face,
}


def main():
    program = str(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/mannequin").resolve())
    for code in sys.argv[2:] or PICTURES:
        make = PICTURES[code]
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
