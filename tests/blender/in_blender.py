"""Runs inside Blender, headless: in_blender.py PROGRAM ZIP FOLDER. The add-on, installed from its zip, at work."""

import json
import os
import subprocess
import sys

import bpy
import numpy as np

PROGRAM, ZIP, FOLDER = sys.argv[sys.argv.index("--") + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.preferences.addon_enable(module="io_scene_gltf2")
bpy.ops.preferences.addon_install(filepath=ZIP, overwrite=True)
bpy.ops.preferences.addon_enable(module="mannequin_avatar")
import mannequin  # noqa: E402

assert FOLDER in mannequin.__file__, mannequin.__file__
import mannequin_avatar.exporting as exporting  # noqa: E402

scene = bpy.context.scene
settings = scene.mannequin


def places(thing, key=None):
    source = thing.data.shape_keys.key_blocks[key].data if key else thing.data.vertices
    out = np.empty(3 * len(source), np.float32)
    source.foreach_get("co", out)
    return out.reshape(-1, 3)


def refused(operator, **arguments):
    try:
        operator(**arguments)
    except RuntimeError as problem:
        return str(problem)
    raise AssertionError("not refused")


assert "armature" in refused(bpy.ops.mannequin.check)
assert bpy.ops.mannequin.add_body() == {"FINISHED"}
body = bpy.context.view_layer.objects.active
armature = body.find_armature()
rest = places(body)
assert len(rest) == mannequin.Character().body()[0].vertex_count
assert all(not bone.use_connect for bone in armature.data.bones)

# --- check: as the command says about the same file
assert bpy.ops.mannequin.check() == {"FINISHED"}
sent = os.path.join(FOLDER, "sent.glb")
settings.file = sent
assert bpy.ops.mannequin.send() == {"FINISHED"}
assert os.listdir(FOLDER).count("sent.glb") == 1 and not os.path.exists(sent + ".part")


def program(*arguments):
    done = subprocess.run([PROGRAM, *arguments, "--json"], capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    return json.loads(done.stdout)


told = program("check", sent)
assert [finding.code for finding in settings.findings] == [finding["code"] for finding in told["findings"]]
assert settings.verdict == f"The uploader would {'accept' if told['verdict'] == 'accepted' else 'reject'} this."

# --- preview: as the command skins the same file
before = [np.array(bone.matrix_basis) for bone in armature.pose.bones]
assert bpy.ops.mannequin.preview() == {"FINISHED"}, settings.told
assert settings.told.startswith("Previewing 1 mesh."), settings.told
assert "ot in the exported file" not in settings.told, settings.told
chosen = {"Body Fat": 85.0, "Height": 20.0, "Arm Length": 70.0}
for slider in settings.sliders:
    if slider.name in chosen:
        slider.percent = chosen[slider.name]
wanted = program("skin", sent, *(text for name, percent in chosen.items() for text in ("--set", f"{name}={percent}%")))
skinned = np.reshape(wanted["meshes"][0]["positions"], (-1, 3))
shown = places(body, "Mannequin preview")
with mannequin.Character() as character, character.avatar() as avatar:
    for name, percent in chosen.items():
        avatar.set_slider(name, percent=percent)
    height = avatar.body_size().root_above_ground
    head = avatar.joint_position("mHead") + (0, 0, height)
    file_bound = character.load_meshes(sent)[0].bound().positions
# The exporter splits vertices; each of the scene's is where its place in the file is.
order = np.lexsort(np.round(file_bound, 5).T)
by_place = {tuple(row): index for index, row in zip(order, np.round(file_bound[order], 5))}
rows = [by_place.get(tuple(row)) for row in np.round(rest, 5)]
same = [(index, row) for index, row in enumerate(rows) if row is not None]
assert len(same) > 0.9 * len(rest), len(same)
mine, theirs = (np.array(column) for column in zip(*same))
apart = np.linalg.norm(shown[mine] - (skinned[theirs] + (0, 0, height)), axis=1).max()
box = np.linalg.norm(np.ptp(skinned, axis=0))
assert apart < 1e-5 * box, apart
assert np.linalg.norm(shown - rest, axis=1).max() > 0.05
bpy.context.view_layer.update()
apart_head = np.linalg.norm(np.array(armature.pose.bones["mHead"].head) - head)
assert apart_head < 1e-5, apart_head
# What is drawn is the shape key, and not the armature on top of it.
seen = body.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
drawn = np.empty(3 * len(seen.vertices), np.float32)
seen.vertices.foreach_get("co", drawn)
assert np.abs(drawn.reshape(-1, 3) - shown).max() < 1e-6

settings.importer = "strict"
assert np.linalg.norm(places(body, "Mannequin preview") - shown, axis=1).max() > 1e-3
settings.importer = "viewer"
assert np.abs(places(body, "Mannequin preview") - shown).max() < 1e-6

assert bpy.ops.mannequin.end_preview() == {"FINISHED"}
assert body.data.shape_keys is None and np.array_equal(places(body), rest)
assert all(modifier.show_viewport for modifier in body.modifiers)
assert all(np.allclose(bone.matrix_basis, basis) for bone, basis in zip(armature.pose.bones, before))
assert not any(name.startswith("mannequin") for thing in (body, armature) for name in thing.keys())


# --- weights back
def table():
    return {(group.name, vertex.index): entry.weight for vertex in body.data.vertices for entry in vertex.groups
            for group in [body.vertex_groups[entry.group]] if entry.weight > 0}


weights = table()
body.vertex_groups.clear()
body.vertex_groups.new(name="my own")
assert bpy.ops.mannequin.weights_from_file(filepath=sent) == {"FINISHED"}, settings.told
back = table()
assert "my own" in body.vertex_groups
difference = max(abs(weights.get(key, 0) - back.get(key, 0)) for key in weights.keys() | back.keys())
assert difference < 1e-4, difference
assert bpy.ops.mannequin.weights_from_body() == {"FINISHED"}
assert settings.told == "1 mesh has the body's weights.", settings.told
transferred = table()
difference = max(abs(weights.get(key, 0) - transferred.get(key, 0)) for key in weights.keys() | transferred.keys())
assert difference < 0.02, difference

other = os.path.join(FOLDER, "none.glb")
with open(other, "wb") as file:
    file.write(b"glTF")
assert "none.glb" in refused(bpy.ops.mannequin.weights_from_file, filepath=other)
bpy.ops.preferences.addon_disable(module="mannequin_avatar")
assert not hasattr(bpy.types.Scene, "mannequin")
print(f"IN BLENDER: preview {apart:.2g} m from the program's, a joint {apart_head:.2g} m, {len(same)} of {len(rest)} vertices")
