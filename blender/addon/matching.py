"""Which vertex of an exported file is which of the scene's: by place, since exporters split and reorder them. No bpy."""

import numpy as np

TOLERANCE = 1e-4  # metres


def nearest(points, candidates, tolerance=TOLERANCE):
    """For each point the index of a candidate within the tolerance, or -1. Nearer ones are preferred, to within a power
    of ten: what an exporter left in its place is found before a neighbour."""
    points, candidates = np.asarray(points, np.float64), np.asarray(candidates, np.float64)
    found = np.full(len(points), -1)
    for reach in (tolerance / 1000, tolerance / 100, tolerance / 10, tolerance):
        open_ = np.flatnonzero(found < 0)
        if len(open_) and len(candidates):
            found[open_] = _within(points[open_], candidates, reach)
    return found


def _within(points, candidates, reach):
    """Points that are closer than this share a cell, twice as wide, of one of eight grids that are half a cell apart."""
    found, best = np.full(len(points), -1), np.full(len(points), np.inf)
    for shift in np.ndindex(2, 2, 2):
        offset = np.array(shift) * 0.5
        cells = np.floor(np.vstack([candidates, points]) / (2 * reach) + offset).astype(np.int64)
        _, numbers = np.unique(cells, axis=0, return_inverse=True)
        numbers = numbers.reshape(-1)
        holder = np.full(numbers.max() + 1, -1)
        holder[numbers[: len(candidates)]] = np.arange(len(candidates))
        here = holder[numbers[len(candidates):]]
        distance = np.where(here >= 0, np.linalg.norm(points - candidates[here], axis=1), np.inf)
        better = (distance <= reach) & (distance < best)
        found[better], best[better] = here[better], distance[better]
    return found
