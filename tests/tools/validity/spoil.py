"""Sound .glb files made faulty, one rule each: rules that find nothing would find no fault of ours either."""
import json
import struct


def opened(data):
    length = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20:20 + length]), bytearray(data[28 + length:])


def closed(doc, binary):
    text = json.dumps(doc).encode()
    text += b" " * (-len(text) % 4)
    return (struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(binary)) + struct.pack("<I4s", len(text), b"JSON") + text +
            struct.pack("<I4s", len(binary), b"BIN\0") + bytes(binary))


def place(doc, accessor):
    entry = doc["accessors"][accessor]
    return doc["bufferViews"][entry["bufferView"]].get("byteOffset", 0) + entry.get("byteOffset", 0)


def attribute(doc, name):
    return doc["meshes"][0]["primitives"][0]["attributes"][name]


def weight(by):
    def spoil(doc, binary):
        at = place(doc, attribute(doc, "WEIGHTS_0"))
        struct.pack_into("<f", binary, at, struct.unpack_from("<f", binary, at)[0] + by)
    return spoil


def number(name, form, values, at=0):
    def spoil(doc, binary):
        struct.pack_into("<" + form, binary, place(doc, attribute(doc, name)) + at, *values)
    return spoil


def set_at(*path, value):
    def spoil(doc, binary):
        thing = doc
        for key in path[:-1]:
            thing = thing[key]
        thing[path[-1]] = value
    return spoil


def unused_joint(doc, binary):
    weights, joints = place(doc, attribute(doc, "WEIGHTS_0")), place(doc, attribute(doc, "JOINTS_0"))
    binary[weights:weights + 16], binary[joints:joints + 4] = struct.pack("<4f", 1, 0, 0, 0), bytes([0, 5, 0, 0])


def joint_twice(doc, binary):
    weights, joints = place(doc, attribute(doc, "WEIGHTS_0")), place(doc, attribute(doc, "JOINTS_0"))
    binary[weights:weights + 16], binary[joints:joints + 4] = struct.pack("<4f", 0.5, 0.5, 0, 0), bytes([3, 3, 0, 0])


def bind_row(doc, binary):
    struct.pack_into("<f", binary, place(doc, doc["skins"][0]["inverseBindMatrices"]) + 12, 1e-6)


SPOILS = {
    "ACCESSOR_WEIGHTS_NON_NORMALIZED": weight(2e-6),
    "ACCESSOR_WEIGHTS_NEGATIVE": weight(-3.0),
    "ACCESSOR_JOINTS_USED_ZERO_WEIGHT": unused_joint,
    "ACCESSOR_JOINTS_INDEX_DUPLICATE": joint_twice,
    "ACCESSOR_JOINTS_INDEX_OOB": number("JOINTS_0", "B", [250]),
    "ACCESSOR_INVALID_FLOAT": number("TEXCOORD_0", "f", [float("nan")]),
    "ACCESSOR_NON_UNIT": number("NORMAL", "fff", [0, 0, 0]),
    "ACCESSOR_MAX_MISMATCH": number("POSITION", "f", [50.0]),
    "ACCESSOR_MIN_MISMATCH": number("POSITION", "f", [-50.0]),
    "ACCESSOR_INVALID_IBM": bind_row,
    "ACCESSOR_TOTAL_OFFSET_ALIGNMENT": set_at("bufferViews", 0, "byteOffset", value=2),
    "ACCESSOR_TOO_LONG": set_at("accessors", 0, "count", value=10 ** 7),
    "BUFFER_VIEW_TARGET_MISSING": lambda doc, binary: doc["bufferViews"][0].pop("target"),
    "EMPTY_ENTITY": set_at("nodes", 0, "children", value=[]),
    "TYPE_MISMATCH": set_at("nodes", 1, "translation", value=[None, 0, 0]),
    "NODE_ROTATION_NON_UNIT": lambda doc, binary: doc["nodes"][2].update({"rotation": [0, 0, 0, 1.1]}),
    "NODE_MATRIX_NON_TRS": lambda doc, binary: doc["nodes"].append({"mesh": 0, "skin": 0,
                                                                     "matrix": [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}),
    "NODE_LOOP": lambda doc, binary: doc["nodes"][-1].update({"children": [len(doc["nodes"]) - 1]}),
    "DUPLICATE_ELEMENTS": lambda doc, binary: doc["skins"][0]["joints"].append(doc["skins"][0]["joints"][0]),
    "UNUSED_OBJECT": lambda doc, binary: doc.setdefault("materials", []).append({"name": "nobody's"}),
    "SKIN_NO_COMMON_ROOT": lambda doc, binary: (doc["nodes"].append({"name": "apart"}),
                                                doc["skins"][0]["joints"].append(len(doc["nodes"]) - 1)),
    "IO_ERROR": lambda doc, binary: doc.setdefault("images", []).append({"uri": "not_there.png"}),
    "UNRESOLVED_REFERENCE": set_at("nodes", 0, "mesh", value=77),
    "UNEXPECTED_PROPERTY": set_at("nodes", 0, "colour", value="red"),
    "VALUE_NOT_IN_RANGE": lambda doc, binary: doc.setdefault("materials", []).append(
        {"pbrMetallicRoughness": {"baseColorFactor": [2, 0, 0, 1]}}),
}


def unseen(sound, faults):
    """What the rules make of a sound file, and each fault that they do not find."""
    out = [f"the sound file: {fault}" for fault in faults(sound, ".")]
    for code, spoil in SPOILS.items():
        doc, binary = opened(sound)
        spoil(doc, binary)
        try:
            found = faults(closed(doc, binary), ".")
        except (IndexError, ValueError, KeyError, TypeError) as problem:
            found = [f"{problem!r}"]
        if not any(fault.startswith(code + " ") for fault in found):
            out.append(f"{code} is not found: {found[:3]}")
    return out
