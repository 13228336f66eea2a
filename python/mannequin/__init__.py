"""Second Life and OpenSim avatars: sliders, worn meshes, poses, skinned vertices, upload checks, weights.

    import mannequin

    character = mannequin.Character()
    avatar, body = character.avatar(), character.body()[0]
    avatar.set_slider("Body Fat", percent=80)
    positions, normals = avatar.skin(body)

Metres; X forward, Y left, Z up. Quaternions are x, y, z, w. Matrices act on column vectors.
"""

from ._library import version
from .avatar import Avatar, BodySize
from .binding import Fit, Rebased, Weights, bind, fit, rebase, transfer
from .character import Character, Joint, Slider
from .checking import Finding, Report, check
from .clip import Clip
from .errors import (
    ArgumentError,
    DataError,
    MannequinError,
    NoMemoryError,
    NotFoundError,
    ReadError,
    ReleasedError,
    UnsupportedError,
)
from .meshes import Bound, Mesh, Meshes, Vertices
from .skinner import Skinner

__all__ = [
    "ArgumentError", "Avatar", "BodySize", "Bound", "Character", "Clip", "DataError", "Finding", "Fit", "Joint",
    "MannequinError", "Mesh", "Meshes", "NoMemoryError", "NotFoundError", "Rebased", "ReadError", "ReleasedError",
    "Report", "Skinner", "Slider", "UnsupportedError", "Vertices", "Weights", "bind", "check", "fit", "rebase", "transfer",
    "version",
]
__version__ = version()
