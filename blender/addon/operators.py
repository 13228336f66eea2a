"""Check, preview here, send to Mannequin, weights back."""

import json
import os

import bpy
import mannequin
import numpy as np
from bpy_extras.io_utils import ImportHelper
from mathutils import Matrix

from . import bones, exporting, properties, session
from .words import quantity

KEY = "Mannequin preview"
MODIFIERS, POSE, BASIS = "mannequin_modifiers", "mannequin_pose", "mannequin_basis"


class Preview:
    """What is shown in the scene. Objects are kept by name: undo replaces the objects themselves."""

    def __init__(self, made):
        self.session = made
        self.matches = {}  # name of an object -> (Match, positions in its own space)
        self.armatures = []


_preview = None


# --- preview


def _show_mesh(preview, thing):
    match, positions = preview.matches[thing.name]
    key = thing.data.shape_keys.key_blocks.get(KEY) if thing.data.shape_keys else None
    if key is not None:
        key.data.foreach_set("co", preview.session.shown(match, positions).ravel())
        thing.data.update()


def _show_armature(preview, armature):
    """Heads where the joints are. Scale is left out: Blender hands it on to children, which the avatar does not."""
    places, pose = preview.session.joint_places(), armature.pose.bones
    numbers = {bone.name: index for index, bone in enumerate(pose)}
    made = bones.pose_of([np.array(bone.bone.matrix_local) for bone in pose],
                         [numbers[bone.parent.name] if bone.parent else -1 for bone in pose],
                         [places.get(bone.name) for bone in pose])
    for bone, basis in zip(pose, made):
        if basis is not None:
            bone.matrix_basis = Matrix(basis.tolist())


def _show(context):
    _preview.session.skin()
    for name in _preview.matches:
        thing = context.scene.objects.get(name)
        if thing is not None:
            _show_mesh(_preview, thing)
    for name in _preview.armatures:
        armature = context.scene.objects.get(name)
        if armature is not None:
            _show_armature(_preview, armature)


def slider_moved(context, slider):
    if _preview is None:
        return
    _preview.session.avatar.set_slider(slider.id, percent=slider.percent)
    _show(context)


def preview_again(context):
    """After another choice of how the file is read."""
    if _preview is not None and bpy.ops.mannequin.preview.poll():
        bpy.ops.mannequin.preview()


def _begin_mesh(thing):
    keys = thing.data.shape_keys
    if keys is None:
        thing.shape_key_add(name="Basis", from_mix=False)
        thing[BASIS] = True
    if KEY not in thing.data.shape_keys.key_blocks:
        thing.shape_key_add(name=KEY, from_mix=False)
    thing.active_shape_key_index = thing.data.shape_keys.key_blocks.find(KEY)
    thing.show_only_shape_key = True
    if MODIFIERS not in thing:
        shown = [modifier.name for modifier in thing.modifiers if modifier.type == "ARMATURE" and modifier.show_viewport]
        thing[MODIFIERS] = json.dumps(shown)
        for name in shown:
            thing.modifiers[name].show_viewport = False


def _end_mesh(thing):
    keys = thing.data.shape_keys
    if keys is not None and KEY in keys.key_blocks:
        thing.shape_key_remove(keys.key_blocks[KEY])
        thing.show_only_shape_key = False
        if thing.get(BASIS):
            thing.shape_key_clear()
    for name in json.loads(thing.get(MODIFIERS, "[]")):
        if name in thing.modifiers:
            thing.modifiers[name].show_viewport = True
    for name in (MODIFIERS, BASIS):
        if name in thing:
            del thing[name]


def end_preview():
    """The scene as it was, also where Blender was restarted in between."""
    global _preview
    _preview = None
    for thing in bpy.data.objects:
        if thing.type == "MESH" and MODIFIERS in thing:
            _end_mesh(thing)
        elif thing.type == "ARMATURE" and POSE in thing:
            for name, rows in json.loads(thing[POSE]).items():
                if name in thing.pose.bones:
                    thing.pose.bones[name].matrix_basis = Matrix(rows)
            del thing[POSE]


class Told(bpy.types.Operator):
    """Reports what it was told is wrong, instead of a traceback."""

    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return context.mode == "OBJECT"

    def execute(self, context):
        try:
            told = self.work(context)
        except (exporting.ExportError, mannequin.MannequinError, OSError) as problem:
            context.scene.mannequin.told = str(problem)
            self.report({"ERROR"}, str(problem))
            return {"CANCELLED"}
        context.scene.mannequin.told = told
        self.report({"INFO"}, told)
        return {"FINISHED"}


class MANNEQUIN_OT_preview(Told):
    """Shows the selected meshes as the avatar wears them, under the sliders below"""

    bl_idname = "mannequin.preview"
    bl_label = "Preview here"

    def work(self, context):
        global _preview
        settings = context.scene.mannequin
        end_preview()
        meshes, armatures = exporting.rigged(context)
        made = session.Session(exporting.glb_of(context), "selection.glb", settings.importer, settings.joint_positions)
        if not made.is_rigged:
            raise exporting.ExportError("No vertex of the selection has weights of the avatar's joints.")
        if not len(settings.sliders):
            properties.fill_sliders(context.scene)
        for slider in settings.sliders:
            made.avatar.set_slider(slider.id, percent=slider.percent)
        preview, missing = Preview(made), 0
        for thing in meshes:
            positions = exporting.positions_of(thing.data)
            match = made.match(thing.data.name, positions, exporting.spaces_of(thing))
            preview.matches[thing.name] = match, positions
            missing += match.missing
            _begin_mesh(thing)
        for armature in armatures:
            if POSE not in armature:
                armature[POSE] = json.dumps({bone.name: [list(row) for row in bone.matrix_basis]
                                             for bone in armature.pose.bones})
            preview.armatures.append(armature.name)
        _preview = preview
        _show(context)
        connected = sum(bone.use_connect for armature in armatures for bone in armature.data.bones)
        return (f"Previewing {quantity(len(meshes), 'mesh', 'meshes')}." +
                (f" Not in the exported file, so not moved: {quantity(missing, 'vertex', 'vertices')}." if missing else "") +
                (f" Connected to their parents, so not shown where their joints are: {quantity(connected, 'bone', 'bones')}."
                 if connected else ""))


class MANNEQUIN_OT_end_preview(Told):
    """Puts everything back as it was"""

    bl_idname = "mannequin.end_preview"
    bl_label = "End the preview"

    def work(self, context):
        end_preview()
        return "The preview has ended."


class MANNEQUIN_OT_reset(Told):
    """All sliders at their defaults"""

    bl_idname = "mannequin.reset"
    bl_label = "Reset the sliders"

    def work(self, context):
        properties.fill_sliders(context.scene)
        if _preview is not None:
            _preview.session.avatar.reset_sliders()
            _show(context)
        return "All sliders are at their defaults."


# --- the others


class MANNEQUIN_OT_check(Told):
    """What the viewer's uploader would say about the selected meshes, as Blender's glTF exporter writes them"""

    bl_idname = "mannequin.check"
    bl_label = "Check"

    def work(self, context):
        settings = context.scene.mannequin
        report = mannequin.check(exporting.glb_of(context), character=session.character(), name="selection.glb",
                                 joint_positions=settings.joint_positions, importer=settings.importer)
        settings.findings.clear()
        for finding in report.findings:
            entry = settings.findings.add()
            entry.severity, entry.code, entry.remedy = finding.severity, finding.code, finding.remedy
            entry.text = f"{finding.mesh}: {finding.message}" if finding.mesh else finding.message
            entry.name = entry.text
        settings.verdict = ("The uploader would accept this." if report.accepted else
                            "The uploader would reject this.")
        return f"{settings.verdict} {quantity(len(report.findings), 'finding', 'findings')}."


class MANNEQUIN_OT_send(Told):
    """Writes the selected meshes to a file; Mannequin's window, opened on it, follows at once"""

    bl_idname = "mannequin.send"
    bl_label = "Send to Mannequin"
    bl_options = {"REGISTER"}

    def work(self, context):
        given = context.scene.mannequin.file
        if given.startswith("//") and not bpy.data.filepath:
            raise exporting.ExportError("Save the scene first, or choose a file with a full path.")
        path = bpy.path.abspath(given)
        exporting.write(path, exporting.glb_of(context))
        return f"Written: {path}. Open it once with: mannequin preview \"{os.path.basename(path)}\""


def _write_groups(thing, weights):
    """Replaces the weights of all joints of the avatar; other groups stay. Each weight goes in by itself: Blender has
    no faster way."""
    known = {joint.name for joint in session.character().joints}
    for group in [group for group in thing.vertex_groups if group.name in known]:
        thing.vertex_groups.remove(group)
    for name, (vertices, values) in weights.items():
        group = thing.vertex_groups.new(name=name)
        for vertex, value in zip(vertices.tolist(), values.tolist()):
            group.add([vertex], value, "REPLACE")


class MANNEQUIN_OT_weights_from_file(Told, ImportHelper):
    """Takes the weights of a file, such as "mannequin bind" writes, for vertices at the same places"""

    bl_idname = "mannequin.weights_from_file"
    bl_label = "Weights from a file"
    filter_glob: bpy.props.StringProperty(default="*.glb;*.gltf;*.dae;*.llmesh;*.slm", options={"HIDDEN"})

    def work(self, context):
        meshes, _ = exporting.rigged(context)
        made = session.Session(self._data(), os.path.basename(self.filepath), joint_positions=False)
        done = missing = 0
        for thing in meshes:
            match = made.match(thing.data.name, exporting.positions_of(thing.data), exporting.spaces_of(thing))
            if match.missing == len(match.rows):
                raise exporting.ExportError(f"{thing.name}: the file has no vertex where this mesh has one. Was it moved, "
                                            "or edited after it was sent?")
            _write_groups(thing, made.weights(match))
            done += len(match.rows) - match.missing
            missing += match.missing
        return (f"{quantity(done, 'vertex has', 'vertices have')} the weights of the file" +
                (f"; {quantity(missing, 'is', 'are')} not in it." if missing else "."))

    def _data(self):
        with open(self.filepath, "rb") as file:
            return file.read()


class MANNEQUIN_OT_weights_from_body(Told):
    """Transfers weights from the built-in body, by nearest points where they can be trusted"""

    bl_idname = "mannequin.weights_from_body"
    bl_label = "Weights from the body"

    def work(self, context):
        meshes, _ = exporting.rigged(context)
        unweighted = 0
        for thing in meshes:
            space = exporting.spaces_of(thing)[0]
            positions = exporting.positions_of(thing.data) @ space[:3, :3].T.astype(np.float32) + space[:3, 3]
            weights, none = session.weights_of_body(positions, exporting.triangles_of(thing.data))
            _write_groups(thing, weights)
            unweighted += none
        return (f"{quantity(len(meshes), 'mesh has', 'meshes have')} the body's weights" +
                (f"; {quantity(unweighted, 'vertex', 'vertices')} got none." if unweighted else "."))


class MANNEQUIN_OT_add_body(Told):
    """Adds the built-in body with its armature, to model on and to weight from"""

    bl_idname = "mannequin.add_body"
    bl_label = "Add the body"

    def work(self, context):
        body = session.character().body()[0]
        bound = body.bound()
        armature = bpy.data.objects.new("Avatar", bpy.data.armatures.new("Avatar"))
        context.collection.objects.link(armature)
        for thing in context.selected_objects:
            thing.select_set(False)
        context.view_layer.objects.active = armature
        armature.select_set(True)
        bpy.ops.object.mode_set(mode="EDIT")
        for name, parent, head in session.body_rig():
            bone = armature.data.edit_bones.new(name)
            # Along Y and not turned, so that its axes are those of the avatar's joints.
            bone.head, bone.tail, bone.roll = head, head + (0, 0.03, 0), 0.0
            if parent:
                bone.parent = armature.data.edit_bones[parent]
        bpy.ops.object.mode_set(mode="OBJECT")
        mesh = bpy.data.meshes.new(body.name)
        mesh.from_pydata(bound.positions.tolist(), [], body.triangles().tolist())
        mesh.polygons.foreach_set("use_smooth", np.ones(len(mesh.polygons), bool))
        thing = bpy.data.objects.new(body.name, mesh)
        context.collection.objects.link(thing)
        thing.parent = armature
        thing.modifiers.new("Armature", "ARMATURE").object = armature
        weights = {}
        session.collect(weights, body.joints(), np.arange(len(bound.positions)), bound.joints, bound.weights)
        _write_groups(thing, weights)
        thing.select_set(True)
        context.view_layer.objects.active = thing
        return "The body was added, with the joints that it is bound to."


CLASSES = (MANNEQUIN_OT_preview, MANNEQUIN_OT_end_preview, MANNEQUIN_OT_reset, MANNEQUIN_OT_check, MANNEQUIN_OT_send,
           MANNEQUIN_OT_weights_from_file, MANNEQUIN_OT_weights_from_body, MANNEQUIN_OT_add_body)


def register():
    for cls in CLASSES:
        bpy.utils.register_class(cls)


def unregister():
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)


def previewing():
    return _preview is not None
