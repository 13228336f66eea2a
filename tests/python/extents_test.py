"""The viewer's boxes by joint (mannequin_mesh_copy_extents) against an independent computation: a reader of mesh assets of its own,
and ../shared/oracle/host/HOST.md, 1.1 to 1.3, on every rigged mesh asset of the fixtures."""

import ctypes
import os
import struct
import unittest
import zlib

import case  # first: it skips without numpy
import mannequin
import numpy as np
from mannequin import _library

NEAR = 1e-6  # of the greatest coordinate: the library's numbers are float32


def read_llsd(data, at=0):
    """Binary LLSD: the value, and where it ends."""
    kind, at = data[at:at + 1], at + 1
    if kind in b"{[sbi":
        (count,), at = struct.unpack(">i", data[at:at + 4]), at + 4
    if kind == b"{":
        made = {}
        for _ in range(count):
            length = int.from_bytes(data[at + 1:at + 5], "big")
            key, at = data[at + 5:at + 5 + length].decode(), at + 5 + length
            made[key], at = read_llsd(data, at)
        return made, at + 1
    if kind == b"[":
        made = []
        for _ in range(count):
            value, at = read_llsd(data, at)
            made.append(value)
        return made, at + 1
    if kind == b"i":
        return count, at
    if kind in b"sb":
        return data[at:at + count], at + count
    if kind == b"r":
        return struct.unpack(">d", data[at:at + 8])[0], at + 8
    fixed = {b"!": 0, b"0": 0, b"1": 0, b"u": 16, b"d": 8}
    return kind == b"1", at + fixed[kind]


def influences(data):
    """Of each vertex up to four joints of the mesh with their raw weights, as the viewer packs and unpacks them."""
    at = 0
    while at < len(data):
        found = []
        while len(found) < 4 and data[at] != 0xFF:
            weight = np.clip(int.from_bytes(data[at + 1:at + 3], "little") / 65535, 0.001, 0.999)
            packed = np.float32(data[at]) + np.float32(weight)
            found.append((int(packed), packed - np.floor(packed)))
            at += 3
        at += len(found) < 4  # the end of its list
        yield found or [(0, 0.999)]


def expected(data, joint_number, joint_count):
    """Lowest and highest corner by joint, NaN where nothing is rigged to it; none for an asset without skin."""
    header, start = read_llsd(data)
    if "skin" not in header:
        return None

    def block(name):
        first = start + header[name]["offset"]
        return read_llsd(zlib.decompress(data[first:first + header[name]["size"]]))[0]

    skin = block("skin")
    to_joint = np.reshape(skin["bind_shape_matrix"], (4, 4)) @ np.reshape(skin["inverse_bind_matrix"], (-1, 4, 4))
    boxes = np.full((joint_count, 6), np.nan)
    for face in block("high_lod"):
        low, high = (np.array(face["PositionDomain"][end]) for end in ("Min", "Max"))
        places = low + np.frombuffer(face["Position"], "<u2").reshape(-1, 3) / 65535 * (high - low)
        for place, found in zip(places, influences(face["Weights"])):
            for joint, weight in found:
                if weight <= 0.2 or joint >= len(skin["joint_names"]):
                    continue
                box = boxes[joint_number(skin["joint_names"][joint].decode())]
                point = (np.append(place, 1.0) @ to_joint[joint])[:3]
                before = np.nan_to_num(box)  # a fresh box holds the joint's origin
                box[:] = np.concatenate([np.minimum(before[:3], point), np.maximum(before[3:], point)])
    return boxes


class Extents(unittest.TestCase):
    def test_are_the_viewers_on_every_asset(self):
        character = mannequin.Character()
        numbers = {joint.name: number for number, joint in enumerate(character.joints)}
        compared = 0
        for path in case.fixtures("mesh-asset", ".llmesh"):
            with open(path, "rb") as file:
                right = expected(file.read(), numbers.__getitem__, len(numbers))
            if right is None:
                continue
            made = np.empty((len(numbers), 6), np.float32)
            meshes = character.load_meshes(path)
            _library.call("mesh_copy_extents", meshes.handle, 0, made.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(made.size))
            name = os.path.basename(path)
            np.testing.assert_array_equal(np.isnan(made), np.isnan(right), name)
            self.assertLess(np.nanmax(np.abs(made - right)), NEAR * np.nanmax(np.abs(right)), name)
            compared += 1
        self.assertGreater(compared, 10)


if __name__ == "__main__":
    unittest.main()
