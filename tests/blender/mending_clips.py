"""The Blender steps of docs/findings for clips. The Dope Sheet's operators need its window: here its keys are changed themselves."""
import bpy

from mending_scene import armature, remove_bones, select


def action():
    return armature().animation_data.action


def delete_channels(*bones):
    for curve in list(action().fcurves):
        if any(f'pose.bones["{bone}"]' in curve.data_path for bone in bones):
            action().fcurves.remove(curve)


def clip_attachment_points():
    remove_bones("Skull")


def clip_joint_twice():
    delete_channels("mChest")


def clip_unknown_joint():
    armature().data.bones["Tentacle"].name = "neck"  # its channels follow


def joint_taken_as_it_is():
    remove_bones("BELLY")


def clip_loop_jump():
    """The keys of the second frame at the last one, and none in the ten before."""
    last = bpy.context.scene.frame_end
    for curve in action().fcurves:
        start = curve.evaluate(2)
        for key in reversed([key for key in curve.keyframe_points if last - 10 < key.co.x < last]):
            curve.keyframe_points.remove(key)
        curve.keyframe_points.insert(last, start)


def clip_flash():
    bpy.context.scene.frame_end = 48


def clip_too_large():
    """A third of the frames, in the same time."""
    scene = bpy.context.scene
    scene.render.fps, scene.render.frame_map_old, scene.render.frame_map_new = 10, 30, 10
    scene.frame_end = scene.frame_end // 3


def thinned():
    """One key in ten, and the last."""
    for curve in action().fcurves:
        keys = curve.keyframe_points
        for number in reversed(range(1, len(keys) - 1)):
            if number % 10:
                keys.remove(keys[number])


STEPS = {
    "clip_attachment_points": clip_attachment_points, "clip_joint_twice": clip_joint_twice, "clip_unknown_joint": clip_unknown_joint,
    "joint_taken_as_it_is": joint_taken_as_it_is, "clip_loop_jump": clip_loop_jump, "clip_flash": clip_flash,
    "clip_too_large": clip_too_large, "clip_too_large-thinned": thinned,
}


def settings(code):
    """Whether "Root Translation Only" is ticked."""
    select(armature())
    return {"root_transform_only": code != "odd_channels"}
