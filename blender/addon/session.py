"""An exported file on an avatar: what it looks like under sliders, what the uploader would say, its weights. No bpy."""

import mannequin
import numpy as np

from . import matching

_character = None


def character():
    """The built-in one; read once."""
    global _character
    if _character is None:
        _character = mannequin.Character()
    return _character


class Match:
    """Vertices of one object of the scene among those of a session; -1 for what the file does not have."""

    def __init__(self, rows, moved):
        self.rows = rows
        self.missing = int((rows < 0).sum())
        self.moved = moved  # from the object's own space to that of the file, 4 x 4


class Session:
    """All meshes of one file, worn by one avatar that stands on the ground."""

    def __init__(self, data, name, importer="viewer", joint_positions=True):
        self.meshes = character().load_meshes(data, name=name, importer=importer)
        self.avatar = character().avatar()
        if joint_positions:
            self.avatar.wear(self.meshes)
        self._rigged = [mesh for mesh in self.meshes if mesh.rigged]
        self._bound = [mesh.bound() for mesh in self._rigged]
        self._begin = np.cumsum([0] + [mesh.vertex_count for mesh in self._rigged])
        self._skinned = np.empty((self._begin[-1], 3), np.float32)

    @property
    def is_rigged(self):
        return bool(self._rigged)

    def match(self, name, positions, spaces):
        """`positions`, n x 3, in the object's own space; `spaces`: matrices of which one leads to the file's. Vertices of
        the mesh of that name are taken before those of others."""
        best = None
        named = [i for i, mesh in enumerate(self._rigged) if mesh.name == name]
        for space in spaces:
            space = np.asarray(space, np.float64)
            moved = positions @ space[:3, :3].T + space[:3, 3]
            rows = np.full(len(moved), -1)
            for group in (named, range(len(self._rigged))):
                open_ = np.flatnonzero(rows < 0)
                if not len(open_) or not len(group):
                    continue
                numbers = np.concatenate([np.arange(self._begin[i], self._begin[i + 1]) for i in group])
                places = np.concatenate([self._bound[i].positions for i in group])
                at = matching.nearest(moved[open_], places)
                rows[open_[at >= 0]] = numbers[at[at >= 0]]
            if best is None or (rows < 0).sum() < best.missing:
                best = Match(rows, space)
        return best

    def stand(self):
        """On the ground, whatever the sliders are."""
        self.avatar.set_root((0.0, 0.0, self.avatar.body_size().root_above_ground))

    def skin(self):
        """Computes all vertices for shown()."""
        self.stand()
        for mesh, begin, end in zip(self._rigged, self._begin, self._begin[1:]):
            self.avatar.skin(mesh, positions=self._skinned[begin:end])

    def shown(self, match, positions):
        """Of an object, in its own space, n x 3; what the file does not have stays."""
        back = np.linalg.inv(match.moved)
        out = np.array(positions, np.float32)
        has = match.rows >= 0
        out[has] = self._skinned[match.rows[has]] @ back[:3, :3].T + back[:3, 3]
        return out

    def joint_places(self):
        """By name, in the file's space."""
        self.stand()
        places = self.avatar.joint_positions()
        return {joint.name: places[joint.index] for joint in character().joints}

    def weights(self, match):
        """joint -> (vertices, weights) of an object."""
        found = {}
        for mesh, bound, begin, end in zip(self._rigged, self._bound, self._begin, self._begin[1:]):
            vertices = np.flatnonzero((match.rows >= begin) & (match.rows < end))
            rows = match.rows[vertices] - begin
            collect(found, mesh.joints(), vertices, bound.joints[rows], bound.weights[rows])
        return found


def collect(found, names, vertices, joints, weights):
    """Adds four influences per vertex to joint -> (vertices, weights)."""
    for slot, name in enumerate(names):
        of_slot = ((joints == slot) * weights).sum(axis=1)
        has = of_slot > 0
        if has.any():
            before = found.get(name, (np.empty(0, np.int64), np.empty(0, np.float32)))
            found[name] = (np.concatenate([before[0], vertices[has]]), np.concatenate([before[1], of_slot[has]]))


def weights_of_body(positions, triangles):
    """Transferred from the built-in body: joint -> (vertices, weights), and how many vertices got none. Positions in
    bind space."""
    body = character().body()[0]
    bound = body.bound()
    made = mannequin.transfer(positions, triangles, bound.positions, body.triangles(), bound.joints, bound.weights)
    found = {}
    collect(found, body.joints(), np.arange(len(positions)), made.joints, made.weights)
    return found, made.unweighted


def body_rig():
    """Of the built-in body: [(joint, parent's name or "", head)], in bind space, parents first."""
    with character().avatar() as avatar:
        body = character().body()[0]
        palette, world = avatar.palette(body).astype(np.float64), avatar.joint_matrices().astype(np.float64)
    bound_at = {}
    for name, matrix in zip(body.joints(), palette):
        # palette = world from joint x joint from bind space
        bound_at[name] = np.linalg.solve(matrix, world[character().joint(name).index])[:3, 3]
    rig = []
    for joint in character().joints:
        if joint.name in bound_at:
            parent = joint.parent
            while parent >= 0 and character().joints[parent].name not in bound_at:
                parent = character().joints[parent].parent
            rig.append((joint.name, character().joints[parent].name if parent >= 0 else "", bound_at[joint.name]))
    return rig
