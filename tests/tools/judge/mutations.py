"""Changes to real .dae files: harmful, harmless and in between. What each does is for the judge to say."""
import re
import xml.etree.ElementTree as ElementTree

NS = "{http://www.collada.org/2005/11/COLLADASchema}"
ElementTree.register_namespace("", NS[1:-1])


def reduced(path, *keep):
    """Some skinned meshes of a file, with all their joints: small enough to be checked three hundred times. `keep`: by size."""
    root = ElementTree.parse(path).getroot()
    controllers = [c for c in root.iter(NS + "controller") if c.find(NS + "skin") is not None]
    size = {}
    for c in controllers:
        geometry = c.find(NS + "skin").get("source")[1:]
        size[c.get("id")] = sum(len(a.text or "") for g in root.iter(NS + "geometry") if g.get("id") == geometry
                                for a in g.iter(NS + "float_array"))
    by_size = sorted(controllers, key=lambda c: size[c.get("id")])
    chosen = [by_size[k] for k in keep]
    ids = {"#" + c.get("id") for c in chosen}
    geometries = {c.find(NS + "skin").get("source") for c in chosen}
    for parent in list(root.iter()):
        for child in list(parent):
            if (child.tag == NS + "controller" and child not in chosen or
                    child.tag == NS + "geometry" and "#" + child.get("id") not in geometries or
                    child.tag == NS + "instance_controller" and child.get("url") not in ids or
                    child.tag == NS + "instance_geometry" and child.get("url") not in geometries):
                parent.remove(child)
    return ElementTree.tostring(root, encoding="unicode")


def rebound(text, avatar):
    """The same file bound to the avatar at rest: without the scales of the body shape that it was made on."""
    root, rest = ElementTree.fromstring(text), avatar.rest()
    for names, binds in zip(_all_names(root), _all_binds(root)):
        numbers = []
        for name in names.text.split():
            numbers += [repr(x) for row in inverse(rest[avatar.names[name]]) for x in row]
        binds.text = " ".join(numbers)
    return ElementTree.tostring(root, encoding="unicode")


def inverse(m):
    """Of rotation x scale with a translation."""
    squares = [sum(m[r][c] ** 2 for r in range(3)) for c in range(3)]
    rows = [[m[r][c] / squares[c] for r in range(3)] for c in range(3)]
    return [row + [-sum(row[k] * m[k][3] for k in range(3))] for row in rows] + [[0.0, 0.0, 0.0, 1.0]]


def _array(root, tag, rng, part=""):
    found = [e for e in root.iter(NS + tag) if part in (e.get("id") or "")]
    return rng.choice(found) if found else None


def _all_names(root):
    return list(root.iter(NS + "Name_array")) + list(root.iter(NS + "IDREF_array"))


def _all_binds(root):
    sources = {s.get("id"): s for s in root.iter(NS + "source")}
    return [sources[i.get("source")[1:]].find(NS + "float_array") for i in root.iter(NS + "input")
            if i.get("semantic") == "INV_BIND_MATRIX"]


def _names(root):
    return _all_names(root)[0]


def _binds(root):
    return _all_binds(root)[0]


def _weights(root):
    source = next(i.get("source")[1:] for i in root.iter(NS + "input") if i.get("semantic") == "WEIGHT")
    return next(s for s in root.iter(NS + "source") if s.get("id") == source).find(NS + "float_array")


def _edit(element, change):
    values = element.text.split()
    change(values)
    element.text = " ".join(values)


def rename_joint(root, rng):
    name = rng.choice(["mElbowLft", "Bone.001", "mixamorig:Hips", "Head", "HandLeft", "ikHandLeft", "m Torso"])
    _edit(_names(root), lambda v: v.__setitem__(rng.randrange(len(v)), name))


def no_weight(root, rng):
    weights = next(root.iter(NS + "vertex_weights"))
    counts, tuples = weights.find(NS + "vcount"), weights.find(NS + "v")
    numbers, all_tuples = [int(x) for x in counts.text.split()], tuples.text.split()
    v = rng.randrange(len(numbers))
    begin = 2 * sum(numbers[:v])
    del all_tuples[begin:begin + 2 * numbers[v]]
    numbers[v] = 0
    counts.text, tuples.text = " ".join(map(str, numbers)), " ".join(all_tuples)


def zero_weights(root, rng):
    def change(values):
        for _ in range(rng.choice([1, 5, len(values)])):
            values[rng.randrange(len(values))] = "0"
    _edit(_weights(root), change)


def exchange_offsets(root, rng):
    """The weight before the joint: by the specification the same, but not for the viewer."""
    weights = next(root.iter(NS + "vertex_weights"))
    for entry in weights.findall(NS + "input"):
        entry.set("offset", {"0": "1", "1": "0"}[entry.get("offset")])

    def change(values):
        values[0::2], values[1::2] = values[1::2], values[0::2]
    _edit(weights.find(NS + "v"), change)


def half_weights(root, rng):
    _edit(_weights(root), lambda v: v.__setitem__(slice(None), [repr(float(x) / 2) for x in v]))


def shift_bind(root, rng):
    by = rng.choice([0.0002, 0.0004, 0.004, 0.05])

    def change(values):
        i = 16 * rng.randrange(len(values) // 16) + rng.choice([3, 7, 11])
        values[i] = repr(float(values[i]) + by)
    _edit(_binds(root), change)


def _shifted(numbers, matrix, by):
    """An inverse bind of a joint that stands elsewhere."""
    for row in range(3):
        at = 16 * matrix + 4 * row
        numbers[at + 3] = repr(float(numbers[at + 3]) - sum(float(numbers[at + k]) * by[k] for k in range(3)))


def _somewhere(rng):
    by = [0.0, 0.0, 0.0]
    by[rng.randrange(3)] = rng.choice([-1, 1]) * rng.choice([0.0002, 0.01, 0.06, 0.112])
    return by


def shift_limb(root, rng):
    """All joints of one side below one of a chain: a hand farther out, a foot lower."""
    side = rng.choice(["Left", "Right"])
    limb = rng.choice([("mWrist", "mHand"), ("mAnkle", "mFoot", "mToe"), ("mFace",), ("mElbow", "mWrist", "mHand")])
    names, by = _names(root).text.split(), _somewhere(rng)

    def change(values):
        for matrix, name in enumerate(names):
            if side in name and name.startswith(limb):
                _shifted(values, matrix, by)
    _edit(_binds(root), change)


def shift_a_mesh(root, rng):
    """Against the others of the file, if there are any."""
    by = _somewhere(rng)

    def change(values):
        for matrix in range(len(values) // 16):
            _shifted(values, matrix, by)
    _edit(rng.choice(_all_binds(root)), change)


def tiny(root, rng):
    """The mesh in metres, its joints in centimetres, or the other way round."""
    by = rng.choice([0.01, 0.0254])
    for shape in root.iter(NS + "bind_shape_matrix"):
        def change(values):
            values[:12] = [repr(by * float(x)) for x in values[:12]]
        _edit(shape, change)


def shift_all_binds(root, rng):
    def change(values):
        for i in range(11, len(values), 16):
            values[i] = repr(float(values[i]) - 0.25)
    _edit(_binds(root), change)


def scale_bind(root, rng):
    by = rng.choice([1.0001, 1.03, 1.5])

    def change(values):
        begin = 16 * rng.randrange(len(values) // 16)
        for i in (0, 1, 2, 4, 5, 6, 8, 9, 10):
            values[begin + i] = repr(float(values[begin + i]) * by)
    _edit(_binds(root), change)


def lose_matrix(root, rng):
    _edit(_binds(root), lambda v: v.__delitem__(slice(0, 16)))


def not_finite(root, rng):
    array = _array(root, "float_array", rng)
    _edit(array, lambda v: v.__setitem__(rng.randrange(len(v)), rng.choice(["NaN", "INF", "x"])))


def wild_index(root, rng):
    _edit(next(root.iter(NS + "v")), lambda v: v.__setitem__(rng.randrange(len(v)), rng.choice(["99999", "-7"])))


def short_v(root, rng):
    _edit(next(root.iter(NS + "v")), lambda v: v.pop())


def wrong_count(root, rng):
    weights = next(root.iter(NS + "vertex_weights"))
    weights.set("count", str(int(weights.get("count")) - 1))


def move_node(root, rng):
    joints = [n for n in root.iter(NS + "node") if n.get("type") == "JOINT"]
    node = rng.choice(joints)
    by = rng.choice([0.00005, 0.0005, 0.02])
    for element, at in [(e, 2) for e in node.findall(NS + "translate")] + [(e, 11) for e in node.findall(NS + "matrix")]:
        _edit(element, lambda v: v.__setitem__(at, repr(float(v[at]) + by)))
        return


def lose_element(root, rng):
    tag = rng.choice(["v", "vcount", "vertex_weights", "joints", "bind_shape_matrix", "vertices", "skeleton"])
    for parent in root.iter():
        for child in parent:
            if child.tag == NS + tag:
                parent.remove(child)
                return


def harmless(root, rng):
    choice = rng.randrange(4)
    if choice == 0:
        for array in root.iter(NS + "float_array"):
            array.text = "\n" + "\n".join(array.text.split()) + "\n"
    elif choice == 1:
        for material in root.iter(NS + "material"):
            material.set("name", "Renamed " + (material.get("name") or ""))
    elif choice == 2:
        scene = next(root.iter(NS + "visual_scene"))
        node = ElementTree.SubElement(scene, NS + "node", {"id": "lamp", "name": "Lamp", "type": "NODE"})
        ElementTree.SubElement(node, NS + "translate", {"sid": "location"}).text = "1 2 3"
    else:
        next(root.iter(NS + "asset")).append(ElementTree.Comment(" checked by hand "))


def as_text(text, rng):
    """Changes below the XML tree."""
    def put(pattern, new):
        return re.sub(pattern, lambda m: new(m), text, count=1)
    return rng.choice([
        lambda: text[:rng.randrange(len(text) // 3, len(text) - 20)],
        lambda: put(r"<visual_scene ", lambda m: "<visual_scene note='a & b' "),
        lambda: put(r"</asset>", lambda m: "<keywords>&nbsp;</keywords></asset>"),
        lambda: put(r'<node id="', lambda m: '<node type="JOINT" type="JOINT" id="'),
        lambda: put(r"<asset>", lambda m: "<asset>\x02"),
        lambda: put(r"</asset>", lambda m: "<keywords>&lt;&#65;</keywords></asset>"),
        lambda: text + "<!-- the end -->\n",
        lambda: text + "the end",
    ])()


def name_with_space(root, rng):
    def change(values):
        i = rng.randrange(len(values))
        values[i] = rng.choice(["Left Shoulder", "Right Hand", "m Torso", "Avatar Center"])
    _edit(_names(root), change)


def pairs_of(names):
    """(left, right) places of joints that are there on both sides."""
    out = []
    for i, name in enumerate(names):
        other = "R_" + name[2:] if name.startswith("L_") else name.replace("Left", "Right")
        if other != name and other in names:
            out.append((i, names.index(other)))
    return out


def exchange_sides(root, rng):
    """The weights of a pair of joints to the other side: their names and binds change places."""
    names = _names(root).text.split()
    pairs = pairs_of(names)
    if not pairs:
        return
    i, j = rng.choice(pairs)
    _edit(_names(root), lambda v: v.__setitem__(slice(None), [v[{i: j, j: i}.get(k, k)] for k in range(len(v))]))

    def change(values):
        values[16 * i:16 * i + 16], values[16 * j:16 * j + 16] = values[16 * j:16 * j + 16], values[16 * i:16 * i + 16]
    _edit(_binds(root), change)


def exchange_binds(root, rng):
    def change(values):
        i, j = rng.sample(range(len(values) // 16), 2) if len(values) > 16 else (0, 0)
        values[16 * i:16 * i + 16], values[16 * j:16 * j + 16] = values[16 * j:16 * j + 16], values[16 * i:16 * i + 16]
    _edit(_binds(root), change)


def transpose_binds(root, rng):
    """By columns, as other programs keep them."""
    def change(values):
        for m in range(len(values) // 16):
            old = values[16 * m:16 * m + 16]
            values[16 * m:16 * m + 16] = [old[4 * c + r] for r in range(4) for c in range(4)]
    _edit(_binds(root), change)


def centimetre_binds(root, rng):
    def change(values):
        for i in range(len(values)):
            if i % 4 == 3 and i % 16 < 12:
                values[i] = repr(100 * float(values[i]))
    _edit(_binds(root), change)


def mirror_bind(root, rng):
    def change(values):
        m = 16 * rng.randrange(len(values) // 16)
        for i in range(4, 8):
            values[m + i] = repr(-float(values[m + i]))
    _edit(_binds(root), change)


def turn_bind(root, rng):
    """A quarter about Z, as by an exporter's "up axis"."""
    def change(values):
        m = 16 * rng.randrange(len(values) // 16)
        for c in range(4):
            values[m + c], values[m + 4 + c] = repr(-float(values[m + 4 + c])), values[m + c]
    _edit(_binds(root), change)


def repeat_joint(root, rng):
    def change(values):
        i, j = rng.sample(range(len(values)), 2) if len(values) > 1 else (0, 0)
        values[i] = values[j]
    _edit(_names(root), change)


def greater_weights(root, rng):
    _edit(_weights(root), lambda v: v.__setitem__(slice(None), [repr(float(x) * 3) for x in v]))


def negative_weight(root, rng):
    def change(values):
        i = rng.randrange(len(values))
        values[i] = "-" + values[i].lstrip("-")
    _edit(_weights(root), change)


def decimal_comma(root, rng):
    array = _array(root, "float_array", rng)
    _edit(array, lambda v: v.__setitem__(0, "0,5"))


def count_of_array(root, rng):
    _array(root, "float_array", rng).set("count", "3")


def scientific(root, rng):
    array = _array(root, "float_array", rng)
    _edit(array, lambda v: v.__setitem__(slice(None), [f"{float(x):+.9e}" for x in v]))


def tabs(root, rng):
    array = _names(root)
    array.text = "\r\n\t" + "\t \n".join(array.text.split()) + "\t"


def another_unit(root, rng):
    for unit in root.iter(NS + "unit"):
        unit.set("meter", "0.0254")


def placed_instance(root, rng):
    """The node of the mesh elsewhere: ignored for a rigged one."""
    for node in root.iter(NS + "node"):
        if node.find(NS + "instance_controller") is not None:
            node.insert(0, ElementTree.Element(NS + "translate", {"sid": "location"}))
            node[0].text = "1 0 0"
            return


def shifted_shape(root, rng):
    for shape in root.iter(NS + "bind_shape_matrix"):
        def change(values):
            values[3] = repr(float(values[3]) + 0.07)
        _edit(shape, change)


def far_index(root, rng):
    p = next((p for p in root.iter(NS + "p") if p.text and p.text.strip()), None)
    if p is not None:
        _edit(p, lambda v: v.__setitem__(0, "9999999"))


TREE = [shift_limb, shift_limb, shift_limb, shift_a_mesh, shift_a_mesh, tiny,
        name_with_space, exchange_sides, exchange_sides, exchange_binds, transpose_binds, centimetre_binds, mirror_bind, turn_bind,
        repeat_joint, greater_weights, negative_weight, decimal_comma, count_of_array, scientific, tabs, another_unit, placed_instance,
        shifted_shape, far_index,
        rename_joint, no_weight, zero_weights, half_weights, shift_bind, shift_bind, shift_all_binds, scale_bind,
        lose_matrix, not_finite, wild_index, short_v, wrong_count, move_node, move_node, exchange_offsets, lose_element, harmless, harmless,
        harmless]


def mutated(text, rng):
    if rng.random() < 0.15:
        return as_text(text, rng)
    root = ElementTree.fromstring(text)
    rng.choice(TREE)(root, rng)
    return ElementTree.tostring(root, encoding="unicode")
