"""A row of the table of goals, and the format of its figures."""

from dataclasses import dataclass

from .results import TARGETS

# reported: a figure without a target on this machine; the note says why.
MET, SHORT, NOT_MEASURED, REPORTED = "met", "short", "not measured", "reported"


@dataclass
class Row:
    goal: str
    bar: str
    measured: str = "–"
    status: str = NOT_MEASURED
    note: str = ""
    value: float = None  # in the target's own unit
    limit: float = None


def at_least(goal, bar, limit, value, unit, note=""):
    return Row(goal, bar, f"{value:.2f}{unit}", MET if value >= limit else SHORT, note, value, limit)


def at_most(goal, bar, limit, value, unit, note=""):
    return Row(goal, bar, f"{value:.3g}{unit}", MET if value <= limit else SHORT, note, value, limit)


def beside(goal, value, unit, note):
    return Row(goal, "–", f"{value:.2f}{unit}", REPORTED, note, value)


def millions(value):
    return f"{value / 1e6:.0f} Mv/s" if value < 1e9 else f"{value / 1e9:.2f} Gv/s"


def gigabytes(value):
    return f"{value / 1e9:.1f} GB/s"


def best_target(cases):
    """For the widest available target, its case closest to 20000 vertices with 4 influences."""
    def rank(case):
        target = case.words[2] if len(case.words) > 2 and case.words[2] in TARGETS else TARGETS[-1]
        return (TARGETS.index(target), abs(case.settings.get("verts", 20000) - 20000),
                abs(case.settings.get("infl", 4) - 4), case.name)
    return min(cases, key=rank, default=None)
