"""The JSON of build/mannequin_bench: cases by name, and their medians."""

import json
import math
import statistics
from dataclasses import dataclass, field

TARGETS = ("avx512", "avx2", "sse4", "scalar")  # widest first
COUNTERS = ("vertices_per_second", "avatars_per_second", "bytes_per_second", "products_per_second", "loads_per_second")
# Of one vertex, or of a whole case: what its kernel needs (skin_needs.h).
NEEDS = ("products_per_vertex", "vector_loads_per_vertex", "broadcasts_per_vertex", "bytes_in_per_vertex",
         "bytes_out_per_vertex", "bytes_of_meshes", "bytes_of_results")
# Of a frame of a crowd (crowd_bench.cpp): microseconds per avatar by stage, numbers of avatars and vertices, memory.
OF_A_FRAME = ("look_us", "motion_us", "palettes_us", "boxes_us", "gather_us", "skin_us", "in_view", "updated", "skinned",
              "vertices", "bytes_per_avatar", "bytes_per_avatar_on_device")
# The library's additions to names, which scripts need not know.
REMARKS = ("real_time", "manual_time", "process_time")
SOFTWARE_GPUS = ("llvmpipe", "softpipe", "lavapipe", "swiftshader")
UNSTEADY = 0.1  # above this spread a median means little
TO_NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def is_software_gpu(device):
    return any(gpu in device.lower() for gpu in SOFTWARE_GPUS)


@dataclass
class Case:
    """skin/cpu/avx512/pnt/verts:20000/threads:1: parts without a colon are words, others are settings."""

    name: str
    words: tuple
    settings: dict
    values: dict = field(default_factory=dict)  # counters as in the JSON; time: real nanoseconds per iteration
    error: str = ""
    spread: float = 0.0  # standard deviation over mean of the repetitions' times; 0 for a single one

    @property
    def skipped(self):
        return self.error.startswith("skipped:")

    @property
    def on_software_gpu(self):
        return any(is_software_gpu(word) for word in self.words)


def plain_name(name):
    return "/".join(part for part in name.split("/") if part not in REMARKS and not part.startswith("repeats:"))


def split_name(name):
    words, settings = [], {}
    for part in name.split("/"):
        key, colon, value = part.partition(":")
        if colon:
            settings[key] = int(value) if value.isdigit() else value
        else:
            words.append(part)
    return tuple(words), settings


def _values(entry):
    values = {key: float(entry[key]) for key in COUNTERS + NEEDS + OF_A_FRAME if key in entry}
    if "real_time" in entry:
        values["time"] = float(entry["real_time"]) * TO_NANOSECONDS[entry.get("time_unit", "ns")]
    return values


class Results:
    """All cases of one run, by name."""

    def __init__(self, context, cases):
        self.context = context
        self.cases = cases

    def find(self, *words, value=None, **settings):
        """Cases whose words begin with `words` (None: any) and that have these settings, and the value if named."""
        found = []
        for case in self.cases.values():
            begins = len(case.words) >= len(words) and all(
                wanted in (None, given) for wanted, given in zip(words, case.words))
            if begins and all(case.settings.get(key) == wanted for key, wanted in settings.items()):
                if not case.error and (value is None or value in case.values):
                    found.append(case)
        return found

    def value(self, name, key):
        case = self.cases.get(name)
        return case.values.get(key) if case and not case.error else None

    def unsteady(self):
        return sorted(case.name for case in self.cases.values() if case.spread > UNSTEADY)


def read_results(path):
    """Raises OSError, ValueError (also for JSON that is something else) with the file in the message."""
    with open(path, encoding="utf-8") as file:
        try:
            data = json.load(file)
            return Results(data["context"], collect(data["benchmarks"]))
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path}: is not the JSON of mannequin_bench ({error}); make it with "
                             "build/mannequin_bench --benchmark_out=FILE") from error


# No processor, memory or GPU comes close to these; anything above is a measuring error.
GREATEST = {"vertices_per_second": 1e13, "avatars_per_second": 1e12, "bytes_per_second": 1e14,
            "products_per_second": 1e15, "loads_per_second": 1e13}
# Medians of a rate and of a time may come from different repetitions.
RATE_AND_TIME = 0.5


def nonsense(results):
    """Impossible measurements, a sentence each: rates beyond any machine's, or inconsistent with their times."""
    found = []
    for case in results.cases.values():
        for key, value in case.values.items():
            if not math.isfinite(value) or value < 0.0 or (key in COUNTERS + ("time",) and value == 0.0):
                found.append(f"{case.name}: {key} is {value}")
            elif value > GREATEST.get(key, math.inf):
                found.append(f"{case.name}: {key} is {value:.3g}, more than any machine does")
        rate, time, verts = (case.values.get("vertices_per_second"), case.values.get("time"), case.settings.get("verts"))
        if case.words[0] == "skin" and rate and time and isinstance(verts, int):
            many = max(case.settings.get("avatars", 1), case.settings.get("meshes", 1))
            by_time = verts * many / (time * 1e-9)
            if not 1.0 - RATE_AND_TIME <= rate / by_time <= 1.0 + RATE_AND_TIME:
                found.append(f"{case.name}: {rate:.3g} vertices a second, but {by_time:.3g} by its time")
    return found


def join(several):
    """Joins runs of one machine; if a case is in two files, the later one wins."""
    context, cases = {}, {}
    for results in several:
        context.update(results.context)
        cases.update(results.cases)
    return Results(context, cases)


def collect(entries):
    cases, single, median = {}, {}, {}
    for entry in entries:
        name = plain_name(entry.get("run_name", entry["name"]))
        case = cases.setdefault(name, Case(name, *split_name(name)))
        if entry.get("error_occurred"):
            case.error = entry.get("error_message", "an error without a message")
        elif entry.get("run_type") != "aggregate":
            single.setdefault(name, []).append(_values(entry))
        elif entry.get("aggregate_name") == "median":
            median[name] = _values(entry)
        elif entry.get("aggregate_name") == "cv":
            case.spread = float(entry["real_time"])
    for name, case in cases.items():
        runs = single.get(name, [])
        case.values = median.get(name) or {
            key: statistics.median(run[key] for run in runs if key in run) for key in {k for run in runs for k in run}}
        times = [run["time"] for run in runs if "time" in run]
        if len(times) > 1 and not case.spread:
            case.spread = statistics.stdev(times) / statistics.mean(times)
    return cases
