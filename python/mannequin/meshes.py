"""The meshes of a file, ready to be worn and skinned."""

from __future__ import annotations

import os
from ctypes import byref, c_char_p, c_uint32
from typing import Any, Iterator, NamedTuple, Sequence

import numpy as np

from . import _abi
from ._arrays import Source, bytes_of, output, pointer, taken, triples
from ._library import Handle, call, new, text
from .character import Character
from .errors import ArgumentError

IMPORTERS = {"viewer": _abi.IMPORTER_VIEWER, "viewer-next": _abi.IMPORTER_VIEWER_NEXT, "strict": _abi.IMPORTER_STRICT}


def importer_number(name: str) -> int:
    if name not in IMPORTERS:
        raise ArgumentError(f"importer '{name}': must be one of {', '.join(IMPORTERS)}.")
    return IMPORTERS[name]


class Vertices(NamedTuple):
    """n x 3 each, float32; in the order of the mesh's vertices."""

    positions: np.ndarray
    normals: np.ndarray


class Bound(NamedTuple):
    """What a skinning shader takes: vertices in bind space, and four influences each. `joints` are rows of the mesh's
    palette; `weights` sum to 1."""

    positions: np.ndarray
    normals: np.ndarray
    joints: np.ndarray
    weights: np.ndarray


class Meshes(Handle):
    """The meshes of one file, as a sequence of Mesh. Immutable; any number of threads may use it."""

    _kind = "meshes"

    def __init__(self, character: Character, constructor: str, *arguments: Any) -> None:
        super().__init__(constructor, character.handle, *arguments)
        self.character = character
        count = c_uint32()
        call("mesh_count", self.handle, byref(count))
        self._count = count.value

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> Mesh:
        return Mesh(self, range(self._count)[index])

    def __iter__(self) -> Iterator[Mesh]:
        return (self[index] for index in range(self._count))


class Mesh:
    """One mesh of a set, which it keeps alive."""

    def __init__(self, meshes: Meshes, index: int) -> None:
        info = new(_abi.mannequin_mesh_info)
        call("mesh_get", meshes.handle, index, byref(info))
        self.meshes = meshes
        self.index = index
        self.name = text(info.name)
        self.part = text(info.part)  # of the system avatar: "headMesh"; else ""
        self.vertex_count: int = info.vertex_count
        self.triangle_count: int = info.index_count // 3
        self.palette_size: int = info.palette_size  # matrices, the last one the identity; 0 if not rigged
        self.rigged = bool(info.rigged)

    def __repr__(self) -> str:
        return f"<Mesh '{self.name}', {self.vertex_count} vertices{'' if self.rigged else ', not rigged'}>"

    def triangles(self) -> np.ndarray:
        """Indices of vertices, t x 3, uint32."""
        out = np.empty((self.triangle_count, 3), np.uint32)
        call("mesh_copy_indices", self.meshes.handle, self.index, pointer(out), out.size)
        return out

    def uvs(self) -> np.ndarray:
        """n x 2, float32, v up."""
        out = np.empty((self.vertex_count, 2), np.float32)
        call("mesh_copy_uvs", self.meshes.handle, self.index, pointer(out), out.size)
        return out

    def joints(self) -> list[str]:
        """The names of the joints that it is bound to, one per row of the palette except the last."""
        if not self.rigged:
            return []
        out = np.empty(self.palette_size - 1, np.uint32)
        call("mesh_copy_joints", self.meshes.handle, self.index, pointer(out), out.size)
        return [self.meshes.character.joints[joint].name for joint in out]

    def bound(self) -> Bound:
        """For a rigged mesh: vertices in bind space, and their influences."""
        made = Bound(output(None, self.vertex_count, "positions"), output(None, self.vertex_count, "normals"),
                     np.empty((self.vertex_count, 4), np.uint16), np.empty((self.vertex_count, 4), np.float32))
        call("mesh_copy_bound", self.meshes.handle, self.index, byref(vertex_buffers(made.positions, made.normals)),
             pointer(made.joints), pointer(made.weights))
        return made


def vertex_buffers(positions: np.ndarray | None, normals: np.ndarray | None) -> Any:
    """For arrays from _arrays.output(); the caller keeps them alive."""
    buffers = new(_abi.mannequin_vertex_buffers)
    given = [array for array in (positions, normals) if array is not None]
    buffers.vertex_count = min(len(array) for array in given) if given else 0
    if positions is not None:
        buffers.positions, buffers.position_stride = pointer(positions), positions.strides[0]
    if normals is not None:
        buffers.normals, buffers.normal_stride = pointer(normals), normals.strides[0]
    return buffers


def load_meshes(character: Character, source: Source, name: str | None, lod: int, importer: str) -> Meshes:
    data, named = bytes_of(source, name)
    options = new(_abi.mannequin_mesh_options)
    options.lod, options.importer = lod, importer_number(importer)
    return Meshes(character, "meshes_load", data.ctypes.data, data.size, named, byref(options))


def system_avatar(character: Character, folder: str | os.PathLike[str], lod: int) -> Meshes:
    options = new(_abi.mannequin_system_options)
    options.lod = lod
    return Meshes(character, "meshes_system_avatar", os.fspath(folder).encode("utf-8"), byref(options))


def _matrices(values: Any, shape: tuple[int | None, ...], name: str) -> np.ndarray:
    """Transposes them: the library stores them as files do."""
    return np.ascontiguousarray(np.swapaxes(taken(values, np.float32, shape, name), -1, -2))


def meshes_from_arrays(character: Character, positions: Any, normals: Any, triangles: Any, joint_names: Sequence[str],
                       joints: Any, weights: Any, inverse_binds: Any, bind_shape: Any, joint_positions: Any,
                       pelvis_offset: float, lock_scale: bool, name: str) -> Meshes:
    data = new(_abi.mannequin_mesh_data)
    kept: list[Any] = [name.encode("utf-8")]  # keeps alive what the structure points to

    def put(field: str, array: np.ndarray) -> None:
        kept.append(array)
        setattr(data, field, pointer(array))

    points = triples(positions, "positions")
    directions = triples(normals, "normals")
    if len(directions) != len(points):
        raise ArgumentError(f"normals: there are {len(directions)}, but {len(points)} positions.")
    data.name, data.vertex_count = kept[0], len(points)
    put("positions", points)
    put("normals", directions)
    data.position_stride, data.normal_stride = points.strides[0], directions.strides[0]
    indices = taken(triangles, np.uint32, (None, 3), "triangles")
    data.index_count = indices.size
    put("indices", indices)
    count = data.joint_count = len(joint_names)
    if count:
        names = (c_char_p * count)(*(joint.encode("utf-8") for joint in joint_names))
        kept.append(names)
        data.joint_names = names
        put("joints", taken(joints, np.uint16, (len(points), 4), "joints"))
        put("weights", taken(weights, np.float32, (len(points), 4), "weights"))
        put("inverse_binds", _matrices(inverse_binds, (count, 4, 4), "inverse_binds"))
        if bind_shape is not None:
            put("bind_shape", _matrices(bind_shape, (4, 4), "bind_shape"))
        if joint_positions is not None:
            put("joint_positions", taken(joint_positions, np.float32, (count, 3), "joint_positions"))
        data.pelvis_offset, data.lock_scale = pelvis_offset, int(lock_scale)
    return Meshes(character, "meshes_from_arrays", byref(data))
