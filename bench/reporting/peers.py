"""Skinning compared with other libraries. They do different work: ozz does not normalise directions, OGRE does."""

from .rows import Row, at_least, beside, best_target, millions

# Measured once on another machine, as ratios within one run: ozz-animation is in no Debian package, so its
# figures are estimated from these. OGRE's PN equals ozz's PN; ozz's PNT does 165 where its PN does 188.
OZZ_PNT_OF_PN = 165.0 / 188.0
GLM_OF_OZZ = {("pnt", "verts"): 0.88, ("pnt", "mesh"): 0.96, ("pn", "verts"): 0.82, ("pn", "mesh"): 0.82}
OZZ_AVX2_OF_SSE2 = 1.18       # PNT
OZZ_BY_INFLUENCES = 1.50  # its best use on real weights, SSE2; AVX2: 1.78
OZZ_BY_INFLUENCES_AVX2 = 1.78

# A processor that completes one 512-bit product per cycle does no more of them than with 256 bits.
TWO_PRODUCTS = 1.8


def two_wide_products(results):
    """Whether 512-bit products are about twice as fast as 256-bit ones; assumed so if not measured."""
    wide, narrow = (results.value(f"limit/products/{target}/threads:1", "products_per_second")
                    for target in ("avx512", "avx2"))
    return not wide or not narrow or wide / narrow >= TWO_PRODUCTS


def barred(results, target, goal, limit, whose, ratio, note):
    """A row with its target, or without it if no kernel could reach it."""
    if target == "avx512" and two_wide_products(results):
        return at_least(goal, f"≥ {limit:g} × {whose}", limit, ratio, " ×", note)
    why = "no bar at AVX2" if target != "avx512" else "no bar: this processor finishes one 512-bit product a cycle"
    return beside(f"{goal}, against {whose}", ratio, " ×", f"{why}; {note}")


def skin_name(backend, target, layout, mesh="verts:20000/infl:4", threads=1):
    return f"skin/{backend}/{target}/{layout}/{mesh}/avatars:1/threads:{threads}"


def ozz_stand_in(results, layout, mesh):
    """ozz's default build in vertices per second, and its substitute: the stricter of two. Or None, and why."""
    kind = mesh.split(":")[0]
    candidates = []
    ogre = results.value(skin_name("ogre", "sse", "pn", mesh), "vertices_per_second")
    if ogre:
        factor = OZZ_PNT_OF_PN if layout == "pnt" else 1.0
        how = f"OGRE PN ({millions(ogre)})" + (f" × {factor:.3f}" if factor != 1.0 else "")
        candidates.append((ogre * factor, how))
    glm = results.value(skin_name("glm", "scalar", layout, mesh), "vertices_per_second")
    if glm:
        factor = GLM_OF_OZZ[layout, kind]
        candidates.append((glm / factor, f"the GLM loop {layout.upper()} ({millions(glm)}) / {factor}"))
    if not candidates:
        return None, "needs a peer: skin/ogre or skin/glm on the same mesh"
    value, how = max(candidates)
    note = f"stood in for ozz: {how} = {millions(value)}"
    if len(candidates) > 1:
        other, other_how = min(candidates)
        note += f"; the milder stand-in, {other_how}, gives {millions(other)}"
    return value, note


def against_ozz(results):
    base, note = ozz_stand_in(results, "pnt", "verts:20000/infl:4")
    for layout, title, limit in (("pnt_raw", "PNT as ozz does it", 5.0), ("pnt", "PNT, unit directions", None)):
        for target, words in (("avx512", "AVX-512"), ("avx2", "AVX2")):
            name = skin_name("cpu", target, layout)
            ours = results.value(name, "vertices_per_second")
            goal = f"{title}, one thread, {words}"
            if not ours or not base:
                yield Row(goal, f"≥ {limit:g} × ozz SSE2" if limit else "–", note=note if ours else f"no {name}")
                continue
            note_here = f"{millions(ours)}; {note}; its AVX2 build does {OZZ_AVX2_OF_SSE2} × that"
            if limit:
                yield barred(results, target, goal, limit, "ozz SSE2", ours / base, note_here)
            else:
                yield beside(f"{goal}, against ozz SSE2", ours / base, " ×", f"ozz leaves that out; {note_here}")


def against_ogre(results):
    base = results.value(skin_name("ogre", "sse", "pn"), "vertices_per_second")
    note = "OGRE itself"
    if not base:
        base, note = ozz_stand_in(results, "pn", "verts:20000/infl:4")
        note = note.replace("for ozz", "for OGRE")
    for target, words in (("avx512", "AVX-512"), ("avx2", "AVX2")):
        goal, name = f"PN, one thread, {words}", skin_name("cpu", target, "pn")
        ours = results.value(name, "vertices_per_second")
        if ours and base:
            yield barred(results, target, goal, 4.0, "OGRE", ours / base, f"{millions(ours)}; {note}: {millions(base)}")
        else:
            yield Row(goal, "≥ 4 × OGRE", note=note if ours else f"no {name}")


def real_weights(results):
    goal = "PNT, real weights, against ozz's best use"
    ours = best_target(results.find("skin", "cpu", None, "pnt", mesh="mannequin", avatars=1, threads=1,
                                    value="vertices_per_second"))
    base, note = ozz_stand_in(results, "pnt", "mesh:mannequin")
    if not ours or not base:
        return [Row(goal, "–", note=note if ours else "no skin/cpu/.../pnt/mesh:mannequin/avatars:1/threads:1")]
    rate = ours.values["vertices_per_second"]
    note = (f"{ours.words[2]}, {millions(rate)}; {note}; fed by influence count it does {OZZ_BY_INFLUENCES} × that "
            f"(built for AVX2 {OZZ_BY_INFLUENCES_AVX2} ×: {rate / base / OZZ_BY_INFLUENCES_AVX2:.2f})")
    return [beside(goal, rate / base / OZZ_BY_INFLUENCES, " ×", note)]


def peer_rows(results):
    yield from against_ozz(results)
    yield from against_ogre(results)
    yield from real_weights(results)
