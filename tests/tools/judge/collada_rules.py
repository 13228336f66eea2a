"""What the viewer's importer does to a .dae, by the rules of the mesh oracle: which faults a person must be told."""
import math
import xml.etree.ElementTree as ElementTree

import shape_rules
from avatar import Refusal, distance, general_inverse, moved, product, words

NS = "{http://www.collada.org/2005/11/COLLADASchema}"
REFUSED, JOINT, WEIGHTS, MOVED, ODD, SIDES = "refused", "joint lost", "weights lost", "moved", "odd", "sides exchanged"
SIZE, UNDECIDED = "size", "too near the limit to say"
SHAPE_SCALE = 1.5  # more than any body shape scales a bone
MOVED_BY = 0.001  # metres


def floats(element):
    try:
        values = [float(x) for x in words(element.text if element is not None else "")]
    except ValueError as problem:
        raise Refusal(f"not a number: {problem}")
    if any(not math.isfinite(v) for v in values):
        raise Refusal("a number that is not finite")
    return values


def matrices(values):
    return [[values[16 * m + 4 * r:16 * m + 4 * r + 4] for r in range(4)] for m in range(len(values) // 16)]


def target(by_id, reference):
    if not reference or reference[1:] not in by_id:
        raise Refusal(f"'{reference}' leads nowhere")
    return by_id[reference[1:]]


IDENTITY = [[float(i == j) for j in range(4)] for i in range(4)]


def inverse_place(bind):
    return [row[3] for row in general_inverse(bind)[:3]]


def clean(name):
    return "_".join(name.split()) if name else name


class Judge:
    def __init__(self, avatar, shapes):
        self.avatar, self.shapes = avatar, shapes

    def faults(self, text, with_positions):
        """[(kind, what)]; empty: sound."""
        try:
            root = ElementTree.fromstring(text)
        except ElementTree.ParseError as problem:
            return [(REFUSED, f"XML: {problem}")]
        try:
            return self._document(root, with_positions)
        except Refusal as problem:
            return [(REFUSED, str(problem))]
        except (AttributeError, TypeError, KeyError, ValueError, IndexError) as problem:
            return [(REFUSED, f"an element or attribute that must be there: {problem}")]

    def _document(self, root, with_positions):
        if root.tag != NS + "COLLADA":
            raise Refusal("no COLLADA")
        by_id = {e.get("id"): e for e in root.iter() if e.get("id")}
        nodes = {}
        for node in root.iter(NS + "node"):
            for key in ("id", "name", "sid"):
                if node.get(key):
                    nodes.setdefault(clean(node.get(key)), node)
        self.by_sid, self.by_name = {}, {}
        self.skeletons = []
        for skeleton in root.iter(NS + "skeleton"):
            top = by_id.get((skeleton.text or "").strip()[1:])
            if top is not None:
                self.skeletons.append(top)
                for node in top.iter(NS + "node"):
                    self.by_sid.setdefault(clean(node.get("sid")), node)
        for node in root.iter(NS + "node"):
            self.by_name.setdefault(clean(node.get("name")), node)
        faults, models = [], 0
        self.file = shape_rules.File(self.shapes)
        for controller in root.iter(NS + "controller"):
            skin = controller.find(NS + "skin")
            if skin is None:
                continue
            if target(by_id, skin.get("source")).tag != NS + "geometry":
                raise Refusal("a skin on a controller: nothing is placed")
            models += 1
            faults += self._skin(skin, by_id, nodes, with_positions)
        for mesh in root.iter(NS + "mesh"):
            models += 1
            for source in mesh.iter(NS + "float_array"):
                floats(source)
        if all(kind == UNDECIDED for kind, _ in faults) and not self.file.unclear:
            least, most = self.file.disagreement()
            if least > shape_rules.CLEAR:
                faults.append((MOVED, f"joints {least * 1000:.1f} mm from where a shape puts them"))
            elif most > shape_rules.NOTHING:
                faults.append((UNDECIDED, f"{most * 1000:.1f} mm"))
        if not models or not any(p.text and p.text.strip() for p in root.iter(NS + "p")):
            raise Refusal("no model")
        return faults

    def _positions_of(self, skin, by_id):
        geometry = target(by_id, skin.get("source"))
        mesh = geometry.find(NS + "mesh")
        if mesh is None:
            raise Refusal("no mesh")
        vertices = mesh.find(NS + "vertices")
        source = next((i.get("source") for i in vertices if i.get("semantic") == "POSITION"), None)
        values = floats(target(by_id, source).find(NS + "float_array"))
        used = set()
        for primitive in mesh:
            p = primitive.findall(NS + "p")
            inputs = primitive.findall(NS + "input")
            if primitive.tag == NS + "polylist" and primitive.find(NS + "vcount") is None:
                raise Refusal("a polylist without vcount")
            if not p or not inputs:
                continue
            stride = 1 + max(int(i.get("offset", 0)) for i in inputs)
            at = next((int(i.get("offset", 0)) for i in inputs if i.get("semantic") == "VERTEX"), None)
            if at is None:
                raise Refusal("a primitive without VERTEX")
            for part in p:
                try:
                    used.update(int(x) for x in words(part.text)[at::stride])
                except ValueError:
                    raise Refusal("an index that is no number")
        if any(i < 0 or 3 * i + 2 >= len(values) for i in used):
            raise Refusal("a vertex index out of range")
        return [values[3 * i:3 * i + 3] for i in range(len(values) // 3)], used

    def _skin(self, skin, by_id, nodes, with_positions):
        positions, used = self._positions_of(skin, by_id)
        weights = skin.find(NS + "vertex_weights")
        joints = skin.find(NS + "joints")
        if weights is None or weights.find(NS + "v") is None or weights.find(NS + "vcount") is None or joints is None:
            raise Refusal("no weights")
        try:
            counts = [int(x) for x in words(weights.find(NS + "vcount").text)]
            tuples = [int(x) for x in words(weights.find(NS + "v").text)]
        except ValueError:
            raise Refusal("a weight index that is no number")
        if weights.get("count") is not None and int(weights.get("count")) != len(positions) or len(counts) != len(positions):
            raise Refusal("the count of the weights")
        inputs = {i.get("semantic"): i for i in weights.findall(NS + "input")}
        if len(tuples) != sum(counts) * len(inputs):
            raise Refusal("the length of v")
        # Read in pairs of joint and weight, whatever the offsets say.
        if int(inputs["JOINT"].get("offset")) != 0 or int(inputs["WEIGHT"].get("offset")) != 1 or len(inputs) != 2:
            return [(WEIGHTS, "joint and weight are exchanged")]
        binds_source = names_source = None
        for entry in joints:
            if entry.get("semantic") == "JOINT":
                names_source = target(by_id, entry.get("source"))
            if entry.get("semantic") == "INV_BIND_MATRIX":
                binds_source = target(by_id, entry.get("source"))
        if names_source is None or binds_source is None:
            raise Refusal("no joints")
        array = names_source.find(NS + "Name_array")
        if array is None:
            array = names_source.find(NS + "IDREF_array")
        names = words(array.text if array is not None else "")
        binds = matrices(floats(binds_source.find(NS + "float_array")))
        faults = [(JOINT, name) for name in dict.fromkeys(names) if name not in self.avatar.names]
        if len(names) > 110:
            faults.append((JOINT, "more than 110"))
        if len(binds) != len(names):
            faults.append((JOINT, "the number of matrices"))
        table = floats(target(by_id, inputs["WEIGHT"].get("source")).find(NS + "float_array"))
        if any(not 0 <= w < len(table) for w in tuples[1::2]) or any(not -1 <= j < len(names) for j in tuples[0::2]):
            raise Refusal("an index out of range")
        if faults:
            return faults
        at, kept = 0, []
        for count in counts:
            pairs = [(table[tuples[at + 2 * k + 1]], tuples[at + 2 * k]) for k in range(count)]
            at += 2 * count
            pairs = sorted((p for p in pairs if p[0] > 0 and p[1] >= 0), reverse=True)[:4]
            total = sum(p[0] for p in pairs)
            kept.append([(w / total, j) for w, j in pairs])
        empty = [v for v in sorted(used) if not kept[v]]
        if empty:
            faults.append((WEIGHTS, f"vertex {empty[0]}"))
        shape = skin.find(NS + "bind_shape_matrix")
        shape = matrices(floats(shape))[0] if shape is not None else [[float(i == j) for j in range(4)] for i in range(4)]
        self.collapsed = False
        if any(table[w] < 0 for w in tuples[1::2]):
            faults.append((ODD, "a negative weight"))
        if self._is_tiny(names, binds, shape, positions, used, kept):
            faults.append((SIZE, "far smaller than its joints are apart"))
        largest = {}
        for v in used:
            for w, j in kept[v]:
                largest[j] = max(w, largest.get(j, 0.0))
        if with_positions:
            self.file.offsets.update(self._offsets(names, nodes))
        try:
            places = [general_inverse(bind) for bind in binds]
            self.file.unclear |= any(self._is_turned(product(self.avatar.rest()[self.avatar.names[names[j]]], binds[j]), IDENTITY, 2)
                                     for j in largest)
            self.file.add(id(skin), [self.avatar.names[name] for name in names], places, largest)
        except Refusal:
            self.file.unclear = True
        by = self._moved(names, binds, shape, positions, used, kept, nodes, with_positions)
        if by > MOVED_BY:
            faults.append((MOVED, f"{by * 1000:.2f} mm"))
        elif with_positions and (name := self._displaced_above(names, kept, used)):
            faults.append((MOVED, f"{name} stands elsewhere, and no skin takes that along"))
        elif with_positions and math.hypot(*self._offsets(names, nodes).get("mPelvis", [0.0])) > MOVED_BY:
            faults.append((MOVED, "the pelvis, which rests at the origin, and the avatar with it"))
        elif self.collapsed:
            faults.append((ODD, "joints collapse onto their parents"))
        elif (sides := self._on_the_other_side(names, shape, positions, used, kept)):
            faults.append(sides)
        return faults

    def _displaced_above(self, names, kept, used):
        """A joint between weighted ones that the file has elsewhere, and its skin does not name (mesh oracle, 14)."""
        listed = {self.avatar.names[n] for n in names}
        for joint in {self.avatar.names[names[j]] for v in used for _, j in kept[v]}:
            above = self.avatar.joints[joint].parent
            while above:
                node = (self.by_sid if self.skeletons else self.by_name).get(above)
                place = None
                if node is not None and node.find(NS + "translate") is not None:
                    place = floats(node.find(NS + "translate"))
                elif node is not None and node.find(NS + "matrix") is not None:
                    place = floats(node.find(NS + "matrix"))[3:12:4]
                if above not in listed and place is not None and self.avatar.joints[above].kind == "bone" and above != "mPelvis":
                    if distance(place, self.avatar.joints[above].position) > MOVED_BY:
                        return above
                above = self.avatar.joints[above].parent
        return ""

    def _on_the_other_side(self, names, shape, positions, used, kept):
        """(kind, joint) of a joint most of whose weight lies on the other side of the body, 2 cm and more from its middle; at rest
        nothing shows. Joints nearer to the middle, and a little weight, leave it open."""
        rest, sides, doubtful = self.avatar.rest(), {}, None
        for v in used:
            y = moved(shape, positions[v])[1]
            for w, j in kept[v]:
                sides.setdefault(self.avatar.names[names[j]], []).append((y, w))
        for name, places in sides.items():
            own = rest[name][1][3]
            other, all_of_it = sum(w for y, w in places if y * own < 0 and abs(y) > 0.02), sum(w for y, w in places)
            if abs(own) > 0.02 and other > 4 and other > 0.7 * all_of_it:
                return SIDES, name
            if abs(own) > 0.001 and other > 0.3 * all_of_it:
                doubtful = UNDECIDED, name
        return doubtful

    def _offsets(self, names, nodes):
        """With a <skeleton> by sid, a matrix by the sid "transform"; without by the avatar's own name, and "matrix"."""
        offsets = {}
        for name in names:
            joint = self.avatar.names[name]
            node = (self.by_sid if self.skeletons else self.by_name).get(clean(name))
            if not self.skeletons and name != joint:
                node = None
            place = [0.0, 0.0, 0.0]  # what the importer takes for a joint that it does not find
            self.collapsed |= node is None
            if node is not None:
                translates = node.findall(NS + "translate")
                chosen = ([t for t in translates if t.get("sid") == "translate"] +
                          [t for t in translates if t.get("sid") == "location"] + translates)
                if chosen:
                    place = floats(chosen[0])
                else:
                    wanted = "transform" if self.skeletons else "matrix"
                    matrix = next((m for m in node.findall(NS + "matrix") if m.get("sid") == wanted), None)
                    if matrix is not None:
                        place = floats(matrix)[3:12:4]
                    self.collapsed |= matrix is None
            if distance(place, self.avatar.joints[joint].position) > 0.0001:
                offsets[joint] = place
        return offsets

    def _moved(self, names, binds, shape, positions, used, kept, nodes, with_positions):
        """How far the resting avatar moves a vertex, beyond a move and a turn that all share."""
        rest = self.avatar.rest(self._offsets(names, nodes) if with_positions else None)
        matrix = [product(rest[self.avatar.names[n]], b) for n, b in zip(names, binds)]
        weighted = sorted({j for v in used for _, j in kept[v]})
        if not weighted:
            return 0.0
        # Binds with the scales of a body shape are made for that shape; the importer keeps them as they are.
        scales = [math.sqrt(sum(matrix[j][r][c] ** 2 for r in range(3))) for j in weighted for c in range(3)]
        turn = self._shared_turn([matrix[j] for j in weighted])
        if (all(1 / SHAPE_SCALE < s < SHAPE_SCALE for s in scales) and any(abs(s - 1) > 0.002 for s in scales) and
                not any(self._is_turned(matrix[j], turn) for j in weighted)):
            return 0.0
        moves = []
        for v in sorted(used):
            if not kept[v]:
                continue
            bound = moved(shape, positions[v])
            worn = [0.0, 0.0, 0.0]
            for w, j in kept[v]:
                p = moved(matrix[j], bound)
                worn = [worn[i] + w * p[i] for i in range(3)]
            shown = [sum(turn[i][k] * bound[k] for k in range(3)) for i in range(3)]
            moves.append([worn[i] - shown[i] for i in range(3)])
        middle = [sorted(m[i] for m in moves)[len(moves) // 2] for i in range(3)]
        return max(distance(m, middle) for m in moves)

    @staticmethod
    def _unit(m):
        lengths = [math.sqrt(sum(m[r][c] ** 2 for r in range(3))) for c in range(3)]
        return [[m[r][c] / lengths[c] if lengths[c] else 0.0 for c in range(3)] for r in range(3)]

    @classmethod
    def _is_turned(cls, matrix, turn, degrees=20):
        """By more than a scaled joint's rounding."""
        own = cls._unit(matrix)
        trace = sum(own[r][c] * turn[r][c] for r in range(3) for c in range(3))
        return (trace - 1) / 2 < math.cos(math.radians(degrees))

    def _is_tiny(self, names, binds, shape, positions, used, kept):
        """Its joints are spread over half a metre, and the mesh over a thirtieth of that."""
        places = [inverse_place(binds[j]) for j in {kept[v][0][1] for v in used if kept[v]}]
        vertices = [moved(shape, positions[v]) for v in used]
        if not places or not vertices:
            return False
        wide = max(max(p[i] for p in places) - min(p[i] for p in places) for i in range(3))
        size = max(max(p[i] for p in vertices) - min(p[i] for p in vertices) for i in range(3))
        return wide > 0.5 and size < wide / 30

    @classmethod
    def _shared_turn(cls, all_matrices):
        turns = [cls._unit(m) for m in all_matrices]
        first = turns[0]
        for other in turns[1:]:
            trace = sum(first[r][c] * other[r][c] for r in range(3) for c in range(3))
            if (trace - 1) / 2 < math.cos(math.radians(2)):
                return [[float(r == c) for c in range(3)] for r in range(3)]
        return first if len(turns) > 1 else [[float(r == c) for c in range(3)] for r in range(3)]
