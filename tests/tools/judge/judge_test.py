#!/usr/bin/env python3
"""No false green, no false alarm: `mannequin check` against the importer's rules, applied here without its code.

judge_test.py MANNEQUIN SHARED [--files N]. Exit 77: SHARED is not there."""
import argparse
import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import avatar
import collada_rules
import gltf_rules
import mutations
import shape_rules

BASES = [("ruth2/Ruth2v4Eyeballs.dae", 0), ("ruth2/Ruth2v4Eyeballs.dae", 0, 1), ("bento/female_2016_08_05.dae", 0, 2),
         ("bento/female_2016_08_05.dae", 1), ("bento/female_2016_08_05.dae", 3), ("bento/angel_2016_08_05.dae", 0),
         ("ruth2/Ruth2v4FeetFlat.dae", 0), ("ruth2/Ruth2v4Hands.dae", 0)]
GLTF_BASES = ["spoilt/gltf/ok_base.glb", "spoilt/gltf/scaled_bones.glb", "spoilt/gltf/volume_and_bone.glb",
              "spoilt/gltf/mixed_order.glb", "spoilt/gltf/ok_joints_u16_weights_u16.glb", "gltf/Ruth2v4FeetFlat.glb"]
# Identifies each kind of fault.
NAMES = {
    collada_rules.JOINT: {"unknown_joint", "control_bone", "split_joint_name", "too_many_joints", "unreadable",
                          "inverse_bind_count"},
    collada_rules.WEIGHTS: {"unweighted_vertices", "no_weights", "weight_offsets", "unknown_joint", "control_bone"},
    collada_rules.MOVED: {"torn_without_positions", "moved_at_rest", "bind_rotation", "bind_scale", "displaced_joint",
                          "joint_positions_unknown", "importer_profile", "pelvis_height",
                          "viewer_quarter_turn", "viewer_mesh_node", "attachment_point_joint", "viewer_two_nodes_above", "viewer_no_binds", "no_inverse_binds"},
    collada_rules.SIDES: {"exchanged_sides", "not_x_forward", "duplicate_joint"},
    collada_rules.SIZE: {"unlikely_size"},
    gltf_rules.LOST: {"viewer_mesh_lost", "indices_not_3n"},
}
# Warnings that the viewer's own upload window gives, or that concern what comes after the import.
VIEWERS_OWN = {"bind_shape_orientation", "turned_bone", "missing_link", "offset_noise", "array_count", "up_axis", "unit",
               "not_x_forward", "unlikely_size", "version", "not_rigged", "torn_weights"}


def check(program, path, with_positions):
    done = subprocess.run([program, "check", str(path), "--json", "--no-sliders",
                           "--joint-positions", "on" if with_positions else "off"],
                          capture_output=True, text=True, timeout=60)
    if done.returncode not in (0, 1):
        return {"verdict": f"exit {done.returncode}", "findings": [], "stderr": done.stderr}
    return json.loads(done.stdout)


def disagreement(faults, answer):
    """Empty: they agree. Else why it is a false green or a false alarm."""
    told = {f["code"]: f for f in answer["findings"] if f["severity"] != "info"}
    for kind, what in faults:
        if kind == collada_rules.UNDECIDED:
            continue
        if kind == collada_rules.ODD:  # a report is advised, in whatever words
            if not told and answer["verdict"] != "rejected":
                return f"false green: {what}"
        elif kind == collada_rules.REFUSED:
            if answer["verdict"] != "rejected" and not told.keys() & {"weight_count", "unreadable"}:
                return f"false green: refused ({what})"
        elif "unreadable" not in told and not told.keys() & NAMES[kind] and not (kind != collada_rules.MOVED and answer["verdict"] == "rejected"):
            return f"false green: {kind} ({what}); told: {sorted(told)}"
    if faults:
        return ""
    alarms = sorted(told.keys() - VIEWERS_OWN)
    return f"false alarm: {alarms[0]}: {told[alarms[0]]['message']}" if alarms else ""


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("shared", type=pathlib.Path)
    options.add_argument("--files", type=int, default=300)
    options.add_argument("--seed", type=int, default=2026)
    options.add_argument("--verbose", action="store_true")
    given = options.parse_args()
    fixtures = given.shared / "fixtures"
    if not (given.shared / "viewer-character").is_dir() or not fixtures.is_dir():
        print("skipped: ../shared is not there")
        return 77
    own = avatar.Avatar(given.shared / "viewer-character")
    judge = collada_rules.Judge(own, shape_rules.Shapes(own, given.shared / "viewer-character"))
    rng = random.Random(given.seed)
    spoilt = json.loads((given.shared / "oracle/mesh/spoilt_dae.json").read_text())["cases"]
    with tempfile.TemporaryDirectory(prefix="mannequin_judge_") as folder:
        jobs = []
        bases = []
        for name, *keep in BASES:
            text = mutations.reduced(fixtures / name, *keep)
            for variant in (text, mutations.rebound(text, judge.avatar)):
                bases.append(variant)
                for with_positions in (False, True):
                    path = pathlib.Path(folder) / f"base{len(jobs)}.dae"
                    path.write_text(variant)
                    jobs.append((f"{name}{keep}", path, with_positions, judge.faults(variant, with_positions)))
        for number in range(given.files):
            text = mutations.mutated(rng.choice(bases), rng)
            with_positions = rng.random() < 0.5
            path = pathlib.Path(folder) / f"mutant{number}.dae"
            path.write_text(text)
            jobs.append((f"mutant {number}", path, with_positions, judge.faults(text, with_positions)))
        gltf_judge = gltf_rules.GltfJudge(judge.avatar)
        for name in GLTF_BASES:
            data = (fixtures / name).read_bytes()
            for with_positions in (False, True):
                jobs.append((name, fixtures / name, with_positions, gltf_judge.faults(data, with_positions)))
        for number in range(given.files):
            data = gltf_rules.mutated((fixtures / rng.choice(GLTF_BASES)).read_bytes(), rng)
            with_positions = rng.random() < 0.5
            path = pathlib.Path(folder) / f"mutant{number}.glb"
            path.write_bytes(data)
            jobs.append((path.name, path, with_positions, gltf_judge.faults(data, with_positions)))
        for case in spoilt:
            path = fixtures / case["file"]
            text = path.read_text(errors="surrogateescape")
            outcome = case["viewer_outcome"]
            faults = judge.faults(text, False)
            if outcome in ("rejected", "crash", "fatal_assertion", "no_model") and not faults:
                faults = [(collada_rules.REFUSED, outcome)]
            warned = any(word in case["advice"] for word in ("warn", "uv 0", "instanced"))
            if warned and not faults:
                faults = [(collada_rules.ODD, case["advice"])]
            jobs.append((case["name"], path, warned, faults))
            if outcome == "loads" and not warned:
                jobs.append((case["name"], path, True, judge.faults(text, True)))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda job: check(given.program, job[1], job[2]), jobs))
        greens = alarms = bad = sound = unclear = 0
        for (name, path, with_positions, faults), answer in zip(jobs, answers):
            why = disagreement(faults, answer)
            doubtful = bool(faults) and all(kind == collada_rules.UNDECIDED for kind, _ in faults)
            unclear += doubtful
            bad += bool(faults) and not doubtful
            sound += not faults
            greens += why.startswith("false green")
            alarms += why.startswith("false alarm")
            if why or given.verbose:
                print(f"{name} (positions {'on' if with_positions else 'off'}): {why or 'agreed'} {faults if given.verbose else ''}")
        print(f"false greens: {greens} of {bad} faulty files; false alarms: {alarms} of {sound} sound files; {unclear} too near the limit")
        return 1 if greens or alarms else 0


if __name__ == "__main__":
    sys.exit(main())
