"""The Python module against the program: joints within 1e-6 m, vertices within 1e-5 of the box, the same findings."""

import json
import os
import tempfile
import unittest

import case  # first: it skips without numpy
import mannequin
import numpy as np

SLIDERS = {33: 1.5, 637: 0.8, 842: -0.6, 38: 1.0}
POSE = {"rotations": {"mElbowLeft": [0, 0, -0.6, 0.8], "mHipRight": [0, 0.28, 0, 0.96]},
        "root": {"position": [0.5, -0.25, 1.1], "rotation": [0, 0, 0.6, 0.8]}}


class Agreement(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.character = mannequin.Character()
        cls.folder = tempfile.TemporaryDirectory()
        cls.pose = os.path.join(cls.folder.name, "pose.json")
        with open(cls.pose, "w", encoding="utf-8") as file:
            json.dump(POSE, file)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def avatar(self):
        return self.character.avatar()

    def expect_joints(self, avatar, *options):
        wanted = case.program("joints", *options)["joints"]
        self.assertEqual([joint["name"] for joint in wanted], [joint.name for joint in self.character.joints])
        places = np.array([joint["world_position"] for joint in wanted])
        apart = np.abs(avatar.joint_positions() - places).max()
        self.assertLess(apart, 1e-6, options)
        self.assertLess(np.abs(avatar.joint_matrices()[:, :3, 3] - places).max(), 1e-6, options)

    def expect_vertices(self, avatar, meshes, path, *options):
        wanted = case.program("skin", path, *options)["meshes"]
        self.assertEqual(len(wanted), len(meshes))
        for mesh, right in zip(meshes, wanted):
            positions = np.reshape(right["positions"], (-1, 3))
            normals = np.reshape(right["normals"], (-1, 3))
            made = avatar.skin(mesh)
            box = np.linalg.norm(np.ptp(positions, axis=0))
            self.assertEqual(made.positions.shape, positions.shape, mesh)
            self.assertLess(np.linalg.norm(made.positions - positions, axis=1).max(), 1e-5 * box, (path, mesh, options))
            self.assertLess(np.abs(made.normals - normals).max(), 1e-4, (path, mesh, options))

    def test_joints_under_sliders_and_pose(self):
        with self.avatar() as avatar:
            self.expect_joints(avatar)
            avatar.set_sliders(SLIDERS)
            options = [text for slider, weight in SLIDERS.items() for text in ("--set", f"{slider}={weight}")]
            self.expect_joints(avatar, *options)
            avatar.set_pose(self.pose)
            self.expect_joints(avatar, *options, "--pose", self.pose)
            avatar.set_sex("male")
            self.expect_joints(avatar, *options, "--sex", "male", "--pose", self.pose)
            avatar.reset_sliders()
            avatar.clear_pose()
            self.expect_joints(avatar)

    def test_a_slider_in_per_cent(self):
        with self.avatar() as avatar:
            avatar.set_slider("Body Fat", percent=40)
            avatar.set_slider("height", percent=100)
            self.expect_joints(avatar, "--set", "Body Fat=40%", "--set", "33=100%")

    def test_the_body_in_the_repository(self):
        meshes = self.character.load_meshes(case.BODY)
        with self.avatar() as avatar:
            self.expect_vertices(avatar, meshes, case.BODY)
            avatar.set_slider(637, 0.8)
            avatar.set_pose(POSE)
            self.expect_vertices(avatar, meshes, case.BODY, "--set", "637=0.8", "--pose", self.pose)

    def test_shapes(self):
        for path in case.fixtures("shapes", ".xml"):
            with self.subTest(path), self.avatar() as avatar:
                avatar.set_shape(path)
                self.expect_joints(avatar, "--shape", path)

    def test_clips(self):
        for path in case.fixtures("anim", ".anim") + case.fixtures("bvh", ".bvh"):
            with self.subTest(path), self.avatar() as avatar:
                clip = self.character.load_clip(path)
                for seconds in (0.0, 0.37 * clip.duration, clip.duration + 1.0):
                    avatar.set_clip(clip, seconds)
                    self.expect_joints(avatar, "--pose", path, "--time", seconds)

    def test_meshes(self):
        shape = case.shared("fixtures", "shapes", "Angela.xml")
        paths = (case.fixtures("ruth2", ".dae") + case.fixtures("bento", ".dae") + case.fixtures("gltf", ".glb") +
                 case.fixtures("mesh-asset", ".llmesh", ".slm"))
        for path in paths:
            with self.subTest(path), self.avatar() as avatar:
                meshes = self.character.load_meshes(path)
                avatar.set_shape(shape)
                avatar.set_pose(POSE)
                # The joint positions of assets always count, those of other files where that is asked for.
                avatar.wear(meshes)
                self.expect_vertices(avatar, meshes, path, "--shape", shape, "--pose", self.pose, "--joint-positions", "on")
                self.expect_joints(avatar, "--wear", path, "--shape", shape, "--pose", self.pose, "--joint-positions", "on")

    def test_importers(self):
        path = case.shared("fixtures", "gltf", "Ruth2v4FeetFlat.glb")
        for importer in ("viewer", "viewer-next", "strict"):
            with self.subTest(importer), self.avatar() as avatar:
                meshes = self.character.load_meshes(path, importer=importer)
                self.expect_vertices(avatar, meshes, path, "--gltf", importer)

    def test_findings(self):
        paths = [case.BODY]
        if os.path.isdir(case.SHARED):
            paths += case.fixtures("ruth2", "Flat.dae", "Hands.dae") + case.fixtures("gltf", "FeetFlat.glb")
            paths += case.fixtures("hostile", ".dae", "flat.glb", "matrix.glb")
            paths += case.fixtures(os.path.join("spoilt", "dae"), ".dae")[:40]
            paths += case.fixtures(os.path.join("spoilt", "gltf"), ".glb")[:20]
        for path in paths:
            for positions in (False, True):
                with self.subTest(path, joint_positions=positions):
                    told = case.program("check", path, "--joint-positions", "on" if positions else "off")
                    # Files next to it, textures and levels of detail, are only checked by the program.
                    wanted = [[f["severity"], f["code"], f["mesh"] or "", f["joint"] or "", f["vertex"], f["message"], f["remedy"]]
                              for f in told["findings"] if not f["code"].startswith(("texture", "image", "level_"))]
                    report = mannequin.check(path, character=self.character, joint_positions=positions)
                    found = [[f.severity, f.code, f.mesh, f.joint, f.vertex, f.message, f.remedy] for f in report.findings
                             if not f.code.startswith(("texture", "image", "level_"))]
                    self.assertEqual(report.verdict, told["verdict"])
                    self.assertEqual(found, wanted)


if __name__ == "__main__":
    unittest.main()
