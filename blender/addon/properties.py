"""What the panel shows and changes."""

import bpy

from . import session


def _slider_moved(self, context):
    from . import operators

    operators.slider_moved(context, self)


def _importer_chosen(self, context):
    from . import operators

    operators.preview_again(context)


class MannequinSlider(bpy.types.PropertyGroup):
    """`name` is the label, by which the list is searched."""

    id: bpy.props.IntProperty()
    percent: bpy.props.FloatProperty(name="Per cent", min=0.0, max=100.0, precision=0, step=100, update=_slider_moved)


class MannequinFinding(bpy.types.PropertyGroup):
    severity: bpy.props.StringProperty()
    code: bpy.props.StringProperty()
    text: bpy.props.StringProperty()
    remedy: bpy.props.StringProperty()


class MannequinScene(bpy.types.PropertyGroup):
    sliders: bpy.props.CollectionProperty(type=MannequinSlider)
    slider: bpy.props.IntProperty()
    findings: bpy.props.CollectionProperty(type=MannequinFinding)
    finding: bpy.props.IntProperty()
    verdict: bpy.props.StringProperty()
    told: bpy.props.StringProperty()
    importer: bpy.props.EnumProperty(
        name="Importer", description="Whose importer reads the file", update=_importer_chosen,
        items=[("viewer", "Viewer", "Second Life viewers up to 26.3"),
               ("viewer-next", "Next viewer", "With the rest rotation of collision volumes"),
               ("strict", "glTF", "As in the file")])
    joint_positions: bpy.props.BoolProperty(
        name="Include joint positions", description="As with that box ticked in the upload window",
        update=_importer_chosen)
    file: bpy.props.StringProperty(
        name="File", description="Sent here; Mannequin's window reads it again whenever it is written",
        subtype="FILE_PATH", default="//mannequin.glb")


def fill_sliders(scene):
    """Those of the avatar, at their defaults; the sex is among them."""
    sliders = scene.mannequin.sliders
    sliders.clear()
    for slider in sorted(session.character().sliders, key=lambda slider: slider.label):
        entry = sliders.add()
        entry.name, entry.id = slider.label, slider.id
        entry["percent"] = slider.percent(slider.default)  # without telling


CLASSES = (MannequinSlider, MannequinFinding, MannequinScene)


def register():
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    bpy.types.Scene.mannequin = bpy.props.PointerProperty(type=MannequinScene)


def unregister():
    del bpy.types.Scene.mannequin
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
