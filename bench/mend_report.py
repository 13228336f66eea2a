#!/usr/bin/env python3
"""Judges 'mannequin mend' by 'mannequin fit', on shapes and poses that mend has not seen.

Pairs of a body and a garment: the built-in bodies under their own clothes and under parts of themselves, moved
outwards; with --ruth2 FOLDER also Ruth2 under parts of itself. Weights are copied from the nearest point of the
body and then spoilt: smoothed, cut to two joints, or given to bones alone; "as it is" keeps the garment's own.
Beside mend stand the weights of 'bind --method copy' and 'bind --method transfer' on the same garment.

Per pair: the area that stands out before and after over random shapes, in %; by how much the worst of all shapes
became deeper, in mm, standing and in poses, in how many of the latter, and the worst pose's deepest shape; by how
much the default shape did in any pose, and in how many; how many vertices changed; seconds of processor time. Needs
Python 3.9 alone. Exit codes: 0 all bars are met, 1 one is not, 2 wrong usage, 3 mannequin failed.
"""

import argparse
import json
import math
import os
import random
import resource
import subprocess
import sys
import tempfile
import time

from reporting.offset_garment import REGIONS, offset_garment
from reporting.program import Failed, add_inputs, run_script

REMOVED_BAR, WORSE_BAR = 0.90, 0.0005
SECONDS_BAR, CORES = 120.0, 2  # of processors, so that what else runs on the machine does not count
SPOILT = {
    "as it is": None,
    "smoothed": ["--smooth", "12"],
    "two influences": ["--limit", "2"],
    "bones only": ["--fitted", "0"],
}
BUILT_IN = {"mannequin": ["top", "trousers", "dress"], "mannequin_male": ["top_male", "trousers_male"]}
# Degrees about X, Y, Z that people reach without effort; mirrored for the other side.
REACH = {
    "mTorso": ((-15, 15), (-10, 30), (-25, 25)),
    "mChest": ((-10, 10), (-5, 15), (-15, 15)),
    "mNeck": ((-10, 10), (-15, 20), (-30, 30)),
    "mCollar": ((-8, 15), (0, 0), (-8, 8)),
    "mShoulder": ((-78, 55), (-30, 20), (-60, 20)),
    "mElbow": ((0, 0), (0, 0), (-100, 0)),
    "mHip": ((-3, 25), (-85, 20), (-15, 15)),
    "mKnee": ((0, 0), (0, 95), (0, 0)),
}


def arguments():
    parser = argparse.ArgumentParser(description="Judges 'mannequin mend' by 'mannequin fit'.")
    add_inputs(parser, "Ruth2v4Body.dae; left out if not given")
    parser.add_argument("--shapes", type=int, default=1000, help="random ones to judge by (default 1000)")
    parser.add_argument("--poses", type=int, default=20, help="random ones to judge by, the first standing (default 20)")
    parser.add_argument("--pose-shapes", type=int, default=8, help="random ones in every pose, beside the default shape (default 8)")
    parser.add_argument("--seed", type=int, default=20_261, help="of shapes and poses to judge by")
    parser.add_argument("--only", default="", help="pairs whose name contains this")
    parser.add_argument("--offset", type=float, default=4.0, help="mm, of garments made from a body (default 4)")
    parser.add_argument("--sweep", help="the plan that mend gets (default: its own)")
    parser.add_argument("--gltf", default="strict", help="whose importer reads .glb (default strict)")
    parser.add_argument("--work", metavar="FOLDER", help="keep all files here")
    parser.add_argument("--json", action="store_true", help="as JSON, for scripts; metres")
    return parser.parse_args()


class Judge:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.shapes = self.plan("shapes", {"random": options.shapes, "seed": options.seed}, [])
        poses = [self.pose(i) for i in range(options.poses)]
        with open(self.path("default.json"), "w", encoding="utf-8") as file:
            json.dump({"sex": options.sex, "params": {}}, file)
        self.poses = self.plan("poses", {"random": options.pose_shapes, "seed": options.seed + 1, "shapes": ["default.json"]}, poses)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *words):
        done = subprocess.run([self.options.mannequin, *words], capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise Failed(f"mannequin {' '.join(words)}: {done.stderr.strip()}")
        return done.stdout

    def plan(self, name, content, poses):
        path = self.path(f"{name}.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schema": 1, "sex": self.options.sex, **content, "poses": poses}, file)
        return path

    def pose(self, number):
        """Every other pose is symmetric; the first one is standing."""
        draw = random.Random(self.options.seed * 1000 + number)
        rotations = {}
        for joint, axes in REACH.items():
            sides = [""] if joint in ("mTorso", "mChest", "mNeck") else ["Left", "Right"]
            angles = None
            for side in sides:
                if angles is None or number % 2:
                    angles = [math.radians(draw.uniform(*reach)) for reach in axes]
                mirror = -1.0 if side == "Right" else 1.0
                rotations[joint + side] = quaternion(angles[0] * mirror, angles[1], angles[2] * mirror)
        name = f"pose{number}.json"
        with open(self.path(name), "w", encoding="utf-8") as file:
            json.dump({"rotations": rotations if number else {}}, file)
        return name

    def measure(self, body, garments, plan):
        """Per garment, the cases in the plan's order."""
        words = [word for garment in garments for word in ("--garment", garment)]
        out = json.loads(self.run("fit", "--body", body, *words, "--gltf", self.options.gltf, "--sweep", plan, "--json"))
        cases = out["cases"]
        return [cases[i::len(garments)] for i in range(len(garments))]

    def pairs(self):
        """Names, bodies and garments."""
        bodies = {name: os.path.join(self.options.assets, name + ".glb") for name in BUILT_IN}
        for name, clothes in BUILT_IN.items():
            if (self.options.sex == "male") != name.endswith("_male"):
                continue
            for cloth in clothes:
                yield name, cloth, bodies[name], os.path.join(self.options.assets, cloth + ".glb")
            yield from self.made(name, bodies[name])
        if self.options.ruth2 and self.options.sex == "female":
            body = self.path("ruth2.glb")
            self.run("convert", os.path.join(self.options.ruth2, "Ruth2v4Body.dae"), "--joint-positions", "off", body)
            yield from self.made("ruth2", body)

    def made(self, name, body):
        with open(body, "rb") as file:
            data = file.read()
        for kind, region in REGIONS.items():
            path = self.path(f"{name}_{kind}.glb")
            with open(path, "wb") as file:
                file.write(offset_garment(data, region, self.options.offset / 1000.0, kind))
            yield name, f"part: {kind}", body, path

    def spoil(self, body, garment, how, stem):
        """Copied from the nearest point, then spoilt; or the garment as it is."""
        if SPOILT[how] is None:
            return garment
        copied, out = self.path(stem + "_copied.glb"), self.path(stem + ".glb")
        self.run("bind", garment, "--method", "copy", "--from", body, "-o", copied)
        self.run("bind", copied, "--method", "preserve", *SPOILT[how], "-o", out)
        return out

    def judge(self, name, body, garment, how):
        stem = "".join(c if c.isalnum() else "_" for c in f"{name} {how}")
        spoilt = self.spoil(body, garment, how, stem)
        mended = self.path(stem + "_mended.glb")
        words = ["--sweep", self.options.sweep] if self.options.sweep else []
        sex = [] if self.options.sweep else ["--sex", self.options.sex]
        began, spent = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        told = json.loads(self.run("mend", spoilt, "--body", body, "--gltf", self.options.gltf, *words, *sex, "-o", mended,
                                   "--json"))
        seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        processor = after.ru_utime + after.ru_stime - spent.ru_utime - spent.ru_stime
        garments = [spoilt, mended]
        for method in ("copy", "transfer"):
            other = self.path(f"{stem}_{method}.glb")
            self.run("bind", spoilt, "--method", method, "--from", body, "-o", other)
            garments.append(other)
        shapes = self.measure(body, garments, self.shapes)
        poses = self.measure(body, garments[:2], self.poses)
        area = [sum(case["area"] for case in cases) for cases in shapes]
        removed = [1.0 - a / area[0] if area[0] > 0 else 1.0 for a in area]
        worse = [max(0.0, max(b["depth"] - a["depth"] for a, b in zip(one[0], one[1]))) for one in (shapes, poses)]
        deeper = sum(b["depth"] - a["depth"] > WORSE_BAR for a, b in zip(poses[0], poses[1]))
        on_default = [b["depth"] - a["depth"] for a, b in zip(*poses) if a["name"] == "default.json"]
        return {"pair": name, "weights": how, "area_before": area[0] / len(shapes[0]), "area_after": area[1] / len(shapes[0]),
                "removed": removed[1], "removed_by_copy": removed[2], "removed_by_transfer": removed[3],
                "worse_on_shapes": worse[0], "worse_in_poses": worse[1], "worse_by_pose": worse_by_pose(poses[0], poses[1]),
                "deeper_in_poses": deeper, "posed": len(poses[0]),
                "deeper_on_default": sum(d > WORSE_BAR for d in on_default), "worse_on_default": max(0.0, *on_default),
                "default_posed": len(on_default),
                "depth_before": max(c["depth"] for c in shapes[0]), "depth_after": max(c["depth"] for c in shapes[1]),
                "moved": told["moved"]["vertices"], "reweighted": told["reweighted"]["vertices"],
                "vertices": told["vertices"], "changed": told["changed"], "weights_from": told["weights"],
                "seconds": seconds, "processor_seconds": processor, "remains": told.get("remains"),
                "plan": told["plan"]}


def worse_by_pose(before, after):
    """By how much the deepest shape of any pose became deeper."""
    deepest = {}
    for a, b in zip(before, after):
        was, now = deepest.get(a["pose"], (0.0, 0.0))
        deepest[a["pose"]] = max(was, a["depth"]), max(now, b["depth"])
    return max(0.0, max(now - was for was, now in deepest.values()))


def quaternion(x, y, z):
    """About X, then Y, then Z."""
    cx, sx, cy, sy, cz, sz = (f(a / 2) for a in (x, y, z) for f in (math.cos, math.sin))
    return [sx * cy * cz - cx * sy * sz, cx * sy * cz + sx * cy * sz, cx * cy * sz - sx * sy * cz,
            cx * cy * cz + sx * sy * sz]


def met(row):
    """Faults are mended, and nothing is worse; without faults nothing changed."""
    nothing_wrong = row["plan"]["before"]["area"] == 0.0
    if nothing_wrong:
        return not row["changed"]
    return (row["removed"] >= REMOVED_BAR and max(row["worse_on_shapes"], row["worse_in_poses"]) <= WORSE_BAR and
            row["processor_seconds"] <= CORES * SECONDS_BAR)


def main():
    options = arguments()
    rows = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.work or temporary
        os.makedirs(folder, exist_ok=True)
        print(f"{'pair':<28} {'weights':<15} {'cm2/shape':>9} {'after':>7} {'mend':>7} {'copy':>7} {'transf.':>7} "
              f"{'worse mm: shapes':>16} {'posed':>6} {'in':>7} {'pose':>6} {'default':>7} {'in':>7} {'changed':>11} {'CPU s':>5}", file=sys.stderr)
        for options.sex in ("female", "male"):
            judge = Judge(options, folder)
            for body_name, garment_name, body, garment in judge.pairs():
                for how in SPOILT:
                    name = f"{body_name}, {garment_name}"
                    if options.only not in f"{name}, {how}":
                        continue
                    row = judge.judge(name, body, garment, how)
                    rows.append(row)
                    changed = f"{max(row['moved'], row['reweighted'])}/{row['vertices']}"
                    print(f"{name:<28} {how:<15} {1e4 * row['area_before']:9.2f} {1e4 * row['area_after']:7.2f} "
                          f"{100 * row['removed']:6.1f}% {100 * row['removed_by_copy']:6.1f}% "
                          f"{100 * row['removed_by_transfer']:6.1f}% {1e3 * row['worse_on_shapes']:16.2f} "
                          f"{1e3 * row['worse_in_poses']:6.2f} {row['deeper_in_poses']:>3}/{row['posed']:<3} "
                          f"{1e3 * row['worse_by_pose']:6.2f} {1e3 * row['worse_on_default']:7.2f} "
                          f"{row['deeper_on_default']:>3}/{row['default_posed']:<3} {changed:>11} {row['processor_seconds']:5.0f}"
                          f"{'' if met(row) else '  short'}", file=sys.stderr, flush=True)
    if options.json:
        print(json.dumps({"schema": 1, "rows": rows}, indent=1))
    return 0 if all(met(row) for row in rows) else 1


if __name__ == "__main__":
    run_script(main)
