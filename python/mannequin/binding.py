"""Weights for meshes, the way back from a shape, and how far a body stands out of its clothes. Positions are in bind
space: the pelvis at z = 1.067."""

from __future__ import annotations

from ctypes import byref, c_double, create_string_buffer, sizeof
from typing import Any, Callable, Iterable, NamedTuple

import numpy as np

from . import _abi
from ._arrays import pointer, taken
from ._library import bind_library, new
from .errors import ArgumentError, error_of

Progress = Callable[[float], object]


class Weights(NamedTuple):
    """n x 4 each, the greatest first, unused ones 0. Weights sum to 1, or to 0 for the `unweighted` vertices."""

    joints: np.ndarray
    weights: np.ndarray
    unweighted: int


class Rebased(NamedTuple):
    """n x 3, float32; and the largest distance that remains, metres."""

    positions: np.ndarray
    residual: float


class Fit(NamedTuple):
    """One case of fit(). `depth`: metres that the outermost vertex of the body is outside, 0 if none is; `area`: square
    metres of the body that are outside; `vertex`: that vertex, or None; `outside`: one number per vertex of the body,
    metres from the garment, positive outside it, negative under it, NaN for vertices that it does not cover."""

    depth: float
    area: float
    vertex: int | None
    outside: np.ndarray


def _call(name: str, *arguments: Any) -> None:
    said = create_string_buffer(2000)
    status = getattr(bind_library(), name)(*arguments, said, sizeof(said))
    if status != _abi.OK:
        raise error_of(status, said.value.decode("utf-8", "replace"))


class _Surface:
    """A structure, and the arrays that it points to."""

    def __init__(self, positions: Any, triangles: Any, name: str) -> None:
        self.positions = taken(positions, np.float32, (None, 3), f"{name}positions")
        self.triangles = taken(triangles, np.uint32, (None, 3), f"{name}triangles")
        self.struct = new(_abi.mannequin_bind_mesh)
        self.struct.vertex_count, self.struct.index_count = len(self.positions), self.triangles.size
        self.struct.positions, self.struct.indices = pointer(self.positions), pointer(self.triangles)


class _Making:
    """Options and results of one call. An exception in `progress` stops it and is raised afterwards."""

    def __init__(self, count: int, progress: Progress | None) -> None:
        self.options = new(_abi.mannequin_bind_options)
        self.result = new(_abi.mannequin_bind_result)
        self.joints = np.zeros((count, 4), np.uint16)
        self.weights = np.zeros((count, 4), np.float32)
        self.result.joints, self.result.weights = pointer(self.joints), pointer(self.weights)
        self.raised: BaseException | None = None
        if progress is not None:
            self.options.progress = _abi.mannequin_bind_options_progress(lambda _user, part: self._tell(progress, part))

    def _tell(self, progress: Progress, part: float) -> int:
        if self.raised is None:
            try:
                if progress(part) is not False:
                    return 1
            except BaseException as problem:  # it must not propagate into the library
                self.raised = problem
        return 0

    def run(self, name: str, *arguments: Any) -> Weights:
        try:
            _call(name, *arguments, byref(self.options), byref(self.result))
        except Exception:
            if self.raised is not None:
                raise self.raised from None
            raise
        return Weights(self.joints, self.weights, self.result.unweighted_count)


def bind(positions: Any, triangles: Any, bones: Any, *, method: str = "heat", smooth: int = 0,
         progress: Progress | None = None) -> Weights:
    """Automatic weights from bones. positions: n x 3; triangles: t x 3, counter-clockwise seen from outside; bones:
    b x 2 x 3, head and tail of each. The result's joints are indices of bones. `method`: "heat", or "voxel" for meshes
    that heat cannot do. `smooth`: times, afterwards. `progress`: called from 0 to 1, on any thread but one at a time;
    the call is given up with ArgumentError if it returns False."""
    if method not in ("heat", "voxel"):
        raise ArgumentError(f"method '{method}': must be heat or voxel.")
    surface = _Surface(positions, triangles, "")
    segments = taken(bones, np.float32, (None, 2, 3), "bones")
    making = _Making(len(surface.positions), progress)
    making.options.voxel, making.options.smooth = int(method == "voxel"), smooth
    array = (_abi.mannequin_bind_bone * max(len(segments), 1)).from_buffer_copy(
        segments.tobytes() or bytes(sizeof(_abi.mannequin_bind_bone)))
    return making.run("mannequin_bind", byref(surface.struct), array, len(segments))


def transfer(positions: Any, triangles: Any, source_positions: Any, source_triangles: Any, source_joints: Any,
             source_weights: Any, *, distance: float = 0.0, angle: float = 0.0, smooth: int = 0,
             progress: Progress | None = None) -> Weights:
    """Weights of another mesh, whose joints and weights are n x 4 as in Mesh.bound(): nearest points where they can be
    trusted, inpainted elsewhere. `distance`: how far a match is trusted, as a part of the source's diagonal (0: 0.05),
    of cloth that hangs twice as far; `angle`: likewise between normals, degrees (0: 30). Further as bind()."""
    surface = _Surface(positions, triangles, "")
    source = _Surface(source_positions, source_triangles, "source_")
    joints = taken(source_joints, np.uint16, (len(source.positions), 4), "source_joints")
    weights = taken(source_weights, np.float32, (len(source.positions), 4), "source_weights")
    making = _Making(len(surface.positions), progress)
    making.options.distance, making.options.angle, making.options.smooth = distance, angle, smooth
    return making.run("mannequin_transfer", byref(surface.struct), byref(source.struct), pointer(joints),
                      pointer(weights))


def rebase(targets: Any, joints: Any, weights: Any, matrices: Any) -> Rebased:
    """Positions in bind space that skinning brings to `targets`, n x 3. joints and weights: n x 4. matrices: m x 4 x 4
    (or x 3 x 4), world from bind space, as Avatar.palette() gives them."""
    goals = taken(targets, np.float32, (None, 3), "targets")
    slots = taken(joints, np.uint16, (len(goals), 4), "joints")
    shares = taken(weights, np.float32, (len(goals), 4), "weights")
    palette = np.asarray(matrices)
    if palette.ndim == 3 and palette.shape[1] == 4:
        palette = palette[:, :3]
    palette = taken(palette, np.float32, (None, 3, 4), "matrices")
    out, residual = np.empty_like(goals), c_double()
    _call("mannequin_rebase", pointer(goals), len(goals), pointer(slots), pointer(shares), pointer(palette), len(palette),
          pointer(out), byref(residual))
    return Rebased(out, residual.value)


def fit(body: Any, body_triangles: Any, garment: Any, garment_triangles: Any, cases: Iterable[tuple[Any, Any]], *,
        outer_sides_only: bool = False) -> list[Fit]:
    """How far a body stands out of a garment, as the command `mannequin fit` measures it. `body` and `garment` in bind
    space decide what the garment covers: Mesh.bound(), or pairs of positions and normals, n x 3 each. `cases`: the two
    in a shape and pose each, as Avatar.skin() gives them. `outer_sides_only`: without the inner side of double-sided
    cloth, for wide skirts."""
    inside = _Surface(body[0], body_triangles, "body: ")
    outside = _Surface(garment[0], garment_triangles, "garment: ")
    normals = taken(body[1], np.float32, (len(inside.positions), 3), "body: normals")
    made, kept = [], []
    for posed_body, posed_garment in cases:
        one = new(_abi.mannequin_fit_case)
        arrays = (taken(posed_body[0], np.float32, (len(inside.positions), 3), "body of a case: positions"),
                  taken(posed_body[1], np.float32, (len(inside.positions), 3), "body of a case: normals"),
                  taken(posed_garment[0], np.float32, (len(outside.positions), 3), "garment of a case: positions"),
                  np.empty(len(inside.positions), np.float32))
        one.body, one.body_normals, one.garment, one.outside = map(pointer, arrays)
        made.append(one)
        kept.append(arrays)
    array = (_abi.mannequin_fit_case * max(len(made), 1))(*made)
    _call("mannequin_fit", byref(inside.struct), pointer(normals), byref(outside.struct), int(outer_sides_only), array,
          len(made))
    return [Fit(one.depth, one.area, None if one.vertex == 0xFFFFFFFF else one.vertex, arrays[3])
            for one, arrays in zip(array, kept)]
