"""Numpy arrays as the library takes them: its own memory layout is used directly, anything else is copied once."""

from __future__ import annotations

import os
from ctypes import POINTER, c_double, c_float, c_uint16, c_uint32
from typing import Any, Union

import numpy as np

from .errors import ArgumentError

Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview]
_POINTERS = {np.dtype(np.float32): POINTER(c_float), np.dtype(np.float64): POINTER(c_double),
             np.dtype(np.uint32): POINTER(c_uint32), np.dtype(np.uint16): POINTER(c_uint16)}


def pointer(array: np.ndarray | None) -> Any:
    """A pointer to the first element; the caller keeps the array alive. None: null."""
    return None if array is None else array.ctypes.data_as(_POINTERS[array.dtype])


def taken(values: Any, dtype: Any, shape: tuple[int | None, ...], name: str) -> np.ndarray:
    """As a packed array of this shape, where None is any length; copies only if needed."""
    array = np.asarray(values)
    if array.dtype != dtype:
        if np.issubdtype(dtype, np.unsignedinteger):
            if array.size and not np.issubdtype(array.dtype, np.integer):
                raise ArgumentError(f"{name}: needs whole numbers, not {array.dtype}.")
            if array.size and (array.min() < 0 or array.max() > np.iinfo(dtype).max):
                raise ArgumentError(f"{name}: has a number below 0 or above {np.iinfo(dtype).max}.")
        array = array.astype(dtype)
    if array.ndim != len(shape) or any(want is not None and want != has for want, has in zip(shape, array.shape)):
        wanted = " x ".join("n" if length is None else str(length) for length in shape)
        raise ArgumentError(f"{name}: needs the shape {wanted}, but has {' x '.join(map(str, array.shape)) or 'none'}.")
    return np.ascontiguousarray(array)


def triples(values: Any, name: str) -> np.ndarray:
    """Three float32 per row; rows may have a stride (a view of an interleaved array), to avoid copying."""
    array = np.asarray(values)
    strided = (array.dtype == np.float32 and array.ndim == 2 and array.shape[1] == 3 and array.strides[1] == 4
               and array.strides[0] >= 12 and array.strides[0] % 4 == 0)
    return array if strided else taken(values, np.float32, (None, 3), name)


def output(given: np.ndarray | None, rows: int, name: str) -> np.ndarray:
    """The caller's array, to be written in place, or a new one."""
    if given is None:
        return np.empty((rows, 3), np.float32)
    if not isinstance(given, np.ndarray) or given.dtype != np.float32 or given.ndim != 2 or given.shape[1:] != (3,):
        raise ArgumentError(f"{name}: needs a float32 array of {rows} x 3.")
    if given.shape[0] < rows:
        raise ArgumentError(f"{name}: holds {given.shape[0]} vertices, but {rows} are needed.")
    if not given.flags.writeable or given.strides[1] != 4 or given.strides[0] < 12 or given.strides[0] % 4:
        raise ArgumentError(f"{name}: needs a writeable array whose rows are three floats next to each other.")
    return given


def doubles(values: Any, count: int, name: str) -> Any:
    array = taken(values, np.float64, (count,), name)
    return (c_double * count)(*array)


def bytes_of(source: Source, name: str | None) -> tuple[np.ndarray, bytes]:
    """The bytes, and the file's name for messages; reads the file if given a path."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        data, named = source, name or "memory"
    else:
        with open(source, "rb") as file:
            data = file.read()
        named = name or os.path.basename(os.fspath(source))
    # An empty array has no address.
    return np.frombuffer(data if len(data) else b"\0", np.uint8)[: len(data)], named.encode("utf-8")
