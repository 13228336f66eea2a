"""What the Python module promises by itself: arrays without copies, errors, lifetimes, weights."""

import contextlib
import gc
import io
import logging
import os
import re
import tempfile
import unittest

import case  # first: it skips without numpy
import mannequin
import numpy as np

IDENTITY = np.eye(4, dtype=np.float32)


def triangle(character, **changes):
    arrays = {"positions": np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32),
              "normals": np.tile(np.float32([0, 0, 1]), (3, 1)), "triangles": [[0, 1, 2]], "joint_names": ["mHead"],
              "joints": np.zeros((3, 4), np.uint16), "weights": np.tile(np.float32([1, 0, 0, 0]), (3, 1)),
              "inverse_binds": IDENTITY[np.newaxis]}
    arrays.update(changes)
    return character.meshes_from_arrays(**arrays)


def tube(rings=41, sides=16, radius=0.05, length=1.0):
    """An open tube along X with its caps: positions and triangles."""
    x = np.repeat(np.linspace(0, length, rings), sides)
    angle = np.tile(np.arange(sides) * 2 * np.pi / sides, rings)
    positions = np.stack([x, radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    triangles = []
    for ring in range(rings - 1):
        for side in range(sides):
            a, b = ring * sides + side, ring * sides + (side + 1) % sides
            triangles += [[a, b, a + sides], [b, b + sides, a + sides]]
    first, last = len(positions), len(positions) + 1
    for side in range(sides):
        a, b = side, (side + 1) % sides
        triangles += [[first, b, a], [last, a + (rings - 1) * sides, b + (rings - 1) * sides]]
    positions = np.vstack([positions, [[0, 0, 0], [length, 0, 0]]])
    return positions.astype(np.float32), np.array(triangles, np.uint32)


class Module(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.character = mannequin.Character()
        cls.body = cls.character.body()[0]

    def setUp(self):
        self.avatar = self.character.avatar()

    def test_the_version_is_the_projects(self):
        with open(os.path.join(case.ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
            self.assertIn(f"project(mannequin VERSION {mannequin.__version__} ", file.read())

    # --- arrays

    def test_results_go_into_the_callers_memory(self):
        wanted = self.avatar.skin(self.body)
        interleaved = np.full((self.body.vertex_count, 8), 7, np.float32)
        made = self.avatar.skin(self.body, positions=interleaved[:, 0:3], normals=interleaved[:, 4:7])
        self.assertTrue(np.shares_memory(made.positions, interleaved))
        np.testing.assert_array_equal(interleaved[:, 0:3], wanted.positions)
        np.testing.assert_array_equal(interleaved[:, 4:7], wanted.normals)
        np.testing.assert_array_equal(interleaved[:, [3, 7]], 7)

    def test_arrays_of_another_kind_are_refused(self):
        n = self.body.vertex_count
        for wrong in (np.zeros((n, 3)), np.zeros((n - 1, 3), np.float32), np.zeros((3, n), np.float32).T,
                      np.zeros(3 * n, np.float32), [[0, 0, 0]] * n):
            with self.assertRaises(mannequin.ArgumentError):
                self.avatar.skin(self.body, positions=wrong)
        fixed = np.zeros((n, 3), np.float32)
        fixed.flags.writeable = False
        with self.assertRaisesRegex(mannequin.ArgumentError, "writeable"):
            self.avatar.skin(self.body, normals=fixed)
        self.assertFalse(fixed.any())

    def test_a_palette_skins_what_is_bound(self):
        self.avatar.set_slider("Body Fat", percent=80)
        self.avatar.set_rotation("mElbowLeft", (0, 0, -0.6, 0.8))
        bound, palette = self.body.bound(), self.avatar.palette(self.body)
        self.assertEqual(palette.shape, (self.body.palette_size, 4, 4))
        np.testing.assert_array_equal(palette[-1], IDENTITY)
        np.testing.assert_allclose(bound.weights.sum(axis=1), 1, atol=1e-6)
        blended = np.einsum("nk,nkij->nij", bound.weights, palette[bound.joints])
        places = np.einsum("nij,nj->ni", blended[:, :3, :3], bound.positions) + blended[:, :3, 3]
        np.testing.assert_allclose(self.avatar.skin(self.body).positions, places, atol=2e-6)

    def test_a_palette_names_its_joints(self):
        names = self.body.joints()
        self.assertEqual(len(names), self.body.palette_size - 1)
        self.assertIn("mPelvis", names)
        # At rest a joint's matrix brings the joint's own place, in bind space, to its place in the world.
        head = names.index("mHead")
        before = self.avatar.palette(self.body)[head]
        self.avatar.set_root((1.0, 2.0, 3.0))
        np.testing.assert_allclose(self.avatar.palette(self.body)[head][:3, 3] - before[:3, 3], [1, 2, 3], atol=1e-5)

    def test_own_arrays_are_worn_and_skinned(self):
        place = np.float32([[0.0, 0.0, 0.2]])
        before = self.avatar.joint_position("mHead")
        with triangle(self.character, joint_positions=place) as meshes:
            self.avatar.wear(meshes)
            head = self.avatar.joint_position("mHead")
            self.assertGreater(abs(head[2] - before[2]), 0.05)
            np.testing.assert_allclose(self.avatar.skin(meshes[0]).positions[0], head, atol=1e-6)
            self.avatar.take_off(meshes)
        np.testing.assert_array_equal(self.avatar.joint_position("mHead"), before)

    def test_matrices_of_own_meshes_act_on_columns(self):
        moved = IDENTITY.copy()
        moved[:3, 3] = (0.25, 0.5, -1.0)
        by_bind = self.avatar.skin(triangle(self.character, inverse_binds=moved[np.newaxis])[0]).positions
        by_shape = self.avatar.skin(triangle(self.character, bind_shape=moved)[0]).positions
        head = self.avatar.joint_matrices()[self.character.joint("mHead").index]
        np.testing.assert_allclose(by_bind[0], (head @ (0.25, 0.5, -1.0, 1.0))[:3], atol=1e-6)
        np.testing.assert_allclose(by_bind, by_shape, atol=1e-6)

    def test_numbers_are_not_bent_into_range(self):
        for wrong in ([[0, 1, -1]], [[0, 1, 2**32]], [[0.0, 1.5, 2.0]], [[0, 1, 3]]):
            with self.assertRaises(mannequin.MannequinError):
                triangle(self.character, triangles=wrong)
        with self.assertRaisesRegex(mannequin.ArgumentError, "3 x 3"):
            triangle(self.character, weights=np.ones((3, 3), np.float32))

    def test_the_examples_of_the_readme_run(self):
        with open(os.path.join(case.ROOT, "python", "README.md"), encoding="utf-8") as file:
            blocks = re.findall(r"```python\n(.*?)```", file.read(), re.DOTALL)
        self.assertTrue(blocks)
        was, said = os.getcwd(), io.StringIO()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(said):
            os.chdir(folder)
            try:
                for block in blocks:
                    exec(compile(block, "README.md", "exec"), {})
            finally:
                os.chdir(was)
        self.assertIn(" mm  ####", said.getvalue())

    # --- errors and lifetimes

    def test_errors_carry_the_librarys_text(self):
        with self.assertRaisesRegex(mannequin.NotFoundError, "mElbowLeft"):
            self.character.joint("mElbowLef")
        with self.assertRaises(LookupError):
            self.avatar.set_slider(123456, 1.0)
        with self.assertRaises(mannequin.ArgumentError):
            self.avatar.set_slider(33, float("nan"))
        with self.assertRaises(mannequin.ArgumentError):
            self.avatar.set_slider(33)
        with self.assertRaisesRegex(mannequin.MannequinError, "spoilt.dae"):
            self.character.load_meshes(b"<COLLADA", name="spoilt.dae")
        with self.assertRaises(mannequin.MannequinError):
            self.character.load_meshes(b"")
        with self.assertRaisesRegex(mannequin.DataError, "pose"):
            self.avatar.set_pose({"rotation": {}})
        with self.assertRaises(FileNotFoundError):
            self.character.load_clip(os.path.join(case.ROOT, "no such.anim"))

    def test_what_was_closed_says_so(self):
        avatar = self.character.avatar()
        avatar.close()
        avatar.close()
        with self.assertRaisesRegex(mannequin.ReleasedError, "Avatar"):
            avatar.joint_positions()

    def test_what_is_made_of_something_outlives_it(self):
        character = mannequin.Character()
        mesh = character.body()[0]
        avatar = character.avatar()
        wanted = self.avatar.skin(self.body).positions
        character.close()
        del character
        gc.collect()
        np.testing.assert_array_equal(avatar.skin(mesh).positions, wanted)

    def test_handles_are_released_with_their_last_reference(self):
        meshes = self.character.body()
        finalizer = meshes._finalizer
        list(meshes)
        del meshes
        gc.collect()
        self.assertFalse(finalizer.alive)

    def test_oddities_go_to_the_log(self):
        with self.assertLogs("mannequin", logging.WARNING) as told:
            self.avatar.set_shape(b'{"sex": "female", "params": {"424242": 1.0}}', name="odd.json")
        self.assertIn("odd.json", told.output[0])

    def test_a_check_without_a_character(self):
        report = mannequin.check(b"no mesh", name="none.dae")
        self.assertFalse(report.accepted)
        self.assertEqual([finding.code for finding in report.findings], ["unreadable"])
        self.assertIn("none.dae", str(report.findings[0]))

    # --- weights

    def test_bones_take_what_is_near_them(self):
        positions, triangles = tube()
        bones = [[[0, 0, 0], [0.5, 0, 0]], [[0.5, 0, 0], [1, 0, 0]]]
        for method in ("heat", "voxel"):
            parts = []
            made = mannequin.bind(positions, triangles, bones, method=method, progress=parts.append)
            self.assertEqual(made.unweighted, 0, method)
            np.testing.assert_allclose(made.weights.sum(axis=1), 1, atol=1e-5)
            near = made.joints[np.arange(len(positions)), made.weights.argmax(axis=1)]
            np.testing.assert_array_equal(near[positions[:, 0] < 0.4], 0)
            np.testing.assert_array_equal(near[positions[:, 0] > 0.6], 1)
            self.assertTrue(parts)

    def test_progress_stops_and_raises(self):
        positions, triangles = tube()
        bones = [[[0, 0, 0], [1, 0, 0]]]
        with self.assertRaises(mannequin.ArgumentError):
            mannequin.bind(positions, triangles, bones, progress=lambda part: False)

        def fails(part):
            raise KeyError("mine")

        with self.assertRaisesRegex(KeyError, "mine"):
            mannequin.bind(positions, triangles, bones, progress=fails)
        with self.assertRaises(mannequin.MannequinError):
            mannequin.bind(positions, triangles, np.zeros((0, 2, 3)))

    def test_transferred_weights_are_the_sources(self):
        bound = self.body.bound()
        made = mannequin.transfer(bound.positions, self.body.triangles(), bound.positions, self.body.triangles(),
                                  bound.joints, bound.weights)
        # Nearest to each vertex is the vertex itself.
        self.assertEqual(made.unweighted, 0)
        dense = [np.zeros((len(bound.positions), self.body.palette_size)) for _ in range(2)]
        for table, (joints, weights) in zip(dense, ((bound.joints, bound.weights), (made.joints, made.weights))):
            np.add.at(table, (np.arange(len(joints))[:, np.newaxis], joints), weights)
        self.assertLess(np.abs(dense[0] - dense[1]).max(), 0.02)

    def test_rebasing_is_the_way_back(self):
        self.avatar.set_sliders({33: 1.2, 637: 0.5})
        bound = self.body.bound()
        made = mannequin.rebase(self.avatar.skin(self.body).positions, bound.joints, bound.weights,
                                self.avatar.palette(self.body))
        self.assertLess(made.residual, 1e-5)
        np.testing.assert_allclose(made.positions, bound.positions, atol=2e-5)

    def test_a_body_under_its_clothes(self):
        bound, triangles = self.body.bound(), self.body.triangles()
        cloth = bound.positions + 0.006 * bound.normals, bound.normals
        self.avatar.set_slider("Body Fat", percent=70)
        posed = self.avatar.skin(self.body)
        cases = [(posed, (posed.positions + metres * posed.normals, posed.normals)) for metres in (0.006, -0.003)]
        loose, tight = mannequin.fit(bound, triangles, cloth, triangles, cases)
        self.assertEqual(loose.outside.shape, (self.body.vertex_count,))
        self.assertGreater(np.mean(~np.isnan(loose.outside)), 0.8)
        self.assertAlmostEqual(np.nanmedian(loose.outside), -0.006, delta=0.001)
        self.assertAlmostEqual(np.nanmedian(tight.outside), 0.003, delta=0.001)
        self.assertEqual(np.float32(tight.depth), tight.outside[tight.vertex])
        self.assertGreater(tight.area, 20 * loose.area)
        self.assertEqual(mannequin.fit(bound, triangles, cloth, triangles, []), [])
        with self.assertRaisesRegex(mannequin.ArgumentError, "garment of a case"):
            mannequin.fit(bound, triangles, cloth, triangles, [(posed, (posed.positions[1:], posed.normals))])


if __name__ == "__main__":
    unittest.main()
