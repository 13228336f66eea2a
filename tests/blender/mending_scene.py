"""What the steps of docs/findings do in Blender again and again: selecting, Edit Mode, bones, reading and writing."""
import pathlib
import sys

import bpy

FOLDER = pathlib.Path(sys.argv[-1])
SOUND = FOLDER / "sound"


def as_it_is(*things):
    """No step at all."""


def meshes():
    return [thing for thing in bpy.context.scene.objects if thing.type == "MESH"]


def armature():
    return next(thing for thing in bpy.context.scene.objects if thing.type == "ARMATURE")


def select(*things, mode="OBJECT"):
    if bpy.context.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    bpy.ops.object.select_all(action="DESELECT")
    for thing in things:
        thing.select_set(True)
    bpy.context.view_layer.objects.active = things[-1]
    bpy.ops.object.mode_set(mode=mode)


def each_mesh_in(mode):
    for thing in meshes():
        select(thing, mode=mode)
        if mode == "EDIT":
            bpy.ops.mesh.select_all(action="SELECT")
        yield thing
        bpy.ops.object.mode_set(mode="OBJECT")


def remove_bones(*names):
    select(armature(), mode="EDIT")
    bones = armature().data.edit_bones
    for name in names:
        bones.remove(bones[name])
    bpy.ops.object.mode_set(mode="OBJECT")


def reparent(child, parent):
    select(armature(), mode="EDIT")
    bpy.ops.armature.select_all(action="DESELECT")
    bones = armature().data.edit_bones
    for name in (child, parent):
        bones[name].select = bones[name].select_head = bones[name].select_tail = True
    bones.active = bones[parent]
    bpy.ops.armature.parent_set(type="OFFSET")
    bpy.ops.object.mode_set(mode="OBJECT")


def apply_all():
    things = [thing for thing in bpy.context.scene.objects if thing.type in ("MESH", "ARMATURE", "EMPTY")]
    # The mesh is the armature's child: what it inherits is not its own until it is cleared.
    select(*meshes())
    bpy.ops.object.parent_clear(type="CLEAR_KEEP_TRANSFORM")
    select(*things)
    bpy.ops.object.transform_apply(location=True, rotation=True, scale=True)


def armature_deform(*things):
    """The last is the armature; the groups of the others stay."""
    select(*things)
    bpy.ops.object.parent_set(type="ARMATURE")


def read(path, keep_bind_info=True):
    """Whether there is something in the scene then; Blender's importer of COLLADA does not say so."""
    if path.suffix == ".dae":
        bpy.ops.wm.collada_import(filepath=str(path), keep_bind_info=keep_bind_info)
    elif path.suffix == ".bvh":
        # Forward and up as its exporter writes them. Frames of no time have no rate.
        bpy.ops.import_anim.bvh(filepath=str(path), axis_forward="Y", axis_up="Z", update_scene_duration=True,
                                update_scene_fps="Frame Time: 0\n" not in path.read_text())
    else:
        bpy.ops.import_scene.gltf(filepath=str(path))
    return len(bpy.context.scene.objects) > 0


def read_afresh(path, keep_bind_info=True):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.preferences.addon_enable(module="io_scene_gltf2")
    return read(path, keep_bind_info)


def write(path, **settings):
    if path.suffix == ".dae":
        bpy.ops.wm.collada_export(filepath=str(path), **settings)
    elif path.suffix == ".bvh":
        bpy.ops.export_anim.bvh(filepath=str(path), **settings)
    else:
        bpy.ops.export_scene.gltf(filepath=str(path.with_suffix(".glb")), export_format="GLB", export_animations=False, **settings)


def rig():
    """The avatar's own armature, from `mannequin joints --shape rest -o rig.dae`, beside the file's."""
    before = set(bpy.context.scene.objects)
    read(SOUND / "rig.dae")
    return next(thing for thing in set(bpy.context.scene.objects) - before if thing.type == "ARMATURE")


def avatars_armature():
    """The avatar's own in place of the file's."""
    old, bound = armature(), meshes()
    new = rig()
    select(*bound)
    bpy.ops.object.parent_clear(type="CLEAR_KEEP_TRANSFORM")
    for thing in bound:
        select(thing)
        for modifier in [modifier.name for modifier in thing.modifiers if modifier.type == "ARMATURE"]:
            bpy.ops.object.modifier_remove(modifier=modifier)
    armature_deform(*bound, new)
    select(old)
    bpy.ops.object.delete()
