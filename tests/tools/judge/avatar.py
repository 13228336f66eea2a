"""The avatar at rest in bind space, straight from a viewer's character folder: nothing of the checker is used."""
import math
import re
import xml.etree.ElementTree as ElementTree


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(4)) for j in range(4)] for i in range(4)]


def moved(matrix, p):
    return [matrix[i][0] * p[0] + matrix[i][1] * p[1] + matrix[i][2] * p[2] + matrix[i][3] for i in range(3)]


class Refusal(Exception):
    pass


def general_inverse(m):
    """Of any affine matrix."""
    a = [row[:3] for row in m[:3]]
    det = (a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
           a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]))
    if abs(det) < 1e-15:
        raise Refusal("a matrix that flattens space")
    co = [[0.0] * 3 for _ in range(3)]
    for i in range(3):
        for j in range(3):
            r, c = [k for k in range(3) if k != i], [k for k in range(3) if k != j]
            co[j][i] = (-1) ** (i + j) * (a[r[0]][c[0]] * a[r[1]][c[1]] - a[r[0]][c[1]] * a[r[1]][c[0]]) / det
    t = [-sum(co[i][k] * m[k][3] for k in range(3)) for i in range(3)]
    return [co[i] + [t[i]] for i in range(3)] + [[0.0, 0.0, 0.0, 1.0]]


def translation(v):
    return [[1, 0, 0, v[0]], [0, 1, 0, v[1]], [0, 0, 1, v[2]], [0, 0, 0, 1]]


def scaling(v):
    return [[v[0], 0, 0, 0], [0, v[1], 0, 0], [0, 0, v[2], 0], [0, 0, 0, 1]]


def rotation(axis, degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    m = [[float(r == k) for k in range(4)] for r in range(4)]
    m[i][i], m[i][j], m[j][i], m[j][j] = c, -s, s, c
    return m


def numbers(text):
    return [float(x) for x in text.split()]


class Joint:
    def __init__(self, name, kind, parent, position, turn, scale):
        self.name, self.kind, self.parent = name, kind, parent
        self.position, self.turn, self.scale = position, turn, scale


class Avatar:
    """names: every name that the importer knows -> its joint (mesh oracle, 3)."""

    def __init__(self, character):
        self.joints, self.names = {}, {}
        self._bones(ElementTree.parse(character / "avatar_skeleton.xml").getroot(), None)
        for point in ElementTree.parse(character / "avatar_lad.xml").getroot().iter("attachment_point"):
            if point.get("hud") == "true" or "hud" in point.get("joint", "").lower() or int(point.get("id")) in range(31, 39):
                continue
            turn = [0.0, 0.0, 0.0] if point.get("rotation") is None else numbers(point.get("rotation"))
            matrix = product(product(rotation(0, turn[0]), rotation(1, turn[1])), rotation(2, turn[2]))
            parent = self.names.get(point.get("joint"))
            name = point.get("name")
            self.joints[name] = Joint(name, "point", parent, numbers(point.get("position")), matrix, [1, 1, 1])
            self.names.setdefault(name, name)
            self.names.setdefault(name.replace(" ", "_"), name)

    def _bones(self, element, parent):
        for child in element:
            if child.tag not in ("bone", "collision_volume"):
                continue
            name = child.get("name")
            turn = numbers(child.get("rot", "0 0 0"))
            matrix = product(product(rotation(2, turn[2]), rotation(1, turn[1])), rotation(0, turn[0]))
            kind = "bone" if child.tag == "bone" else "volume"
            self.joints[name] = Joint(name, kind, parent, numbers(child.get("pos")), matrix, numbers(child.get("scale")))
            self.names[name] = name
            for alias in child.get("aliases", "").split():
                self.names.setdefault(alias, name)
            self._bones(child, name)

    def rest(self, offsets=None):
        """Joint -> matrix; `offsets`: joint -> position instead of the default. Source: ALGORITHM 5, 10."""
        places, all_rests = {}, {}
        for name, joint in self.joints.items():
            position = (offsets or {}).get(name, joint.position)
            above = places[joint.parent] if joint.parent else [0, 0, 0]
            places[name] = [above[i] + position[i] for i in range(3)]
            all_rests[name] = product(product(translation(places[name]), joint.turn), scaling(joint.scale))
        return all_rests


def distance(a, b):
    return math.sqrt(sum((x - y) ** 2 for x, y in zip(a, b)))


def words(text):
    return re.split(r"\s+", text.strip()) if text and text.strip() else []
