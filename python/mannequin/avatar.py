"""One avatar: sliders, worn meshes, pose, and the results."""

from __future__ import annotations

import json
from ctypes import byref, c_double
from dataclasses import dataclass
from typing import Any, Mapping, Sequence

import numpy as np

from . import _abi
from ._arrays import Source, bytes_of, doubles, pointer
from ._library import Handle, call, new
from .character import Character
from .clip import Clip
from .errors import ArgumentError, DataError
from .meshes import Mesh, Meshes, Vertices
from .skinner import Skinner

_NO_TURN = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class BodySize:
    """Metres, regardless of the pose. `root_above_ground`: the height of mRoot at which the avatar stands."""

    male: bool
    height: float
    pelvis_to_foot: float
    root_above_ground: float


class Avatar(Handle):
    """Sliders, worn meshes and pose of one avatar. For one thread at a time.

    Metres; X forward, Y left, Z up; mRoot at the origin unless set_root() places it, so that the feet are at about
    z = -1.06. Quaternions are x, y, z, w. Results are computed when they are asked for.
    """

    _kind = "avatar"

    def __init__(self, character: Character) -> None:
        super().__init__("avatar_create", character.handle)
        self.character = character
        self._stale = True
        self._skinner: Skinner | None = None

    def _set(self, function: str, *arguments: Any) -> None:
        call("avatar_" + function, self.handle, *arguments)
        self._stale = True

    # --- sliders

    def set_slider(self, slider: str | int, weight: float | None = None, *, percent: float | None = None) -> None:
        """By id, name or label: a weight from the slider's min to max, or per cent, as people see it. Clamped."""
        if (weight is None) == (percent is None):
            raise ArgumentError("set_slider: needs a weight or per cent, and not both.")
        if percent is not None:
            found = self.character.slider(slider)
            number, weight = found.id, found.weight(percent)
        else:
            number = slider if isinstance(slider, int) else self.character.slider(slider).id
        self._set("set_slider", number, weight)

    def set_sliders(self, weights: Mapping[str | int, float]) -> None:
        """Several weights by id, name or label; others are unchanged."""
        for slider, weight in weights.items():
            self.set_slider(slider, weight)

    def set_sex(self, sex: str) -> None:
        """"female" or "male"."""
        if sex not in ("female", "male"):
            raise ArgumentError(f"sex '{sex}': must be female or male.")
        self.set_slider(80, 1.0 if sex == "male" else 0.0)

    def reset_sliders(self) -> None:
        """Resets all sliders to their defaults."""
        self._set("reset_sliders")

    def set_shape(self, source: Source, *, name: str | None = None) -> None:
        """Replaces all sliders by a shape: our JSON, a viewer's appearance XML, or a wearable asset. A path or bytes."""
        data, named = bytes_of(source, name)
        self._set("set_shape", data.ctypes.data, data.size, named)

    # --- worn meshes

    def wear(self, meshes: Meshes, *, asset_id: str | None = None) -> None:
        """Applies the joint positions of the meshes; wearing a set again puts it last. Where several move a joint, the
        greatest asset id wins."""
        self._set("wear", meshes.handle, None if asset_id is None else asset_id.encode("utf-8"))

    def take_off(self, meshes: Meshes) -> None:
        """Removes the joint positions of the meshes."""
        self._set("take_off", meshes.handle)

    # --- pose

    def set_rotation(self, joint: str | int, xyzw: Sequence[float]) -> None:
        """Replaces the local rotation."""
        self._set("set_rotation", self.character.joint(joint).index, doubles(xyzw, 4, "rotation"))

    def set_position(self, joint: str | int, xyz: Sequence[float]) -> None:
        """Replaces the local position from shape and worn meshes: metres in the parent's frame."""
        self._set("set_position", self.character.joint(joint).index, doubles(xyz, 3, "position"))

    def set_root(self, position: Sequence[float] = (0.0, 0.0, 0.0), rotation: Sequence[float] = _NO_TURN) -> None:
        """The world transform of mRoot."""
        self._set("set_root", doubles(position, 3, "position"), doubles(rotation, 4, "rotation"))

    def set_pose(self, pose: Source | Mapping[str, Any]) -> None:
        """Replaces the whole pose: {"rotations": {joint: xyzw}, "positions": {joint: xyz}, "root": {"position": xyz,
        "rotation": xyzw}}, as a dict or a JSON file."""
        if not isinstance(pose, Mapping):
            data, named = bytes_of(pose, None)
            try:
                pose = json.loads(bytes(data).decode("utf-8-sig"))
            except ValueError as problem:
                raise DataError(f"{named.decode()}: is no pose: {problem}") from None
        unknown = set(pose) - {"rotations", "positions", "root"} if isinstance(pose, Mapping) else {"a list"}
        if unknown:
            raise DataError(f"pose: has {', '.join(sorted(map(str, unknown)))}; it takes rotations, positions and root.")
        self.clear_pose()
        for joint, xyzw in pose.get("rotations", {}).items():
            self.set_rotation(joint, xyzw)
        for joint, xyz in pose.get("positions", {}).items():
            self.set_position(joint, xyz)
        if "root" in pose:
            self.set_root(**pose["root"])

    def set_clip(self, clip: Clip, seconds: float) -> None:
        """The pose of a single clip, this long after its start: looping, or holding its last pose. Replaces the whole
        pose except for mRoot."""
        self._set("set_clip", clip.handle, seconds)

    def start_clip(self, clip: Clip) -> None:
        """Starts at the avatar's time, which update_clips() sets. Clips blend by priority and ease, as in the viewer."""
        self._set("start_clip", clip.handle)

    def stop_clip(self, clip: Clip) -> None:
        """Stops the clip, which eases out."""
        self._set("stop_clip", clip.handle)

    def update_clips(self, seconds: float) -> None:
        """Applies all started clips at this time, which must not decrease."""
        self._set("update_clips", seconds)

    def clear_pose(self) -> None:
        """The rest pose, without clips, mRoot at the origin."""
        self._set("clear_pose")

    # --- results

    def evaluate(self) -> None:
        """Computes the joints. Methods that return results do this automatically."""
        if self._stale:
            call("avatar_evaluate", self.handle)
            self._stale = False

    def body_size(self) -> BodySize:
        self.evaluate()
        size = new(_abi.mannequin_body_size)
        call("avatar_get_body_size", self.handle, byref(size))
        return BodySize(bool(size.male), size.height, size.pelvis_to_foot, size.root_above_ground)

    def joint_position(self, joint: str | int) -> np.ndarray:
        """In the world, metres, float64."""
        self.evaluate()
        out = (c_double * 3)()
        call("avatar_get_joint_position", self.handle, self.character.joint(joint).index, out)
        return np.array(out)

    def joint_positions(self) -> np.ndarray:
        """Of all joints, j x 3, float64."""
        self.evaluate()
        out = np.empty((len(self.character.joints), 3))
        for index, row in enumerate(out):
            call("avatar_get_joint_position", self.handle, index, pointer(row))
        return out

    def joint_matrices(self) -> np.ndarray:
        """World from joint, including scale, j x 4 x 4, float32, acting on column vectors."""
        self.evaluate()
        out = np.empty((len(self.character.joints), 4, 4), np.float32)
        call("avatar_copy_joint_matrices", self.handle, _abi.ROW_MAJOR_4X4, pointer(out), out.size)
        return out

    def palette(self, mesh: Mesh) -> np.ndarray:
        """World from bind space for each of mesh.joints(), and last the identity: p x 4 x 4, float32."""
        self.evaluate()
        out = np.empty((mesh.palette_size, 4, 4), np.float32)
        call("avatar_copy_palette", self.handle, mesh.meshes.handle, mesh.index, _abi.ROW_MAJOR_4X4, pointer(out),
             out.size)
        return out

    def skin(self, mesh: Mesh, *, positions: np.ndarray | None = None,
             normals: np.ndarray | None = None) -> Vertices:
        """The mesh as this avatar deforms it, in the world. Arrays passed in, float32 of n x 3, perhaps views of
        interleaved ones, are written to in place."""
        if self._skinner is None:
            self._skinner = Skinner()
        return self._skinner.skin(self, mesh, positions=positions, normals=normals)
