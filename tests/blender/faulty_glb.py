"""Faulty .glb files: the built-in dress, spoilt as the pages of docs/findings describe it."""
import base64
import json
import math
import pathlib
import struct
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/tools/validity"))
import spoil  # noqa: E402


class Dress:
    """The built-in dress, or another .glb, spoilt. The dress as Blender writes it: with the turn to Y up in its top joint and not above it,
    where Blender's importer does not find the avatar's axes."""

    def __init__(self, path=None):
        self.doc, self.binary = spoil.opened((path or ROOT / "assets/dress.glb").read_bytes())
        if path is None:
            del self.doc["nodes"][self.node("avatar")]["matrix"]
            top = self.doc["nodes"][self.node("mPelvis")]
            top["rotation"] = [-math.sqrt(0.5), 0, 0, math.sqrt(0.5)]
            top["translation"] = [top["translation"][0], top["translation"][2], -top["translation"][1]]
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


def beside(dress, mesh):
    """Another object, with this number of a mesh."""
    dress.doc["nodes"].append({"name": "helper", "mesh": mesh})
    dress.doc["scenes"][0]["nodes"].append(len(dress.doc["nodes"]) - 1)


def mesh_beside(primitive):
    def make(dress):
        dress.doc["meshes"].append({"name": "helper", "primitives": [primitive(dress)]})
        beside(dress, len(dress.doc["meshes"]) - 1)
    return make


def no_corners(dress):
    """Two corners, which are no triangle."""
    return {"attributes": dict(dress.attributes), "indices": dress.add(struct.pack("<2H", 0, 1), 2, "SCALAR", 5123)}


def long_numbers(dress):
    count = dress.doc["accessors"][dress.attributes["POSITION"]]["count"]
    dress.attributes["COLOR_0"] = dress.add(struct.pack("<4I", 1, 1, 1, 1) * count, count, "VEC4", 5125)


def quantization_required(dress):
    dress.doc["extensionsUsed"] = dress.doc["extensionsRequired"] = ["KHR_mesh_quantization"]


SPOILS = {
    "viewer_extension": quantization_required,
    "unknown_joint": joint_renamed("mHipLeft", "mHipLft"),
    "attachment_point_joint": joint_renamed("L_LOWER_LEG", "Left Hand"),
    "exchanged_sides": sides, "control_bone": control, "wrong_parent": hung_elsewhere, "extra_joint": between,
    "viewer_mesh_node": lambda dress: dress.doc["nodes"][0].update({"rotation": [0, 0.1, 0, 0.995]}),
    "viewer_two_nodes_above": above, "unlikely_size": centimetres,
    "viewer_crash": three_bytes,
    "viewer_name_cut": lambda dress: dress.doc["nodes"][0].update({"name": "dress_LOD1"}),
    "not_rigged": no_skin, "no_scene": lambda dress: (dress.doc.pop("scenes"), dress.doc.pop("scene")),
    "empty_mesh": mesh_beside(no_corners),
    "no_positions": mesh_beside(lambda dress: {"attributes": {}}), "mesh_does_not_exist": lambda dress: beside(dress, 4000),
    "node_does_not_exist": lambda dress: dress.doc["scenes"][0]["nodes"].append(4000),
}

# Of an arm, whose bones come out of Blender as they were.
ARM_SPOILS = {"vertex_colors_unusable": long_numbers}


def png():
    """A white picture of one pixel."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(b"\0\xff\xff\xff")) + chunk(b"IEND", b""))


def with_text_inside(path):
    dress = Dress()
    dress.doc["buffers"][0].update({"byteLength": len(dress.binary),
                                    "uri": "data:application/octet-stream;base64," + base64.b64encode(dress.binary).decode()})
    path.write_text(json.dumps(dress.doc))


def with_an_image_above(path):
    dress = Dress()
    dress.doc["images"], dress.doc["textures"] = [{"uri": "../above.png"}], [{"source": 0}]
    dress.doc["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"] = {"index": 0}
    (path.parent.parent / "above.png").write_bytes(png())
    dress.doc["buffers"][0].update({"byteLength": len(dress.binary), "uri": path.with_suffix(".bin").name})
    path.with_suffix(".bin").write_bytes(dress.binary)
    path.write_text(json.dumps(dress.doc))


def with_more_bytes(path):
    Dress().write(path)
    path.write_bytes(path.read_bytes() + b"more")


# Code -> (ending, how the file is written)
FILES = {"viewer_data_uri": (".gltf", with_text_inside), "image_outside_folder": (".gltf", with_an_image_above),
         "bytes_after_the_end": (".glb", with_more_bytes)}
