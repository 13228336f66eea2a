"""Scenes that Blender exports with a finding: made from the built-in dress, written, mended by the page's steps, and written again."""
import math

import bpy
import mathutils

from mending_scene import (FOLDER, SOUND, apply_all, armature, armature_deform, as_it_is, avatars_armature, meshes, read_afresh, select,
                           write)


def dress(keep_bind_info=False):
    """As a COLLADA file gives it to Blender: bones with the avatar's axes, which a .glb does not give. Kept binds would not follow
    moved bones."""
    read_afresh(SOUND / "dress.dae", keep_bind_info)
    return meshes()[0]


def move_bones(moves, with_children):
    """Metres by bone's name."""
    select(armature(), mode="EDIT")
    bones = armature().data.edit_bones
    for bone in bones:
        bone.use_connect = False
    for name, by in moves.items():
        for bone in [bones[name], *(bones[name].children_recursive if with_children else [])]:
            bone.translate(mathutils.Vector(by))
    bpy.ops.object.mode_set(mode="OBJECT")


def moved(name, by):
    def make():
        dress()
        move_bones({name: by}, with_children=True)
    return make


def chain_with_a_gap():
    """Two bones moved, and no weight of the lower one, so that its place is not exported."""
    thing = dress()
    thing.vertex_groups.remove(thing.vertex_groups["mTorso"])
    move_bones({"mSpine2": (0.02, 0, 0), "mTorso": (0.05, 0, 0)}, with_children=False)


def without_weights(every, lowest=-10, highest=10):
    """Every so manieth vertex between these heights in no group."""
    def make():
        thing = dress(keep_bind_info=True)
        heights = [(thing.matrix_world @ vertex.co).z for vertex in thing.data.vertices]
        taken = [v for v in range(0, len(heights), every) if lowest < heights[v] < highest]
        for group in thing.vertex_groups:
            group.remove(taken)
    return make


def five_groups():
    thing = dress(keep_bind_info=True)
    for name in ("mPelvis", "mTorso", "mChest", "mHipLeft", "mHipRight"):
        thing.vertex_groups[name].add([0], 0.2, "REPLACE")


def turned_round():
    dress()
    for thing in bpy.context.scene.objects:
        if thing.parent is None:
            thing.rotation_euler.z += math.pi / 2
    apply_all()


def whole_skeleton():
    """A group for each of the avatar's joints, as armatures for Second Life give it."""
    thing = dress()
    avatars_armature()
    for bone in armature().data.bones:
        if bone.name not in thing.vertex_groups:
            thing.vertex_groups.new(name=bone.name)


def whole_skeleton_used():
    """And a vertex for each."""
    whole_skeleton()
    thing = meshes()[0]
    for number, group in enumerate(thing.vertex_groups):
        group.add([37 * number % len(thing.data.vertices)], 0.01, "ADD")


def fine_sheet():
    """More vertices than a face may have."""
    select(dress())
    bpy.ops.object.delete()
    count = 256
    steps = [0.5 * i / count for i in range(count + 1)]
    mesh = bpy.data.meshes.new("sheet")
    corners = [x * (count + 1) + y for x in range(count) for y in range(count)]
    mesh.from_pydata([(x, y, 1) for x in steps for y in steps], [], [(a, a + 1, a + count + 2, a + count + 1) for a in corners])
    sheet = bpy.data.objects.new("sheet", mesh)
    bpy.context.collection.objects.link(sheet)
    sheet.vertex_groups.new(name="mPelvis").add(range(len(sheet.data.vertices)), 1.0, "REPLACE")
    armature_deform(sheet, armature())


def textured(name, kind):
    """An image of this kind on the dress, in another folder."""
    thing = dress()
    image = bpy.data.images.new("skin", 4, 4)
    folder = FOLDER / "textures"
    folder.mkdir(exist_ok=True)
    image.filepath_raw, image.file_format = str(folder / name), kind
    image.save()
    material = thing.data.materials[0]
    node = material.node_tree.nodes.new("ShaderNodeTexImage")
    node.image = image
    shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    material.node_tree.links.new(node.outputs["Color"], shader.inputs["Base Color"])


def level(change):
    """The dress and a coarser one; change(dress, coarse)."""
    def make():
        thing = dress()
        thing.name = thing.data.name = "dress"
        select(thing)
        bpy.ops.object.duplicate()
        coarse = bpy.context.object
        coarse.name = coarse.data.name = "coarse"
        coarse.modifiers.new("Decimate", "DECIMATE").ratio = 0.4
        bpy.ops.object.modifier_move_to_index(modifier="Decimate", index=0)
        bpy.ops.object.modifier_apply(modifier="Decimate")
        change(thing, coarse)
    return make


def other_material(thing, coarse):
    coarse.data.materials[0] = bpy.data.materials.new("other")


def other_groups(thing, coarse):
    """Sorted in another way."""
    select(coarse)
    bpy.ops.object.vertex_group_sort(sort_type="NAME")


def finer(thing, coarse):
    select(coarse)
    coarse.modifiers.new("Subdivision", "SUBSURF").levels = 1
    bpy.ops.object.modifier_move_to_index(modifier="Subdivision", index=0)
    bpy.ops.object.modifier_apply(modifier="Subdivision")


def spare(thing, coarse):
    """Another mesh in the high level alone."""
    select(thing)
    bpy.ops.object.duplicate()
    bpy.context.object.name = bpy.context.object.data.name = "belt"


def write_levels(path):
    """Into a folder: dress.dae and dress_LOD2.dae."""
    path.mkdir(parents=True)
    coarse = [thing for thing in meshes() if thing.name.startswith("coarse")]
    fine = [thing for thing in meshes() if thing not in coarse]
    for name, things in (("dress", fine), ("dress_LOD2", coarse)):
        select(*things, armature())
        write(path / f"{name}.dae", selected=True)


def coarse():
    return bpy.context.scene.objects["coarse"]


def same_groups():
    for thing in meshes():
        select(thing)
        bpy.ops.object.vertex_group_sort(sort_type="NAME")


def same_material():
    coarse().material_slots[0].material = bpy.context.scene.objects["dress"].material_slots[0].material


def simplified():
    thing = coarse()
    select(thing)
    thing.modifiers.new("Decimate", "DECIMATE").ratio = 0.1
    bpy.ops.object.modifier_move_to_index(modifier="Decimate", index=0)
    bpy.ops.object.modifier_apply(modifier="Decimate")


def as_many():
    select(bpy.context.scene.objects["belt"])
    bpy.ops.object.duplicate()
    bpy.context.object.name = bpy.context.object.data.name = "coarse belt"


def armature_alone(path):
    select(armature())
    write(path, use_selection=True)


LEVELS = {"level_unreadable": (as_it_is, as_it_is), "level_joints": (other_groups, same_groups),
          "level_materials": (other_material, same_material), "level_triangles": (finer, simplified), "level_mesh": (spare, as_many)}
# Code -> (ending, scene)
MADE = {
    "displaced_joint": (".dae", chain_with_a_gap), "missing_link": (".dae", chain_with_a_gap),
    "joint_offset": (".glb", moved("mKneeLeft", (0, 0, -0.05))), "offset_noise": (".glb", moved("mKneeLeft", (0, 0, -0.0005))),
    "turned_bone": (".glb", moved("mKneeLeft", (0.3, 0, 0.1))), "pelvis_height": (".glb", moved("mPelvis", (0, 0, 0.1))),
    "torn_without_positions": (".glb", moved("mKneeLeft", (0, 0, -0.05))), "not_x_forward": (".glb", turned_round),
    "too_many_joints": (".dae", whole_skeleton), "too_many_joints-split": (".dae", whole_skeleton_used),
    "face_too_large": (".glb", fine_sheet), "face_too_large-reduced": (".glb", fine_sheet),
    "image_missing": (".dae", lambda: textured("skin.png", "PNG")), "image_unusable": (".dae", lambda: textured("skin.bmp", "BMP")),
    "too_many_influences": (".dae", five_groups), "no_weights": (".dae", without_weights(1)),
    "unweighted_vertices": (".dae", without_weights(10, 1.0, 1.15)),  # the step gives them to the pelvis
    "no_meshes": (".glb", dress), "importer_profile": (".glb", dress),
}
# Levels cut short on the way.
CUT = {"level_unreadable"}
# How it is written faulty, where that is the fault.
WRITE = {"no_meshes": armature_alone, "image_missing": lambda path: write(path, use_texture_copies=False)}
