"""Animations."""

from __future__ import annotations

from ctypes import byref

from . import _abi
from ._arrays import Source, bytes_of
from ._library import Handle, call, new
from .character import Character


class Clip(Handle):
    """An animation. Immutable; any number of threads may use it. Times in seconds."""

    _kind = "clip"

    def __init__(self, character: Character, source: Source, name: str | None = None) -> None:
        data, named = bytes_of(source, name)
        super().__init__("clip_load", character.handle, data.ctypes.data, data.size, named)
        self.character = character
        info = new(_abi.mannequin_clip_info)
        call("clip_get", self.handle, byref(info))
        self.duration: float = info.duration
        self.ease_in: float = info.ease_in
        self.ease_out: float = info.ease_out
        self.loop_in: float = info.loop_in
        self.loop_out: float = info.loop_out
        self.loops = bool(info.loops)
        self.priority: int = info.priority  # 0 to 6; -1: below every other clip
        self.joint_count: int = info.joint_count
