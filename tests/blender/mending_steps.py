"""The Blender steps of docs/findings for meshes, as the operators that the menus call. A step has the name of its code."""
import bpy
import mathutils
import numpy

import mending_weights as weights
from mending_scene import FOLDER, apply_all, armature, avatars_armature, each_mesh_in, meshes, remove_bones, reparent, rig, select


def renamed(old, new):
    def step():
        armature().data.bones[old].name = new  # the groups follow
    return step


def wrong_parent():
    reparent("mKneeLeft", "mHipLeft")


def extra_joint():
    reparent("mKneeLeft", "mHipLeft")
    remove_bones("twist")


def clear_above():
    select(armature())
    bpy.ops.object.parent_clear(type="CLEAR_KEEP_TRANSFORM")
    apply_all()


def unlikely_size():
    things = [thing for thing in bpy.context.scene.objects if thing.type in ("MESH", "ARMATURE") and thing.parent is None]
    for thing in things:
        thing.scale = [0.01 * x for x in thing.scale]
    apply_all()


def not_x_forward():
    for thing in bpy.context.scene.objects:
        if thing.parent is None:
            thing.rotation_euler.z -= numpy.pi / 2
    apply_all()


def scale_cleared():
    """The numbers were metres, whatever the file said."""
    select(*meshes(), armature())
    bpy.ops.object.scale_clear()
    apply_all()


def no_uv():
    for _ in each_mesh_in("EDIT"):
        bpy.ops.uv.smart_project()


def degenerate_triangles():
    for _ in each_mesh_in("EDIT"):
        bpy.ops.mesh.dissolve_degenerate()


def zero_normals():
    for thing in each_mesh_in("EDIT"):
        bpy.ops.mesh.normals_make_consistent(inside=False)
    for thing in meshes():
        select(thing)
        bpy.ops.mesh.customdata_custom_splitnormals_clear()


def delete_loose():
    for _ in each_mesh_in("EDIT"):
        bpy.ops.mesh.delete_loose()


def too_many_faces():
    for thing in meshes():
        select(thing, mode="EDIT")
        bpy.ops.mesh.select_all(action="SELECT")
        thing.active_material_index = 0
        bpy.ops.object.material_slot_assign()
        bpy.ops.object.mode_set(mode="OBJECT")
        bpy.ops.object.material_slot_remove_unused()


def vertex_colors_unusable():
    for thing in meshes():
        while thing.data.color_attributes:
            thing.data.color_attributes.remove(thing.data.color_attributes[0])


def viewer_name_cut():
    for thing in meshes():
        thing.name = "dress"


def morph_targets():
    for thing in meshes():
        thing.shape_key_clear()


def moved_back(name):
    """A bone to the avatar's place, and what hangs on it with it."""
    def step():
        own = armature()
        model = rig()
        place = own.matrix_world.inverted() @ model.matrix_world @ model.data.bones[name].head_local
        select(model)
        bpy.ops.object.delete()
        select(own, mode="EDIT")
        bone = own.data.edit_bones[name]
        by = place - bone.head
        for each in [bone, *bone.children_recursive]:
            each.use_connect = False
        for each in [bone, *bone.children_recursive]:
            each.translate(by)
        bpy.ops.object.mode_set(mode="OBJECT")
    return step


def viewer_quarter_turn():
    select(armature(), mode="EDIT")
    bones = armature().data.edit_bones
    for bone in bones:
        bone.use_connect = False
    for name in ("mShoulderLeft", "mShoulderRight"):
        bones[name].tail = bones[name].head + mathutils.Vector((0, 0.1, 0))
        bones[name].roll = 0
    bpy.ops.object.mode_set(mode="OBJECT")


def delete_empty():
    empty = [thing for thing in meshes() if not thing.data.polygons]
    select(*empty)
    bpy.ops.object.delete()


def filled():
    select(bpy.context.scene.objects["outline"], mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.edge_face_add()


def transforms_cleared():
    """What the importer makes of such a transformation is not finite."""
    select(*meshes())
    bpy.ops.object.location_clear()
    bpy.ops.object.rotation_clear()
    bpy.ops.object.scale_clear()


def applied_scale():
    for thing in meshes():
        select(thing)
        bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    for _ in each_mesh_in("EDIT"):
        bpy.ops.mesh.flip_normals()


def second_material():
    """Half of the face selected, and assigned to another slot."""
    for thing in each_mesh_in("EDIT"):
        bpy.ops.mesh.select_all(action="DESELECT")
        bpy.ops.object.mode_set(mode="OBJECT")
        for vertex in thing.data.vertices:
            vertex.select = vertex.co.x > 0.25
        for name in ("first half", "other half"):
            bpy.ops.object.material_slot_add()
            thing.material_slots[thing.active_material_index].material = bpy.data.materials.new(name)
        bpy.ops.object.mode_set(mode="EDIT")
        bpy.ops.object.material_slot_assign()


def decimated():
    for thing in meshes():
        select(thing)
        thing.modifiers.new("Decimate", "DECIMATE").ratio = 0.5
        bpy.ops.object.modifier_move_to_index(modifier="Decimate", index=0)
        bpy.ops.object.modifier_apply(modifier="Decimate")


def packed():
    bpy.ops.file.pack_all()


def saved_as_png():
    """Image > Save As, which needs an Image Editor."""
    for image in bpy.data.images:
        image.filepath_raw, image.file_format = str(FOLDER / "mended/skin.png"), "PNG"
        image.save()


# Steps by code. All others: imported and exported again, with the exporter's settings alone.
STEPS = {
    "unit": scale_cleared,
    "unweighted_vertices": weights.unweighted_vertices, "too_many_influences": weights.limit_total,
    "viewer_weights_lost": weights.limit_total, "weight_sums": weights.weight_sums, "unknown_joint": renamed("mHipLft", "mHipLeft"),
    "exchanged_sides": weights.exchanged_sides, "attachment_point_joint": weights.attachment_point_joint,
    "control_bone": weights.control_bone, "wrong_parent": wrong_parent, "extra_joint": extra_joint, "viewer_mesh_node": apply_all,
    "viewer_two_nodes_above": clear_above, "unlikely_size": unlikely_size, "not_x_forward": not_x_forward, "no_uv": no_uv,
    "incomplete_uv": no_uv, "degenerate_triangles": degenerate_triangles, "zero_normals": zero_normals, "skipped_primitive": delete_loose,
    "viewer_lines": delete_loose, "too_many_faces": too_many_faces, "viewer_parts": too_many_faces,
    "vertex_colors_unusable": vertex_colors_unusable, "viewer_name_cut": viewer_name_cut, "not_rigged": weights.automatic_weights,
    "no_weights": weights.automatic_and_limited, "morph_targets": morph_targets, "viewer_ignores": morph_targets,
    "joint_offset": moved_back("mKneeLeft"), "offset_noise": moved_back("mKneeLeft"), "pelvis_height": moved_back("mPelvis"),
    "viewer_quarter_turn": viewer_quarter_turn, "bind_shape_orientation": apply_all, "too_many_joints": weights.deform_off,
    "too_many_joints-split": weights.split_in_two, "duplicate_joint": weights.duplicate_joint,
    "bad_weights": weights.cleaned, "bind_shape_influences": weights.weight_sums, "empty_mesh": delete_empty, "no_triangles": filled,
    "no_positions": delete_empty, "negative_scale": applied_scale, "unsupported_transform": transforms_cleared,
    "importer_profile": weights.without_volumes, "torn_without_positions": avatars_armature, "moved_at_rest": avatars_armature,
    "bind_rotation": avatars_armature, "bind_scale": avatars_armature, "turned_bone": moved_back("mKneeLeft"),
    "displaced_joint": weights.little_weight, "missing_link": weights.little_weight, "face_too_large": second_material,
    "face_too_large-reduced": decimated, "no_joints_in_mesh": weights.automatic_weights, "image_missing": packed, "image_outside_folder": packed,
    "image_unusable": saved_as_png, "small_polygons": delete_loose,
}

# Settings of the exporter, as the page names them, or as Blender's window sets them.
SETTINGS = {"control_bone": {"export_def_bones": True}, "morph_targets": {"export_morph": False}}
# Of files whose nodes do not say where their joints are.
WITHOUT_BIND_INFO = {"joint_positions_unknown"}
# What the mended file is written as, where that is the step.
ENDING = {"image_missing": ".glb", "image_outside_folder": ".glb", "bind_rotation": ".glb", "bind_scale": ".glb", "moved_at_rest": ".glb",
          "joint_positions_unknown": ".glb"}
