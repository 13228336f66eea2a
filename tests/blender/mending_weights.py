"""The Blender steps of docs/findings that change weights."""
import bpy

from mending_scene import armature, each_mesh_in, meshes, remove_bones, select


def unweighted_vertices():
    for thing in each_mesh_in("EDIT"):
        bpy.ops.mesh.select_all(action="DESELECT")
        bpy.ops.mesh.select_ungrouped()
        thing.vertex_groups.active_index = thing.vertex_groups["mPelvis"].index
        bpy.context.scene.tool_settings.vertex_group_weight = 1.0
        bpy.ops.object.vertex_group_assign()


def limit_total():
    for _ in each_mesh_in("WEIGHT_PAINT"):
        bpy.ops.object.vertex_group_limit_total(group_select_mode="ALL", limit=4)
        bpy.ops.object.vertex_group_normalize_all(group_select_mode="ALL", lock_active=False)


def weight_sums():
    for _ in each_mesh_in("WEIGHT_PAINT"):
        bpy.ops.object.vertex_group_normalize_all(group_select_mode="ALL", lock_active=False)


def exchanged_sides():
    for thing in meshes():
        left, right = thing.vertex_groups["mHipLeft"], thing.vertex_groups["mHipRight"]
        left.name, right.name, left.name = "free", "mHipLeft", "mHipRight"


def mix_into(thing, group, other):
    mix = thing.modifiers.new("mix", "VERTEX_WEIGHT_MIX")
    mix.vertex_group_a, mix.vertex_group_b, mix.mix_mode, mix.mix_set = group, other, "ADD", "ALL"
    bpy.ops.object.modifier_move_to_index(modifier="mix", index=0)
    bpy.ops.object.modifier_apply(modifier="mix")


def attachment_point_joint():
    for thing in meshes():
        select(thing)
        mix_into(thing, "mKneeLeft", "Left Hand")
        thing.vertex_groups.remove(thing.vertex_groups["Left Hand"])
    remove_bones("Left Hand")


def duplicate_joint():
    """The vertices of one name to the other."""
    for thing in meshes():
        select(thing)
        mix_into(thing, "mTorso", "abdomen")
        thing.vertex_groups.remove(thing.vertex_groups["abdomen"])
    remove_bones("abdomen")


def control_bone():
    """The group to a joint, and no bone of the name that deforms."""
    for thing in meshes():
        if "mHipLeft" in thing.vertex_groups:
            thing.vertex_groups.remove(thing.vertex_groups["mHipLeft"])
        thing.vertex_groups["ikHandLeft"].name = "mHipLeft"
    armature().data.bones["ikHandLeft"].use_deform = False


def automatic_weights():
    select(*meshes(), armature())
    bpy.ops.object.parent_set(type="ARMATURE_AUTO")


def automatic_and_limited():
    automatic_weights()
    limit_total()


def deform_off():
    """Empty groups away, and no bone without a group deforms; the exporter then leaves it out."""
    used = set()
    for thing in each_mesh_in("WEIGHT_PAINT"):
        bpy.ops.object.vertex_group_clean(group_select_mode="ALL", limit=0.0)
    for thing in meshes():
        full = {entry.group for vertex in thing.data.vertices for entry in vertex.groups}
        for group in list(thing.vertex_groups):
            if group.index in full:
                used.add(group.name)
        for name in [group.name for group in thing.vertex_groups if group.name not in used]:
            thing.vertex_groups.remove(thing.vertex_groups[name])
    for bone in armature().data.bones:
        bone.use_deform = bone.name in used


def split_in_two():
    """The upper faces apart, and of each half the groups away that are empty there."""
    for thing in each_mesh_in("EDIT"):
        bpy.ops.mesh.select_all(action="DESELECT")
        bpy.ops.object.mode_set(mode="OBJECT")
        for face in thing.data.polygons:
            face.select = face.center.z > 0.8
        bpy.ops.object.mode_set(mode="EDIT")
        bpy.ops.mesh.select_mode(type="FACE")
        bpy.ops.mesh.separate(type="SELECTED")
    for thing in meshes():
        full = {entry.group for vertex in thing.data.vertices for entry in vertex.groups if entry.weight > 0}
        for name in [group.name for group in thing.vertex_groups if group.index not in full]:
            thing.vertex_groups.remove(thing.vertex_groups[name])


def cleaned():
    for _ in each_mesh_in("WEIGHT_PAINT"):
        bpy.ops.object.vertex_group_clean(group_select_mode="ALL", limit=0.0)
        bpy.ops.object.vertex_group_normalize_all(group_select_mode="ALL", lock_active=False)


def without_volumes():
    """The weights of each collision volume to the bone that carries it."""
    bones = armature().data.bones
    for thing in meshes():
        select(thing)
        for name in [group.name for group in thing.vertex_groups if group.name.isupper()]:
            mix_into(thing, bones[name].parent.name, name)
            thing.vertex_groups.remove(thing.vertex_groups[name])


def little_weight():
    """One vertex near the joint, in a group of its name."""
    bone = armature().matrix_world @ armature().data.bones["mTorso"].head_local
    for thing in meshes():
        nearest = min(thing.data.vertices, key=lambda vertex: ((thing.matrix_world @ vertex.co) - bone).length)
        thing.vertex_groups.new(name="mTorso").add([nearest.index], 0.01, "REPLACE")
