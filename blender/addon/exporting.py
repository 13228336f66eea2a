"""From the selection to the bytes that an upload would get, and to files that other programs watch."""

import os
import tempfile

import bpy
import numpy as np


class ExportError(Exception):
    """Something that the user can mend; the text says how."""


def rigged(context):
    """The selected meshes that an armature deforms, and their armatures."""
    meshes = [thing for thing in context.selected_objects if thing.type == "MESH" and thing.find_armature()]
    if not meshes:
        raise ExportError("Select a mesh with an armature: an Armature modifier, or the armature as its parent.")
    return meshes, sorted({mesh.find_armature() for mesh in meshes}, key=lambda armature: armature.name)


def glb_of(context):
    """Of the selected meshes and their armatures at rest, as Blender's own exporter writes them."""
    meshes, armatures = rigged(context)
    chosen, active = list(context.selected_objects), context.view_layer.objects.active
    rests = {armature: armature.data.pose_position for armature in armatures}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mannequin.glb")
        try:
            for thing in chosen:
                thing.select_set(False)
            for thing in [*meshes, *armatures]:
                thing.select_set(True)
            for armature in armatures:
                armature.data.pose_position = "REST"
            context.view_layer.update()
            wanted = {"use_selection": True, "export_format": "GLB", "export_animations": False, "export_morph": False,
                      "export_skins": True, "export_yup": True, "export_apply": False}
            # Names of options change between versions.
            known = bpy.ops.export_scene.gltf.get_rna_type().properties.keys()
            bpy.ops.export_scene.gltf(filepath=path, **{name: wanted[name] for name in wanted if name in known})
        except (RuntimeError, AttributeError) as problem:
            raise ExportError(f"Blender's glTF exporter failed; is the add-on io_scene_gltf2 on? {problem}") from problem
        finally:
            for armature, position in rests.items():
                armature.data.pose_position = position
            for thing in [*meshes, *armatures]:
                thing.select_set(thing in chosen)
            for thing in chosen:
                thing.select_set(True)
            context.view_layer.objects.active = active
        with open(path, "rb") as file:
            return file.read()


def write(path, data):
    """Whole or not at all, as whoever watches the file sees it."""
    part = f"{path}.part"
    with open(part, "wb") as file:
        file.write(data)
    os.replace(part, path)


def positions_of(mesh):
    """Of a mesh's vertices, without shape keys: n x 3."""
    out = np.empty(3 * len(mesh.vertices), np.float32)
    source = mesh.shape_keys.key_blocks[0].data if mesh.shape_keys else mesh.vertices
    source.foreach_get("co", out)
    return out.reshape(-1, 3)


def triangles_of(mesh):
    mesh.calc_loop_triangles()
    out = np.empty(3 * len(mesh.loop_triangles), np.int32)
    mesh.loop_triangles.foreach_get("vertices", out)
    return out.reshape(-1, 3)


def spaces_of(thing):
    """Exporters put vertices into the armature's space, or into the world."""
    world = np.array(thing.matrix_world)
    armature = np.array(thing.find_armature().matrix_world)
    return [np.linalg.inv(armature) @ world, world]
