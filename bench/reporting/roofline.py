"""What bounds each case of skinning on the CPU, from its kernel's needs and this machine's measured limits."""

import re
from dataclasses import dataclass

from .results import NEEDS, TARGETS
from .rows import MET, SHORT, Row, at_least, at_most

# One size per level, as memory_bench.cpp has them: of all arrays of all threads together.
LEVEL_SIZES = {"L1": 16 << 10, "L2": 256 << 10, "L3": 8 << 20, "memory": 1 << 30}
LEVELS = tuple(LEVEL_SIZES)

# Products per cycle by target, from the vendors' optimisation guides: family, models, rates, source. SSE4
# multiplies and adds in two instructions, which these processors execute on separate units.
DOCUMENTED = (
    (25, (range(0x10, 0x20), range(0x60, 0x80), range(0xa0, 0xb0)), {"avx512": 16, "avx2": 16, "sse4": 8},
     "Software Optimization Guide for the AMD Zen4 Microarchitecture, 57647"),
    (25, (range(0x00, 0x10), range(0x20, 0x60)), {"avx2": 16, "sse4": 8},
     "Software Optimization Guide for the AMD Family 19h Processors, 56665"),
    (23, (range(0x30, 0x100),), {"avx2": 16, "sse4": 8},
     "Software Optimization Guide for the AMD Family 17h Models 30h and Greater Processors, 56305"),
    (26, (range(0x00, 0x20), range(0x40, 0x50)), {"avx512": 32, "avx2": 16, "sse4": 8},
     "Software Optimization Guide for the AMD Zen5 Microarchitecture, 58455"),
    (6, (range(0x6a, 0x6b), range(0x8f, 0x90), range(0xad, 0xae), range(0xcf, 0xd0)), {"avx512": 32, "avx2": 16},
     "Intel 64 and IA-32 Architectures Optimization Reference Manual, 248966"),
)


@dataclass
class Bound:
    """Nanoseconds per vertex that each resource needs at least; the greatest bounds the case."""

    case: object
    needs: dict  # resource: nanoseconds
    level: str   # where the data are

    @property
    def limit(self):
        return max(self.needs, key=self.needs.get)

    @property
    def rate(self):
        return 1e9 / self.needs[self.limit]

    @property
    def share(self):
        return self.case.values["vertices_per_second"] / self.rate


def cache_bytes(context):
    """First, second and last cache, 0 if unknown."""
    words = str(context.get("caches", "")).split()
    sizes = [int(word) for word in words if word.isdigit()]
    return sizes if len(sizes) == 3 else [0, 0, 0]


def level_of(size, threads, context):
    """The first level that holds this many bytes: each thread has its own first and second cache."""
    first, second, last = cache_bytes(context)
    for name, capacity in (("L1", first * threads), ("L2", second * threads), ("L3", max(last, second * threads))):
        if size <= capacity:
            return name
    return "memory"


def bandwidth(results, level, threads, kinds):
    """The greatest of these at that level; None if none was measured."""
    rates = [results.value(f"memory/{kind}/size:{LEVEL_SIZES[level]}/threads:{threads}", "bytes_per_second")
             for kind in kinds]
    return max((rate for rate in rates if rate), default=None)


def both_ways(results, level, threads):
    return bandwidth(results, level, threads, ("triad_nt", "copy_nt") if level == "memory" else ("copy", "triad"))


def written(results, level, threads):
    return bandwidth(results, level, threads, ("fill_nt",)) if level == "memory" else both_ways(results, level, threads)


def bound_of(results, case):
    """The bound of one skin/cpu case; None if its needs are not recorded, or a limit was not measured."""
    values, target, threads = case.values, case.words[2], case.settings.get("threads", 1)
    if not all(need in values for need in NEEDS) or target not in TARGETS:
        return None
    products, vector_loads, broadcasts = (
        results.value(f"limit/{what}/{target}/threads:{threads}", counter)
        for what, counter in (("products", "products_per_second"), ("vector_loads", "loads_per_second"),
                              ("broadcasts", "loads_per_second")))
    source = level_of(values["bytes_of_meshes"], threads, results.context)
    whole = level_of(values["bytes_of_meshes"] + values["bytes_of_results"], threads, results.context)
    bytes_in, bytes_out = values["bytes_in_per_vertex"], values["bytes_out_per_vertex"]
    given, taken = both_ways(results, source, threads), written(results, whole, threads)
    together = both_ways(results, whole, threads)
    if not (products and vector_loads and broadcasts and given and taken and together):
        return None
    needs = {
        "products": values["products_per_vertex"] / products,
        "loads": values["vector_loads_per_vertex"] / vector_loads + values["broadcasts_per_vertex"] / broadcasts,
    }
    # A mesh that stays in a cache costs what is written beyond it, and what is read there.
    if source == whole:
        needs[whole] = (bytes_in + bytes_out) / together
    else:
        needs[source] = bytes_in / given
        needs[whole] = bytes_out / taken
    return Bound(case, {name: seconds * 1e9 for name, seconds in needs.items()}, whole)


def bounds(results):
    found = (bound_of(results, case) for case in results.find("skin", "cpu", value="vertices_per_second"))
    return sorted((bound for bound in found if bound), key=lambda bound: bound.case.name)


def documented(context):
    """Products per cycle by target on this processor and the document, or None."""
    found = re.search(r"family (\d+), model (\d+)", str(context.get("cpu", "")))
    if not found:
        return None
    family, model = int(found.group(1)), int(found.group(2))
    for known, models, rates, source in DOCUMENTED:
        if family == known and any(model in some for some in models):
            return rates, source
    return None


SHARE = 0.80
NEAR_DOCUMENT = 0.10


def share_rows(results):
    """One mesh, one avatar, one thread, with its data in the second and in the last cache."""
    found = [bound for bound in bounds(results)
             if bound.case.settings.get("avatars") == 1 and bound.case.settings.get("threads") == 1
             and bound.case.settings.get("infl") == 4]
    for target, words in (("avx512", "AVX-512"), ("avx2", "AVX2")):
        for layout in ("pnt", "pn", "packed"):
            for level in ("L2", "L3"):
                goal, bar = f"share of the bound, {layout.upper()} in {level}, {words}", f"≥ {SHARE:.0%}".replace("%", " %")
                cases = [bound for bound in found if bound.case.words[2:4] == (target, layout) and bound.level == level]
                if not cases:
                    yield Row(goal, bar, note=f"no skin/cpu/{target}/{layout} with its data in {level}, or no limit/...")
                    continue
                bound = min(cases, key=lambda one: abs(one.case.settings["verts"] - 20000))
                yield at_least(goal, bar, SHARE * 100, bound.share * 100, " %",
                               f"{bound.case.settings['verts']} vertices, "
                               f"{bound.case.values['vertices_per_second'] / 1e6:.0f} of {bound.rate / 1e6:.0f} Mv/s; "
                               f"limited by {bound.limit}")


def documented_rows(results):
    """Checks the limits' plausibility: the ratios of products at several widths agree with the vendor's."""
    known = documented(results.context)
    measured = {target: results.value(f"limit/products/{target}/threads:1", "products_per_second") for target in TARGETS}
    goal, bar = "product rates as documented", f"within {NEAR_DOCUMENT:.0%}".replace("%", " %")
    if not known:
        yield Row(goal, bar, note=f"no document is known for {results.context.get('cpu', 'this processor')}")
        return
    rates, source = known
    base = "avx2"
    for target in rates:
        if target == base:
            continue
        if not measured[target] or not measured[base]:
            yield Row(f"{goal}, {target} to {base}", bar, note=f"no limit/products/{target} or {base}; {source}")
            continue
        wanted, got = rates[target] / rates[base], measured[target] / measured[base]
        status = MET if abs(got / wanted - 1.0) <= NEAR_DOCUMENT else SHORT
        yield Row(f"{goal}, {target} to {base}", bar, f"{got:.2f}", status, f"{wanted:.2f} by {source}", got, wanted)


def beyond_rows(results):
    """Checks the limits' plausibility: a case faster than its bound means that a limit was measured too slow."""
    goal, bar = "no case beyond its bound", "≤ 100 %"
    greatest = max(bounds(results), key=lambda bound: bound.share, default=None)
    if greatest is None:
        yield Row(goal, bar, note="no skin/cpu with its limits")
    else:
        yield at_most(goal, bar, 100.0, greatest.share * 100, " %",
                      f"{greatest.case.name.removeprefix('skin/cpu/')}, limited by {greatest.limit}, comes closest")


def as_table(results):
    """Markdown; empty without a bound."""
    rows = bounds(results)
    if not rows:
        return []
    lines = ["## What bounds each case", "",
             "Nanoseconds per vertex that each resource needs at least; the greatest is the bound.", "",
             "| case | data in | products | loads | bytes | bound | measured | share | limited by |",
             "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
    for bound in rows:
        levels = ", ".join(f"{name} {bound.needs[name]:.2f}" for name in LEVELS if name in bound.needs)
        lines.append(
            f"| `{bound.case.name.removeprefix('skin/cpu/')}` | {bound.level} | {bound.needs['products']:.2f} "
            f"| {bound.needs['loads']:.2f} | {levels} | {bound.rate / 1e6:.0f} Mv/s "
            f"| {bound.case.values['vertices_per_second'] / 1e6:.0f} Mv/s | {bound.share * 100:.0f} % | {bound.limit} |")
    return lines + [""]
