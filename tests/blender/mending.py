"""Runs inside Blender, headless: mending.py FOLDER. The Blender steps of docs/findings, as the operators that the menus call, on each
faulty FOLDER/<code>.<ending>; writes FOLDER/mended/<code>.<ending>. A step's function has the code's name."""

import builtins
import os
import pathlib
import sys

import numpy

# What Debian's importers ask for and Debian's Python no longer has: a name of numpy (glTF), a mode of open (.bvh).
numpy.bool = bool
system_open = builtins.open
builtins.open = lambda path, mode="r", *rest, **named: system_open(path, mode.replace("U", ""), *rest, **named)
import bpy  # noqa: E402

FOLDER = pathlib.Path(sys.argv[sys.argv.index("--") + 1])


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


def as_it_is():
    pass


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


def renamed(old, new):
    def step():
        armature().data.bones[old].name = new  # the groups follow
    return step


def exchanged_sides():
    for thing in meshes():
        left, right = thing.vertex_groups["mHipLeft"], thing.vertex_groups["mHipRight"]
        left.name, right.name, left.name = "free", "mHipLeft", "mHipRight"


def attachment_point_joint():
    for thing in meshes():
        select(thing)
        mix = thing.modifiers.new("mix", "VERTEX_WEIGHT_MIX")
        mix.vertex_group_a, mix.vertex_group_b, mix.mix_mode, mix.mix_set = "mKneeLeft", "Left Hand", "ADD", "ALL"
        bpy.ops.object.modifier_move_to_index(modifier="mix", index=0)
        bpy.ops.object.modifier_apply(modifier="mix")
        thing.vertex_groups.remove(thing.vertex_groups["Left Hand"])
    remove_bones("Left Hand")


def control_bone():
    """The group to a joint, and no bone of the name that deforms."""
    for thing in meshes():
        if "mHipLeft" in thing.vertex_groups:
            thing.vertex_groups.remove(thing.vertex_groups["mHipLeft"])
        thing.vertex_groups["ikHandLeft"].name = "mHipLeft"
    armature().data.bones["ikHandLeft"].use_deform = False


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


def wrong_parent():
    reparent("mKneeLeft", "mHipLeft")


def extra_joint():
    reparent("mKneeLeft", "mHipLeft")
    remove_bones("twist")


def apply_all():
    things = [thing for thing in bpy.context.scene.objects if thing.type in ("MESH", "ARMATURE", "EMPTY")]
    # The mesh is the armature's child: what it inherits is not its own until it is cleared.
    select(*meshes())
    bpy.ops.object.parent_clear(type="CLEAR_KEEP_TRANSFORM")
    select(*things)
    bpy.ops.object.transform_apply(location=True, rotation=True, scale=True)


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
    import mathutils
    for thing in bpy.context.scene.objects:
        if thing.parent is None:
            thing.matrix_world = mathutils.Matrix.Rotation(numpy.pi / 2, 4, "Z") @ thing.matrix_world
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


def automatic_weights():
    select(*meshes(), armature())
    bpy.ops.object.parent_set(type="ARMATURE_AUTO")


def morph_targets():
    for thing in meshes():
        thing.shape_key_clear()


def moved_back(name, by):
    """A bone to the avatar's place, and what hangs on it with it."""
    def step():
        import mathutils
        select(armature(), mode="EDIT")
        bone = armature().data.edit_bones[name]
        for each in [bone, *bone.children_recursive]:
            each.use_connect = False
        for each in [bone, *bone.children_recursive]:
            each.translate(mathutils.Vector(by))
        bpy.ops.object.mode_set(mode="OBJECT")
    return step


def viewer_quarter_turn():
    import mathutils
    select(armature(), mode="EDIT")
    bones = armature().data.edit_bones
    for bone in bones:
        bone.use_connect = False
    for name in ("mShoulderLeft", "mShoulderRight"):
        bones[name].tail = bones[name].head + mathutils.Vector((0, 0.1, 0))
        bones[name].roll = 0
    bpy.ops.object.mode_set(mode="OBJECT")


# Steps by code; `as_it_is`: imported and exported again, with the exporter's settings alone.
STEPS = {
    "unweighted_vertices": unweighted_vertices, "too_many_influences": limit_total, "viewer_weights_lost": limit_total,
    "weight_sums": weight_sums, "unknown_joint": renamed("mHipLft", "mHipLeft"), "exchanged_sides": exchanged_sides,
    "spaces_in_names": renamed("Left Hand", "Left_Hand"), "split_joint_name": renamed("Left Hand", "Left_Hand"),
    "attachment_point_joint": attachment_point_joint, "control_bone": control_bone,
    "wrong_parent": wrong_parent, "extra_joint": extra_joint, "viewer_mesh_node": apply_all, "viewer_two_nodes_above": clear_above,
    "unlikely_size": unlikely_size, "not_x_forward": not_x_forward, "no_uv": no_uv, "incomplete_uv": no_uv,
    "degenerate_triangles": degenerate_triangles, "zero_normals": zero_normals, "skipped_primitive": delete_loose,
    "viewer_lines": delete_loose, "too_many_faces": too_many_faces, "viewer_parts": too_many_faces,
    "vertex_colors_unusable": vertex_colors_unusable, "viewer_name_cut": viewer_name_cut, "not_rigged": automatic_weights,
    "no_weights": automatic_weights, "morph_targets": morph_targets, "viewer_ignores": morph_targets,
    "joint_offset": moved_back("mKneeLeft", (0, 0, 0.05)), "offset_noise": moved_back("mKneeLeft", (0, 0, 0.0005)),
    "pelvis_height": moved_back("mPelvis", (0, 0, -0.1)), "viewer_quarter_turn": viewer_quarter_turn,
    "bind_shape_orientation": apply_all,
}
BVH = {"absolute_positions": True, "odd_channels": False}  # whether "Root Translation Only" is ticked


def read(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.preferences.addon_enable(module="io_scene_gltf2")
    if path.suffix == ".dae":
        bpy.ops.wm.collada_import(filepath=str(path))
    elif path.suffix == ".bvh":
        bpy.ops.import_anim.bvh(filepath=str(path))
    else:
        bpy.ops.import_scene.gltf(filepath=str(path))


def write(path, code):
    if path.suffix == ".dae":
        bpy.ops.wm.collada_export(filepath=str(path))
    elif path.suffix == ".bvh":
        bpy.ops.export_anim.bvh(filepath=str(path), root_transform_only=BVH[code])
    else:
        bpy.ops.export_scene.gltf(filepath=str(path.with_suffix(".glb")), export_format="GLB", export_animations=False,
                                  export_def_bones=code == "control_bone", export_morph=code not in ("morph_targets",))


def main():
    out = FOLDER / "mended"
    out.mkdir(exist_ok=True)
    for path in sorted(p for p in FOLDER.iterdir() if p.suffix in (".glb", ".gltf", ".dae", ".bvh")):
        code = path.stem
        try:
            read(path)
            STEPS.get(code, as_it_is)()
            if bpy.context.mode != "OBJECT":
                bpy.ops.object.mode_set(mode="OBJECT")
            write(out / path.name, code)
        except Exception as problem:  # the others continue; the caller reports what is missing
            print(f"MENDING {code}: {problem!r}", flush=True)
    print("MENDING done", os.listdir(out))


main()
