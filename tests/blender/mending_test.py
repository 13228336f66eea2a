#!/usr/bin/env python3
"""The Blender steps of docs/findings, in Blender where it is installed: of a faulty file, mended by them and exported, `mannequin
check` no longer says what the page is about. A page says "tried in 3.4" exactly where this is done.

mending_test.py MANNEQUIN SHARED. Exit 77 without Blender or SHARED."""
import base64
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path += [str(ROOT / "tests/tools"), str(ROOT / "tests/tools/validity")]
import remedies_test  # noqa: E402
import spoil  # noqa: E402

TRIED = "- **In Blender** (tried in 3.4"
# Files that have a finding as they are. Blender's importers do not take those of other codes: their steps need the .blend.
SPOILT = {
    "too_many_faces": "spoilt/gltf/ten_materials.glb", "viewer_parts": "spoilt/gltf/ten_materials.glb",
    "zero_normals": "spoilt/gltf/normal_zero.glb", "no_normals": "spoilt/gltf/no_normals.glb",
    "viewer_lines": "spoilt/gltf/second_primitive_lines.glb", "viewer_strip": "spoilt/gltf/strip_with_tangents.glb",
    "rotation_not_unit": "spoilt/gltf/rotation_not_unit.glb",
    "viewer_quarter_turn": "spoilt/gltf/xy_rotation_false_alarm.glb",
    "viewer_no_binds": "spoilt/gltf/no_inverse_binds_no_shoulder.glb", "no_inverse_binds": "spoilt/gltf/no_inverse_binds_no_shoulder.glb",
    "indices_not_3n": "spoilt/gltf/indices_not_3n.glb",
    "viewer_weights_lost": "gltf/tiny/influences8.gltf", "too_many_influences": "spoilt/dae/five_equal_influences.dae",
    "morph_targets": "gltf/tiny/sparse_morph.glb", "viewer_ignores": "gltf/tiny/sparse_morph.glb",
    "viewer_sparse": "gltf/tiny/sparse_morph.glb",
    "degenerate_triangles": "spoilt/dae/degenerate_triangle.dae", "bind_shape_orientation": "spoilt/dae/bind_shape_rotated_90.dae",
    "version": "spoilt/dae/version_1_5.dae", "weight_count": "spoilt/dae/vertex_weights_count_attribute.dae",
    "array_count": "spoilt/dae/float_array_count_wrong.dae", "unit": "spoilt/dae/unit_inch.dae", "up_axis": "spoilt/dae/x_up.dae",
    "joint_positions_unknown": "spoilt/dae/nodes_without_translation.dae", "weight_offsets": "spoilt/dae/weights_joint_order_swapped.dae",
    "duplicate_joint": "spoilt/dae/duplicate_joint_names.dae", "incomplete_uv": "spoilt/dae/uv_too_short_polylist.dae", "no_uv": "spoilt/dae/no_uv.dae",
}


class Dress:
    """The built-in dress, spoilt."""

    def __init__(self):
        self.doc, self.binary = spoil.opened((ROOT / "assets/dress.glb").read_bytes())
        self.attributes = self.doc["meshes"][0]["primitives"][0]["attributes"]
        self.skin = self.doc["skins"][0]

    def write(self, path):
        self.doc["buffers"][0]["byteLength"] = len(self.binary)
        path.write_bytes(spoil.closed(self.doc, self.binary + b"\0" * (-len(self.binary) % 4)))

    def numbers(self, name, form, width):
        """(place, numbers) of each vertex."""
        at = spoil.place(self.doc, self.attributes[name])
        size = struct.calcsize(f"<{width}{form}")
        for i in range(self.doc["accessors"][self.attributes[name]]["count"]):
            yield at + i * size, list(struct.unpack_from(f"<{width}{form}", self.binary, at + i * size))

    def node(self, name):
        return next(i for i, node in enumerate(self.doc["nodes"]) if node.get("name") == name)

    def slot(self, name):
        return self.skin["joints"].index(self.node(name))

    def add(self, content, count, kind, component):
        self.binary += b"\0" * (-len(self.binary) % 4)
        self.doc["bufferViews"].append({"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(content)})
        self.binary += content
        self.doc["accessors"].append({"bufferView": len(self.doc["bufferViews"]) - 1, "componentType": component, "count": count,
                                      "type": kind})
        return len(self.doc["accessors"]) - 1

    def joint_like(self, other, name, parent):
        """Another joint of the skin, bound as `other`; its slot."""
        binds = spoil.place(self.doc, self.skin["inverseBindMatrices"])
        slot = self.slot(other)
        count = len(self.skin["joints"])
        matrices = self.binary[binds:binds + 64 * count] + self.binary[binds + 64 * slot:binds + 64 * slot + 64]
        self.skin["inverseBindMatrices"] = self.add(bytes(matrices), count + 1, "MAT4", 5126)
        self.doc["nodes"].append({"name": name, "translation": self.doc["nodes"][self.node(other)].get("translation", [0, 0, 0])})
        self.skin["joints"].append(len(self.doc["nodes"]) - 1)
        self.doc["nodes"][self.node(parent)].setdefault("children", []).append(len(self.doc["nodes"]) - 1)
        return count


def weights_changed(change):
    def make(dress):
        for i, (at, weights) in enumerate(dress.numbers("WEIGHTS_0", "f", 4)):
            struct.pack_into("<4f", dress.binary, at, *change(i, weights))
    return make


def joint_renamed(old, new):
    def make(dress):
        dress.doc["nodes"][dress.node(old)]["name"] = new
    return make


def slots_changed(dress, change):
    for at, joints in dress.numbers("JOINTS_0", "B", 4):
        struct.pack_into("<4B", dress.binary, at, *map(change, joints))


def sides(dress):
    left, right = dress.slot("mHipLeft"), dress.slot("mHipRight")
    slots_changed(dress, lambda j: right if j == left else left if j == right else j)


def control(dress):
    own = dress.slot("mHipLeft")
    new = dress.joint_like("mHipLeft", "ikHandLeft", "mPelvis")
    slots_changed(dress, lambda j: new if j == own else j)


def hung_elsewhere(dress):
    nodes, knee = dress.doc["nodes"], dress.node("mKneeLeft")
    hip = nodes[dress.node("mHipLeft")]
    hip["children"].remove(knee)
    nodes[dress.node("mPelvis")]["children"].append(knee)
    nodes[knee]["translation"] = [a + b for a, b in zip(nodes[knee]["translation"], hip["translation"])]


def between(dress):
    nodes, knee, hip = dress.doc["nodes"], dress.node("mKneeLeft"), dress.node("mHipLeft")
    dress.joint_like("mKneeLeft", "twist", "mHipLeft")
    twist = dress.node("twist")
    nodes[twist]["translation"] = [0, 0, -0.2]
    nodes[hip]["children"].remove(knee)
    nodes[twist]["children"] = [knee]
    nodes[knee]["translation"] = [a - b for a, b in zip(nodes[knee]["translation"], [0, 0, -0.2])]


def above(dress):
    avatar = dress.node("avatar")
    dress.doc["nodes"] += [{"name": "far", "translation": [0, 0.4, 0], "children": [len(dress.doc["nodes"]) + 1]},
                           {"name": "near", "children": [avatar]}]
    scene = dress.doc["scenes"][0]["nodes"]
    scene[scene.index(avatar)] = len(dress.doc["nodes"]) - 2


def centimetres(dress):
    for at, place in dress.numbers("POSITION", "f", 3):
        struct.pack_into("<3f", dress.binary, at, *(100 * x for x in place))
    for node in dress.doc["nodes"]:
        if "translation" in node:
            node["translation"] = [100 * x for x in node["translation"]]
    binds = spoil.place(dress.doc, dress.skin["inverseBindMatrices"])
    for j in range(len(dress.skin["joints"])):
        at = binds + 64 * j + 48
        struct.pack_into("<3f", dress.binary, at, *(100 * x for x in struct.unpack_from("<3f", dress.binary, at)))


def three_bytes(dress):
    count = dress.doc["accessors"][dress.attributes["POSITION"]]["count"]
    dress.attributes["COLOR_0"] = dress.add(bytes([200]) * 4 * count, count, "VEC3", 5121)
    dress.doc["accessors"][-1]["normalized"] = True
    dress.doc["bufferViews"][-1].update({"byteStride": 4, "target": 34962})


def no_skin(dress):
    del dress.doc["nodes"][0]["skin"], dress.attributes["JOINTS_0"], dress.attributes["WEIGHTS_0"]


def binds_changed(dress, change):
    """change(slot, sixteen numbers by columns) of each inverse bind."""
    binds = spoil.place(dress.doc, dress.skin["inverseBindMatrices"])
    for slot in range(len(dress.skin["joints"])):
        at = binds + 64 * slot
        struct.pack_into("<16f", dress.binary, at, *change(slot, list(struct.unpack_from("<16f", dress.binary, at))))


def joint_moved(name, by):
    """A joint and what hangs on it elsewhere, bound there; metres in the avatar's frame."""
    def make(dress):
        nodes, top = dress.doc["nodes"], dress.node(name)
        nodes[top]["translation"] = [a + b for a, b in zip(nodes[top].get("translation", [0, 0, 0]), by)]
        moved, left = set(), [top]
        while left:
            moved.add(left[-1])
            left += nodes[left.pop()].get("children", [])

        def change(slot, m):
            if dress.skin["joints"][slot] in moved:
                for row in range(3):
                    m[12 + row] -= by[row]  # joints are not turned
            return m
        binds_changed(dress, change)
    return make


def turned_about_y(v):
    return [v[2], v[1], -v[0]]


def turned_round(dress):
    for name in ("POSITION", "NORMAL"):
        for at, place in dress.numbers(name, "f", 3):
            struct.pack_into("<3f", dress.binary, at, *turned_about_y(place))
    box = dress.doc["accessors"][dress.attributes["POSITION"]]
    places = [place for _, place in dress.numbers("POSITION", "f", 3)]
    box["min"], box["max"] = [min(p[k] for p in places) for k in range(3)], [max(p[k] for p in places) for k in range(3)]
    top = dress.doc["nodes"][dress.node("avatar")]
    top["matrix"] = [x for at in (0, 4, 8, 12) for x in turned_about_y(top["matrix"][at:at + 3]) + top["matrix"][at + 3:at + 4]]
    # Columns of bind x inverse turn: x goes to -z, z to x.
    binds_changed(dress, lambda slot, m: m[8:12] + m[4:8] + [-x for x in m[0:4]] + m[12:16])


SPOILS = {
    "not_x_forward": turned_round, "joint_offset": joint_moved("mKneeLeft", [0, 0, -0.05]),
    "offset_noise": joint_moved("mKneeLeft", [0, 0, -0.0005]), "pelvis_height": joint_moved("mPelvis", [0, 0, 0.1]),
    "unweighted_vertices": weights_changed(lambda i, w: [0, 0, 0, 0] if i % 40 == 0 else w),
    "no_weights": weights_changed(lambda i, w: [0, 0, 0, 0]),
    "weight_sums": weights_changed(lambda i, w: [x / 2 for x in w]),
    "unknown_joint": joint_renamed("mHipLeft", "mHipLft"),
    "attachment_point_joint": joint_renamed("L_LOWER_LEG", "Left Hand"),
    "exchanged_sides": sides, "control_bone": control, "wrong_parent": hung_elsewhere, "extra_joint": between,
    "viewer_mesh_node": lambda dress: dress.doc["nodes"][0].update({"rotation": [0, 0.1, 0, 0.995]}),
    "viewer_two_nodes_above": above, "unlikely_size": centimetres,
    "viewer_crash": three_bytes,
    "viewer_name_cut": lambda dress: dress.doc["nodes"][0].update({"name": "dress_LOD1"}),
    "not_rigged": no_skin, "no_scene": lambda dress: (dress.doc.pop("scenes"), dress.doc.pop("scene")),
}


def has(program, path, code):
    return any(f["code"] == code for f in remedies_test.check(program, path) or [])


def has_nothing(program, path):
    found = remedies_test.check(program, path)
    return found is None or any(f["code"] in ("no_meshes", "unreadable", "empty_mesh") for f in found)


def faulty_files(program, shared, folder):
    """Code -> file; a code without file is a fault of this test."""
    files, faults = {}, []
    for code, spoilt in SPOILS.items():
        dress = Dress()
        spoilt(dress)
        files[code] = folder / f"{code}.glb"
        dress.write(files[code])
    inside = Dress()
    inside.doc["buffers"][0].update({"byteLength": len(inside.binary),
                                     "uri": "data:application/octet-stream;base64," + base64.b64encode(inside.binary).decode()})
    files["viewer_data_uri"] = folder / "viewer_data_uri.gltf"
    files["viewer_data_uri"].write_text(json.dumps(inside.doc))
    for code, name in SPOILT.items():
        source = shared / "fixtures" / name
        if not source.exists():
            continue
        files[code] = folder / f"{code}{source.suffix}"
        shutil.copy(source, files[code])
        if source.suffix == ".gltf":
            for part in source.parent.glob("*.bin"):
                shutil.copy(part, folder)
    for code, channels in (("absolute_positions", 6), ("odd_channels", 4)):
        files[code] = folder / f"{code}.bvh"
        files[code].write_bytes(remedies_test.bvh(channels))
    for code, path in list(files.items()):
        if not has(program, path, code):
            faults.append(f"{path.name} has no {code}")
            path.unlink()
            del files[code]
    return files, faults


def main():
    program, shared = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
    blender = shutil.which("blender")
    if blender is None or not (shared / "fixtures/spoilt").is_dir():
        print("skipped: blender is not installed" if blender is None else "skipped: ../shared is not there")
        return 77
    with tempfile.TemporaryDirectory(prefix="mannequin_mending_") as name:
        folder = pathlib.Path(name)
        files, faults = faulty_files(program, shared, folder)
        # Blender looks for its Python's modules by these.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PY")}
        environment["PATH"] = "/usr/bin:/bin"
        done = subprocess.run([blender, "--background", "--factory-startup", "--python-exit-code", "3", "--python",
                               str(HERE / "mending.py"), "--", str(folder)], capture_output=True, text=True, timeout=500, env=environment)
        why = {line.split()[1].rstrip(":"): line for line in done.stdout.splitlines() if line.startswith("MENDING ")}
        if "done" not in why:
            faults.append(done.stdout[-3000:] + done.stderr[-3000:])
        mended, not_mended = [], []
        for code, path in sorted(files.items()):
            results = [p for p in (folder / "mended").glob(f"{code}.*") if p.suffix in (".glb", ".dae", ".bvh")]
            if not results:
                not_mended.append(f"{code}: nothing was written: {why.get(code)}")
            elif has(program, results[0], code) or has_nothing(program, results[0]):
                not_mended.append(f"{code}: check still says it, or there is nothing left")
            else:
                mended.append(code)
    pages = {p.stem for p in (ROOT / "docs/findings").glob("*.md") if TRIED in p.read_text()}
    faults += [f"docs/findings/{code}.md does not say that its steps were tried" for code in sorted(set(mended) - pages)]
    faults += [f"docs/findings/{code}.md says that its steps were tried: they were not" for code in sorted(pages - set(mended))]
    print("\n".join(faults + ["not mended, and so untried on the pages:"] + not_mended))
    print(f"{len(mended)} of {len(files)} mended: {', '.join(mended)}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
