"""The verdict of the viewer's uploader on a file, before anyone pays for an upload."""

from __future__ import annotations

from ctypes import byref, c_int32, c_uint32
from dataclasses import dataclass

from . import _abi
from ._arrays import Source, bytes_of
from ._library import Handle, call, new, text
from .character import Character
from .meshes import importer_number

_SEVERITIES = ("info", "warning", "error")


@dataclass(frozen=True)
class Finding:
    """One finding. Names are "" and `vertex` is None if it concerns none in particular."""

    severity: str  # "error": the uploader would reject it; "warning", "info"
    code: str  # stable, for scripts
    mesh: str
    joint: str
    vertex: int | None
    message: str
    remedy: str

    def __str__(self) -> str:
        where = ", ".join([f"mesh '{self.mesh}'"] * bool(self.mesh) + [f"vertex {self.vertex}"] * (self.vertex is not None))
        return f"{self.severity}: {where + ': ' if where else ''}{self.message} [{self.code}]"


@dataclass(frozen=True)
class Report:
    """The verdict on a file, with its findings, the worst first."""

    accepted: bool
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> str:
        return "accepted" if self.accepted else "rejected"


class _Findings(Handle):
    _kind = "findings"


def check(source: Source, *, character: Character | None = None, name: str | None = None,
          joint_positions: bool = False, importer: str = "viewer") -> Report:
    """Whether the uploader would take a file of meshes, and what would surprise in-world. `joint_positions`: as with
    "include joint positions"; those of mesh assets always count. A file that cannot be read is rejected; textures
    beside it are not looked at. `character`: the built-in one if None."""
    data, named = bytes_of(source, name)
    options = new(_abi.mannequin_check_options)
    options.joint_positions, options.importer = int(joint_positions), importer_number(importer)
    with (Character() if character is None else _borrowed(character)) as of, _Findings(
            "check", of.handle, data.ctypes.data, data.size, named, byref(options)) as found:
        count, refused = c_uint32(), c_int32()
        call("findings_count", found.handle, byref(count), byref(refused))
        return Report(not refused.value, tuple(_finding(found, index) for index in range(count.value)))


class _borrowed:
    """A character that must not be closed."""

    def __init__(self, character: Character) -> None:
        self.character = character

    def __enter__(self) -> Character:
        return self.character

    def __exit__(self, *_: object) -> None:
        pass


def _finding(found: _Findings, index: int) -> Finding:
    info = new(_abi.mannequin_finding_info)
    call("findings_get", found.handle, index, byref(info))
    return Finding(_SEVERITIES[info.severity], text(info.code), text(info.mesh), text(info.joint),
                   None if info.vertex < 0 else info.vertex, text(info.message), text(info.remedy))
