"""bench/report.py on results made up so that every ratio is known. Run by ctest; needs Python alone."""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

SCRIPT = os.path.join(os.path.dirname(__file__), "..", "..", "bench", "report.py")
RECEIVED = os.path.join(os.path.dirname(SCRIPT), "received.py")
SVG = "{http://www.w3.org/2000/svg}"
MESH = "verts:20000/infl:4"


def case(name, time=1000.0, **counters):
    return {"name": name, "run_name": name, "run_type": "iteration", "real_time": time, "time_unit": "ns", **counters}


def skin(backend_target_layout, rate, mesh=MESH, count="avatars:1", threads=1, **counters):
    verts, many = (int(part.split(":")[1]) for part in (mesh.split("/")[0], count)) if "verts" in mesh else (1, 1)
    return case(f"skin/{backend_target_layout}/{mesh}/{count}/threads:{threads}", time=verts * many / rate * 1e9,
                vertices_per_second=rate, **counters)


def products(target, rate, threads=1):
    return case(f"limit/products/{target}/threads:{threads}", products_per_second=rate)


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
        goal = "PN, one thread, AVX-512"
        self.expect(self.row(self.report(base, skin("cpu/avx512/pn", 400e6)), goal), "met", 4.0)
        self.expect(self.row(self.report(base, skin("cpu/avx512/pn", 399e6)), goal), "short", 3.99)

    def test_no_bar_where_the_processor_finishes_one_wide_product_a_cycle(self):
        cases = [skin("ogre/sse/pn", 100e6), skin("cpu/avx512/pn", 300e6), skin("cpu/avx2/pn", 319e6)]
        goal = "PN, one thread, AVX-512"
        one = self.report(*cases, products("avx512", 60e9), products("avx2", 58e9))
        self.expect(self.row(one, goal), "reported", 3.0)
        self.expect(self.row(one, "PN, one thread, AVX2"), "reported", 3.19)
        two = self.report(*cases, products("avx512", 116e9), products("avx2", 58e9))
        self.expect(self.row(two, goal), "short", 3.0)

    def test_ozz_is_stood_in_for_by_the_stricter_peer(self):
        goal = "PNT as ozz does it, one thread, AVX-512"
        ogre, ours = skin("ogre/sse/pn", 188e6), skin("cpu/avx512/pnt_raw", 990e6)
        strict = self.report(ogre, ours, skin("glm/scalar/pnt", 88e6))
        self.expect(self.row(strict, goal), "met", 6.0)
        self.assertIn("OGRE", self.row(strict, goal)["note"])
        glm = self.report(ogre, ours, skin("glm/scalar/pnt", 176e6))
        self.expect(self.row(glm, goal), "short", 4.95)
        self.assertIn("the GLM loop PNT (176 Mv/s) / 0.88 = 200", self.row(glm, goal)["note"])
        unit = self.report(ogre, skin("cpu/avx512/pnt", 495e6))
        self.expect(self.row(unit, "PNT, unit directions, one thread, AVX-512"), "reported", 3.0)

    def test_real_weights_are_held_against_the_best_use_of_ozz(self):
        body = "mesh:mannequin"
        report = self.report(skin("glm/scalar/pnt", 96e6, body), skin("cpu/avx2/pnt", 1e6, body),
                             skin("cpu/avx512/pnt", 660e6, body))
        self.expect(self.row(report, "PNT, real weights"), "reported", 4.4)

    def test_memory_goals_compare_bytes_with_the_largest_baseline(self):
        report = self.report(
            memory("fill_nt", 500e9, size=1 << 18), memory("fill_nt", 20e9), memory("triad_nt", 20e9),
            skin("cpu/avx512/pnt", 1, count="avatars:1000", bytes_per_second=17e9),
            skin("cpu/avx2/pnt", 1, count="avatars:1000", bytes_per_second=19e9),
            memory("fill_nt", 20e9, threads=2),
            skin("cpu/avx512/pnt", 1, count="avatars:1000", threads=2, bytes_per_second=16.9e9),
            skin("cpu/avx512/packed", 1, count="avatars:1000", bytes_per_second=14.9e9),
            skin("cpu/avx512/pnt", 1, count="meshes:400", bytes_per_second=19e9))
        self.expect(self.row(report, "1000 avatars of one mesh, PNT", "≥ 75"), "met", 85.0)
        self.expect(self.row(report, "1000 avatars of one mesh, PNT, two threads", "≥ 85"), "short", 84.5)
        self.expect(self.row(report, "1000 avatars of one mesh, PACKED"), "short", 74.5)
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
        torn = self.report(skin("cpu/avx512/pnt", 100e6), skin("cpu/avx512/pnt", 150e6, threads=2),
                           products("avx512", 60e9), products("avx512", 96e9, threads=2))
        self.expect(self.row(torn, "two threads, in cache"), "reported", 1.5)
        self.assertIn("products themselves: 1.60", self.row(torn, "two threads, in cache")["note"])

    def limits(self, **changed):
        """One thread of a machine: 64 products and 4 loads a nanosecond, 100 bytes in L2, 50 in L3, 20 in memory."""
        rates = dict(products=64e9, loads=4e9, l2=100e9, l3=50e9, memory=20e9, **changed)
        return [products("avx512", rates["products"]),
                *(case(f"limit/{what}/avx512/threads:1", loads_per_second=rates["loads"])
                  for what in ("vector_loads", "broadcasts")),
                *(memory(kind, rates[level], size=size) for kind in ("copy", "triad")
                  for level, size in (("l2", 256 << 10), ("l3", 8 << 20))),
                memory("triad_nt", rates["memory"]), memory("fill_nt", rates["memory"])]

    def test_the_share_of_what_bounds_a_case(self):
        def one(layout, rate, mesh, meshes, results, count="avatars:1"):
            return skin(f"cpu/avx512/{layout}", rate, mesh=mesh, count=count, products_per_vertex=64.0,
                        vector_loads_per_vertex=1.0, broadcasts_per_vertex=1.0, bytes_in_per_vertex=60.0,
                        bytes_out_per_vertex=40.0, bytes_of_meshes=meshes, bytes_of_results=results)
        context = {"cpu": "made up (family 0, model 0)", "caches": "32768 1048576 33554432"}
        # In L2 products and bytes take 1 ns each, loads half of it; in L3 bytes take 2; in memory what is written 2.
        small = one("pnt", 850e6, "verts:5000/infl:4", 300e3, 200e3)
        large = one("pnt", 300e6, "verts:20000/infl:4", 1200e3, 800e3)
        crowd = one("pnt", 450e6, "verts:20000/infl:4", 1200e3, 800e6, "avatars:1000")
        report = self.report(*self.limits(), small, large, crowd, context=context)
        self.expect(self.row(report, "share of the bound, PNT in L2, AVX-512"), "met", 85.0)
        self.expect(self.row(report, "share of the bound, PNT in L3, AVX-512"), "short", 60.0)
        self.assertIn("limited by L3", self.row(report, "share of the bound, PNT in L3, AVX-512")["note"])
        with open(os.path.join(self.folder.name, "goals.md"), encoding="utf-8") as file:
            table = [line for line in file if line.startswith("| `avx512/pnt")]
        self.assertEqual(len(table), 3)
        self.assertIn("| memory | 1.00 | 0.50 | L3 1.20, memory 2.00 | 500 Mv/s | 450 Mv/s | 90 % | memory |", table[1])
        self.assertIn("roofline.svg", report["plots"])
        self.expect(self.row(report, "no case beyond its bound"), "met", 90.0)
        beyond = self.report(*self.limits(), one("pnt", 1100e6, "verts:5000/infl:4", 300e3, 200e3), context=context)
        self.expect(self.row(beyond, "no case beyond its bound"), "short", 110.0)

    def test_a_crowd_as_a_whole_is_reported_by_stage(self):
        def crowd(how, avatars, threads, microseconds, **counters):
            return case(f"crowd/cpu/avx512/{how}/avatars:{avatars}/threads:{threads}", avatars_per_second=1e6 / microseconds,
                        motion_us=microseconds / 4, skin_us=microseconds / 2, **counters)
        report = self.report(crowd("by_distance", 100, 1, 30.0), crowd("in_full", 1000, 2, 40.0),
                             crowd("by_distance", 1000, 1, 8.0, in_view=300, skinned=180, vertices=1.5e6,
                                   bytes_per_avatar=42e3, bytes_per_avatar_on_device=63e3))
        row = self.row(report, "1000 different avatars as a whole, detail and rate by distance, 1 thread")
        self.expect(row, "reported", 8.0)
        for part in ("motion 2.00, skin 4.00", "300 in view, 180 skinned a frame (1.50 M vertices)", "42 kB an avatar"):
            self.assertIn(part, row["note"])
        self.expect(self.row(report, "1000 different avatars as a whole, all in full, 2 threads"), "reported", 40.0)
        self.assertIn("crowd.svg", report["plots"])

    def test_a_case_without_its_limits_has_no_share(self):
        report = self.report(skin("cpu/avx512/pnt", 1e6, products_per_vertex=64.0), context={"caches": "1 2 3"})
        self.expect(self.row(report, "share of the bound, PNT in L2, AVX-512"), "not measured")

    def test_product_rates_stand_as_the_maker_says(self):
        def rows(wide, narrow, context):
            return self.report(products("avx512", wide), products("avx2", narrow), context=context)
        zen4, zen5 = ({"cpu": f"AMD EPYC (family {family}, model 17)"} for family in (25, 26))
        goal = "product rates as documented, avx512 to avx2"
        self.expect(self.row(rows(60e9, 58e9, zen4), goal), "met")
        self.expect(self.row(rows(60e9, 50e9, zen4), goal), "short")
        self.expect(self.row(rows(110e9, 58e9, zen5), goal), "met")
        self.expect(self.row(rows(60e9, 58e9, zen5), goal), "short")
        self.assertIn("57647", self.row(rows(60e9, 58e9, zen4), goal)["measured"] + self.row(
            rows(60e9, 58e9, zen4), goal)["note"])
        unknown = rows(60e9, 58e9, {"cpu": "another (family 7, model 1)"})
        self.expect(self.row(unknown, "product rates as documented"), "not measured")

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

    def test_loading_names_size_and_rate(self):
        report = self.report(case("load/glb/verts:110000", time=12e6, bytes_per_second=600e6),
                             case("load/copy_of_glb/verts:110000", time=0.25e6, bytes_per_second=28.8e9),
                             case("load/dae/verts:110000", time=86e6, bytes_per_second=310e6))
        glb, dae, asset = (self.row(report, f"reading a .{ending} ") for ending in ("glb", "dae", "llmesh"))
        self.assertEqual((glb["status"], dae["status"], asset["status"]), ("met", "short", "not measured"))
        self.assertEqual(glb["note"], "7.2 MB, 0.60 GB/s; copying the file: 28.8 GB/s")

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

    def test_gpu_goals_take_a_shaders_copy_where_it_is_faster(self):
        ours = skin("vulkan/NVIDIA_H200/pnt", 1, count="meshes:1024", bytes_per_second=0.9e12)
        report = self.report(memory("device_copy_vulkan", 1e12), memory("device_copy_by_shader_vulkan", 2e12), ours)
        row = self.row(report, "GPU (vulkan), 1000+ avatars, distinct")
        self.expect(row, "short", 45.0)
        self.assertIn("device_copy_by_shader_vulkan", row["note"])

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
        steady = [case("skin/ogre/sse/pn/" + MESH, time, vertices_per_second=2e11) for time in (99.0, 100.0, 101.0)]
        torn = [case(name, time, vertices_per_second=2e11) for time in (80.0, 100.0, 120.0)]
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

    def test_what_no_machine_can_have_measured_is_refused(self):
        faults = {"more than any machine": skin("cpu/avx512/pnt", 1e14),
                  "by its time": dict(skin("cpu/avx512/pnt", 1e9), real_time=1.0),
                  "is nan": memory("copy", float("nan")), "is -1": memory("copy", -1.0), "is 0.0": memory("copy", 0.0)}
        for words, fault in faults.items():
            done = self.run_script(json.dumps({"context": {}, "benchmarks": [fault]}))
            self.assertEqual(done.returncode, 3, words)
            self.assertIn(words, done.stderr)

    def received(self):
        return subprocess.run([sys.executable, RECEIVED, self.folder.name], capture_output=True, encoding="utf-8")

    def test_a_folder_that_was_sent_in_is_whole_and_plausible(self):
        def write(name, text):
            with open(os.path.join(self.folder.name, name), "w", encoding="utf-8") as file:
                file.write(text)
            return f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n"

        sent = {"context": {"gl_device": "A GPU"}, "benchmarks": [skin("gl/A_GPU/pnt", 1e9)]}
        sums = write("results.json", json.dumps(sent)) + write("log.txt", "fine")
        self.assertEqual(self.received().returncode, 3)
        write("SHA256SUMS", sums)
        done = self.received()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("gl_device: A GPU\n1 cases, 0 failed", done.stdout)
        write("log.txt", "finer")
        write("more.txt", "")
        done = self.received()
        self.assertEqual(done.returncode, 1)
        self.assertIn("log.txt was changed", done.stdout)
        self.assertIn("more.txt is not of the kit", done.stdout)
        write("SHA256SUMS", "nonsense")
        self.assertEqual(self.received().returncode, 3)

    def test_the_printed_table_has_the_same_rows(self):
        text = json.dumps({"context": {}, "benchmarks": [skin("ogre/sse/pn", 1e6), skin("cpu/avx512/pn", 4e6)]})
        printed = self.run_script(text).stdout
        self.assertRegex(printed, r"(?m)^PN, one thread, AVX-512 +≥ 4 × OGRE +4.00 × +met$")
        self.assertRegex(printed, r"(?m)^PNT as ozz does it, one thread, AVX-512 +≥ 5 × ozz SSE2 +– +not measured$")


if __name__ == "__main__":
    unittest.main()
