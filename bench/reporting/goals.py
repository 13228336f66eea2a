"""The goals: targets and measurements. Every goal gives at least one row, measured or not."""

from .crowd import crowd_rows
from .peers import peer_rows
from .results import is_software_gpu
from .roofline import beyond_rows, documented_rows, share_rows
from .rows import MET, SHORT, Row, at_least, at_most, beside, best_target, gigabytes, millions

OZZ_PALETTE_NS = 1535.0       # pose to palette, 159 joints, SSE2

MANY_AVATARS, MANY_MESHES = 1000, 400
# Two threads are held to 1.9 only where two threads of nothing but products do at least this.
FULL_SCALING = 1.95
IN_CACHE_VERTICES, IN_MEMORY_VERTICES = 200_000, 4_000_000


def greatest_memory(results, kind, threads=1):
    cases = results.find("memory", kind, threads=threads, value="bytes_per_second")
    return max(cases, key=lambda case: case.settings["size"], default=None)


def layouts_of(cases):
    return sorted({case.words[3] for case in cases}, key=lambda layout: ("pnt", "packed", "pn").index(layout)
                  if layout in ("pnt", "packed", "pn") else 3)


def against_memory(results):
    """With one thread and, if measured, with two: one core may be unable to use the full memory bandwidth."""
    for goal, what, least, kind, limits in (
            ("1000 avatars of one mesh", "avatars", MANY_AVATARS, "fill_nt", {1: 0.75, 2: 0.85}),
            ("400 distinct meshes", "meshes", MANY_MESHES, "triad_nt", {1: 0.80, 2: 0.90})):
        for threads, limit in limits.items():
            bar = f"≥ {limit * 100:.0f} % of {kind}"
            base = greatest_memory(results, kind, threads)
            cases = [case for case in results.find("skin", "cpu", value="bytes_per_second", threads=threads)
                     if case.settings.get(what, 0) >= least]
            if not cases or not base:
                missing = f"memory/{kind}" if cases else f"skin/cpu/.../{what}:{least}/threads:1 with bytes_per_second"
                if threads == 1:
                    yield Row(goal, bar, note=f"no {missing}")
                continue
            for layout in layouts_of(cases):
                ours = best_target([case for case in cases if case.words[3] == layout])
                rate, limit_rate = ours.values["bytes_per_second"], base.values["bytes_per_second"]
                title = f"{goal}, {layout.upper()}" + (", two threads" if threads == 2 else "")
                yield at_least(title, bar, limit * 100, rate / limit_rate * 100, " %",
                               f"{ours.words[2]}, {gigabytes(rate)} of {gigabytes(limit_rate)}")


def vertices_at_once(case):
    return case.settings.get("verts", 0) * case.settings.get("avatars", case.settings.get("meshes", 1))


def two_threads(results):
    pairs = []
    for two in results.find("skin", "cpu", None, "pnt", threads=2, value="vertices_per_second"):
        one = results.cases.get(two.name.replace("threads:2", "threads:1"))
        if one and not one.error and "vertices_per_second" in one.values:
            pairs.append((one, two))
    kinds = (("in cache", 1.9, lambda n: n <= IN_CACHE_VERTICES, None),
             ("in memory", 1.8, lambda n: n >= IN_MEMORY_VERTICES, "fill_nt"))
    for title, limit, fits, memory in kinds:
        goal, bar = f"two threads, {title}", f"≥ {limit} × one"
        found = [pair for pair in pairs if fits(vertices_at_once(pair[0]))]
        widest = best_target([one for one, _ in found])
        found = [pair for pair in found if pair[0].words[2] == widest.words[2]] if widest else []
        if not found:
            yield Row(goal, bar, note="no pair of skin/cpu/.../pnt/... with threads:1 and threads:2 of that size")
            continue
        one, two = max(found, key=lambda pair: (vertices_at_once(pair[0]), pair[0].name))
        note = f"{one.name}: {millions(one.values['vertices_per_second'])}"
        single, double = (greatest_memory(results, memory, n) for n in (1, 2)) if memory else (None, None)
        if single and double:
            scaling = double.values["bytes_per_second"] / single.values["bytes_per_second"]
            note += f"; {memory} itself: {scaling:.2f} ×"
        ratio = two.values["vertices_per_second"] / one.values["vertices_per_second"]
        own = scaling_of_products(results, one.words[2])
        if own:
            note += f"; products themselves: {own:.2f} ×"
        if memory is None and own and own < FULL_SCALING:
            yield beside(goal, ratio, " ×", f"no bar: the machine's own products do not double; {note}")
        else:
            yield at_least(goal, bar, limit, ratio, " ×", note)


def scaling_of_products(results, target):
    one, two = (results.value(f"limit/products/{target}/threads:{threads}", "products_per_second") for threads in (1, 2))
    return two / one if one and two else None


def per_avatar(results):
    """Shape, pose and palettes: times. A batch's is the inverse of its avatars per second."""
    yield from (batch(results, target, title, limit)
                for target, title, limit in (("avx512", "AVX-512", 0.40), ("avx2", "AVX2", 0.50)))
    goal, bar = "pose → palette", "≥ 5 × ozz SSE2"
    case = best_target(results.find("palette", "batch", joints=110, avatars=256, threads=1, value="avatars_per_second"))
    if case:
        each = 1e9 / case.values["avatars_per_second"]
        yield at_least(goal, bar, 5.0, OZZ_PALETTE_NS / each, " ×",
                       f"{case.words[2]}, {each:.0f} ns; ozz's {OZZ_PALETTE_NS:.0f} ns are another machine's")
    else:
        yield Row(goal, bar, note="no palette/batch/.../joints:110/avatars:256/threads:1")
    for goal, words, limit, unit, scale in (
            ("one avatar, everything", ("update", "one_avatar", None, "everything"), 1.2, "µs", 1e3),
            ("one slider moved, shape only", ("update", "one_slider", None, "shape"), 50.0, "ns", 1.0)):
        case = best_target(results.find(*words, value="time"))
        bar = f"≤ {limit:g} {unit}"
        if case:
            yield at_most(goal, bar, limit, time_of_one(case) / scale, f" {unit}", case.words[2])
        else:
            yield Row(goal, bar, note=f"no {'/'.join(word or '...' for word in words)}")


def batch(results, target, title, limit):
    goal, bar = f"shape + pose + palette, 256 avatars, {title}", f"≤ {limit:.2f} µs each"
    name = f"update/batch/{target}/everything/avatars:256/threads:1"
    rate = results.value(name, "avatars_per_second")
    if not rate:
        return Row(goal, bar, note=f"no {name}")
    return at_most(goal, bar, limit, 1e6 / rate, " µs", "the bar is meant for the machine of performance.md")


def time_of_one(case):
    """Nanoseconds. An iteration may process several; the counter says how many."""
    rate = case.values.get("avatars_per_second")
    return 1e9 / rate if rate else case.values["time"]


def loading(results):
    for ending, limit in (("glb", 15.0), ("dae", 30.0), ("llmesh", 10.0)):
        goal, bar = f"reading a .{ending} of 110,000 vertices", f"≤ {limit:g} ms"
        name = f"load/{ending}/verts:110000"
        time, rate = results.value(name, "time"), results.value(name, "bytes_per_second")
        if not time or not rate:
            yield Row(goal, bar, note=f"no {name}")
            continue
        note = f"{rate * time / 1e15:.1f} MB, {rate / 1e9:.2f} GB/s"
        copied = results.value(f"load/copy_of_{ending}/verts:110000", "bytes_per_second")
        if copied:
            note += f"; copying the file: {gigabytes(copied)}"
        yield at_most(goal, bar, limit, time / 1e6, " ms", note)


def gpu(results):
    for what, title, limit in (("meshes", "distinct meshes", 0.85), ("avatars", "one mesh shared", 0.70)):
        for api in ("gl", "vulkan"):
            yield from gpu_rows(results, api, what, title, limit)


def limits_by_command_and_shader(results, kind, api):
    """Rates with names: the driver's own command is not always as fast as a shader."""
    names = [f"device_{kind}_{api}", f"device_{kind}_by_shader_{api}"]
    found = [(greatest_memory(results, name), name) for name in names]
    return [(case.values["bytes_per_second"], name) for case, name in found if case]


def gpu_rows(results, api, what, title, limit):
    goal = f"GPU ({api}), 1000+ avatars, {title}"
    bar = f"≥ {limit * 100:.0f} % of " + ("device copy" if what == "meshes" else "the write limit")
    cases = [case for case in results.find("skin", api, value="bytes_per_second")
             if case.settings.get(what, 0) >= MANY_AVATARS]
    real = [case for case in cases if not case.on_software_gpu]
    copies, fills = (limits_by_command_and_shader(results, kind, api) for kind in ("copy", "fill"))
    if not real or not copies:
        context = str(results.context.get(f"{api}_device", ""))
        software = context and is_software_gpu(context)
        why = (f"only a software GPU: {context}" if software else f"no memory/device_copy_{api}" if real else
               f"no skin/{api}/.../{what}:{MANY_AVATARS}+ on a GPU")
        yield Row(goal, bar, note=why)
        return
    # The write limit: whichever is greater, so that a slow fill does not make it easy.
    base, base_name = max(copies + fills if what == "avatars" else copies)
    for device in sorted({case.words[2] for case in real}):
        for layout in layouts_of(real):
            found = [case for case in real if case.words[2:4] == (device, layout)]
            if not found:
                continue
            ours = max(found, key=lambda case: (case.settings[what], case.settings.get("verts", 0), case.name))
            rate = ours.values["bytes_per_second"]
            yield at_least(f"{goal}, {layout.upper()}", bar, limit * 100, rate / base * 100, " %",
                           f"{device}, {gigabytes(rate)} of {gigabytes(base)} ({base_name})")


def agreement(results, verified):
    """Cases check themselves before they are timed; `verified` is the JSON of mannequin verify, or None."""
    goal, bar = "any backend against the reference", "positions 1e-5 of the box, normals 1e-4"
    wrong = [f"{case.name}: {case.error}" for case in results.cases.values() if case.error and not case.skipped]
    right = [case for case in results.cases.values() if not case.error and case.words[0] not in ("memory", "limit")]
    checked = len(right)
    backends = sorted({case.words[1] for case in right if case.words[0] == "skin"})
    notes = [f"benchmarked: {', '.join(backends)}"] if backends else []
    for backend in (verified or {}).get("backends", []):
        if "skipped" in backend:
            notes.append(f"verify: {backend['backend']} skipped ({backend['skipped']})")
        elif backend.get("agrees"):
            checked += 1
            packed = " packed" if backend.get("format") == "packed" else ""
            notes.append(f"verify: {backend['backend']}{packed} on {backend['device']} agrees, "
                         f"positions {backend['position_error']:.1e}, normals {backend['normal_error']:.1e}")
        else:
            wrong.append(f"verify: {backend['backend']} {backend.get('failed') or 'is over its limits'}")
    if wrong:
        return [Row(goal, bar, f"{len(wrong)} wrong", SHORT, "; ".join(wrong + notes), float(len(wrong)), 0.0)]
    if not checked:
        return [Row(goal, bar, note="nothing ran")]
    return [Row(goal, bar, f"{checked} right", MET, "; ".join(notes), 0.0, 0.0)]


def all_rows(results, verified=None):
    rows = []
    for part in (share_rows, documented_rows, beyond_rows, against_memory, two_threads, per_avatar, loading, peer_rows, crowd_rows, gpu):
        rows.extend(part(results))
    return rows + agreement(results, verified)
