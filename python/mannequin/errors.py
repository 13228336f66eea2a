"""Errors, with the library's own text: it names file, joint or vertex, and the remedy."""

from __future__ import annotations

from . import _abi


class MannequinError(Exception):
    """The base class. `status`: the MANNEQUIN_... number of the C library."""

    status: int = _abi.INTERNAL

    def __init__(self, text: str, status: int | None = None) -> None:
        super().__init__(text)
        if status is not None:
            self.status = status


class ArgumentError(MannequinError, ValueError):
    """A number out of range or not finite, or an array of the wrong shape."""

    status = _abi.BAD_ARGUMENT


class NotFoundError(MannequinError, LookupError):
    """No joint or slider of this name; the text suggests the closest."""

    status = _abi.NOT_FOUND


class ReadError(MannequinError, ValueError):
    """A file is not what it claims to be."""

    status = _abi.CANNOT_READ


class DataError(MannequinError, ValueError):
    """Readable, but wrong."""

    status = _abi.BAD_DATA


class UnsupportedError(MannequinError):
    """The library or its backend cannot do this."""

    status = _abi.UNSUPPORTED


class NoMemoryError(MannequinError, MemoryError):
    """The library ran out of memory; its arguments are unchanged."""

    status = _abi.OUT_OF_MEMORY


class ReleasedError(MannequinError, ValueError):
    """The object was closed."""

    status = _abi.BAD_HANDLE


_KINDS = {
    _abi.SHORT_BUFFER: ArgumentError,
    **{kind.status: kind for kind in (ArgumentError, NotFoundError, ReadError, DataError, UnsupportedError,
                                      NoMemoryError, ReleasedError)},
}


def error_of(status: int, text: str) -> MannequinError:
    return _KINDS.get(status, MannequinError)(text, status)
