"""Faulty .bvh files, as the pages of docs/findings describe them."""
import math
import pathlib
import random
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "tools"))
import remedies_test  # noqa: E402
from bvh_text import TURNS, TURNS_AND_MOVES, bvh_text  # noqa: E402

FRAMES = 30
STILL = [0, 40, 0, 0, 0, 0]  # of the root


def sway(frame):
    """Of a joint, in degrees; frame 0 is only the reference."""
    return [0, 10 * math.sin(0.4 * frame), 0] if frame else [0, 0, 0]


def moving(*joints, frames=FRAMES, frame_time=0.0333):
    """Joints that all move alike, by rotations."""
    rows = [STILL + len(joints) * sway(frame) for frame in range(frames)]
    return bvh_text([(joint, *TURNS) for joint in joints], rows, frame_time)


def skull():
    """An attachment point that ends turned by 30 degrees."""
    rows = [STILL + sway(frame) + [0, frame, 0] for frame in range(FRAMES)]
    return bvh_text([("head", *TURNS), ("Skull", *TURNS)], rows)


def jaw():
    """A bone of the face that is placed somewhere else."""
    rows = [STILL + sway(frame) + [0.1 * frame, 1, 0, 0, 0, 0] for frame in range(FRAMES)]
    return bvh_text([("head", *TURNS), ("mFaceJaw", *TURNS_AND_MOVES)], rows)


def ending_elsewhere():
    rows = [STILL + [0, 3 * max(frame - 1, 0), 0] for frame in range(FRAMES)]
    return bvh_text([("chest", *TURNS)], rows)


def restless():
    """So much of all joints that the upload exceeds 250,000 bytes."""
    joints = ["abdomen", "chest", "neck", "head", "lCollar", "lShldr", "lForeArm", "lHand", "rCollar", "rShldr", "rForeArm", "rHand",
              "lThigh", "lShin", "lFoot", "rThigh", "rShin", "rFoot"]
    numbers = random.Random(1)
    rows = [STILL + [numbers.uniform(-9, 9) for _ in range(3 * len(joints))] for _ in range(1780)]
    return bvh_text([(joint, *TURNS) for joint in joints], rows)


CLIPS = {
    "absolute_positions": lambda: remedies_test.bvh(6), "odd_channels": lambda: remedies_test.bvh(4),
    "clip_attachment_points": skull, "clip_position_keys": jaw, "clip_loop_jump": ending_elsewhere,
    "clip_duration": lambda: moving("chest", frame_time=0), "clip_flash": lambda: moving("chest", frames=2),
    "clip_joint_twice": lambda: moving("chest", "mChest"), "clip_unknown_joint": lambda: moving("head", "Tentacle"),
    "joint_taken_as_it_is": lambda: moving("head", "BELLY"), "clip_too_large": restless,
    "clip_too_large-thinned": restless,
}
