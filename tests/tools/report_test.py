"""bench/report.py on results made up so that every ratio is known. Run by ctest; needs Python alone."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

SCRIPT = os.path.join(os.path.dirname(__file__), "..", "..", "bench", "report.py")
SVG = "{http://www.w3.org/2000/svg}"
MESH = "verts:20000/infl:4"


def case(name, time=1000.0, **counters):
    return {"name": name, "run_name": name, "run_type": "iteration", "real_time": time, "time_unit": "ns", **counters}


def skin(backend_target_layout, rate, mesh=MESH, count="avatars:1", threads=1, **counters):
    return case(f"skin/{backend_target_layout}/{mesh}/{count}/threads:{threads}", vertices_per_second=rate, **counters)


def ranks(values):
    return sorted(range(len(values)), key=lambda i: values[i])


def memory(kind, rate, threads=1, size=1 << 30):
    return case(f"memory/{kind}/size:{size}/threads:{threads}", bytes_per_second=rate)


class ReportTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="mannequin_report_")
        self.addCleanup(self.folder.cleanup)

    def run_script(self, text, *options):
        path = os.path.join(self.folder.name, "results.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return subprocess.run([sys.executable, SCRIPT, path, *options], capture_output=True, encoding="utf-8")

    def report(self, *cases, context=None, code=0, options=()):
        text = json.dumps({"context": context or {"cpu": "a <made up> & fast one"}, "benchmarks": list(cases)})
        done = self.run_script(text, "--json", *options)
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)

    def row(self, report, goal, bar=""):
        found = [row for row in report["goals"] if row["goal"].startswith(goal) and row["bar"].startswith(bar)]
        self.assertEqual(len(found), 1, f"{goal}: {[row['goal'] for row in report['goals']]}")
        return found[0]

    def expect(self, row, status, value=None):
        self.assertEqual(row["status"], status, row)
        if value is not None:
            self.assertAlmostEqual(row["value"], value, places=6)

    def test_nothing_measured_leaves_every_goal_in_the_table(self):
        report = self.report()
        self.assertEqual({row["status"] for row in report["goals"]}, {"not measured"})
        self.assertGreaterEqual(len(report["goals"]), 21)
        self.assertEqual(report["plots"], [])

    def test_bars_are_met_from_the_bar_on_and_short_just_below(self):
        base = skin("ogre/sse/pn", 100e6)
        report = self.report(base, skin("cpu/avx512/pn", 450e6), skin("cpu/avx2/pn", 319e6))
        self.expect(self.row(report, "PN, one thread, AVX-512"), "met", 4.5)
        self.expect(self.row(report, "PN, one thread, AVX2"), "short", 3.19)

    def test_ozz_is_stood_in_for_by_the_stricter_peer(self):
        ogre, ours = skin("ogre/sse/pn", 188e6), skin("cpu/avx512/pnt", 990e6)
        strict = self.report(ogre, ours, skin("glm/scalar/pnt", 88e6))
        self.expect(self.row(strict, "PNT in cache, one thread, AVX-512", "≥ 5.5"), "met", 6.0)
        self.expect(self.row(strict, "PNT in cache, one thread, AVX-512", "≥ 4.5"), "met", 6.0 / 1.18)
        self.assertIn("OGRE", self.row(strict, "PNT in cache, one thread, AVX-512", "≥ 5.5")["note"])
        glm = self.report(ogre, ours, skin("glm/scalar/pnt", 176e6))
        self.expect(self.row(glm, "PNT in cache, one thread, AVX-512", "≥ 5.5"), "short", 4.95)
        self.assertIn("the GLM loop PNT (176 Mv/s) / 0.88 = 200", self.row(
            glm, "PNT in cache, one thread, AVX-512", "≥ 5.5")["note"])

    def test_real_weights_are_held_against_the_best_use_of_ozz(self):
        body = "mesh:mannequin"
        report = self.report(skin("glm/scalar/pnt", 96e6, body), skin("cpu/avx2/pnt", 1e6, body),
                             skin("cpu/avx512/pnt", 660e6, body))
        self.expect(self.row(report, "PNT, real weights"), "met", 4.4)

    def test_memory_goals_compare_bytes_with_the_largest_baseline(self):
        report = self.report(
            memory("fill_nt", 500e9, size=1 << 18), memory("fill_nt", 20e9), memory("triad_nt", 20e9),
            skin("cpu/avx512/pnt", 1, count="avatars:1000", bytes_per_second=17e9),
            skin("cpu/avx2/pnt", 1, count="avatars:1000", bytes_per_second=19e9),
            skin("cpu/avx512/packed", 1, count="avatars:1000", bytes_per_second=16.9e9),
            skin("cpu/avx512/pnt", 1, count="meshes:400", bytes_per_second=19e9))
        self.expect(self.row(report, "1000 avatars of one mesh, PNT"), "met", 85.0)
        self.expect(self.row(report, "1000 avatars of one mesh, PACKED"), "short", 84.5)
        self.expect(self.row(report, "400 distinct meshes, PNT"), "met", 95.0)

    def test_two_threads_against_one(self):
        report = self.report(
            skin("cpu/avx512/pnt", 100e6), skin("cpu/avx512/pnt", 191e6, threads=2),
            skin("cpu/avx512/pnt", 100e6, count="avatars:1000"),
            skin("cpu/avx512/pnt", 120e6, count="avatars:1000", threads=2),
            memory("fill_nt", 20e9), memory("fill_nt", 21e9, threads=2))
        self.expect(self.row(report, "two threads, in cache"), "met", 1.91)
        self.expect(self.row(report, "two threads, in memory"), "short", 1.2)
        self.assertIn("fill_nt itself: 1.05", self.row(report, "two threads, in memory")["note"])

    def test_times_of_avatars(self):
        report = self.report(
            case("update/batch/avx512/everything/avatars:256/threads:1", avatars_per_second=2.5e6),
            case("update/batch/avx2/everything/avatars:256/threads:1", avatars_per_second=1.9e6),
            case("palette/batch/avx512/joints:110/avatars:256/threads:1", avatars_per_second=4e6),
            case("update/one_avatar/avx512/everything", time=1300.0), case("update/one_slider/avx512/shape", time=12.0))
        self.expect(self.row(report, "shape + pose + palette, 256 avatars, AVX-512"), "met", 0.4)
        self.expect(self.row(report, "shape + pose + palette, 256 avatars, AVX2"), "short", 1 / 1.9)
        self.expect(self.row(report, "pose → palette"), "met", 1535 / 250)
        self.expect(self.row(report, "one avatar, everything"), "short", 1.3)
        self.expect(self.row(report, "one slider moved"), "met", 12.0)

    def test_gpu_goals_take_the_copy_of_the_same_api_and_no_software_gpu(self):
        def device(api, name, count, rate):
            return skin(f"{api}/{name}/packed", 1, count=count, bytes_per_second=rate)
        report = self.report(
            memory("device_copy_gl", 4e12), memory("device_fill_gl", 2e12), memory("device_copy_vulkan", 2e12),
            memory("device_fill_vulkan", 4e12), device("gl", "NVIDIA_H200", "meshes:1024", 3.5e12),
            device("gl", "NVIDIA_H200", "avatars:1024", 2.7e12),
            device("vulkan", "NVIDIA_H200", "avatars:4096", 2.9e12),
            device("vulkan", "llvmpipe_(LLVM_15)", "meshes:1024", 1.9e12))
        self.expect(self.row(report, "GPU (gl), 1000+ avatars, distinct"), "met", 87.5)
        self.expect(self.row(report, "GPU (gl), 1000+ avatars, one mesh"), "short", 67.5)
        self.expect(self.row(report, "GPU (vulkan), 1000+ avatars, one mesh"), "met", 72.5)
        self.expect(self.row(report, "GPU (vulkan), 1000+ avatars, distinct"), "not measured")

    def test_a_wrong_result_is_short_and_a_missing_device_is_not(self):
        missing = dict(case("skin/gl/none/pn/verts:1"), error_occurred=True, error_message="skipped: no EGL")
        right = skin("cpu/avx512/pnt", 1e6)
        self.expect(self.row(self.report(right, missing), "any backend"), "met")
        wrong = dict(case("skin/cpu/avx2/pnt/verts:1"), error_occurred=True, error_message="a normal is off by 1")
        row = self.row(self.report(right, missing, wrong, code=1), "any backend")
        self.expect(row, "short")
        self.assertIn("skin/cpu/avx2/pnt/verts:1: a normal is off by 1", row["note"])

    def test_verify_takes_part_in_the_agreement(self):
        path = os.path.join(self.folder.name, "verify.json")
        backend = {"backend": "gl", "device": "X", "agrees": False, "position_error": 1.0, "normal_error": 0.0}
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"backends": [backend]}, file)
        report = self.report(skin("cpu/avx512/pnt", 1e6), code=1, options=("--verify", path))
        self.expect(self.row(report, "any backend"), "short")
        with open(path, "w", encoding="utf-8") as file:
            file.write('{"backends": [')
        report = self.report(skin("cpu/avx512/pnt", 1e6), code=1, options=("--verify", path))
        self.assertIn("left no whole result in verify.json", self.row(report, "any backend")["note"])

    def test_medians_and_plain_names(self):
        name = f"skin/cpu/avx512/pn/{MESH}/avatars:1/threads:1"
        times = [skin("ogre/sse/pn", rate) for rate in (100e6, 90e6, 500e6)]
        remarked = [dict(skin("cpu/avx512/pn", 900e6), run_name=name.replace("/threads", "/real_time/threads")),
                    dict(skin("cpu/avx512/pn", 500e6), run_name=name.replace("/threads", "/real_time/threads"),
                         run_type="aggregate", aggregate_name="median"),
                    dict(skin("cpu/avx512/pn", 700e6), run_name=name.replace("/threads", "/real_time/threads"),
                         run_type="aggregate", aggregate_name="mean")]
        self.expect(self.row(self.report(*times, *remarked), "PN, one thread, AVX-512"), "met", 5.0)

    def test_repetitions_that_spread_are_named(self):
        name = f"skin/cpu/avx2/pn/{MESH}/avatars:1/threads:1"
        steady = [case("skin/ogre/sse/pn/" + MESH, time, vertices_per_second=1e6) for time in (99.0, 100.0, 101.0)]
        torn = [case(name, time, vertices_per_second=1e6) for time in (80.0, 100.0, 120.0)]
        self.assertEqual(self.report(*steady, *torn)["unsteady"], [name])
        given = [dict(case(name, 0.3), run_type="aggregate", aggregate_name="cv")]
        self.assertEqual(self.report(*steady, *given)["unsteady"], [name])
        self.assertEqual(self.report(*steady)["unsteady"], [])

    def test_plots_are_well_formed_and_rise_where_the_numbers_do(self):
        lines = {"cpu/avx512/pn": (800e6, 900e6, 400e6), "ogre/sse/pn": (190e6, 180e6, 170e6)}
        cases = [skin(name, rate, f"verts:{verts}/infl:4") for name, rates in lines.items()
                 for verts, rate in zip((1000, 20000, 500000), rates)]
        cases += [skin("cpu/avx512/pn", rate, count=f"avatars:{n}", bytes_per_second=24 * rate)
                  for n, rate in ((16, 500e6), (1000, 300e6))]
        report = self.report(*cases, memory("fill_nt", 20e9))
        self.assertEqual(report["plots"], ["vertices_pn.svg", "avatars_pn.svg"])
        for name in report["plots"]:
            root = ElementTree.parse(os.path.join(self.folder.name, name)).getroot()
            self.assertEqual(root.tag, SVG + "svg")
            labels = {text.text for text in root.iter(SVG + "text")}
            self.assertLessEqual({"cpu avx512", "a <made up> & fast one"}, labels)
            # Pixels count downwards.
            drawn = [ranks([-float(point.split(",")[1]) for point in line.get("points").split()])
                     for line in root.iter(SVG + "polyline")]
            for rates in lines.values() if name == "vertices_pn.svg" else [(900e6, 500e6, 300e6)]:
                self.assertIn(ranks(rates), drawn)
        with open(os.path.join(self.folder.name, "goals.md"), encoding="utf-8") as file:
            self.assertIn("![vertices_pn.svg](vertices_pn.svg)", file.read())

    def test_what_is_no_result_is_refused_with_its_name(self):
        for text in ("", "{", "[]", '{"context": {}}', '{"context": {}, "benchmarks": [{}]}'):
            done = self.run_script(text)
            self.assertEqual(done.returncode, 3, text)
            self.assertIn("results.json", done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_the_printed_table_has_the_same_rows(self):
        text = json.dumps({"context": {}, "benchmarks": [skin("ogre/sse/pn", 1e6), skin("cpu/avx2/pn", 4e6)]})
        printed = self.run_script(text).stdout
        self.assertRegex(printed, r"(?m)^PN, one thread, AVX2 +≥ 3.2 × OGRE +4.00 × +met$")
        self.assertRegex(printed, r"(?m)^PN, one thread, AVX-512 +≥ 4.5 × OGRE +– +not measured$")


if __name__ == "__main__":
    unittest.main()
