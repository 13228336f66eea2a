"""The add-on's parts that know nothing of Blender."""

import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import case  # noqa: E402  first: it skips without numpy

sys.path.insert(0, os.path.join(case.ROOT, "blender"))
import mannequin  # noqa: E402
import numpy as np  # noqa: E402
from addon import bones, matching, session  # noqa: E402


def turn(axis, angle):
    """A rotation about an axis, by Rodrigues' formula."""
    x, y, z = np.asarray(axis, float) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    out = np.eye(4)
    out[:3, :3] += np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    return out


class Matching(unittest.TestCase):
    def test_against_every_pair(self):
        random = np.random.default_rng(5)
        candidates = random.uniform(-1, 1, (3000, 3))
        order = random.permutation(3000)
        points = candidates[order] + random.uniform(-4e-5, 4e-5, (3000, 3))
        np.testing.assert_array_equal(matching.nearest(points, candidates), order)

    def test_what_is_too_far_is_not_found(self):
        candidates = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
        points = np.array([[0.0, 0.0, 9e-5], [0.0, 0.0, 1.1e-4], [0.5, 0.0, 0.0], [1.0, -6e-5, -6e-5]])
        np.testing.assert_array_equal(matching.nearest(points, candidates), [0, -1, -1, 1])
        np.testing.assert_array_equal(matching.nearest(points, np.zeros((0, 3))), [-1] * 4)

    def test_the_same_place_is_preferred_to_a_neighbour(self):
        candidates = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 3e-5], [0.0, 0.0, 6e-5]])
        np.testing.assert_array_equal(matching.nearest(candidates + 1e-8, candidates), [0, 1, 2])


class Bones(unittest.TestCase):
    def test_heads_come_where_they_should(self):
        rests = [turn((1, 2, 3), 0.4), turn((0, 1, 1), 1.1), turn((1, 0, -1), -0.7)]
        for rest, head in zip(rests, ([0, 0, 1], [0, 0.1, 1.4], [0.1, 0.5, 1.5])):
            rest[:3, 3] = head
        parents, places = [-1, 0, 1], [(0.1, 0, 1.1), None, (0.2, 0.6, 1.7)]
        bases = bones.pose_of(rests, parents, places)
        self.assertIsNone(bases[1])
        # As Blender does it: each bone after its parent, then its own basis.
        posed = []
        for rest, parent, basis in zip(rests, parents, bases):
            carried = rest if parent < 0 else posed[parent] @ np.linalg.inv(rests[parent]) @ rest
            posed.append(carried @ (np.eye(4) if basis is None else basis))
        for matrix, rest, place in zip(posed, rests, places):
            np.testing.assert_allclose(matrix[:3, :3], rest[:3, :3], atol=1e-12)
            if place is not None:
                np.testing.assert_allclose(matrix[:3, 3], place, atol=1e-12)


class Sessions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(case.BODY, "rb") as file:
            cls.session = session.Session(file.read(), "mannequin.glb")
        cls.body = session.character().load_meshes(case.BODY)[0]
        cls.bound = cls.body.bound()

    def test_objects_are_found_in_their_own_space(self):
        moved = turn((0, 0, 1), 0.5)
        moved[:3, 3] = (1, 2, 3)
        back = np.linalg.inv(moved)
        # Every other vertex of the file, in an object placed elsewhere, and one that is not in the file.
        mine = np.vstack([self.bound.positions[::2], [[9, 9, 9]]]) @ back[:3, :3].T + back[:3, 3]
        match = self.session.match("another name", mine.astype(np.float32), [np.eye(4), moved])
        self.assertEqual(match.missing, 1)
        self.assertEqual(match.rows[-1], -1)
        self.session.avatar.set_slider("Body Fat", percent=90)
        self.session.skin()
        shown = self.session.shown(match, mine)
        avatar = session.character().avatar()
        avatar.wear(self.session.meshes)
        avatar.set_slider("Body Fat", percent=90)
        avatar.set_root((0, 0, avatar.body_size().root_above_ground))
        wanted = avatar.skin(self.body).positions
        distance = np.linalg.norm(shown[:-1] @ moved[:3, :3].T + moved[:3, 3] - wanted[::2], axis=1)
        # Coincident vertices, split at a seam, may represent each other.
        self.assertLess(distance.max(), 1e-5)
        np.testing.assert_allclose(shown[-1], mine[-1], atol=1e-6)

    def test_it_stands_on_the_ground(self):
        for percent in (0, 100):
            self.session.avatar.set_slider("Height", percent=percent)
            self.session.skin()
            self.assertLess(abs(self.session._skinned[:, 2].min()), 0.03)
        self.session.avatar.reset_sliders()

    def test_weights_go_by_name(self):
        match = self.session.match("mannequin", self.bound.positions, [np.eye(4)])
        self.assertEqual(match.missing, 0)
        found = self.session.weights(match)
        self.assertLessEqual(set(found), set(self.body.joints()))
        total = np.zeros(len(self.bound.positions))
        for vertices, weights in found.values():
            np.add.at(total, vertices, weights)
        np.testing.assert_allclose(total, 1, atol=1e-5)

    def test_the_bodys_rig_is_the_avatars(self):
        rig = session.body_rig()
        heads = {name: head for name, _, head in rig}
        self.assertAlmostEqual(heads["mPelvis"][2], 1.067, 4)
        seen = set()
        for name, parent, _ in rig:
            self.assertTrue(parent == "" or parent in seen, name)
            seen.add(name)
        # Mirrored joints are bound at mirrored places.
        np.testing.assert_allclose(heads["mElbowLeft"] * (1, -1, 1), heads["mElbowRight"], atol=1e-4)

    def test_broken_files_are_the_librarys_to_refuse(self):
        with self.assertRaises(mannequin.MannequinError):
            session.Session(b"glTF", "broken.glb")


if __name__ == "__main__":
    unittest.main()
