"""Garments made from a body: a part of its surface, moved outwards, like a creator's first dress."""

import json
import math
import struct

KINDS = {5121: "B", 5123: "H", 5125: "I", 5126: "f"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
ARRAY, ELEMENTS = 34962, 34963

# By the joints of the avatar in bind space: metres up, and metres from the middle to either side.
REGIONS = {
    "shirt": {"low": 1.00, "high": 1.55, "side": 0.32},
    "trousers": {"low": 0.15, "high": 1.12, "side": 0.35},
    "tunic": {"low": 0.80, "high": 1.47, "side": 0.19},
}


class Glb:
    """A binary glTF file of one skinned mesh, as 'mannequin convert' writes it: its JSON and its arrays."""

    def __init__(self, data):
        length = struct.unpack_from("<I", data, 12)[0]
        self.json = json.loads(data[20:20 + length])
        self.binary = data[28 + length:]

    def array(self, accessor):
        """An accessor's values: a list of tuples."""
        a = self.json["accessors"][accessor]
        view = self.json["bufferViews"][a["bufferView"]]
        width, kind = WIDTHS[a["type"]], KINDS[a["componentType"]]
        size = struct.calcsize(kind) * width
        stride = view.get("byteStride", size)
        start = view.get("byteOffset", 0) + a.get("byteOffset", 0)
        return [struct.unpack_from(f"<{width}{kind}", self.binary, start + i * stride) for i in range(a["count"])]


class Writer:
    """Collects arrays for a new file."""

    def __init__(self):
        self.binary, self.views, self.accessors = bytearray(), [], []

    def add(self, rows, kind, component, target=None, normalised=False):
        packed = b"".join(struct.pack(f"<{WIDTHS[kind]}{KINDS[component]}", *row) for row in rows)
        view = {"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(packed)}
        if target:
            view["target"] = target
        accessor = {"bufferView": len(self.views), "componentType": component, "count": len(rows), "type": kind}
        if normalised:
            accessor["normalized"] = True
        if kind == "VEC3":
            accessor["min"] = [min(row[i] for row in rows) for i in range(3)]
            accessor["max"] = [max(row[i] for row in rows) for i in range(3)]
        self.binary += packed + b"\0" * (-len(packed) % 4)
        self.views.append(view)
        self.accessors.append(accessor)
        return len(self.accessors) - 1


def unit(v):
    length = math.sqrt(sum(x * x for x in v)) or 1.0
    return tuple(x / length for x in v)


def place_of(position):
    return tuple(round(x * 1e5) for x in position)


def normals_by_place(positions, triangles):
    """Area-weighted, the same for coincident vertices, so that seams stay closed."""
    sums = {}
    for t in triangles:
        a, b, c = (positions[i] for i in t)
        u, v = [b[i] - a[i] for i in range(3)], [c[i] - a[i] for i in range(3)]
        n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        for i in t:
            total = sums.setdefault(place_of(positions[i]), [0.0, 0.0, 0.0])
            for axis in range(3):
                total[axis] += n[axis]
    return {place: unit(total) for place, total in sums.items()}


def inside(region, position):
    """The frame of these files' meshes: Y is up, and Z across; the avatar looks along X."""
    return region["low"] <= position[1] <= region["high"] and abs(position[2]) <= region["side"]


def offset_garment(body, region, distance, name):
    """The .glb of a garment: the triangles of a body (.glb) with all corners in a region, moved outwards.

    Vertices keep the weights of those that they were made from, which are the nearest points of the body.
    """
    glb, writer = Glb(body), Writer()
    skinned = next(node for node in glb.json["nodes"] if "skin" in node)
    skin = glb.json["skins"][skinned["skin"]]
    primitives = []
    for primitive in glb.json["meshes"][skinned["mesh"]]["primitives"]:
        attributes = primitive["attributes"]
        positions = glb.array(attributes["POSITION"])
        indices = [row[0] for row in glb.array(primitive["indices"])]
        triangles = list(zip(indices[0::3], indices[1::3], indices[2::3]))
        outwards = normals_by_place(positions, triangles)
        kept = [t for t in triangles if all(inside(region, positions[i]) for i in t)]
        used = sorted({i for t in kept for i in t})
        if not used:
            continue
        number = {old: new for new, old in enumerate(used)}
        moved = []
        for i in used:
            n = outwards[place_of(positions[i])]
            moved.append(tuple(positions[i][axis] + distance * n[axis] for axis in range(3)))
        written = {"POSITION": writer.add(moved, "VEC3", 5126, ARRAY)}
        for key, accessor in attributes.items():
            if key == "POSITION":
                continue
            a = glb.json["accessors"][accessor]
            rows = glb.array(accessor)
            written[key] = writer.add([rows[i] for i in used], a["type"], a["componentType"], ARRAY,
                                      a.get("normalized", False))
        flat = [(number[i],) for t in kept for i in t]
        primitives.append({"attributes": written, "indices": writer.add(flat, "SCALAR", 5125, ELEMENTS)})
    nodes = [{k: v for k, v in node.items() if k not in ("mesh", "skin")} for node in glb.json["nodes"]]
    nodes[glb.json["nodes"].index(skinned)].update({"name": name, "mesh": 0, "skin": 0})
    binds = writer.add(glb.array(skin["inverseBindMatrices"]), "MAT4", 5126)
    out = {"asset": {"version": "2.0"}, "scene": 0, "scenes": glb.json["scenes"], "nodes": nodes,
           "meshes": [{"name": name, "primitives": primitives}],
           "skins": [{"joints": skin["joints"], "inverseBindMatrices": binds}],
           "accessors": writer.accessors, "bufferViews": writer.views, "buffers": [{"byteLength": len(writer.binary)}]}
    text = json.dumps(out).encode()
    text += b" " * (-len(text) % 4)
    total = 12 + 8 + len(text) + 8 + len(writer.binary)
    return (b"glTF" + struct.pack("<II", 2, total) + struct.pack("<I", len(text)) + b"JSON" + text +
            struct.pack("<I", len(writer.binary)) + b"BIN\0" + bytes(writer.binary))
