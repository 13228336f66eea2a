"""Packs the built-in body, its eyes and hair, and its clothes for the page: positions of 16 bits, normals of two times 8, weights and
colours of 8, in planes that gzip makes small. meshes.js unpacks them."""

import json
import struct
from array import array

SIZES = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
KINDS = {5126: "f", 5125: "I", 5123: "H", 5121: "B"}


class Glb:
    """A .glb from our own writer: meshes of one primitive and one skin each, in one order, accessors without strides."""

    def __init__(self, data):
        length = struct.unpack_from("<I", data, 12)[0]
        self.tree, self.bytes = json.loads(data[20:20 + length]), data[28 + length:]
        self.choose(0)

    def choose(self, mesh):
        self.primitive, self.skin = self.tree["meshes"][mesh]["primitives"][0], self.tree["skins"][mesh]

    def numbers(self, accessor):
        it = self.tree["accessors"][accessor]
        view = self.tree["bufferViews"][it["bufferView"]]
        begin = view.get("byteOffset", 0) + it.get("byteOffset", 0)
        numbers = array(KINDS[it["componentType"]])
        numbers.frombytes(self.bytes[begin:begin + it["count"] * SIZES[it["type"]] * numbers.itemsize])
        return numbers

    def attribute(self, name):
        return self.numbers(self.primitive["attributes"][name])


def zigzag(difference):
    return 2 * difference if difference >= 0 else -2 * difference - 1


def planes(numbers):
    """Two bytes each: all low ones, then all high ones."""
    return bytes(n & 255 for n in numbers) + bytes(n >> 8 for n in numbers)


def differences(numbers):
    return [now - before for before, now in zip([0] + numbers, numbers)]


def octahedral(x, y, z):
    """A direction as two numbers from 0 to 254."""
    length = abs(x) + abs(y) + abs(z) or 1.0
    u, v = x / length, y / length
    if z < 0:
        u, v = (1 - abs(v)) * (1 if u >= 0 else -1), (1 - abs(u)) * (1 if v >= 0 else -1)
    return round(127 * u) + 127, round(127 * v) + 127


def in_bytes(weights):
    """Four weights as bytes that sum to 255: rounded down, but for those that lose most by it."""
    exact = [255 * weight for weight in weights]
    made = [int(each) for each in exact]
    if any(made):
        for k in sorted(range(4), key=lambda k: made[k] - exact[k])[:255 - sum(made)]:
            made[k] += 1
    return made


def from_zup(m):
    """A glTF inverse bind for positions with Z up: (x, y, z) there is (x, z, -y) in the file, and joints have the same frames."""
    return [*m[0:4], *(-n for n in m[8:12]), *m[4:8], *m[12:16]]


def is_closed(axes, indices):
    """Whether each edge has a triangle on both sides."""
    places = list(zip(*axes))
    corners = [places[index] for index in indices]
    edges = {(corners[t + k], corners[t + (k + 1) % 3]) for t in range(0, len(corners), 3) for k in range(3)}
    return all((b, a) in edges for a, b in edges)


def pack(name, glb):
    """(header, bytes) of the chosen mesh."""
    file_positions, file_normals = glb.attribute("POSITION"), glb.attribute("NORMAL")
    count = len(file_positions) // 3
    # (x, y, z) -> (x, -z, y), as engine/io/gltf_reader does.
    axes = [list(file_positions[0::3]), [-z for z in file_positions[2::3]], list(file_positions[1::3])]
    least = [min(axis) for axis in axes]
    step = max(max(axis) - low for axis, low in zip(axes, least)) / 65535
    out = b""
    for axis, low in zip(axes, least):
        whole = [round((value - low) / step) for value in axis]
        # Modulo 65536, so that every difference fits.
        out += planes([zigzag((difference + 32768) % 65536 - 32768) for difference in differences(whole)])
    around = [octahedral(file_normals[3 * v], -file_normals[3 * v + 2], file_normals[3 * v + 1]) for v in range(count)]
    for which in (0, 1):
        out += bytes(difference & 255 for difference in differences([pair[which] for pair in around]))
    # Most indices are the next vertex, or a recent one.
    following, codes = 0, []
    indices = glb.numbers(glb.primitive["indices"])
    for index in indices:
        codes.append(following - index)
        following += index == following
    assert min(codes) >= 0, f"{name}: vertices are not in the order of their first use"
    out += planes(codes)
    joints, weights = glb.attribute("JOINTS_0"), glb.attribute("WEIGHTS_0")
    pairs = []
    for v in range(count):
        four = in_bytes(weights[4 * v:4 * v + 4])
        # Vertices without weight follow joint 0; the greatest weights come first.
        pairs.append(sorted(((weight, joint if weight else 0) for weight, joint in zip(four, joints[4 * v:4 * v + 4])), reverse=True))
    for k in range(4):
        out += bytes(pair[k][1] for pair in pairs)
    for k in range(1, 4):
        out += bytes(pair[k][0] for pair in pairs)
    binds = glb.numbers(glb.skin["inverseBindMatrices"])
    matrices = [value for j in range(len(glb.skin["joints"])) for value in from_zup(binds[16 * j:16 * j + 16])]
    out += struct.pack(f"<{len(matrices)}f", *matrices)
    shaded = "COLOR_0" in glb.primitive["attributes"]
    if shaded:
        shades = glb.attribute("COLOR_0")
        for axis in range(3):
            out += bytes(difference & 255 for difference in differences([round(shade / 257) for shade in shades[axis::4]]))
    colour = glb.tree["materials"][glb.primitive["material"]]["pbrMetallicRoughness"]["baseColorFactor"][:3]
    header = {"name": name, "vertices": count, "indices": len(indices), "least": least, "step": step,
              "joints": [glb.tree["nodes"][j]["name"] for j in glb.skin["joints"]], "colour": [round(c, 3) for c in colour],
              "shaded": shaded, "closed": is_closed(axes, indices)}
    return header, out


def packed(files):
    """Packs [(name, whether it is clothing, bytes of its .glb)] into one block, which starts with the length of its headers as JSON."""
    made = []
    for name, clothing, data in files:
        glb = Glb(data)
        for mesh in range(len(glb.tree["meshes"])):
            glb.choose(mesh)
            header, planes_of_it = pack(name, glb)
            made.append(({**header, "clothing": clothing}, planes_of_it))
    headers = json.dumps([header for header, _ in made], separators=(",", ":")).encode()
    return struct.pack("<I", len(headers)) + headers + b"".join(data for _, data in made)
