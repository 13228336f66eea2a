"""Where a body shape may have put the joints that a mesh is bound to: bounds from the definitions alone, pair by pair."""
import math
import xml.etree.ElementTree as ElementTree

SCALED = 0.002
CLEAR = 0.002     # metres: beyond doubt
NOTHING = 0.0005  # metres
ZERO, ONE = [0.0, 0.0, 0.0], [1.0, 1.0, 1.0]


def numbers(text):
    return [float(x) for x in text.split()] if text else ZERO


def plus(a, b):
    return [a[0][i] + b[0][i] for i in range(3)], [a[1][i] + b[1][i] for i in range(3)]


def times(a, b):
    corners = [[a[m][i] * b[n][i] for i in range(3)] for m in (0, 1) for n in (0, 1)]
    return [min(c[i] for c in corners) for i in range(3)], [max(c[i] for c in corners) for i in range(3)]


class Shapes:
    """What all parameters but those of physics may add to the position and scale of each joint."""

    def __init__(self, avatar, character):
        self.avatar = avatar
        self.position = {name: (ZERO, ZERO) for name in avatar.joints}
        self.scale = {name: (ZERO, ZERO) for name in avatar.joints}
        for param in ElementTree.parse(character / "avatar_lad.xml").getroot().iter("param"):
            if "physics" in param.get("name", "").lower():
                continue
            ends = [float(param.get("value_min", 0)), float(param.get("value_max", 1))]
            for bone in param.iter("bone"):
                self._add(self.scale, bone.get("name"), numbers(bone.get("scale")), ends)
                self._add(self.position, bone.get("name"), numbers(bone.get("offset")), ends)
            for volume in param.iter("volume_morph"):
                self._add(self.position, volume.get("name"), numbers(volume.get("pos")), ends)

    def _add(self, table, name, delta, ends):
        if name in table:
            both = [[end * delta[i] for end in ends] + [0.0] for i in range(3)]
            table[name] = plus(table[name], ([min(x) for x in both], [max(x) for x in both]))


class File:
    """The skins of one file: add() each, then disagreement()."""

    def __init__(self, shapes):
        self.shapes, self.joints = shapes, shapes.avatar.joints
        self.offsets = {}  # joint positions that count
        self.unclear = False  # a mesh is turned, and its places with it
        self.bound = []   # (mesh, joint, place, largest weight)
        self.scales = {}  # bone -> bounds of what the binds say, and 1
        self.scaled = set()

    def _bone(self, name):
        return self.joints[name].parent if self.joints[name].kind == "volume" else name

    def add(self, mesh, names, bind_of, largest):
        """bind_of: slot -> where it is bound, joint to bind space; largest: slot -> its largest weight on the mesh, if any."""
        for slot, name in enumerate(names):
            bind, joint = bind_of[slot], self.joints[name]
            if joint.kind != "point":
                scale = [math.sqrt(sum(bind[r][c] ** 2 for r in range(3))) / joint.scale[c] for c in range(3)]
                low, high = self.scales.get(self._bone(name), (ONE, ONE))
                self.scales[self._bone(name)] = ([min(low[i], scale[i]) for i in range(3)], [max(high[i], scale[i]) for i in range(3)])
                if slot in largest and any(abs(s - 1) > SCALED for s in scale):
                    self.scaled.add(self._bone(name))
            if slot in largest:
                self.bound.append((mesh, name, [bind[r][3] for r in range(3)], largest[slot]))

    def _above(self, name):
        chain = []
        while name:
            chain.append(name)
            name = self.joints[name].parent
        return chain

    def is_shaped(self, name):
        bone = self._bone(name)
        return any(bone in self._above(other) or other in self._above(bone) for other in self.scaled)

    def _scale(self, bone):
        own = self.shapes.scale[bone]
        limits = [1 + x for x in own[0]], [1 + x for x in own[1]]
        if bone in self.scales:
            low, high = self.scales[bone]
            return [max(low[i], limits[0][i]) for i in range(3)], [min(high[i], limits[1][i]) for i in range(3)]
        above = self.joints[bone].parent
        return self._scale(above) if above and self.shapes.scale[above] == own else limits

    def _link(self, name):
        joint = self.joints[name]
        place = self.offsets.get(name, list(joint.position))
        if not joint.parent or not self.is_shaped(name):
            return place, place
        own = (place, place) if name in self.offsets else plus((place, place), self.shapes.position[name])
        return times(own, self._scale(joint.parent))

    def between(self, one, other):
        bounds = (ZERO, ZERO)
        for name in self._above(other):
            if name in self._above(one):
                break
            bounds = plus(bounds, self._link(name))
        for name in self._above(one):
            if name in self._above(other):
                break
            low, high = self._link(name)
            bounds = plus(bounds, ([-x for x in high], [-x for x in low]))
        return bounds

    def disagreement(self):
        """Metres by which two joints are bound farther apart, or nearer, than any shape puts them: what a person sees of it at least,
        and at most. Pairs of one mesh only where a shape plays a part: the others are measured vertex by vertex."""
        least = most = 0.0
        for i, (mesh, name, place, weight) in enumerate(self.bound):
            for other_mesh, other, other_place, other_weight in self.bound[:i]:
                if mesh == other_mesh and not (self.is_shaped(name) or self.is_shaped(other)):
                    continue
                low, high = self.between(other, name) if name != other else (ZERO, ZERO)
                by = [place[k] - other_place[k] for k in range(3)]
                off = math.sqrt(sum(max(low[k] - by[k], by[k] - high[k], 0.0) ** 2 for k in range(3)))
                least = max(least, off * min(weight, other_weight))
                most = max(most, off)
        return least, most
