"""Poses for Blender's bones out of places of joints. No bpy: matrices are 4 x 4, acting on column vectors."""

import numpy as np


def pose_of(rests, parents, places):
    """The basis matrix of each bone that brings its head to the place, unturned and unscaled; None: it goes with its
    parent. rests: rest matrices in the armature's space, parents first; parents: index or -1; places: three numbers in
    the armature's space, or None."""
    posed, bases = [], []
    for rest, parent, place in zip(rests, parents, places):
        rest = np.asarray(rest, np.float64)
        # Where the bone would be if it were not posed itself.
        carried = rest if parent < 0 else posed[parent] @ np.linalg.inv(rests[parent]) @ rest
        if place is None:
            posed.append(carried)
            bases.append(None)
            continue
        wanted = rest.copy()
        wanted[:3, 3] = place
        posed.append(wanted)
        bases.append(np.linalg.inv(carried) @ wanted)
    return bases
