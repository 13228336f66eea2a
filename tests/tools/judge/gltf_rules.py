"""What the viewer's importer does to a .glb, by the rules of the glTF import oracle: which faults a person must be told."""
import json
import math
import struct

from avatar import distance, general_inverse, moved, product, translation, scaling
from avatar import Refusal
from collada_rules import JOINT, MOVED, MOVED_BY, ODD, REFUSED, WEIGHTS
from mutations import inverse

LOST = "mesh lost"
KNOWN_EXTENSIONS = {"KHR_materials_unlit", "KHR_texture_transform", "KHR_materials_pbrSpecularGlossiness"}
NUMBERS = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
OURS = [[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]]
TURN = [[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
IDENTITY = [[float(i == j) for j in range(4)] for i in range(4)]


def split(data):
    if len(data) < 20 or data[:4] != b"glTF" or struct.unpack_from("<I", data, 4)[0] != 2:
        raise Refusal("no .glb of version 2")
    if struct.unpack_from("<I", data, 8)[0] != len(data):
        raise Refusal("the length in the header")
    length = struct.unpack_from("<I", data, 12)[0]
    if 20 + length > len(data):
        raise Refusal("the JSON is cut off")
    rest = data[20 + length:]
    return json.loads(data[20:20 + length]), rest[8:8 + struct.unpack_from("<I", rest)[0]] if len(rest) >= 8 else b""


def joined(structure, binary):
    text = json.dumps(structure).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    return (struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(binary)) + struct.pack("<I4s", len(text), b"JSON") + text +
            struct.pack("<I4s", len(binary), b"BIN\0") + binary)


def local(node):
    if "matrix" in node:
        return [[node["matrix"][4 * c + r] for c in range(4)] for r in range(4)]
    x, y, z, w = node.get("rotation", [0, 0, 0, 1])
    n = math.sqrt(x * x + y * y + z * z + w * w) or 1.0
    x, y, z, w = x / n, y / n, z / n, w / n
    turn = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 0],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 0],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), 0], [0, 0, 0, 1]]
    return product(product(translation(node.get("translation", [0, 0, 0])), turn), scaling(node.get("scale", [1, 1, 1])))


class GltfJudge:
    def __init__(self, avatar):
        self.avatar = avatar

    def faults(self, data, with_positions):
        """[(kind, what)]; empty: sound."""
        try:
            self.json, self.binary = split(data)
            return self._document(with_positions)
        except Refusal as problem:
            return [(REFUSED, str(problem))]
        except (ValueError, KeyError, IndexError, TypeError, struct.error, UnicodeDecodeError) as problem:
            return [(REFUSED, f"broken: {problem!r}")]

    def values(self, number):
        accessor = self.json["accessors"][number]
        view = self.json["bufferViews"][accessor["bufferView"]]
        form, width = NUMBERS[accessor["componentType"]], WIDTHS[accessor["type"]]
        size = struct.calcsize(form) * width
        begin = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        stride = view.get("byteStride", size)
        end = begin + stride * (accessor["count"] - 1) + size
        if end > len(self.binary) or end > view.get("byteOffset", 0) + view["byteLength"]:
            raise Refusal("an accessor beyond its view")  # read without a check: numbers of something else
        return [struct.unpack_from(f"<{width}{form}", self.binary, begin + i * stride) for i in range(accessor["count"])]

    def _document(self, with_positions):
        doc = self.json
        if set(doc.get("extensionsRequired", [])) - KNOWN_EXTENSIONS:
            raise Refusal("an extension that is required")
        for thing in doc.get("buffers", []) + doc.get("images", []):
            if thing.get("uri", "").startswith("data:"):
                raise Refusal("a data: URI")
        for animation in doc.get("animations", []):
            for sampler in animation["samplers"]:
                if "min" not in doc["accessors"][sampler["input"]]:
                    raise Refusal("an animation input without min: the viewer closes")
        if not doc.get("scenes"):
            raise Refusal("no scenes: the viewer closes")
        nodes = doc["nodes"]
        self.parent = {}
        for n, node in enumerate(nodes):
            for child in node.get("children", []):
                self.parent.setdefault(child, n)
        faults = []
        if doc.get("scene", 0) >= len(doc["scenes"]):
            return [(ODD, "the scene does not exist")]
        visited = 0
        open_nodes, meshes = list(doc["scenes"][doc.get("scene", 0)].get("nodes", [])), 0
        while open_nodes:
            n = open_nodes.pop()
            visited += 1
            if visited > len(nodes):
                raise Refusal("a node above itself")
            open_nodes += nodes[n].get("children", [])
            if "mesh" in nodes[n]:
                meshes += 1
                faults += self._mesh(n, with_positions)
        if not meshes:
            raise Refusal("no model")
        return faults

    def _world(self, n):
        matrix, steps = local(self.json["nodes"][n]), 0
        while n in self.parent:
            n, steps = self.parent[n], steps + 1
            if steps > len(self.json["nodes"]):
                raise Refusal("a node above itself")
            matrix = product(local(self.json["nodes"][n]), matrix)
        return matrix

    def _mesh(self, n, with_positions):
        node, faults = self.json["nodes"][n], []
        skinned = "skin" in node
        for primitive in self.json["meshes"][node["mesh"]]["primitives"]:
            attributes, accessors = primitive["attributes"], self.json["accessors"]
            for name in ("POSITION", "TEXCOORD_0"):
                if name in attributes and accessors[attributes[name]]["componentType"] != 5126:
                    raise Refusal(f"{name} of integers: the viewer closes")
            if "COLOR_0" in attributes and (accessors[attributes["COLOR_0"]]["componentType"],
                                            accessors[attributes["COLOR_0"]]["type"]) == (5121, "VEC3"):
                raise Refusal("COLOR_0 of three bytes: the viewer closes")
            if skinned and not {"JOINTS_0", "WEIGHTS_0"} <= set(attributes):
                raise Refusal("a skinned primitive without weights: the viewer closes")
            for number in attributes.values():
                self.values(number)
            mode, tangents = primitive.get("mode", 4), "TANGENT" in attributes
            count = accessors[primitive["indices"] if "indices" in primitive else attributes["POSITION"]]["count"]
            if count % 3 and (mode < 4 or tangents):
                faults.append((LOST, "corners that are no triangles"))
            elif mode < 4 or mode > 4 and tangents:
                faults.append((ODD, "lines, or a strip with tangents"))
            if any(accessors[a].get("sparse") for a in attributes.values()):
                faults.append((ODD, "sparse data"))
            if faults or not skinned:
                continue
            faults += self._primitive(n, primitive, with_positions)
        return faults

    def _primitive(self, n, primitive, with_positions):
        skin = self.json["skins"][self.json["nodes"][n]["skin"]]
        if not skin.get("joints"):
            raise Refusal("a skin without joints: the viewer closes")
        names = [self.json["nodes"][j].get("name", "") for j in skin["joints"]]
        known = [self.avatar.names.get(name) for name in names]
        if "inverseBindMatrices" in skin:
            binds = [[[m[4 * c + r] for c in range(4)] for r in range(4)] for m in self.values(skin["inverseBindMatrices"])]
        elif any(k in ("mShoulderLeft", "mShoulderRight") for k in known):
            raise Refusal("no inverse binds: the viewer closes")
        else:
            return [(MOVED, "no inverse binds: a quarter turn")]
        if len(binds) < len(names):
            raise Refusal("too few inverse binds")
        positions = self.values(primitive["attributes"]["POSITION"])
        joints, weights = self.values(primitive["attributes"]["JOINTS_0"]), self.values(primitive["attributes"]["WEIGHTS_0"])
        if any(not math.isfinite(x) for p in positions for x in p):
            raise Refusal("positions that are not finite")
        used = sorted({i[0] for i in self.values(primitive["indices"])}) if "indices" in primitive else range(len(positions))
        faults, kept, all_weights = [], {}, {}
        for v in used:
            pairs = [(w, j) for w, j in zip(weights[v], joints[v]) if w > 0]
            if any(j >= len(names) for _, j in pairs):
                raise Refusal("a joint number out of range: the viewer closes")
            if any(known[j] is None for _, j in pairs) and not any(f[0] == JOINT for f in faults):
                faults.append((JOINT, next(names[j] for _, j in pairs if known[j] is None)))
            total = sum(w for w, _ in pairs)
            all_weights[v] = [(w / total, j) for w, j in pairs] if total else []
            pairs = [(w, j) for w, j in pairs if known[j] is not None]
            total = sum(w for w, _ in pairs)
            kept[v] = [(w / total, j) for w, j in pairs]
        empty = [v for v in used if not kept[v]]
        if empty:
            faults.append((WEIGHTS, f"vertex {empty[0]}"))
        if faults:
            return faults
        by = self._moved(n, skin, known, binds, positions, used, kept, all_weights, with_positions)
        return [(MOVED, f"{by * 1000:.2f} mm")] if by > MOVED_BY else []

    def _turned_by_guess(self):
        """Rule 12: what the importer takes for a model that faces along Y; by the first skin."""
        skin = self.json["skins"][0]
        names = {self.avatar.names.get(self.json["nodes"][j].get("name", "")): i for i, j in enumerate(skin["joints"])}
        if not {"mShoulderLeft", "mShoulderRight"} <= set(names):
            return False
        def off(shoulder):
            bind = self.values(skin["inverseBindMatrices"])[names[shoulder]]
            m = product(general_inverse(self._rest_in_file(skin["joints"][names[shoulder]], skin)),
                        [[bind[4 * c + r] for c in range(4)] for r in range(4)])
            return all(abs(m[i][i]) < 0.5 for i in range(3))
        return off("mShoulderLeft") and off("mShoulderRight")

    def _rest_in_file(self, joint, skin):
        """Upwards as long as the nodes are joints of the skin, and one more."""
        matrix, at, steps = local(self.json["nodes"][joint]), joint, 0
        while at in self.parent:
            above, steps = self.parent[at], steps + 1
            if steps > len(self.json["nodes"]):
                raise Refusal("a node above itself")
            matrix = product(local(self.json["nodes"][above]), matrix)
            if above not in skin["joints"]:
                break
            at = above
        return matrix

    def _moved(self, n, skin, known, binds, positions, used, kept, all_weights, with_positions):
        rests = [self._rest_in_file(j, skin) for j in skin["joints"]]
        ours = product(TURN, OURS) if self._turned_by_guess() else OURS
        where = {name: product(ours, rest) for name, rest in zip(known, rests) if name}
        places, local_places = {}, {}
        for name, joint in self.avatar.joints.items():
            if joint.kind == "point":
                continue
            above = places[joint.parent] if joint.parent else [0.0, 0.0, 0.0]
            own = [where[name][i][3] - above[i] for i in range(3)] if name in where else joint.position
            local_places[name] = own
            places[name] = [above[i] + own[i] for i in range(3)]
        imported, offsets = [], {}
        for slot, name in enumerate(known):
            joint = self.avatar.joints[name]
            back = general_inverse(binds[slot])
            if joint.kind == "point" or name in known[slot + 1:]:
                imported.append(general_inverse(product(OURS, back)))
                offsets[name] = [0.0, 0.0, 0.0]
                continue
            rest = product(translation(places[name]), scaling(joint.scale) if joint.kind == "volume" else IDENTITY)
            file_rest = product(OURS, rests[slot])
            imported.append(general_inverse(product(product(product(rest, general_inverse(file_rest)), OURS), back)))
            if distance(local_places[name], joint.position) > 0.0001:
                offsets[name] = local_places[name]
        worn_rest = self.avatar.rest(offsets if with_positions else None)
        matrices = [product(worn_rest[name], bind) for name, bind in zip(known, imported)]
        node_matrix = product(ours, self._world(n))
        shown_matrices = [product(product(OURS, self._world(j)), b) for j, b in zip(skin["joints"], binds)]
        moves = []
        for v in used:
            bound, raw = moved(node_matrix, positions[v]), positions[v]
            worn, shown = [0.0] * 3, [0.0] * 3
            for w, j in kept[v]:
                p = moved(matrices[j], bound)
                worn = [worn[i] + w * p[i] for i in range(3)]
            for w, j in all_weights[v]:
                p = moved(shown_matrices[j], raw)
                shown = [shown[i] + w * p[i] for i in range(3)]
            moves.append([worn[i] - shown[i] for i in range(3)])
        middle = [sorted(m[i] for m in moves)[len(moves) // 2] for i in range(3)]
        # The pelvis, which rests at the origin, moves the avatar as a whole.
        lifted = math.hypot(*offsets.get("mPelvis", [0.0])) if with_positions else 0.0
        return max(lifted, *(distance(m, middle) for m in moves))


# --- changes to real files
def _nodes_of_joints(doc):
    return doc["skins"][0]["joints"]


def rename(doc, binary, rng):
    doc["nodes"][rng.choice(_nodes_of_joints(doc))]["name"] = rng.choice(["Bone", "mixamorig:Hips", "mElbowLft", "ikHandLeft", "CTRL"])


def no_scenes(doc, binary, rng):
    doc.pop("scenes", None), doc.pop("scene", None)


def data_uri(doc, binary, rng):
    doc.setdefault("images", []).append({"uri": "data:image/png;base64,AAAA"})


def required(doc, binary, rng):
    extension = rng.choice(["KHR_draco_mesh_compression", "KHR_mesh_quantization", "EXT_meshopt_compression"])
    doc["extensionsRequired"] = [extension]
    doc["extensionsUsed"] = [extension]


def lose_attribute(doc, binary, rng):
    doc["meshes"][0]["primitives"][0]["attributes"].pop(rng.choice(["WEIGHTS_0", "JOINTS_0", "NORMAL", "TEXCOORD_0"]), None)


def lose_binds(doc, binary, rng):
    doc["skins"][0].pop("inverseBindMatrices", None)


def animation(doc, binary, rng):
    doc["accessors"].append({"componentType": 5126, "count": 1, "type": "SCALAR", "bufferView": 0})
    if rng.random() < 0.5:
        doc["accessors"][-1].update({"min": [0], "max": [1]})
    doc["animations"] = [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
                          "samplers": [{"input": len(doc["accessors"]) - 1, "output": 0}]}]


def _placed(node, by):
    if "matrix" in node:
        node["matrix"][13] += by
    else:
        node["translation"] = [a + b for a, b in zip(node.get("translation", [0, 0, 0]), [0, by, 0])]


def move_joint(doc, binary, rng):
    _placed(doc["nodes"][rng.choice(_nodes_of_joints(doc))], rng.choice([0.0003, 0.01, 0.1]))


def move_mesh_node(doc, binary, rng):
    node = rng.choice([n for n in doc["nodes"] if "mesh" in n])
    node["rotation"] = [0, math.sin(0.2), 0, math.cos(0.2)]


def bad_count(doc, binary, rng):
    rng.choice(doc["accessors"])["count"] += rng.choice([1000000, 1])


def wild_view(doc, binary, rng):
    rng.choice(doc["accessors"])["bufferView"] = 99


def zero_weights(doc, binary, rng):
    accessor = doc["accessors"][doc["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"]]
    view = doc["bufferViews"][accessor["bufferView"]]
    size = {5126: 16, 5123: 8, 5121: 4}[accessor["componentType"]]
    at = view.get("byteOffset", 0) + accessor.get("byteOffset", 0) + view.get("byteStride", size) * rng.randrange(accessor["count"])
    binary[at:at + size] = bytes(size)


def shift_bind(doc, binary, rng):
    accessor = doc["accessors"][doc["skins"][0]["inverseBindMatrices"]]
    view = doc["bufferViews"][accessor["bufferView"]]
    at = (view.get("byteOffset", 0) + accessor.get("byteOffset", 0) + 64 * rng.randrange(accessor["count"]) +
          4 * rng.choice([12, 13, 14]))
    value = struct.unpack_from("<f", binary, at)[0]
    struct.pack_into("<f", binary, at, value + rng.choice([0.0002, 0.01, 0.1]))


def harmless(doc, binary, rng):
    choice = rng.randrange(4)
    if choice == 0:
        doc["asset"]["copyright"] = "somebody"
    elif choice == 1:
        for material in doc.get("materials", []):
            material["name"] = "renamed " + material.get("name", "")
    elif choice == 2:
        doc["nodes"].append({"name": "Lamp", "translation": [1, 2, 3]})
        doc["scenes"][0]["nodes"].append(len(doc["nodes"]) - 1)
    else:
        doc["extensionsUsed"] = doc.get("extensionsUsed", []) + ["KHR_materials_ior"]


def _binds_at(doc):
    accessor = doc["accessors"][doc["skins"][0]["inverseBindMatrices"]]
    return doc["bufferViews"][accessor["bufferView"]].get("byteOffset", 0) + accessor.get("byteOffset", 0), accessor["count"]


def exchange_binds(doc, binary, rng):
    begin, count = _binds_at(doc)
    i, j = (begin + 64 * k for k in rng.sample(range(count), 2))
    binary[i:i + 64], binary[j:j + 64] = binary[j:j + 64], binary[i:i + 64]


def transpose_binds(doc, binary, rng):
    begin, count = _binds_at(doc)
    for at in range(begin, begin + 64 * count, 64):
        old = struct.unpack_from("<16f", binary, at)
        struct.pack_into("<16f", binary, at, *(old[4 * c + r] for r in range(4) for c in range(4)))


def centimetre_binds(doc, binary, rng):
    begin, count = _binds_at(doc)
    for at in range(begin + 48, begin + 64 * count, 64):
        struct.pack_into("<3f", binary, at, *(100 * x for x in struct.unpack_from("<3f", binary, at)))


def turn_shoulders(doc, binary, rng):
    """Bones with other axes, bound as they are: sound by glTF, and from which the viewer guesses a turned model."""
    begin, _ = _binds_at(doc)
    angle = rng.choice([0.3, 1.0472, 2.0])
    x = math.sin(angle / 2) / math.sqrt(3)
    turn = local({"rotation": [x, x, x, math.cos(angle / 2)]})
    for slot, joint in enumerate(doc["skins"][0]["joints"]):
        node = doc["nodes"][joint]
        if node.get("name") not in ("mShoulderLeft", "mShoulderRight") or node.get("children") or "matrix" in node:
            continue
        turned = product(local(node), turn)
        for key in ("translation", "rotation", "scale"):
            node.pop(key, None)
        node["matrix"] = [turned[r][c] for c in range(4) for r in range(4)]
        at = begin + 64 * slot
        old = struct.unpack_from("<16f", binary, at)
        bind = product(general_inverse(turn), [[old[4 * c + r] for c in range(4)] for r in range(4)])
        struct.pack_into("<16f", binary, at, *(bind[r][c] for c in range(4) for r in range(4)))


def scaled_root(doc, binary, rng):
    root = next((n for n, node in enumerate(doc["nodes"]) if set(node.get("children", [])) & set(_nodes_of_joints(doc)) and
                 n not in _nodes_of_joints(doc)), None)
    if root is not None and "matrix" not in doc["nodes"][root]:
        doc["nodes"][root]["scale"] = [0.01] * 3


def joint_twice(doc, binary, rng):
    joints = _nodes_of_joints(doc)
    i, j = rng.sample(range(len(joints)), 2)
    doc["nodes"][joints[i]]["name"] = doc["nodes"][joints[j]].get("name", "")


def point_joint(doc, binary, rng):
    doc["nodes"][rng.choice(_nodes_of_joints(doc))]["name"] = rng.choice(["Left Hand", "Chest", "Skull"])


def short_coordinates(doc, binary, rng):
    attributes = doc["meshes"][0]["primitives"][0]["attributes"]
    if "TEXCOORD_0" in attributes:
        doc["accessors"][attributes["TEXCOORD_0"]].update({"componentType": 5123, "normalized": True})


def three_bytes(doc, binary, rng):
    attributes = doc["meshes"][0]["primitives"][0]["attributes"]
    doc["accessors"].append({**doc["accessors"][attributes["POSITION"]], "componentType": 5121, "normalized": True})
    doc["accessors"][-1].pop("min", None), doc["accessors"][-1].pop("max", None)
    attributes["COLOR_0"] = len(doc["accessors"]) - 1


def no_such_scene(doc, binary, rng):
    doc["scene"] = 7


def level_name(doc, binary, rng):
    next(n for n in doc["nodes"] if "mesh" in n)["name"] = "dress"


def mirrored_node(doc, binary, rng):
    next(n for n in doc["nodes"] if "mesh" in n)["scale"] = [-1, 1, 1]


def bare_second_primitive(doc, binary, rng):
    primitives = doc["meshes"][0]["primitives"]
    copy = json.loads(json.dumps(primitives[0]))
    copy["attributes"].pop("WEIGHTS_0", None), copy["attributes"].pop("JOINTS_0", None)
    primitives.append(copy)


def not_a_number(doc, binary, rng):
    accessor = doc["accessors"][doc["meshes"][0]["primitives"][0]["attributes"]["POSITION"]]
    view = doc["bufferViews"][accessor["bufferView"]]
    struct.pack_into("<f", binary, view.get("byteOffset", 0) + accessor.get("byteOffset", 0), float("nan"))


def node_as_its_child(doc, binary, rng):
    n = rng.choice(_nodes_of_joints(doc))
    doc["nodes"][n].setdefault("children", []).append(n)


CHANGES = [exchange_binds, transpose_binds, centimetre_binds, turn_shoulders, turn_shoulders, scaled_root, joint_twice, point_joint,
           short_coordinates, three_bytes, no_such_scene, level_name, mirrored_node, bare_second_primitive, not_a_number,
           node_as_its_child,
           rename, rename, no_scenes, data_uri, required, lose_attribute, lose_binds, animation, move_joint, move_joint,
           move_mesh_node, bad_count, wild_view, zero_weights, zero_weights, shift_bind, shift_bind, harmless, harmless, harmless,
           harmless]


def mutated(data, rng):
    if rng.random() < 0.1:
        return rng.choice([lambda: data[:rng.randrange(8, len(data))], lambda: data + b"the end",
                           lambda: b"<!DOCTYPE html><html></html>", lambda: b""])()
    doc, binary = split(data)
    binary = bytearray(binary)
    rng.choice(CHANGES)(doc, binary, rng)
    return joined(doc, bytes(binary))
