"""What Khronos' glTF validator calls an error or a warning in a .glb of the kinds that are written here: meshes, skins, morph
targets, materials with embedded or neighbouring images; no animations, cameras or extensions. By its list of issues and the
glTF 2.0 specification. Each fault is "CODE pointer: detail", with the validator's own codes."""
import array
import json
import math
import pathlib
import struct
import urllib.parse

SIZES = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
FORMS = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
VERTICES, INDICES = 34962, 34963
# Attribute -> formats that it may have.
FORMATS = {
    "POSITION": {("VEC3", 5126)}, "NORMAL": {("VEC3", 5126)}, "TANGENT": {("VEC4", 5126)},
    "TEXCOORD": {("VEC2", 5126), ("VEC2", 5121), ("VEC2", 5123)},
    "COLOR": {(t, c) for t in ("VEC3", "VEC4") for c in (5126, 5121, 5123)},
    "JOINTS": {("VEC4", 5121), ("VEC4", 5123)}, "WEIGHTS": {("VEC4", 5126), ("VEC4", 5121), ("VEC4", 5123)},
}
WEIGHT_STEP = 2e-7         # per weight above 0
UNIT_VECTOR = 0.00674      # of a normal's or tangent's length from 1
UNIT_QUATERNION = 0.00769
# Property -> the kinds that its list may have; reports objects with other properties.
PROPERTIES = {
    "": {"asset", "scene", "scenes", "nodes", "meshes", "skins", "materials", "textures", "images", "accessors", "bufferViews",
         "buffers", "samplers", "extras"},
    "asset": {"version", "generator", "copyright", "extras"},
    "scenes": {"nodes", "name", "extras"},
    "nodes": {"name", "mesh", "skin", "children", "matrix", "translation", "rotation", "scale", "weights", "extras"},
    "meshes": {"name", "primitives", "weights", "extras"},
    "skins": {"name", "joints", "skeleton", "inverseBindMatrices", "extras"},
    "materials": {"name", "pbrMetallicRoughness", "alphaMode", "alphaCutoff", "doubleSided", "emissiveFactor", "extras"},
    "textures": {"source", "sampler", "name", "extras"},
    "images": {"uri", "bufferView", "mimeType", "name", "extras"},
    "accessors": {"bufferView", "byteOffset", "componentType", "count", "type", "min", "max", "normalized", "sparse", "name", "extras"},
    "bufferViews": {"buffer", "byteOffset", "byteLength", "byteStride", "target", "name", "extras"},
    "buffers": {"byteLength", "uri", "name", "extras"},
}


def single(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


def finite_numbers(values, count):
    return (isinstance(values, list) and len(values) == count and
            all(isinstance(x, (int, float)) and not isinstance(x, bool) and math.isfinite(x) for x in values))


class Rules:
    def __init__(self, data, folder):
        self.found, self.folder = [], pathlib.Path(folder)
        self.usage, self.used = {}, set()
        self.doc = self.container(data)
        if self.doc is not None:
            self.document()

    def say(self, code, pointer, detail=""):
        if sum(f.startswith(f"{code} {pointer}:") for f in self.found[-3:]) < 3:  # not one per vertex
            self.found.append(f"{code} {pointer}: {detail}")

    def container(self, data):
        self.binary = b""
        if len(data) < 20 or data[:4] != b"glTF":
            return self.say("GLB_INVALID_MAGIC", "")
        version, total = struct.unpack_from("<II", data, 4)
        if version != 2:
            self.say("GLB_INVALID_VERSION", "", version)
        if total != len(data):
            self.say("GLB_LENGTH_MISMATCH", "", f"{total} for {len(data)}")
        at, chunks = 12, []
        while at < len(data):
            if at + 8 > len(data):
                return self.say("GLB_UNEXPECTED_END_OF_CHUNK_HEADER", "")
            length, kind = struct.unpack_from("<I4s", data, at)
            if length % 4:
                self.say("GLB_CHUNK_LENGTH_UNALIGNED", "", kind)
            if at + 8 + length > len(data):
                return self.say("GLB_CHUNK_TOO_BIG", "", kind)
            if not length:
                self.say("GLB_EMPTY_CHUNK", "", kind)
            chunks.append((kind, data[at + 8:at + 8 + length]))
            at += 8 + length
        if [kind for kind, _ in chunks] not in ([b"JSON"], [b"JSON", b"BIN\0"]):
            return self.say("GLB_UNEXPECTED_FIRST_CHUNK", "", [kind for kind, _ in chunks])
        self.binary = chunks[1][1] if len(chunks) > 1 else b""
        try:
            def no_repeat(pairs):
                if len({k for k, _ in pairs}) != len(pairs):
                    self.say("DUPLICATE_ELEMENTS", "", [k for k, _ in pairs])
                return dict(pairs)
            return json.loads(chunks[0][1].decode("utf-8"), object_pairs_hook=no_repeat)
        except ValueError as problem:
            return self.say("INVALID_JSON", "", problem)

    def entries(self, kind):
        return self.doc.get(kind, [])

    def document(self):
        if not isinstance(self.doc.get("asset"), dict) or self.doc["asset"].get("version") != "2.0":
            self.say("UNDEFINED_PROPERTY", "/asset/version")
        self.schema(self.doc, "", "")
        self.empties(self.doc, "")
        for kind in PROPERTIES:
            for i, thing in enumerate(self.entries(kind) if kind not in ("", "asset") else []):
                self.schema(thing, kind, f"/{kind}/{i}")
        if not self.references():
            return  # what follows would trip
        self.buffers()
        if not self.nodes():
            return
        self.skins()
        self.meshes()
        self.materials()
        for kind in ("accessors", "bufferViews", "meshes", "skins", "materials", "textures", "images", "nodes", "samplers"):
            for i in range(len(self.entries(kind))):
                if (kind, i) not in self.used:
                    self.say("UNUSED_OBJECT", f"/{kind}/{i}")

    def schema(self, thing, kind, pointer):
        for key in thing:
            if key not in PROPERTIES[kind]:
                self.say("UNEXPECTED_PROPERTY", f"{pointer}/{key}")
        if "name" in thing and not isinstance(thing["name"], str):
            self.say("TYPE_MISMATCH", f"{pointer}/name")

    def empties(self, thing, pointer):
        children = thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
        for key, child in children:
            at = f"{pointer}/{key}"
            if child is None:
                self.say("TYPE_MISMATCH", at, "null: a number that is not finite?")
            if child == [] or child == {} and key in ("attributes", "sparse", "extensions"):
                self.say("EMPTY_ENTITY", at)
            if isinstance(child, float) and not math.isfinite(child):
                self.say("INVALID_JSON", at, child)
            self.empties(child, at)

    def refer(self, kind, number, pointer):
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(self.entries(kind)):
            self.say("UNRESOLVED_REFERENCE", pointer, number)
            return False
        self.used.add((kind, number))
        return True

    def references(self):
        before = len(self.found)
        if "scene" in self.doc and not 0 <= self.doc["scene"] < len(self.entries("scenes")):
            self.say("UNRESOLVED_REFERENCE", "/scene")
        for s, scene in enumerate(self.entries("scenes")):
            for n in scene.get("nodes", []):
                self.refer("nodes", n, f"/scenes/{s}/nodes")
        for n, node in enumerate(self.entries("nodes")):
            for c in node.get("children", []):
                self.refer("nodes", c, f"/nodes/{n}/children")
            for key, kind in (("mesh", "meshes"), ("skin", "skins")):
                if key in node:
                    self.refer(kind, node[key], f"/nodes/{n}/{key}")
        for s, skin in enumerate(self.entries("skins")):
            for j in skin.get("joints", []):
                self.refer("nodes", j, f"/skins/{s}/joints")
            if "skeleton" in skin:
                self.refer("nodes", skin["skeleton"], f"/skins/{s}/skeleton")
            if "inverseBindMatrices" in skin:
                self.refer("accessors", skin["inverseBindMatrices"], f"/skins/{s}/inverseBindMatrices")
        for m, mesh in enumerate(self.entries("meshes")):
            for p, primitive in enumerate(mesh.get("primitives", [])):
                at = f"/meshes/{m}/primitives/{p}"
                for accessors in [primitive.get("attributes", {})] + primitive.get("targets", []):
                    for name, number in accessors.items():
                        self.refer("accessors", number, f"{at}/{name}")
                if "indices" in primitive:
                    self.refer("accessors", primitive["indices"], f"{at}/indices")
                if "material" in primitive:
                    self.refer("materials", primitive["material"], f"{at}/material")
        for a, accessor in enumerate(self.entries("accessors")):
            views = [accessor["bufferView"]] if "bufferView" in accessor else []
            if "sparse" in accessor:
                views += [accessor["sparse"][part]["bufferView"] for part in ("indices", "values")]
            for view in views:
                self.refer("bufferViews", view, f"/accessors/{a}")
        for i, image in enumerate(self.entries("images")):
            if "bufferView" in image:
                self.refer("bufferViews", image["bufferView"], f"/images/{i}")
        for t, texture in enumerate(self.entries("textures")):
            if "source" in texture:
                self.refer("images", texture["source"], f"/textures/{t}")
            else:
                self.say("UNUSED_OBJECT", f"/textures/{t}", "without source")
        for m, material in enumerate(self.entries("materials")):
            texture = material.get("pbrMetallicRoughness", {}).get("baseColorTexture")
            if texture:
                self.refer("textures", texture.get("index"), f"/materials/{m}")
        for v, view in enumerate(self.entries("bufferViews")):
            if view.get("buffer") not in range(len(self.entries("buffers"))):
                self.say("UNRESOLVED_REFERENCE", f"/bufferViews/{v}")
        return len(self.found) == before

    def buffers(self):
        buffers = self.entries("buffers")
        if len(buffers) > 1 or any("uri" in b for b in buffers):
            self.say("BUFFER_NON_FIRST_GLB", "/buffers", "of a .glb from here there is one, inside")
        for b, buffer in enumerate(buffers):
            length = buffer.get("byteLength", 0)
            if length < 1 or length > len(self.binary):
                self.say("BUFFER_BYTE_LENGTH_MISMATCH", f"/buffers/{b}", length)
            elif len(self.binary) - length > 3:
                self.say("GLB_CHUNK_TOO_BIG", f"/buffers/{b}", "padding")
        if self.binary and not buffers:
            self.say("BUFFER_MISSING_GLB_DATA", "/buffers", "a chunk that nothing refers to")
        for v, view in enumerate(self.entries("bufferViews")):
            if view.get("byteLength", 0) < 1:
                self.say("VALUE_NOT_IN_RANGE", f"/bufferViews/{v}/byteLength", view.get("byteLength"))
            if view.get("byteOffset", 0) + view["byteLength"] > buffers[view["buffer"]]["byteLength"]:
                self.say("BUFFER_VIEW_TOO_LONG", f"/bufferViews/{v}")
        for a, accessor in enumerate(self.entries("accessors")):
            self.accessor(a, accessor)

    def accessor(self, a, accessor):
        at = f"/accessors/{a}"
        component, kind, count = accessor.get("componentType"), accessor.get("type"), accessor.get("count")
        if component not in SIZES or kind not in WIDTHS or not isinstance(count, int) or count < 1:
            return self.say("VALUE_NOT_IN_LIST", at, (component, kind, count))
        size = SIZES[component] * WIDTHS[kind]
        parts = [(accessor, size, SIZES[component], count)]
        if "sparse" in accessor:
            sparse = accessor["sparse"]
            if not 1 <= sparse["count"] <= count:
                self.say("ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE", at)
            width = SIZES[sparse["indices"]["componentType"]]
            parts += [(sparse["indices"], width, width, sparse["count"]), (sparse["values"], size, SIZES[component], sparse["count"])]
            for part in ("indices", "values"):
                view = self.entries("bufferViews")[sparse[part]["bufferView"]]
                if "target" in view or "byteStride" in view:
                    self.say("BUFFER_VIEW_TARGET_OVERRIDE", f"{at}/sparse/{part}")
            indices = [i for i, in struct.iter_unpack("<" + FORMS[sparse["indices"]["componentType"]],
                                                      self.bytes_of(sparse["indices"], width * sparse["count"]))]
            if any(x >= y for x, y in zip(indices, indices[1:])):
                self.say("ACCESSOR_SPARSE_INDICES_NON_INCREASING", at)
            if indices and indices[-1] >= count:
                self.say("ACCESSOR_SPARSE_INDEX_OOB", at)
        for part, element, unit, number in parts:
            if "bufferView" not in part:
                continue
            view = self.entries("bufferViews")[part["bufferView"]]
            offset, stride = part.get("byteOffset", 0), view.get("byteStride", element)
            if offset % unit or (view.get("byteOffset", 0) + offset) % unit:
                self.say("ACCESSOR_TOTAL_OFFSET_ALIGNMENT", at)
            if stride < element:
                self.say("ACCESSOR_SMALL_BYTESTRIDE", at)
            if offset + stride * (number - 1) + element > view["byteLength"]:
                self.say("ACCESSOR_TOO_LONG", at)
        if component == 5126 and any(not math.isfinite(x) for x in self.values(a)):
            self.say("ACCESSOR_INVALID_FLOAT", at)
        for key, choose in (("min", min), ("max", max)):
            if key in accessor:
                values, width = self.values(a), WIDTHS[kind]
                if not finite_numbers(accessor[key], width):
                    self.say("TYPE_MISMATCH", f"{at}/{key}")
                elif [choose(values[c::width]) for c in range(width)] != [single(x) if component == 5126 else x for x in accessor[key]]:
                    self.say(f"ACCESSOR_{key.upper()}_MISMATCH", at, accessor[key])

    def bytes_of(self, part, length):
        view = self.entries("bufferViews")[part["bufferView"]]
        begin = view.get("byteOffset", 0) + part.get("byteOffset", 0)
        return self.binary[begin:begin + length]

    def values(self, a):
        """All numbers of an accessor, one after another."""
        accessor = self.entries("accessors")[a]
        width, form, size = WIDTHS[accessor["type"]], FORMS[accessor["componentType"]], SIZES[accessor["componentType"]]
        count = accessor["count"]
        out = array.array(form, bytes(count * width * size))
        if "bufferView" in accessor:
            view = self.entries("bufferViews")[accessor["bufferView"]]
            stride = view.get("byteStride", width * size)
            data = self.bytes_of(accessor, stride * (count - 1) + width * size)
            if stride == width * size:
                out = array.array(form, data)
            else:
                out = array.array(form, b"".join(data[i * stride:i * stride + width * size] for i in range(count)))
        if "sparse" in accessor:
            sparse = accessor["sparse"]
            index_form = FORMS[sparse["indices"]["componentType"]]
            indices = array.array(index_form, self.bytes_of(sparse["indices"], sparse["count"] * SIZES[sparse["indices"]["componentType"]]))
            values = array.array(form, self.bytes_of(sparse["values"], sparse["count"] * width * size))
            for at, i in enumerate(indices):
                out[i * width:(i + 1) * width] = values[at * width:(at + 1) * width]
        return out

    def nodes(self):
        nodes = self.entries("nodes")
        self.parent = {}
        for n, node in enumerate(nodes):
            at = f"/nodes/{n}"
            children = node.get("children", [])
            if len(set(children)) != len(children):
                self.say("DUPLICATE_ELEMENTS", f"{at}/children")
            for child in children:
                if child in self.parent:
                    self.say("NODE_PARENT_OVERRIDE", f"/nodes/{child}")
                self.parent[child] = n
            if "matrix" in node and {"translation", "rotation", "scale"} & set(node):
                self.say("NODE_MATRIX_TRS", at)
            for key, count in (("matrix", 16), ("translation", 3), ("rotation", 4), ("scale", 3)):
                if key in node and not finite_numbers(node[key], count):
                    self.say("TYPE_MISMATCH", f"{at}/{key}", node[key])
                    return False
            if "rotation" in node and abs(math.sqrt(sum(x * x for x in node["rotation"])) - 1) > UNIT_QUATERNION:
                self.say("NODE_ROTATION_NON_UNIT", at, node["rotation"])
            if "matrix" in node:
                self.matrix(node["matrix"], at)
            if "skin" in node and "mesh" not in node:
                self.say("UNSATISFIED_DEPENDENCY", at)
        for n in range(len(nodes)):
            seen, above = set(), n
            while above in self.parent and above not in seen:
                seen.add(above)
                above = self.parent[above]
            if above in seen:
                self.say("NODE_LOOP", f"/nodes/{n}")
                return False
        joints = {j for skin in self.entries("skins") for j in skin.get("joints", [])}
        for n, node in enumerate(nodes):
            if not {"mesh", "children", "skin"} & set(node) and n not in joints:
                self.say("NODE_EMPTY", f"/nodes/{n}")
            if "skin" in node and (n in self.parent or {"matrix", "translation", "rotation", "scale"} & set(node)):
                self.say("NODE_SKINNED_MESH_NON_ROOT", f"/nodes/{n}")
        for s, scene in enumerate(self.entries("scenes")):
            roots = scene.get("nodes", [])
            if len(set(roots)) != len(roots):
                self.say("DUPLICATE_ELEMENTS", f"/scenes/{s}/nodes")
            for n in roots:
                if n in self.parent:
                    self.say("SCENE_NON_ROOT_NODE", f"/scenes/{s}", n)
        return True

    def matrix(self, m, at):
        if m == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]:
            self.say("NODE_MATRIX_DEFAULT", at)
        columns = [m[4 * c:4 * c + 3] for c in range(3)]
        lengths = [math.sqrt(sum(x * x for x in c)) for c in columns]
        if m[3::4] != [0, 0, 0, 1] or min(lengths) < 1e-9:
            return self.say("NODE_MATRIX_NON_TRS", at, m)
        for i, j in ((0, 1), (0, 2), (1, 2)):
            if abs(sum(x * y for x, y in zip(columns[i], columns[j])) / lengths[i] / lengths[j]) > 5e-4:
                self.say("NODE_MATRIX_NON_TRS", at, "sheared")

    def root(self, n):
        while n in self.parent:
            n = self.parent[n]
        return n

    def above(self, n):
        yield n
        while n in self.parent:
            n = self.parent[n]
            yield n

    def skins(self):
        in_scene = {n for scene in self.entries("scenes") for n in scene.get("nodes", [])}
        for s, skin in enumerate(self.entries("skins")):
            at, joints = f"/skins/{s}", skin.get("joints", [])
            if len(set(joints)) != len(joints):
                self.say("DUPLICATE_ELEMENTS", f"{at}/joints")
            common = set.intersection(*(set(self.above(j)) for j in joints)) if joints else set()
            if not common:
                self.say("SKIN_NO_COMMON_ROOT", f"{at}/joints")
            elif "skeleton" in skin and skin["skeleton"] not in common:
                self.say("SKIN_SKELETON_INVALID", f"{at}/skeleton")
            if any(self.root(j) not in in_scene for j in joints):
                self.say("NODE_SKIN_NO_SCENE", at)
            if "inverseBindMatrices" not in skin:
                continue
            binds = self.entries("accessors")[skin["inverseBindMatrices"]]
            self.use(skin["inverseBindMatrices"], "binds", None, at)
            if (binds["type"], binds["componentType"]) != ("MAT4", 5126):
                self.say("SKIN_IBM_INVALID_FORMAT", at)
            if binds["count"] < len(joints):
                self.say("INVALID_IBM_ACCESSOR_COUNT", at)
            values = self.values(skin["inverseBindMatrices"])
            for j in range(binds["count"]):
                if list(values[16 * j + 3:16 * j + 16:4]) != [0, 0, 0, 1]:
                    self.say("ACCESSOR_INVALID_IBM", at, f"matrix {j}")

    def use(self, accessor, what, target, pointer):
        """An accessor and its view serve one purpose, which the view tells."""
        entry = self.entries("accessors")[accessor]
        if self.usage.setdefault(accessor, what) != what:
            self.say("ACCESSOR_USAGE_OVERRIDE", pointer, what)
        if "bufferView" not in entry:
            return
        view = self.entries("bufferViews")[entry["bufferView"]]
        if view.get("target") != target:
            self.say("BUFFER_VIEW_TARGET_MISSING" if target else "BUFFER_VIEW_TARGET_OVERRIDE", pointer, view.get("target"))
        if target != VERTICES and "byteStride" in view:
            self.say("BUFFER_VIEW_INVALID_BYTE_STRIDE", pointer)
        if target == VERTICES and (entry.get("byteOffset", 0) % 4 or view.get("byteStride", 4) % 4 or view.get("byteOffset", 0) % 4 or
                                   "byteStride" not in view and SIZES[entry["componentType"]] * WIDTHS[entry["type"]] % 4):
            self.say("MESH_PRIMITIVE_ACCESSOR_UNALIGNED", pointer)

    def meshes(self):
        skins_of = {}
        for n, node in enumerate(self.entries("nodes")):
            if "mesh" in node:
                skins_of.setdefault(node["mesh"], []).append(node.get("skin"))
        for m, mesh in enumerate(self.entries("meshes")):
            at = f"/meshes/{m}"
            primitives = mesh.get("primitives", [])
            if not primitives:
                self.say("UNDEFINED_PROPERTY", f"{at}/primitives")
            targets = {len(p.get("targets", [])) for p in primitives}
            if len(targets) > 1:
                self.say("MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT", at)
            if "weights" in mesh and {len(mesh["weights"])} != targets:
                self.say("MESH_INVALID_WEIGHTS_COUNT", at)
            sets = {sum(a.startswith("JOINTS_") for a in p["attributes"]) for p in primitives}
            if len(sets) > 1:
                self.say("MESH_PRIMITIVES_UNEQUAL_JOINTS_COUNT", at)
            for skin in skins_of.get(m, []):
                if skin is not None and 0 in sets:
                    self.say("NODE_SKIN_WITH_NON_SKINNED_MESH", at)
                if skin is None and sets - {0}:
                    self.say("NODE_SKINNED_MESH_WITHOUT_SKIN", at)
            joints = min((len(self.entries("skins")[s]["joints"]) for s in skins_of.get(m, []) if s is not None), default=0)
            for p, primitive in enumerate(primitives):
                self.primitive(primitive, joints, f"{at}/primitives/{p}")

    def primitive(self, primitive, joints, at):
        attributes, accessors = primitive["attributes"], self.entries("accessors")
        for key in primitive:
            if key not in ("attributes", "indices", "material", "mode", "targets", "extras"):
                self.say("UNEXPECTED_PROPERTY", f"{at}/{key}")
        if "POSITION" not in attributes:
            self.say("MESH_PRIMITIVE_NO_POSITION", at)
            return
        if "TANGENT" in attributes and "NORMAL" not in attributes:
            self.say("MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL", at)
        counts = {accessors[a]["count"] for a in attributes.values()}
        if len(counts) > 1:
            self.say("MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT", at, counts)
            return
        count = counts.pop()
        numbered = {}
        for name, number in attributes.items():
            base, _, digits = name.partition("_")
            if base not in FORMATS or bool(digits) != (base in ("TEXCOORD", "COLOR", "JOINTS", "WEIGHTS")):
                self.say("MESH_PRIMITIVE_INVALID_ATTRIBUTE", f"{at}/{name}")
                continue
            if digits:
                numbered.setdefault(base, set()).add(int(digits))
            accessor = accessors[number]
            if (accessor["type"], accessor["componentType"]) not in FORMATS[base]:
                self.say("MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", f"{at}/{name}")
            if base != "JOINTS" and accessor["componentType"] != 5126 and not accessor.get("normalized"):
                self.say("MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", f"{at}/{name}", "not normalized")
            self.use(number, base, VERTICES, f"{at}/{name}")
        for base, found in numbered.items():
            if found != set(range(len(found))):
                self.say("MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY", f"{at}/{base}")
        if numbered.get("JOINTS") != numbered.get("WEIGHTS"):
            self.say("MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH", at)
        self.bounds(attributes["POSITION"], at)
        self.units(attributes.get("NORMAL"), 3, f"{at}/NORMAL")
        self.units(attributes.get("TANGENT"), 4, f"{at}/TANGENT")
        if "JOINTS_0" in attributes:
            self.influences(attributes, sorted(numbered["JOINTS"]), joints, at)
        if "baseColorTexture" in self.material_of(primitive) and "TEXCOORD_0" not in attributes:
            self.say("MESH_PRIMITIVE_TOO_FEW_TEXCOORDS", at)
        corners = count
        if "indices" in primitive:
            corners = self.indices(primitive["indices"], count, at)
        if primitive.get("mode", 4) == 4 and (corners % 3 or not corners):
            self.say("MESH_PRIMITIVE_INCOMPATIBLE_MODE", at, corners)
        for t, target in enumerate(primitive.get("targets", [])):
            for name, number in target.items():
                if name not in attributes or name not in ("POSITION", "NORMAL", "TANGENT"):
                    self.say("MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR", f"{at}/targets/{t}/{name}")
                if accessors[number]["count"] != count:
                    self.say("MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT", f"{at}/targets/{t}/{name}")
                self.use(number, "morph", VERTICES, f"{at}/targets/{t}/{name}")
                if name == "POSITION":
                    self.bounds(number, f"{at}/targets/{t}")

    def material_of(self, primitive):
        return self.entries("materials")[primitive["material"]].get("pbrMetallicRoughness", {}) if "material" in primitive else {}

    def bounds(self, accessor, at):
        if not {"min", "max"} <= set(self.entries("accessors")[accessor]):
            self.say("MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS", at)

    def units(self, accessor, width, at):
        if accessor is None or self.entries("accessors")[accessor]["componentType"] != 5126:
            return
        values = self.values(accessor)
        for i in range(0, len(values), width):
            length = math.sqrt(values[i] ** 2 + values[i + 1] ** 2 + values[i + 2] ** 2)
            if not abs(length - 1) <= UNIT_VECTOR:
                self.say("ACCESSOR_NON_UNIT", at, f"element {i // width}: {length}")
            if width == 4 and values[i + 3] not in (1, -1):
                self.say("ACCESSOR_INVALID_SIGN", at, values[i + 3])

    def influences(self, attributes, sets, joints, at):
        accessors = self.entries("accessors")
        names = [(self.values(attributes[f"JOINTS_{s}"]), self.weights(attributes[f"WEIGHTS_{s}"])) for s in sets]
        for v in range(accessors[attributes["JOINTS_0"]]["count"]):
            seen, total, own = set(), 0.0, []
            for numbers, weights in names:
                for k in range(4 * v, 4 * v + 4):
                    joint, weight = numbers[k], weights[k]
                    if joint >= joints:
                        self.say("ACCESSOR_JOINTS_INDEX_OOB", at, f"vertex {v}: joint {joint} of {joints}")
                    if weight == 0:
                        if joint:
                            self.say("ACCESSOR_JOINTS_USED_ZERO_WEIGHT", at, f"vertex {v}: joint {joint}")
                        continue
                    if weight < 0:
                        self.say("ACCESSOR_WEIGHTS_NEGATIVE", at, f"vertex {v}")
                    if joint in seen:
                        self.say("ACCESSOR_JOINTS_INDEX_DUPLICATE", at, f"vertex {v}: joint {joint}")
                    seen.add(joint)
                    total += weight
                    own.append(weight)
            # The validator adds in single precision, one after another; the sum must hold in either. What is far from the limit
            # need not be added twice.
            if abs(total - 1) > 0.5 * WEIGHT_STEP * len(seen):
                in_order = 0.0
                for weight in own:
                    in_order = single(in_order + weight)
                if max(abs(total - 1), abs(in_order - 1)) > WEIGHT_STEP * len(seen):
                    self.say("ACCESSOR_WEIGHTS_NON_NORMALIZED", at, f"vertex {v}: {in_order!r} of {len(seen)}")

    def weights(self, accessor):
        values, component = self.values(accessor), self.entries("accessors")[accessor]["componentType"]
        return values if component == 5126 else [x / (255 if component == 5121 else 65535) for x in values]

    def indices(self, accessor, vertices, at):
        entry = self.entries("accessors")[accessor]
        self.use(accessor, "indices", INDICES, f"{at}/indices")
        if entry["type"] != "SCALAR" or entry["componentType"] not in (5121, 5123, 5125):
            self.say("MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT", at)
            return 0
        values = self.values(accessor)
        if max(values) >= vertices:
            self.say("ACCESSOR_INDEX_OOB", at, f"{max(values)} of {vertices}")
        if max(values) == 256 ** SIZES[entry["componentType"]] - 1:
            self.say("ACCESSOR_INDEX_PRIMITIVE_RESTART", at)
        return len(values)

    def materials(self):
        for m, material in enumerate(self.entries("materials")):
            at, pbr = f"/materials/{m}", material.get("pbrMetallicRoughness", {})
            factor = pbr.get("baseColorFactor", [1, 1, 1, 1])
            if not finite_numbers(factor, 4) or not all(0 <= x <= 1 for x in factor):
                self.say("VALUE_NOT_IN_RANGE", f"{at}/baseColorFactor", factor)
            for key in ("metallicFactor", "roughnessFactor"):
                if not 0 <= pbr.get(key, 1) <= 1:
                    self.say("VALUE_NOT_IN_RANGE", f"{at}/{key}", pbr[key])
            if material.get("alphaMode", "OPAQUE") not in ("OPAQUE", "MASK", "BLEND"):
                self.say("VALUE_NOT_IN_LIST", f"{at}/alphaMode")
        for i, image in enumerate(self.entries("images")):
            at = f"/images/{i}"
            if ("uri" in image) == ("bufferView" in image):
                self.say("ONE_OF_MISMATCH", at)
                continue
            if "bufferView" in image:
                view = self.entries("bufferViews")[image["bufferView"]]
                content = self.binary[view.get("byteOffset", 0):view.get("byteOffset", 0) + view["byteLength"]]
                if "mimeType" not in image:
                    self.say("UNSATISFIED_DEPENDENCY", at)
            else:
                uri = image["uri"]
                parsed = urllib.parse.urlsplit(uri)
                if parsed.scheme or parsed.netloc or uri.startswith("/") or any(ord(c) <= 0x20 for c in uri):
                    self.say("NON_RELATIVE_URI" if parsed.scheme or uri.startswith("/") else "INVALID_URI", at, uri)
                    continue
                path = self.folder / urllib.parse.unquote(uri)
                if not path.is_file():
                    self.say("IO_ERROR", at, f"{uri} is not there")
                    continue
                content = path.read_bytes()
            kind = ("image/png" if content[:8] == b"\x89PNG\r\n\x1a\n" else "image/jpeg" if content[:3] == b"\xff\xd8\xff" else None)
            if kind is None:
                self.say("IMAGE_UNRECOGNIZED_FORMAT", at)
            elif image.get("mimeType", kind) != kind:
                self.say("IMAGE_MIME_TYPE_INVALID", at, image["mimeType"])


def faults(data, folder):
    return Rules(data, folder).found
