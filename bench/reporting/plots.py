"""The plots: throughput against vertices and against avatars, one line per backend and target."""

from .crowd import crowd_plot
from .results import TARGETS
from .roofline import LEVELS, bounds, both_ways
from .svg import Limit, Series, number, plot

# Fixed styles, so that a line looks alike in every plot; other lines take what is left.
STYLES = {"cpu avx512": 0, "cpu avx2": 5, "cpu sse4": 2, "cpu scalar": 7, "OGRE": 1, "GLM loop": 4,
          "reference": 6, "avx512": 0, "avx2": 5, "sse4": 2, "scalar": 7}
GPU_STYLE = 3
LAYOUT_NAMES = {"pnt": "position, normal, tangent", "pn": "position, normal", "packed": "packed vertices"}


def line_name(case):
    backend, target = case.words[1:3]
    if backend == "reference":
        return "reference"
    if backend in ("gl", "vulkan"):
        device = target.replace("_", " ").split(" (")[0]
        return f"{'OpenGL' if backend == 'gl' else 'Vulkan'}, {device}"
    name = {"ogre": "OGRE", "glm": "GLM loop"}.get(backend, f"{backend} {target}")
    threads = case.settings.get("threads", 1)
    return name if threads == 1 else f"{name}, {threads} threads"


def lines(cases, setting, counter):
    """One Series per backend and target, in a fixed order. Within a line, cases must differ in `setting` only."""
    points = {}
    for case in cases:
        points.setdefault(line_name(case) if case.words[0] == "skin" else target_name(case), []).append(
            (case.settings[setting], case.values[counter]))
    series = []
    for label in sorted(points, key=lambda name: (name.split(",")[0] not in STYLES, name)):
        style = STYLES.get(label.split(",")[0], GPU_STYLE)
        series.append(Series(label, sorted(points[label]), style, dashed="threads" in label or "Vulkan" in label))
    return series


def target_name(case):
    """update/batch/avx512/everything: avx512, of the batch."""
    return next((word for word in case.words if word in TARGETS), case.words[1])


def worth_drawing(series):
    return any(len(one.points) > 1 for one in series)


def machine_line(context):
    parts = [str(context.get(key, "")) for key in ("cpu", "compiler")]
    return ", ".join(part for part in parts if part)


def most_common(values):
    values = list(values)
    return max(sorted(set(values)), key=values.count)


def against_vertices(results, layout):
    cases = results.find("skin", None, None, layout, avatars=1, threads=1, infl=4, value="vertices_per_second")
    cases = [case for case in cases if "verts" in case.settings]
    title = f"Skinning one avatar: {LAYOUT_NAMES.get(layout, layout)}"
    return title, "vertices", "vertices per second", lines(cases, "verts", "vertices_per_second"), ()


def against_instances(results, layout, what):
    """`what`: "avatars" of one mesh, or "meshes" with one avatar each."""
    cases = [case for case in results.find("skin", None, None, layout, value="vertices_per_second")
             if what in case.settings and "verts" in case.settings]
    if not cases:
        return "", "", "", [], ()
    verts = most_common(case.settings["verts"] for case in cases)
    influences = most_common(case.settings.get("infl") for case in cases if case.settings["verts"] == verts)
    cases = [case for case in cases
             if case.settings["verts"] == verts and case.settings.get("infl") == influences]
    cases = [case for case in cases if case.settings.get("threads", 1) == 1 or is_widest(case, cases)]
    who = "Avatars of one mesh" if what == "avatars" else "Distinct meshes"
    title = f"{who}, {verts} vertices each: {LAYOUT_NAMES.get(layout, layout)}"
    series = lines(cases, what, "vertices_per_second")
    return title, what, "vertices per second", series, memory_limit(results, cases, what)


def is_widest(case, cases):
    present = [target for target in TARGETS if any(target in other.words for other in cases)]
    return not present or present[0] in case.words


def memory_limit(results, cases, what):
    """One thread's limit from memory alone: stores for one mesh, reads and stores for distinct ones."""
    kind = "fill_nt" if what == "avatars" else "triad_nt"
    limits = results.find("memory", kind, threads=1, value="bytes_per_second")
    ours = [case for case in cases if case.words[1] == "cpu" and case.values.get("bytes_per_second")]
    if not limits or not ours:
        return ()
    rate = max(limits, key=lambda case: case.settings["size"]).values["bytes_per_second"]
    case = max(ours, key=lambda one: one.settings[what])
    bytes_each = case.values["bytes_per_second"] / case.values["vertices_per_second"]
    return (Limit(f"memory, one thread ({kind})", rate / bytes_each),)


def shape_and_pose(results, kind, title):
    cases = [case for case in results.find(kind, "batch", threads=1, value="avatars_per_second")
             if "avatars" in case.settings]
    return title, "avatars at once", "avatars per second", lines(cases, "avatars", "avatars_per_second"), ()


def products_per_byte(bound):
    values = bound.case.values
    return values["products_per_vertex"] / (values["bytes_in_per_vertex"] + values["bytes_out_per_vertex"])


def roofline(results):
    """Products per second against products per byte, one thread: the machine's limits as lines, cases as points."""
    found = [bound for bound in bounds(results) if bound.case.settings.get("threads") == 1]
    title = "Roofline, one thread"
    target = next((target for target in TARGETS if any(bound.case.words[2] == target for bound in found)), None)
    peak = results.value(f"limit/products/{target}/threads:1", "products_per_second")
    if not target or not peak:
        return "", "", "", [], ()
    found = [bound for bound in found if bound.case.words[2] == target]
    places = [products_per_byte(bound) for bound in found]
    low, high = min(places) / 2, max(places) * 2
    series = []
    for style, level in enumerate(LEVELS):
        rate = both_ways(results, level, 1)
        if rate:
            knee = peak / rate
            points = [(x, min(peak, rate * x)) for x in sorted({low, high, *([knee] if low < knee < high else [])})]
            series.append(Series(f"{level}, {rate / 1e9:.0f} GB/s", points, style, dashed=True))
    for bound in wanted_points(found):
        rate = bound.case.values["vertices_per_second"] * bound.case.values["products_per_vertex"]
        series.append(Series(point_name(bound), [(products_per_byte(bound), rate)], 6))
    return title + f", {target}", "products per byte read or written", "products per second", series, (
        Limit("products", peak),)


def wanted_points(found):
    """One point per layout and level for single avatars, and the two crowds: as many as are distinguishable."""
    chosen = {}
    for bound in found:
        settings = bound.case.settings
        many = next((what for what in ("avatars", "meshes") if settings.get(what, 1) > 1), "")
        if settings.get("infl") == 4:
            chosen.setdefault((bound.case.words[3], bound.level, many), bound)
    return list(chosen.values())


def point_name(bound):
    settings = bound.case.settings
    many = next((f"{settings[what]} {what}" for what in ("avatars", "meshes") if settings.get(what, 1) > 1),
                f"{number(settings['verts'])} vertices")
    return f"{bound.case.words[3]}, {many}, {bound.share * 100:.0f} %"


def all_plots(results):
    """File names and their SVG, if there is something to draw."""
    wanted = {}
    for layout in LAYOUT_NAMES:
        wanted[f"vertices_{layout}.svg"] = against_vertices(results, layout)
        wanted[f"avatars_{layout}.svg"] = against_instances(results, layout, "avatars")
        wanted[f"meshes_{layout}.svg"] = against_instances(results, layout, "meshes")
    wanted["shapes.svg"] = shape_and_pose(results, "shape", "Shapes from sliders, batches of avatars, one thread")
    wanted["palettes.svg"] = shape_and_pose(results, "palette", "Poses to palettes, batches of avatars, one thread")
    wanted["updates.svg"] = shape_and_pose(results, "update", "Sliders to palettes, batches of avatars, one thread")
    wanted["roofline.svg"] = roofline(results)
    wanted["crowd.svg"] = crowd_plot(results)
    subtitle = machine_line(results.context)
    return {name: plot(title, subtitle, x_label, y_label, series, limits)
            for name, (title, x_label, y_label, series, limits) in wanted.items() if worth_drawing(series)}
