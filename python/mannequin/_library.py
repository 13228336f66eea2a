"""Finds the C library and opens it; every call goes through `call`, which raises failures."""

from __future__ import annotations

import ctypes
import os
import sys
import weakref
from pathlib import Path
from typing import Any, Iterator

from . import _abi
from .errors import ReleasedError, error_of

_HERE = Path(__file__).resolve().parent
# Wheels contain the libraries and their dependencies here, listed in the order in which to load them.
_BUNDLED = _HERE / "libraries"
_ABI_SUFFIX = f"{_abi.VERSION // 10000}.{_abi.VERSION // 100 % 100}"


def _file_name(name: str) -> str:
    if sys.platform == "win32":
        return f"{name}.dll"
    if sys.platform == "darwin":
        return f"lib{name}.{_ABI_SUFFIX}.dylib"
    return f"lib{name}.so.{_ABI_SUFFIX}"


def _folders() -> Iterator[Path]:
    """Where the libraries may be; the first folder that has them wins. The system's own folders come last."""
    chosen = os.environ.get("MANNEQUIN_LIBRARY_FOLDER")
    if chosen:
        yield Path(chosen)
        return
    yield _BUNDLED
    checkout = _HERE.parent.parent
    if (checkout / "include" / "mannequin" / "c_api.h").is_file():
        yield checkout / "build"


def _open_bundled() -> None:
    """Loads the bundled libraries first: the loader prefers libraries that are already open, so that no search path
    needs to be set for the whole process."""
    order = _BUNDLED / "order.txt"
    if order.is_file():
        for name in order.read_text(encoding="utf-8").split():
            ctypes.CDLL(str(_BUNDLED / name))


def _open(name: str) -> ctypes.CDLL:
    file_name, looked = _file_name(name), []
    for folder in _folders():
        path = folder / file_name
        if path.is_file():
            if folder == _BUNDLED:
                _open_bundled()
            return ctypes.CDLL(str(path))
        looked.append(str(folder))
    if not os.environ.get("MANNEQUIN_LIBRARY_FOLDER"):
        try:
            return ctypes.CDLL(file_name)
        except OSError:
            looked.append("the system's folders")
    raise ImportError(
        f"{file_name} is not in {', '.join(looked)}. Build it (tools/run.sh, or cmake --build build) and install this "
        "package from the checkout, or say in MANNEQUIN_LIBRARY_FOLDER where it is."
    )


def _declare(opened: ctypes.CDLL, names: list[str]) -> ctypes.CDLL:
    for name in names:
        try:
            function = getattr(opened, name)
        except AttributeError:
            raise ImportError(f"{opened._name} has no {name}: it is older than this package") from None
        function.restype, function.argtypes = _abi.FUNCTIONS[name]
    return opened


_BINDING = ["mannequin_bind", "mannequin_transfer", "mannequin_rebase", "mannequin_fit"]
_library = _declare(_open("mannequin_c"), [name for name in _abi.FUNCTIONS if name not in _BINDING])
if _library.mannequin_version() // 100 != _abi.VERSION // 100:
    raise ImportError(
        f"{_library._name} is version {_library.mannequin_version()}, this package was made for {_abi.VERSION}"
    )
_bind_library: ctypes.CDLL | None = None


def bind_library() -> ctypes.CDLL:
    """Opened on first use: it needs Embree, which the rest does not."""
    global _bind_library
    if _bind_library is None:
        _bind_library = _declare(_open("mannequin_c_bind"), _BINDING)
    return _bind_library


def version() -> str:
    """The loaded library's version: "0.1.0"."""
    number = _library.mannequin_version()
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}"


def call(name: str, *arguments: Any) -> None:
    status = getattr(_library, "mannequin_" + name)(*arguments)
    if status != _abi.OK:
        raise error_of(status, _library.mannequin_last_error().decode("utf-8", "replace"))


def new(struct: type) -> Any:
    """A structure with its size set, as the library requires."""
    return struct(struct_size=ctypes.sizeof(struct))


def text(raw: bytes | None) -> str:
    return (raw or b"").decode("utf-8", "replace")


class Handle:
    """An object of the library. Released with the last reference, by close(), or at the end of `with`."""

    _kind = ""

    def __init__(self, constructor: str, *arguments: Any) -> None:
        made = ctypes.c_void_p()
        call(constructor, *arguments, ctypes.byref(made))
        self._finalizer = weakref.finalize(self, getattr(_library, f"mannequin_{self._kind}_release"), made)
        self._made = made

    @property
    def handle(self) -> ctypes.c_void_p:
        if not self._finalizer.alive:
            raise ReleasedError(f"This {type(self).__name__} was closed.")
        return self._made

    def close(self) -> None:
        """Releases it now. Objects made from it stay valid."""
        self._finalizer()

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
