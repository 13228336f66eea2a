"""Mannequin in Blender: check, preview here, send to Mannequin, weights back."""

bl_info = {  # of add-ons before 4.2; blender_manifest.toml has the same for extensions
    "name": "Mannequin",
    "author": "The Mannequin authors",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "View3D > Sidebar > Mannequin",
    "description": "Shows how a worn mesh deforms on a Second Life or OpenSim avatar, without uploading it",
    "category": "Rigging",
}


def _find_module():
    """Extensions bring the Python module as a wheel, which Blender installs; add-ons have it beside them."""
    import importlib.util
    import os
    import sys

    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "modules")
    if importlib.util.find_spec("mannequin") is None and os.path.isdir(beside):
        sys.path.append(beside)


_find_module()

try:
    import bpy
except ImportError:  # outside Blender, where the parts without it are tested
    bpy = None

if bpy is not None:
    from . import operators, panel, properties

    def register():
        properties.register()
        operators.register()
        panel.register()

    def unregister():
        operators.end_preview()
        panel.unregister()
        operators.unregister()
        properties.unregister()
