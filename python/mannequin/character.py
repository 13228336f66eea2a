"""A skeleton with its sliders."""

from __future__ import annotations

import logging
import os
from ctypes import byref, c_int32, c_uint32
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

from . import _abi
from ._arrays import Source
from ._library import Handle, call, new, text
from .errors import NotFoundError

if TYPE_CHECKING:
    from .avatar import Avatar
    from .clip import Clip
    from .meshes import Meshes

_KINDS = ("bone", "collision volume", "attachment point")
_SEXES = (None, "female", "male")
_LEVELS = {_abi.LOG_INFO: logging.INFO, _abi.LOG_WARNING: logging.WARNING, _abi.LOG_ERROR: logging.ERROR}
_logger = logging.getLogger("mannequin")


@_abi.mannequin_log_function
def _tell(_user: Any, severity: int, raw: bytes) -> None:
    _logger.log(_LEVELS.get(severity, logging.WARNING), "%s", text(raw))


_log = _abi.mannequin_log(_tell, None)  # lives as long as the module, since it may be called at any time


@dataclass(frozen=True)
class Joint:
    """A bone, collision volume or attachment point. `parent`: its index, -1 for mRoot."""

    index: int
    name: str
    parent: int
    kind: str


@dataclass(frozen=True)
class Slider:
    """An appearance slider. Weights range from min to max; the slider that people see, from 0 to 100 per cent."""

    id: int
    name: str
    label: str
    min: float
    max: float
    default: float
    sex: str | None  # of the avatars that it applies to; None: both

    def weight(self, percent: float) -> float:
        return self.min + (self.max - self.min) * percent / 100.0

    def percent(self, weight: float) -> float:
        return 100.0 * (weight - self.min) / (self.max - self.min)


class Character(Handle):
    """The skeleton and its sliders: the built-in ones, or those of a viewer's `character` folder.

    Immutable; any number of threads may use it. Oddities in files that are read with it go to the logger "mannequin".
    """

    _kind = "character"

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        if folder is None:
            super().__init__("character_builtin")
        else:
            super().__init__("character_from_folder", os.fspath(folder).encode("utf-8"))
        call("character_set_log", self.handle, byref(_log))
        self._joints = tuple(self._read_joints())
        self._sliders = tuple(self._read_sliders())

    def _count(self, what: str) -> int:
        count = c_uint32()
        call(f"{what}_count", self.handle, byref(count))
        return count.value

    def _read_joints(self) -> list[Joint]:
        found, info = [], new(_abi.mannequin_joint_info)
        for index in range(self._count("joint")):
            call("joint_get", self.handle, index, byref(info))
            found.append(Joint(index, text(info.name), info.parent, _KINDS[info.kind]))
        return found

    def _read_sliders(self) -> list[Slider]:
        found, info = [], new(_abi.mannequin_slider_info)
        for index in range(self._count("slider")):
            call("slider_get", self.handle, index, byref(info))
            found.append(Slider(info.id, text(info.name), text(info.label), info.min, info.max, info.default_weight,
                                _SEXES[info.sex]))
        return found

    @property
    def joints(self) -> tuple[Joint, ...]:
        """All joints, parents first."""
        return self._joints

    @property
    def sliders(self) -> tuple[Slider, ...]:
        """The parameters that a viewer transmits, by id. 80 is the sex: male above 0.5."""
        return self._sliders

    def joint(self, name: str | int) -> Joint:
        """By name, alias or index. NotFoundError suggests the closest name."""
        if isinstance(name, int):
            if not 0 <= name < len(self._joints):
                raise NotFoundError(f"There is no joint {name}: there are {len(self._joints)}, counted from 0.")
            return self._joints[name]
        index = c_uint32()
        call("joint_find", self.handle, name.encode("utf-8"), byref(index))
        return self._joints[index.value]

    def slider(self, name: str | int) -> Slider:
        """By id, name or label, as people type it: 33, "height", "Body Height"."""
        if isinstance(name, int):
            wanted = name
        else:
            found = c_int32()
            call("slider_find", self.handle, name.encode("utf-8"), byref(found))
            wanted = found.value
        for slider in self._sliders:
            if slider.id == wanted:
                return slider
        raise NotFoundError(f"There is no slider with the id {wanted}.")

    def avatar(self) -> Avatar:
        """The default avatar in the rest pose, wearing nothing."""
        from .avatar import Avatar

        return Avatar(self)

    def body(self) -> Meshes:
        """The built-in body."""
        from .meshes import Meshes

        return Meshes(self, "meshes_builtin_body")

    def load_meshes(self, source: Source, *, name: str | None = None, lod: int = 0,
                    importer: str = "viewer") -> Meshes:
        """The meshes of a file: .dae, .glb, self-contained .gltf, mesh assets. `source`: a path, or the bytes; `name`
        is the file's then, for messages. `lod`, of mesh assets: 0 high to 3 lowest. `importer`, of glTF files:
        "viewer", "viewer-next" or "strict"."""
        from .meshes import load_meshes

        return load_meshes(self, source, name, lod, importer)

    def meshes_from_arrays(self, positions: Any, normals: Any, triangles: Any, *, joint_names: Sequence[str] = (),
                           joints: Any = None, weights: Any = None, inverse_binds: Any = None, bind_shape: Any = None,
                           joint_positions: Any = None, pelvis_offset: float = 0.0, lock_scale: bool = False,
                           name: str = "mesh") -> Meshes:
        """One mesh from the caller's arrays. positions, normals: n x 3; triangles: m x 3; joints (indices into joint_names) and
        weights: n x 4, weights of any sum, 0 for unused. inverse_binds: j x 4 x 4 and bind_shape: 4 x 4, acting on
        column vectors (the translation is the last column). joint_positions: j x 3, relative to the parent. Without
        joint_names the mesh is not rigged."""
        from .meshes import meshes_from_arrays

        return meshes_from_arrays(self, positions, normals, triangles, joint_names, joints, weights, inverse_binds,
                                  bind_shape, joint_positions, pelvis_offset, lock_scale, name)

    def system_avatar(self, folder: str | os.PathLike[str], *, lod: int = 0) -> Meshes:
        """The avatar's own body from the viewer's folder that this character was loaded from."""
        from .meshes import system_avatar

        return system_avatar(self, folder, lod)

    def load_clip(self, source: Source, *, name: str | None = None) -> Clip:
        """A .anim unchanged, or a .bvh as it plays after an upload."""
        from .clip import Clip

        return Clip(self, source, name)

    def rest_positions(self) -> np.ndarray:
        """Of all joints of the default avatar, metres, j x 3, mRoot at the origin."""
        with self.avatar() as avatar:
            return avatar.joint_positions()
