"""The C library's structures and functions. Made by tools/api/ctypes_layout.py from the C headers: do not edit."""

from ctypes import (CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_float, c_int32, c_int64, c_size_t, c_uint8,
                    c_uint16, c_uint32, c_uint64, c_void_p)

VERSION = 100
OK = 0
BAD_HANDLE = 1
BAD_ARGUMENT = 2
SHORT_BUFFER = 3
NOT_FOUND = 4
CANNOT_READ = 5
BAD_DATA = 6
UNSUPPORTED = 7
DEVICE = 8
OUT_OF_MEMORY = 9
NOT_EVALUATED = 10
INTERNAL = 11
WRONG_THREAD = 12
LOG_INFO = 0
LOG_WARNING = 1
LOG_ERROR = 2
IMPORTER_DEFAULT = 0
IMPORTER_VIEWER = 1
IMPORTER_VIEWER_NEXT = 2
IMPORTER_STRICT = 3
ROWS_3X4 = 0
ROW_MAJOR_4X4 = 1
COLUMN_MAJOR_4X4 = 2
SHAPE_JSON = 0
SHAPE_ARCHETYPE = 1
SHAPE_WEARABLE = 2
SLIDER_MOVES = 0
SLIDER_SURFACE_ONLY = 1
SLIDER_TEXTURE_ONLY = 2
SLIDER_NO_WEIGHTS = 3
SLIDER_FIXED_BY_OFFSET = 4
SLIDER_TOO_LITTLE = 5
SLIDER_OTHER_SEX = 6

mannequin_log_function = CFUNCTYPE(None, c_void_p, c_int32, c_char_p)
mannequin_job_system_run = CFUNCTYPE(None, c_void_p, c_size_t, c_void_p, c_void_p)
mannequin_allocator_allocate = CFUNCTYPE(c_void_p, c_void_p, c_size_t, c_size_t)
mannequin_allocator_release = CFUNCTYPE(None, c_void_p, c_void_p, c_size_t, c_size_t)
mannequin_bind_options_progress = CFUNCTYPE(c_int32, c_void_p, c_double)


class mannequin_log(Structure):
    _fields_ = [
        ("function", mannequin_log_function),
        ("user", c_void_p),
    ]


class mannequin_job_system(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("threads", c_uint32),
        ("run", mannequin_job_system_run),
        ("user", c_void_p),
    ]


class mannequin_allocator(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("allocate", mannequin_allocator_allocate),
        ("release", mannequin_allocator_release),
        ("user", c_void_p),
    ]


class mannequin_joint_info(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("parent", c_int32),
        ("name", c_char_p),
        ("kind", c_int32),
    ]


class mannequin_slider_info(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("id", c_int32),
        ("name", c_char_p),
        ("label", c_char_p),
        ("min", c_double),
        ("max", c_double),
        ("default_weight", c_double),
        ("sex", c_int32),
    ]


class mannequin_parameter_info(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("id", c_int32),
        ("name", c_char_p),
        ("label", c_char_p),
        ("min", c_double),
        ("max", c_double),
        ("default_weight", c_double),
        ("sex", c_int32),
        ("kind", c_int32),
        ("transmitted", c_int32),
    ]


class mannequin_mesh_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("lod", c_uint32),
        ("importer", c_int32),
    ]


class mannequin_mask(Structure):
    _fields_ = [
        ("region", c_char_p),
        ("width", c_uint32),
        ("height", c_uint32),
        ("texels", POINTER(c_uint8)),
    ]


class mannequin_system_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("lod", c_uint32),
        ("masks", POINTER(mannequin_mask)),
        ("mask_count", c_uint32),
    ]


class mannequin_mesh_data(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("vertex_count", c_uint32),
        ("name", c_char_p),
        ("positions", POINTER(c_float)),
        ("position_stride", c_size_t),
        ("normals", POINTER(c_float)),
        ("normal_stride", c_size_t),
        ("joints", POINTER(c_uint16)),
        ("weights", POINTER(c_float)),
        ("indices", POINTER(c_uint32)),
        ("index_count", c_uint32),
        ("joint_count", c_uint32),
        ("joint_names", POINTER(c_char_p)),
        ("inverse_binds", POINTER(c_float)),
        ("bind_shape", POINTER(c_float)),
        ("joint_positions", POINTER(c_float)),
        ("pelvis_offset", c_double),
        ("lock_scale", c_int32),
    ]


class mannequin_mesh_info(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("vertex_count", c_uint32),
        ("index_count", c_uint32),
        ("palette_size", c_uint32),
        ("name", c_char_p),
        ("rigged", c_int32),
        ("has_tangents", c_int32),
        ("part", c_char_p),
        ("morph_count", c_uint32),
        ("face_count", c_uint32),
        ("uses_identity", c_int32),
    ]


class mannequin_face_info(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("first_index", c_uint32),
        ("index_count", c_uint32),
        ("first_vertex", c_uint32),
        ("vertex_count", c_uint32),
        ("material", c_char_p),
    ]


class mannequin_vertex_buffers(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("vertex_count", c_uint32),
        ("positions", POINTER(c_float)),
        ("position_stride", c_size_t),
        ("normals", POINTER(c_float)),
        ("normal_stride", c_size_t),
        ("tangents", POINTER(c_float)),
        ("tangent_stride", c_size_t),
    ]


class mannequin_check_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("joint_positions", c_int32),
        ("importer", c_int32),
    ]


class mannequin_finding_info(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("severity", c_int32),
        ("code", c_char_p),
        ("mesh", c_char_p),
        ("joint", c_char_p),
        ("message", c_char_p),
        ("remedy", c_char_p),
        ("vertex", c_int64),
    ]


class mannequin_clip_info(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("duration", c_float),
        ("ease_in", c_float),
        ("ease_out", c_float),
        ("loop_in", c_float),
        ("loop_out", c_float),
        ("loops", c_int32),
        ("priority", c_int32),
        ("joint_count", c_uint32),
    ]


class mannequin_animated_object(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("root_mesh", c_uint32),
        ("root_meshes", c_void_p),
        ("position", c_double * 3),
        ("rotation", c_double * 4),
        ("wearer", c_void_p),
        ("attachment", c_uint32),
        ("has_box", c_uint32),
        ("box_min", c_double * 3),
        ("box_max", c_double * 3),
        ("farthest", c_double),
        ("largest", c_double),
    ]


class mannequin_body_size(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("male", c_int32),
        ("height", c_double),
        ("pelvis_to_foot", c_double),
        ("root_above_ground", c_double),
    ]


class mannequin_crowd_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("threads", c_uint32),
        ("capacity", c_uint32),
    ]


class mannequin_skinner_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("threads", c_uint32),
        ("reference", c_int32),
    ]


class mannequin_skin_job(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("mesh", c_uint32),
        ("meshes", c_void_p),
        ("avatar", c_void_p),
        ("crowd", c_void_p),
        ("palettes", POINTER(c_float)),
        ("float_count", c_size_t),
        ("morph_weights", POINTER(c_float)),
        ("weight_count", c_size_t),
        ("instance_count", c_uint32),
    ]


class mannequin_result_streams(Structure):
    _fields_ = [
        ("place_count", c_uint32),
        ("first_instance", c_uint32),
        ("instance_count", c_uint32),
        ("packed", c_uint32),
        ("instance_stride", c_uint64),
        ("position_offset", c_uint64),
        ("normal_offset", c_uint64),
        ("tangent_offset", c_uint64),
        ("position_stride", c_uint32),
        ("direction_stride", c_uint32),
    ]


class mannequin_bind_mesh(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("vertex_count", c_uint32),
        ("index_count", c_uint32),
        ("positions", POINTER(c_float)),
        ("indices", POINTER(c_uint32)),
    ]


class mannequin_bind_bone(Structure):
    _fields_ = [
        ("head", c_float * 3),
        ("tail", c_float * 3),
    ]


class mannequin_bind_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("voxel", c_int32),
        ("smooth", c_int32),
        ("distance", c_float),
        ("angle", c_float),
        ("progress", mannequin_bind_options_progress),
        ("user", c_void_p),
    ]


class mannequin_bind_result(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("unweighted_count", c_uint32),
        ("joints", POINTER(c_uint16)),
        ("weights", POINTER(c_float)),
    ]


class mannequin_fit_case(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("vertex", c_uint32),
        ("body", POINTER(c_float)),
        ("body_normals", POINTER(c_float)),
        ("garment", POINTER(c_float)),
        ("depth", c_double),
        ("area", c_double),
        ("outside", POINTER(c_float)),
    ]


class mannequin_slider_effect(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("why", c_int32),
        ("metres", c_double),
        ("bones", c_int32),
        ("volumes", c_int32),
    ]


class mannequin_offset_info(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("joint", c_uint32),
        ("position", c_double * 3),
        ("moved", c_double * 3),
        ("counts", c_int32),
        ("lock_scale", c_int32),
    ]


# name -> (result, arguments)
FUNCTIONS = {
    "mannequin_version": (c_uint32, []),
    "mannequin_last_error": (c_char_p, []),
    "mannequin_copy_error": (c_int32, [c_void_p, c_char_p, c_size_t]),
    "mannequin_set_job_system": (c_int32, [POINTER(mannequin_job_system)]),
    "mannequin_set_allocator": (c_int32, [POINTER(mannequin_allocator)]),
    "mannequin_character_builtin": (c_int32, [POINTER(c_void_p)]),
    "mannequin_character_from_folder": (c_int32, [c_char_p, POINTER(c_void_p)]),
    "mannequin_character_release": (c_int32, [c_void_p]),
    "mannequin_character_set_log": (c_int32, [c_void_p, POINTER(mannequin_log)]),
    "mannequin_joint_count": (c_int32, [c_void_p, POINTER(c_uint32)]),
    "mannequin_joint_find": (c_int32, [c_void_p, c_char_p, POINTER(c_uint32)]),
    "mannequin_joint_get": (c_int32, [c_void_p, c_uint32, POINTER(mannequin_joint_info)]),
    "mannequin_slider_count": (c_int32, [c_void_p, POINTER(c_uint32)]),
    "mannequin_slider_get": (c_int32, [c_void_p, c_uint32, POINTER(mannequin_slider_info)]),
    "mannequin_slider_find": (c_int32, [c_void_p, c_char_p, POINTER(c_int32)]),
    "mannequin_parameter_count": (c_int32, [c_void_p, POINTER(c_uint32)]),
    "mannequin_parameter_get": (c_int32, [c_void_p, c_uint32, POINTER(mannequin_parameter_info)]),
    "mannequin_meshes_load": (c_int32, [c_void_p, c_void_p, c_size_t, c_char_p, POINTER(mannequin_mesh_options), POINTER(c_void_p)]),
    "mannequin_meshes_builtin_body": (c_int32, [c_void_p, POINTER(c_void_p)]),
    "mannequin_meshes_system_avatar": (c_int32, [c_void_p, c_char_p, POINTER(mannequin_system_options), POINTER(c_void_p)]),
    "mannequin_meshes_from_arrays": (c_int32, [c_void_p, POINTER(mannequin_mesh_data), POINTER(c_void_p)]),
    "mannequin_meshes_release": (c_int32, [c_void_p]),
    "mannequin_mesh_count": (c_int32, [c_void_p, POINTER(c_uint32)]),
    "mannequin_mesh_get": (c_int32, [c_void_p, c_uint32, POINTER(mannequin_mesh_info)]),
    "mannequin_mesh_get_face": (c_int32, [c_void_p, c_uint32, c_uint32, POINTER(mannequin_face_info)]),
    "mannequin_mesh_copy_indices": (c_int32, [c_void_p, c_uint32, POINTER(c_uint32), c_size_t]),
    "mannequin_mesh_copy_uvs": (c_int32, [c_void_p, c_uint32, POINTER(c_float), c_size_t]),
    "mannequin_mesh_copy_bound": (c_int32, [c_void_p, c_uint32, POINTER(mannequin_vertex_buffers), POINTER(c_uint16), POINTER(c_float)]),
    "mannequin_mesh_copy_joints": (c_int32, [c_void_p, c_uint32, POINTER(c_uint32), c_size_t]),
    "mannequin_check": (c_int32, [c_void_p, c_void_p, c_size_t, c_char_p, POINTER(mannequin_check_options), POINTER(c_void_p)]),
    "mannequin_findings_release": (c_int32, [c_void_p]),
    "mannequin_findings_count": (c_int32, [c_void_p, POINTER(c_uint32), POINTER(c_int32)]),
    "mannequin_findings_get": (c_int32, [c_void_p, c_uint32, POINTER(mannequin_finding_info)]),
    "mannequin_clip_load": (c_int32, [c_void_p, c_void_p, c_size_t, c_char_p, POINTER(c_void_p)]),
    "mannequin_clip_release": (c_int32, [c_void_p]),
    "mannequin_clip_get": (c_int32, [c_void_p, POINTER(mannequin_clip_info)]),
    "mannequin_avatar_create": (c_int32, [c_void_p, POINTER(c_void_p)]),
    "mannequin_avatar_release": (c_int32, [c_void_p]),
    "mannequin_avatar_set_slider": (c_int32, [c_void_p, c_int32, c_double]),
    "mannequin_avatar_unset_slider": (c_int32, [c_void_p, c_int32]),
    "mannequin_avatar_reset_sliders": (c_int32, [c_void_p]),
    "mannequin_avatar_set_shape": (c_int32, [c_void_p, c_void_p, c_size_t, c_char_p]),
    "mannequin_avatar_set_rotation": (c_int32, [c_void_p, c_uint32, POINTER(c_double)]),
    "mannequin_avatar_set_position": (c_int32, [c_void_p, c_uint32, POINTER(c_double)]),
    "mannequin_avatar_set_joints": (c_int32, [c_void_p, POINTER(c_float), POINTER(c_float), c_uint32]),
    "mannequin_avatar_set_rotation_of": (c_int32, [c_void_p, c_char_p, POINTER(c_double)]),
    "mannequin_avatar_set_root": (c_int32, [c_void_p, POINTER(c_double), POINTER(c_double)]),
    "mannequin_avatar_set_clip": (c_int32, [c_void_p, c_void_p, c_double]),
    "mannequin_avatar_start_clip": (c_int32, [c_void_p, c_void_p]),
    "mannequin_avatar_stop_clip": (c_int32, [c_void_p, c_void_p]),
    "mannequin_avatar_update_clips": (c_int32, [c_void_p, c_double]),
    "mannequin_avatar_clear_pose": (c_int32, [c_void_p]),
    "mannequin_avatar_wear": (c_int32, [c_void_p, c_void_p, c_char_p]),
    "mannequin_avatar_take_off": (c_int32, [c_void_p, c_void_p]),
    "mannequin_avatar_set_object": (c_int32, [c_void_p, POINTER(mannequin_animated_object)]),
    "mannequin_avatar_evaluate": (c_int32, [c_void_p]),
    "mannequin_avatar_get_body_size": (c_int32, [c_void_p, POINTER(mannequin_body_size)]),
    "mannequin_avatar_get_joint_position": (c_int32, [c_void_p, c_uint32, POINTER(c_double)]),
    "mannequin_avatar_copy_joint_matrices": (c_int32, [c_void_p, c_int32, POINTER(c_float), c_size_t]),
    "mannequin_avatar_copy_palette": (c_int32, [c_void_p, c_void_p, c_uint32, c_int32, POINTER(c_float), c_size_t]),
    "mannequin_avatar_copy_morph_weights": (c_int32, [c_void_p, c_void_p, c_uint32, POINTER(c_float), c_size_t]),
    "mannequin_crowd_create": (c_int32, [POINTER(c_void_p), c_uint32, POINTER(mannequin_crowd_options), POINTER(c_void_p)]),
    "mannequin_crowd_create_mixed": (c_int32, [c_void_p, POINTER(mannequin_crowd_options), POINTER(c_void_p)]),
    "mannequin_crowd_release": (c_int32, [c_void_p]),
    "mannequin_crowd_count": (c_int32, [c_void_p, POINTER(c_uint32)]),
    "mannequin_crowd_add": (c_int32, [c_void_p, POINTER(c_uint32)]),
    "mannequin_crowd_remove": (c_int32, [c_void_p, c_uint32]),
    "mannequin_crowd_set_avatar": (c_int32, [c_void_p, c_uint32, c_void_p]),
    "mannequin_crowd_set_pose": (c_int32, [c_void_p, c_uint32, c_void_p]),
    "mannequin_crowd_set_joints": (c_int32, [c_void_p, c_uint32, POINTER(c_double), POINTER(c_double), POINTER(c_float), POINTER(c_float), c_uint32]),
    "mannequin_crowd_wear": (c_int32, [c_void_p, c_uint32, c_void_p, c_char_p]),
    "mannequin_crowd_take_off": (c_int32, [c_void_p, c_uint32, c_void_p]),
    "mannequin_crowd_set_slider": (c_int32, [c_void_p, c_uint32, c_int32, c_double]),
    "mannequin_crowd_evaluate": (c_int32, [c_void_p]),
    "mannequin_crowd_copy_palettes": (c_int32, [c_void_p, c_void_p, c_uint32, c_uint32, c_uint32, c_int32, POINTER(c_float), c_size_t, c_size_t]),
    "mannequin_crowd_copy_worn_palette": (c_int32, [c_void_p, c_uint32, c_void_p, c_uint32, c_int32, POINTER(c_float), c_size_t]),
    "mannequin_crowd_copy_joint_matrices": (c_int32, [c_void_p, c_uint32, c_int32, POINTER(c_float), c_size_t]),
    "mannequin_crowd_get_height": (c_int32, [c_void_p, c_uint32, POINTER(c_double), POINTER(c_double)]),
    "mannequin_skinner_create": (c_int32, [POINTER(mannequin_skinner_options), POINTER(c_void_p)]),
    "mannequin_skinner_release": (c_int32, [c_void_p]),
    "mannequin_skinner_skin": (c_int32, [c_void_p, c_void_p, c_void_p, c_uint32, POINTER(mannequin_vertex_buffers)]),
    "mannequin_skinner_skin_palette": (c_int32, [c_void_p, c_void_p, c_uint32, POINTER(c_float), c_size_t, POINTER(mannequin_vertex_buffers)]),
    "mannequin_skinner_skin_palettes": (c_int32, [c_void_p, c_void_p, c_uint32, POINTER(c_float), c_size_t, POINTER(c_float), c_size_t, c_uint32]),
    "mannequin_skinner_skin_crowd": (c_int32, [c_void_p, c_void_p, c_void_p, c_uint32]),
    "mannequin_skinner_skin_jobs": (c_int32, [c_void_p, POINTER(mannequin_skin_job), c_uint32]),
    "mannequin_skinner_read_back": (c_int32, [c_void_p, c_void_p, c_uint32, c_uint32, POINTER(mannequin_vertex_buffers)]),
    "mannequin_skinner_copy_places": (c_int32, [c_void_p, c_void_p, c_uint32, POINTER(c_uint32), c_size_t]),
    "mannequin_skinner_forget": (c_int32, [c_void_p, c_void_p]),
    "mannequin_bind": (c_int32, [POINTER(mannequin_bind_mesh), POINTER(mannequin_bind_bone), c_uint32, POINTER(mannequin_bind_options), POINTER(mannequin_bind_result), c_char_p, c_size_t]),
    "mannequin_transfer": (c_int32, [POINTER(mannequin_bind_mesh), POINTER(mannequin_bind_mesh), POINTER(c_uint16), POINTER(c_float), POINTER(mannequin_bind_options), POINTER(mannequin_bind_result), c_char_p, c_size_t]),
    "mannequin_rebase": (c_int32, [POINTER(c_float), c_uint32, POINTER(c_uint16), POINTER(c_float), POINTER(c_float), c_uint32, POINTER(c_float), POINTER(c_double), c_char_p, c_size_t]),
    "mannequin_fit": (c_int32, [POINTER(mannequin_bind_mesh), POINTER(c_float), POINTER(mannequin_bind_mesh), c_int32, POINTER(mannequin_fit_case), c_uint32, c_char_p, c_size_t]),
    "mannequin_avatar_get_slider": (c_int32, [c_void_p, c_int32, POINTER(c_double)]),
    "mannequin_avatar_copy_shape": (c_int32, [c_void_p, c_int32, c_char_p, c_char_p, c_size_t, POINTER(c_size_t)]),
    "mannequin_avatar_set_pose": (c_int32, [c_void_p, c_void_p, c_size_t, c_char_p]),
    "mannequin_avatar_measure_slider": (c_int32, [c_void_p, POINTER(c_void_p), c_uint32, c_int32, POINTER(mannequin_slider_effect), c_char_p, c_size_t]),
    "mannequin_mesh_offset_count": (c_int32, [c_void_p, c_uint32, POINTER(c_uint32)]),
    "mannequin_mesh_get_offset": (c_int32, [c_void_p, c_uint32, c_uint32, POINTER(mannequin_offset_info)]),
    "mannequin_avatar_find_offset": (c_int32, [c_void_p, c_uint32, POINTER(c_uint32)]),
    "mannequin_avatar_copy_glb": (c_int32, [c_void_p, POINTER(c_void_p), c_uint32, c_void_p, c_size_t, POINTER(c_size_t)]),
}
