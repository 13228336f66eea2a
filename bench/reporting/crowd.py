"""Whole crowds, crowd/...: what a frame costs by stage, reported without a bar, and the plot of its growth."""

from .rows import beside
from .svg import Series

STAGES = ("look", "motion", "palettes", "boxes", "gather", "skin")
WHOLE = 1000  # avatars


def device_of(case):
    return f"{case.words[1]} {case.words[2].replace('_', ' ')}"


def cost(case):
    """Microseconds per avatar and frame."""
    return 1e6 / case.values["avatars_per_second"]


def crowd_rows(results):
    for case in results.find("crowd", value="avatars_per_second", avatars=WHOLE):
        values, threads = case.values, case.settings["threads"]
        how = {"by_distance": "detail and rate by distance", "in_full": "all in full"}.get(case.words[3], case.words[3])
        stages = ", ".join(f"{stage} {values[f'{stage}_us']:.2f}" for stage in STAGES if f"{stage}_us" in values)
        note = (f"{device_of(case)}; µs an avatar: {stages}; {values.get('in_view', 0):.0f} in view, "
                f"{values.get('skinned', 0):.0f} skinned a frame ({values.get('vertices', 0) / 1e6:.2f} M vertices); "
                f"{values.get('bytes_per_avatar', 0) / 1e3:.0f} kB an avatar and "
                f"{values.get('bytes_per_avatar_on_device', 0) / 1e3:.0f} kB of results")
        yield beside(f"{WHOLE} different avatars as a whole, {how}, {threads} thread{'s' * (threads > 1)}",
                     cost(case) * WHOLE / 1e3, " ms a frame", note)


def crowd_plot(results):
    """Microseconds per avatar against avatars: whole frames, and the stages of one thread on the CPU."""
    whole, stages = {}, {}
    for case in results.find("crowd", value="avatars_per_second"):
        threads, in_full = case.settings["threads"], case.words[3] == "in_full"
        if case.on_software_gpu or (threads > 1 and (in_full or case.words[1] != "cpu")):
            continue
        label = f"{device_of(case)}{', in full' * in_full}" + (f", {threads} threads" if threads > 1 else "")
        whole.setdefault(label, []).append((case.settings["avatars"], cost(case)))
        if case.words[1] == "cpu" and threads == 1 and not in_full:
            for stage in STAGES[1:]:  # a look is too little to show
                time = case.values.get(f"{stage}_us", 0)
                if time > 0:
                    stages.setdefault(stage, []).append((case.settings["avatars"], time))
    series = [Series(label, sorted(points), style) for style, (label, points) in enumerate(sorted(whole.items()))]
    series += [Series(stage, sorted(points), 3 + n, dashed=True) for n, (stage, points) in enumerate(stages.items())]
    return "Whole frames of a crowd (lines) and their stages (dashes)", "avatars", "µs per avatar and frame", series, ()
