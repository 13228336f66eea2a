"""Skinning on the CPU."""

from __future__ import annotations

from ctypes import byref
from typing import TYPE_CHECKING

import numpy as np

from . import _abi
from ._arrays import output
from ._library import Handle, call, new
from .meshes import Mesh, Meshes, Vertices, vertex_buffers

if TYPE_CHECKING:
    from .avatar import Avatar


class Skinner(Handle):
    """Caches prepared data of each mesh that it skinned, for any number of avatars. For one thread at a time."""

    _kind = "skinner"

    def __init__(self, *, threads: int = 0, reference: bool = False) -> None:
        """`threads`: upper limit; 0: all. `reference`: the slow one in double precision."""
        options = new(_abi.mannequin_skinner_options)
        options.threads, options.reference = threads, int(reference)
        super().__init__("skinner_create", byref(options))

    def skin(self, avatar: Avatar, mesh: Mesh, *, positions: np.ndarray | None = None,
             normals: np.ndarray | None = None) -> Vertices:
        """As Avatar.skin()."""
        avatar.evaluate()
        made = Vertices(output(positions, mesh.vertex_count, "positions"),
                        output(normals, mesh.vertex_count, "normals"))
        call("skinner_skin", self.handle, avatar.handle, mesh.meshes.handle, mesh.index,
             byref(vertex_buffers(*made)))
        return made

    def forget(self, meshes: Meshes) -> None:
        """Frees the prepared data of these meshes."""
        call("skinner_forget", self.handle, meshes.handle)
