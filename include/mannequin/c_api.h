/* Mannequin in C: an avatar's joints and skinned vertices from sliders, worn meshes and a pose.
 *
 * Handles are opaque, never dereferenced by the library and never reused: passing a released, foreign or null
 * handle returns MANNEQUIN_BAD_HANDLE; releasing null is allowed, as with free(). Every function returns a
 * status; mannequin_last_error() returns the text of the calling thread's last failure,
 * mannequin_copy_error() that of a handle's. On failure nothing is written to the caller's buffers, except by
 * a device that fails midway. Nothing goes to stdout or stderr; warnings of successful calls go to the host's
 * log (mannequin_log).
 *
 * Threads: a character, a mesh set, a clip and findings are immutable and may be used by any number of
 * threads at once. An avatar, a crowd and a skinner belong to one thread at a time, independently of each
 * other. A handle may be released while another thread is inside a call that uses it. Objects created from a
 * character, a mesh set or a clip keep it alive. An OpenGL skinner (c_gl.h) belongs to the thread that
 * created it, and returns MANNEQUIN_WRONG_THREAD on others.
 *
 * Frames do not allocate: after the first call, the same call with other values reuses its memory, as long as
 * one thread skins (mannequin_skinner_options.threads) and no device is involved.
 *
 * Metres; X forward, Y left, Z up; mRoot at the origin unless mannequin_avatar_set_root() places it.
 * Quaternions are x, y, z, w. Structs that the caller passes begin with their own size:
 * MANNEQUIN_INIT(struct_name) fills it in.
 */
#ifndef MANNEQUIN_C_API_H
#define MANNEQUIN_C_API_H

#include <stddef.h>
#include <stdint.h>

#if defined(MANNEQUIN_BUILDS_C_API) && defined(_WIN32)
#define MANNEQUIN_API __declspec(dllexport)
#elif defined(MANNEQUIN_BUILDS_C_API) && defined(__GNUC__)
#define MANNEQUIN_API __attribute__((visibility("default")))
#else
#define MANNEQUIN_API
#endif

#ifdef __cplusplus
template <typename Struct>
Struct MannequinInit() {
  Struct made = Struct();
  made.struct_size = (uint32_t)sizeof(Struct);
  return made;
}

extern "C" {
#endif

/* The result of every function; mannequin_last_error() has the text unless it is MANNEQUIN_OK. */
typedef int32_t mannequin_status;
enum {
  MANNEQUIN_OK = 0,
  MANNEQUIN_BAD_HANDLE = 1, /* null, released, or of another kind */
  MANNEQUIN_BAD_ARGUMENT =
      2, /* unexpected null, not finite, out of range, a struct_size that was never set */
  MANNEQUIN_SHORT_BUFFER = 3, /* the text says how much is needed */
  MANNEQUIN_NOT_FOUND = 4,    /* no joint or slider of this name; the text suggests the closest */
  MANNEQUIN_CANNOT_READ = 5,  /* the bytes are not what they claim to be */
  MANNEQUIN_BAD_DATA = 6,     /* readable, but wrong */
  MANNEQUIN_UNSUPPORTED = 7,
  MANNEQUIN_DEVICE = 8,
  MANNEQUIN_OUT_OF_MEMORY = 9,
  MANNEQUIN_NOT_EVALUATED = 10, /* mannequin_avatar_evaluate() or mannequin_crowd_evaluate() comes first */
  MANNEQUIN_INTERNAL = 11,
  MANNEQUIN_WRONG_THREAD = 12 /* an OpenGL skinner created by another thread */
};

/* Handles: a skeleton with its sliders, the meshes of one file, one avatar, a clip, a crowd, a skinning
 * backend, the findings about a file. */
typedef struct mannequin_character mannequin_character;
typedef struct mannequin_meshes mannequin_meshes;
typedef struct mannequin_avatar mannequin_avatar;
typedef struct mannequin_clip mannequin_clip;
typedef struct mannequin_crowd mannequin_crowd;
typedef struct mannequin_skinner mannequin_skinner;
typedef struct mannequin_findings mannequin_findings;

/* mannequin_mesh_options o = MANNEQUIN_INIT(mannequin_mesh_options); the rest is 0. */
#ifdef __cplusplus
#define MANNEQUIN_INIT(type) MannequinInit<type>()
#else
#define MANNEQUIN_INIT(type) \
  { .struct_size = (uint32_t)sizeof(type) }
#endif

/* Version of this header: major * 10000 + minor * 100 + patch. The caller's structs may come from another
 * version: if a struct is shorter, the library reads and writes only its existing members and treats the
 * rest as zero; if it is longer, the library ignores the unknown members. */
#define MANNEQUIN_VERSION 100
/* MANNEQUIN_VERSION of the running library. Any thread. */
MANNEQUIN_API uint32_t mannequin_version(void);
/* The error text of the calling thread's last failed call, of any function; also covers failures without a
 * valid handle. Valid until this thread's next failure; "" before the first. Never null. */
MANNEQUIN_API const char* mannequin_last_error(void);
/* The error text of the last failed call with this handle (of any kind), on any thread: UTF-8,
 * null-terminated; "" before the first. `byte_count`: capacity of `out`. Any thread. */
MANNEQUIN_API mannequin_status mannequin_copy_error(const void* handle, char* out, size_t byte_count);

/* Receives warnings from calls that succeed: oddities in files, slow device paths. `text` is UTF-8 and valid
 * only during the call. Called only on the thread of the reporting API call, before that call returns; it may
 * call the library, and must return.
 */
typedef void (*mannequin_log_function)(void* user, int32_t severity, const char* text);
enum { MANNEQUIN_LOG_INFO = 0, MANNEQUIN_LOG_WARNING = 1, MANNEQUIN_LOG_ERROR = 2 };
/* `function` null: no log. `user` is passed through. */
typedef struct mannequin_log {
  mannequin_log_function function;
  void* user;
} mannequin_log;

/* --- Hooks: a host's own threads and memory --- */

/* A host's thread pool, used instead of ours. `run` calls work(context, 0) to work(context, count - 1), in
 * any order and concurrently, the caller's thread included, and returns when all are done. Several threads
 * may call it at once. */
typedef struct mannequin_job_system {
  uint32_t struct_size;
  uint32_t threads; /* maximum that work at once, the caller's included */
  void (*run)(void* user, size_t count, void (*work)(void* context, size_t index), void* context);
  void* user; /* passed through */
} mannequin_job_system;
/* Crowds and skinners created from now on use the host's threads, as many as their options allow, and so does
 * reading a large .dae; existing ones keep the threads they have. `jobs` null: our own threads again. Do not
 * call it while another thread is inside the library. */
MANNEQUIN_API mannequin_status mannequin_set_job_system(const mannequin_job_system* jobs);

/* A host's memory for large blocks: palettes, the state of crowds, vertices that skinners keep, what large
 * files are unpacked to while they are read. `allocate` returns memory aligned to `alignment`, a power of
 * two, or null if it has none; `release` gets the same numbers. Any thread that uses the library may call
 * both. Small objects come from C++'s operator new, which a host replaces as in any program. */
typedef struct mannequin_allocator {
  uint32_t struct_size;
  void* (*allocate)(void* user, size_t byte_count, size_t alignment);
  void (*release)(void* user, void* memory, size_t byte_count, size_t alignment);
  void* user; /* passed through */
} mannequin_allocator;
/* `allocator` null: our own again. MANNEQUIN_BAD_ARGUMENT while memory of the current one is in use: call it
 * before you create anything, or after you have released everything. Do not call it while another thread is
 * inside the library. */
MANNEQUIN_API mannequin_status mannequin_set_allocator(const mannequin_allocator* allocator);

/* --- Character: skeleton and sliders --- */

/* The built-in definitions. */
MANNEQUIN_API mannequin_status mannequin_character_builtin(mannequin_character** out);
/* A viewer's own character folder (avatar_skeleton.xml, avatar_lad.xml); the path is UTF-8. */
MANNEQUIN_API mannequin_status mannequin_character_from_folder(const char* path, mannequin_character** out);
/* Invalidates the handle; objects created from the character remain valid. */
MANNEQUIN_API mannequin_status mannequin_character_release(mannequin_character* character);

/* Sets the log for files read with this character from now on: meshes, clips, shapes. Threads that share the
 * character may call the log concurrently. `log` null: no log. */
MANNEQUIN_API mannequin_status mannequin_character_set_log(const mannequin_character* character,
                                                           const mannequin_log* log);

/* Bones, collision volumes and attachment points are all joints, numbered parents first. */
MANNEQUIN_API mannequin_status mannequin_joint_count(const mannequin_character* character, uint32_t* out);
/* By name or alias, case-sensitive. */
MANNEQUIN_API mannequin_status mannequin_joint_find(const mannequin_character* character, const char* name,
                                                    uint32_t* out);

/* A joint of the skeleton. */
typedef struct mannequin_joint_info {
  uint32_t struct_size;
  int32_t parent;   /* -1: mRoot */
  const char* name; /* valid as long as the character or any object created from it */
  int32_t kind;     /* 0 bone, 1 collision volume, 2 attachment point */
} mannequin_joint_info;
/* `joint`: below mannequin_joint_count(). */
MANNEQUIN_API mannequin_status mannequin_joint_get(const mannequin_character* character, uint32_t joint,
                                                   mannequin_joint_info* out);

/* A slider; weights range from min to max, not in per cent. */
typedef struct mannequin_slider_info {
  uint32_t struct_size;
  int32_t id;
  const char* name; /* both valid as long as the character or any object created from it */
  const char* label;
  double min, max, default_weight;
  int32_t sex; /* of the avatars it applies to: 0 both, 1 female, 2 male */
} mannequin_slider_info;
/* The parameters that an appearance message carries, by id. 80 is the sex: male above 0.5. */
MANNEQUIN_API mannequin_status mannequin_slider_count(const mannequin_character* character, uint32_t* out);
/* `index`: below mannequin_slider_count(), not the id. */
MANNEQUIN_API mannequin_status mannequin_slider_get(const mannequin_character* character, uint32_t index,
                                                    mannequin_slider_info* out);
/* The id for user input such as "33", "height" or "Body Height". */
MANNEQUIN_API mannequin_status mannequin_slider_find(const mannequin_character* character, const char* name,
                                                     int32_t* id);

/* Any parameter: the sliders, and parameters that no message carries, which drivers, physics, hands, blinks
 * and expressions set. mannequin_avatar_set_slider() takes all their ids. */
typedef struct mannequin_parameter_info {
  uint32_t struct_size;
  int32_t id;
  const char* name; /* both valid as long as the character or any object created from it */
  const char* label;
  double min, max, default_weight;
  int32_t sex;         /* of the avatars it applies to: 0 both, 1 female, 2 male */
  int32_t kind;        /* what it affects: 0 joints, 1 morphs, 2 other parameters, 3 and 4 textures */
  int32_t transmitted; /* 1: among those of mannequin_slider_get() */
} mannequin_parameter_info;
/* All parameters, in the order of the definitions. */
MANNEQUIN_API mannequin_status mannequin_parameter_count(const mannequin_character* character, uint32_t* out);
/* `index`: below mannequin_parameter_count(), not the id. */
MANNEQUIN_API mannequin_status mannequin_parameter_get(const mannequin_character* character, uint32_t index,
                                                       mannequin_parameter_info* out);

/* --- Mesh set: the meshes of one file, bound to a character's joints --- */

/* Whose importer reads the inverse binds of a glTF file; other formats do not depend on it. */
enum {
  MANNEQUIN_IMPORTER_DEFAULT = 0, /* the viewer's */
  MANNEQUIN_IMPORTER_VIEWER = 1,  /* Second Life viewers up to 26.3: rebuilt for the avatar's joints, without
                                     the rest rotation of collision volumes */
  MANNEQUIN_IMPORTER_VIEWER_NEXT = 2, /* the next viewer (secondlife/viewer#5633): with that rotation */
  MANNEQUIN_IMPORTER_STRICT = 3       /* the glTF specification: as in the file */
};
/* How a file is read. */
typedef struct mannequin_mesh_options {
  uint32_t struct_size;
  uint32_t lod;     /* of mesh assets: 0 high, 1 medium, 2 low, 3 lowest */
  int32_t importer; /* of glTF: MANNEQUIN_IMPORTER_... */
} mannequin_mesh_options;

/* .dae, .glb, self-contained .gltf, .mesh, .llmesh, .slm, detected by content. The bytes may be freed
 * afterwards. `name`: the file's, for messages; a mesh asset called "8-4-4-4-12.llmesh" has that asset id.
 * `options` may be null. */
MANNEQUIN_API mannequin_status mannequin_meshes_load(const mannequin_character* character, const void* bytes,
                                                     size_t byte_count, const char* name,
                                                     const mannequin_mesh_options* options,
                                                     mannequin_meshes** out);
/* The built-in body. The shared library has it as a file, mannequin.glb, beside itself or in share/mannequin
 * of the prefix it is installed to (Debian's package mannequin-body): a host that never calls this need not
 * ship it. MANNEQUIN_UNSUPPORTED if it is not there. */
MANNEQUIN_API mannequin_status mannequin_meshes_builtin_body(const mannequin_character* character,
                                                             mannequin_meshes** out);

/* Limits the clothing morphs of one baked region to where the mask is white. May be freed after the call. */
typedef struct mannequin_mask {
  const char* region; /* "head", "upper_body", "lower_body", "eyes", "skirt", "hair" */
  uint32_t width, height;
  const uint8_t* texels; /* width times height, rows from v = 0 upwards */
} mannequin_mask;
/* How the system avatar is built. */
typedef struct mannequin_system_options {
  uint32_t struct_size;
  uint32_t lod;                /* 0 is the finest; parts without this level use the next finer one */
  const mannequin_mask* masks; /* without a mask for their region, masked morphs do nothing */
  uint32_t mask_count;
} mannequin_system_options;
/* The avatar's own body from a viewer's character folder (its .llm files; the path is UTF-8): hair, head,
 * eyelashes, upper and lower body, eyes, skirt, one mesh each. Most sliders move it by morph targets:
 * mannequin_skinner_skin() sets these from the avatar's shape; a host with its own palettes also passes their
 * weights (mannequin_avatar_copy_morph_weights()). `character` must come from that folder:
 * MANNEQUIN_BAD_DATA for the built-in one, which has no such body. Avatars of mixed crowds may wear these
 * meshes; crowds created with their meshes do not support them.
 * `options` may be null. */
MANNEQUIN_API mannequin_status mannequin_meshes_system_avatar(const mannequin_character* character,
                                                              const char* folder,
                                                              const mannequin_system_options* options,
                                                              mannequin_meshes** out);

/* A mesh already decoded by the host. Arrays may be freed after the call; strides are in bytes, 0 for
 * packed. Matrices are 16 floats as in files: translation in elements 12 to 14. */
typedef struct mannequin_mesh_data {
  uint32_t struct_size;
  uint32_t vertex_count;
  const char* name;       /* for messages; may be null */
  const float* positions; /* 3 per vertex, before the bind shape */
  size_t position_stride;
  const float* normals; /* 3 per vertex, unit */
  size_t normal_stride;
  const uint16_t* joints;  /* 4 per vertex, packed: indices into joint_names */
  const float* weights;    /* 4 per vertex, packed, 0 or more; 0 for unused, any sum */
  const uint32_t* indices; /* 3 per triangle */
  uint32_t index_count;
  uint32_t joint_count; /* 0: not rigged; joints, weights and the fields below are ignored */
  const char* const* joint_names;
  const float* inverse_binds;   /* 16 per joint */
  const float* bind_shape;      /* 16; null: identity */
  const float* joint_positions; /* 3 per joint, relative to the parent; null: the mesh moves no joints */
  double pelvis_offset;         /* metres by which the whole avatar is raised */
  int32_t lock_scale;           /* 1: joints that the mesh moves keep their default scale */
} mannequin_mesh_data;
/* A mesh set of this one mesh. MANNEQUIN_BAD_DATA names the array, joint or vertex that is wrong. */
MANNEQUIN_API mannequin_status mannequin_meshes_from_arrays(const mannequin_character* character,
                                                            const mannequin_mesh_data* data,
                                                            mannequin_meshes** out);
/* Invalidates the handle; avatars continue to wear the meshes. */
MANNEQUIN_API mannequin_status mannequin_meshes_release(mannequin_meshes* meshes);

/* The number of meshes in the set, numbered from 0. */
MANNEQUIN_API mannequin_status mannequin_mesh_count(const mannequin_meshes* meshes, uint32_t* out);

/* A mesh of a set. */
typedef struct mannequin_mesh_info {
  uint32_t struct_size;
  uint32_t vertex_count, index_count;
  uint32_t palette_size; /* matrices: one per joint of the mesh and last the identity; 0 if not rigged */
  const char* name;      /* valid as long as the mesh set */
  int32_t rigged;        /* 0: the mesh does not move */
  int32_t has_tangents;
  const char* part;     /* of the system avatar: "headMesh", "hairMesh", "skirtMesh", ...; else "" */
  uint32_t morph_count; /* of the system avatar: morph targets; else 0 */
  uint32_t face_count;  /* see mannequin_mesh_get_face() */
  /* 1: some vertex is bound to the identity at the end of the palette. 0: a host may omit the identity, so
   * that a mesh of 110 joints needs 110 matrices. */
  int32_t uses_identity;
} mannequin_mesh_info;
/* `mesh`: below mannequin_mesh_count(), here and in all functions below. */
MANNEQUIN_API mannequin_status mannequin_mesh_get(const mannequin_meshes* meshes, uint32_t mesh,
                                                  mannequin_mesh_info* out);
/* A face: the triangles of one material. */
typedef struct mannequin_face_info {
  uint32_t struct_size;
  uint32_t first_index, index_count;   /* among those of mannequin_mesh_copy_indices() */
  uint32_t first_vertex, vertex_count; /* referred to by these indices */
  const char* material;                /* its name in the file; valid as long as the mesh set */
} mannequin_face_info;
/* `face`: below face_count, in the order of the file. */
MANNEQUIN_API mannequin_status mannequin_mesh_get_face(const mannequin_meshes* meshes, uint32_t mesh,
                                                       uint32_t face, mannequin_face_info* out);
/* Three per triangle, index_count in total. `count`: capacity of `out`. */
MANNEQUIN_API mannequin_status mannequin_mesh_copy_indices(const mannequin_meshes* meshes, uint32_t mesh,
                                                           uint32_t* out, size_t count);
/* Two per vertex, v up. `count`: capacity of `out` in floats. */
MANNEQUIN_API mannequin_status mannequin_mesh_copy_uvs(const mannequin_meshes* meshes, uint32_t mesh,
                                                       float* out, size_t count);

/* Caller-owned memory; null skips an attribute. Each vertex is three floats at a multiple of the stride
 * (bytes, a multiple of 4, at least 12; 0: 12). Tangents are 0 if the mesh has none. */
typedef struct mannequin_vertex_buffers {
  uint32_t struct_size;
  uint32_t vertex_count; /* capacity of each buffer */
  float* positions;
  size_t position_stride;
  float* normals;
  size_t normal_stride;
  float* tangents;
  size_t tangent_stride;
} mannequin_vertex_buffers;
/* The input for a host's own skinning shader: the vertices of a rigged mesh in bind space, after the bind
 * shape and before morphs, and four influences each: `joints` are palette indices, `weights` sum to 1; both
 * packed, of capacity out->vertex_count times four; null to skip. A skinned vertex is the sum over k of
 * weights[k] times palette[joints[k]] times position; normals and tangents use the upper 3x3, renormalised.
 */
MANNEQUIN_API mannequin_status mannequin_mesh_copy_bound(const mannequin_meshes* meshes, uint32_t mesh,
                                                         const mannequin_vertex_buffers* out,
                                                         uint16_t* joints, float* weights);

/* The joint that each matrix of the palette follows, except the identity at its end: palette_size - 1
 * numbers, UINT32_MAX for mRoot. `count`: capacity of `out`. */
MANNEQUIN_API mannequin_status mannequin_mesh_copy_joints(const mannequin_meshes* meshes, uint32_t mesh,
                                                          uint32_t* out, size_t count);

/* --- Check: what the viewer's uploader would say about a file, before anyone pays for it --- */

/* The choices of the upload window. */
typedef struct mannequin_check_options {
  uint32_t struct_size;
  int32_t joint_positions; /* 1: include joint positions; those of mesh assets always count */
  int32_t importer;        /* of glTF: MANNEQUIN_IMPORTER_... */
} mannequin_check_options;
/* All findings about a mesh file; parameters as for mannequin_meshes_load(). An unreadable file is a finding
 * ("unreadable"), not a failure. Does not look at textures beside the file. Takes seconds for a few hundred
 * thousand vertices. `options` may be null. */
MANNEQUIN_API mannequin_status mannequin_check(const mannequin_character* character, const void* bytes,
                                               size_t byte_count, const char* name,
                                               const mannequin_check_options* options,
                                               mannequin_findings** out);
/* Invalidates the handle. */
MANNEQUIN_API mannequin_status mannequin_findings_release(mannequin_findings* findings);
/* The number of findings, sorted worst first. `refused` (may be null): 1 if the uploader would reject the
 * file or drop the rig. */
MANNEQUIN_API mannequin_status mannequin_findings_count(const mannequin_findings* findings, uint32_t* out,
                                                        int32_t* refused);

/* One finding. The texts are UTF-8 and valid as long as the findings. */
typedef struct mannequin_finding_info {
  uint32_t struct_size;
  int32_t severity;    /* 0 information, 1 warning, 2 error: the uploader would reject it */
  const char* code;    /* stable, for scripts: "unknown_joint" */
  const char* mesh;    /* its name; "": the file as a whole */
  const char* joint;   /* its name; "": no joint in particular */
  const char* message; /* the problem, and its effect in-world */
  const char* remedy;  /* what to do about it; "": nothing is needed */
  int64_t vertex;      /* of the mesh: the first or the worst; -1: none in particular */
} mannequin_finding_info;
/* `index`: below mannequin_findings_count(). */
MANNEQUIN_API mannequin_status mannequin_findings_get(const mannequin_findings* findings, uint32_t index,
                                                      mannequin_finding_info* out);

/* --- Clip: an animation --- */

/* A .anim unchanged, or a .bvh as it plays after an upload; detected by the file name extension of `name`
 * (also for messages; may be null), else by content. The bytes may be freed afterwards. */
MANNEQUIN_API mannequin_status mannequin_clip_load(const mannequin_character* character, const void* bytes,
                                                   size_t byte_count, const char* name, mannequin_clip** out);
/* Invalidates the handle; avatars continue to play the clip. */
MANNEQUIN_API mannequin_status mannequin_clip_release(mannequin_clip* clip);

/* The properties of a clip. */
typedef struct mannequin_clip_info {
  uint32_t struct_size;
  float duration; /* these five in seconds */
  float ease_in, ease_out;
  float loop_in, loop_out;
  int32_t loops;        /* 1: until it is stopped */
  int32_t priority;     /* 0 to 6; -1: below every other clip */
  uint32_t joint_count; /* animated joints */
} mannequin_clip_info;
/* Fills *out. */
MANNEQUIN_API mannequin_status mannequin_clip_get(const mannequin_clip* clip, mannequin_clip_info* out);

/* --- Avatar: sliders, worn meshes, pose --- */

/* The default avatar in the rest pose, wearing nothing. */
MANNEQUIN_API mannequin_status mannequin_avatar_create(const mannequin_character* character,
                                                       mannequin_avatar** out);
/* Invalidates the handle. */
MANNEQUIN_API mannequin_status mannequin_avatar_release(mannequin_avatar* avatar);

/* Weight by id, clamped to the slider's range. */
MANNEQUIN_API mannequin_status mannequin_avatar_set_slider(mannequin_avatar* avatar, int32_t id,
                                                           double weight);
/* As though it had never been set: at its default, or, if the parameter is not transmitted, where its drivers
 * put it. */
MANNEQUIN_API mannequin_status mannequin_avatar_unset_slider(mannequin_avatar* avatar, int32_t id);
/* All sliders at their defaults. */
MANNEQUIN_API mannequin_status mannequin_avatar_reset_sliders(mannequin_avatar* avatar);
/* Replaces all sliders with a shape: JSON, a viewer's appearance XML, or a wearable asset's text. */
MANNEQUIN_API mannequin_status mannequin_avatar_set_shape(mannequin_avatar* avatar, const void* bytes,
                                                          size_t byte_count, const char* name);

/* Replaces the joint's local rotation; normalised. `joint`: below mannequin_joint_count(). */
MANNEQUIN_API mannequin_status mannequin_avatar_set_rotation(mannequin_avatar* avatar, uint32_t joint,
                                                             const double xyzw[4]);
/* Overrides the local position from shape and worn meshes: metres in the parent's frame. */
MANNEQUIN_API mannequin_status mannequin_avatar_set_position(mannequin_avatar* avatar, uint32_t joint,
                                                             const double xyz[3]);
/* The whole pose except mRoot, as arrays by joint: four numbers for each local rotation, normalised, and
 * three for each local position. A null array overrides nothing; neither does a joint whose first number is
 * NaN. `joint_count`: that of the character. */
MANNEQUIN_API mannequin_status mannequin_avatar_set_joints(mannequin_avatar* avatar, const float* rotations,
                                                           const float* positions, uint32_t joint_count);
/* The same as mannequin_avatar_set_rotation() by name or alias. */
MANNEQUIN_API mannequin_status mannequin_avatar_set_rotation_of(mannequin_avatar* avatar, const char* joint,
                                                                const double xyzw[4]);
/* The world transform of mRoot: metres, and a rotation, normalised. */
MANNEQUIN_API mannequin_status mannequin_avatar_set_root(mannequin_avatar* avatar, const double xyz[3],
                                                         const double xyzw[4]);
/* The pose of one clip alone, `seconds` after its start: looping or holding the last pose; no effect before
 * the start. Replaces the whole pose except for mRoot; joints set afterwards win. The clip must be of the
 * avatar's character. */
MANNEQUIN_API mannequin_status mannequin_avatar_set_clip(mannequin_avatar* avatar, const mannequin_clip* clip,
                                                         double seconds);
/* Blends several clips by priority and ease as the viewer does. They start and stop at the avatar's own time:
 * 0 at first, then the time of the last update. A clip at full weight is not restarted. */
MANNEQUIN_API mannequin_status mannequin_avatar_start_clip(mannequin_avatar* avatar,
                                                           const mannequin_clip* clip);
/* Lets the clip ease out; does nothing if it is not playing. */
MANNEQUIN_API mannequin_status mannequin_avatar_stop_clip(mannequin_avatar* avatar,
                                                          const mannequin_clip* clip);
/* The pose of all started clips at `seconds` of the avatar's time, which must not decrease. Replaces the pose
 * like mannequin_avatar_set_clip(). MANNEQUIN_BAD_ARGUMENT if no clip has been started. */
MANNEQUIN_API mannequin_status mannequin_avatar_update_clips(mannequin_avatar* avatar, double seconds);
/* Resets the pose, stops all clips, puts mRoot at the origin. */
MANNEQUIN_API mannequin_status mannequin_avatar_clear_pose(mannequin_avatar* avatar);

/* Applies the joint positions of the meshes; wearing a set again puts it last. If several meshes move a
 * joint, the greatest asset id wins. `asset_id`: "8-4-4-4-12", only for sets of a single mesh; null: the id
 * in the name with which an asset was loaded, else none. Meshes without id rank below all ids, later ones
 * above earlier ones. MANNEQUIN_BAD_ARGUMENT for meshes of another character. */
MANNEQUIN_API mannequin_status mannequin_avatar_wear(mannequin_avatar* avatar, const mannequin_meshes* meshes,
                                                     const char* asset_id);
/* Removes the set's joint positions. Does nothing if the set is not worn. */
MANNEQUIN_API mannequin_status mannequin_avatar_take_off(mannequin_avatar* avatar,
                                                         const mannequin_meshes* meshes);

/* An animated object (animesh), as the avatar that moves it needs it. */
typedef struct mannequin_animated_object {
  uint32_t struct_size;
  uint32_t root_mesh;                  /* of root_meshes */
  const mannequin_meshes* root_meshes; /* of the root prim: its bind shape's rotation is undone, and its
                                          pelvis offset counts; null: the root prim is not rigged */
  double position[3];                  /* of the root prim, world space, metres */
  double rotation[4];                  /* of the root prim: x, y, z, w */
  const mannequin_avatar* wearer; /* as last evaluated; null: nobody wears it. Else position and rotation are
                                     relative to the joint below, as the simulator sends them */
  uint32_t attachment;            /* a joint of the wearer: its attachment point */
  uint32_t has_box;               /* 1: the box below is known, and limits apply */
  double box_min[3], box_max[3];  /* of the figure in the previous frame, world space */
  double farthest, largest; /* limits, metres: how far that box may be from the object, and its longest side;
                               0: 3 and 64, as in the viewer */
} mannequin_animated_object;
/* Turns the avatar into that of an animated object, or updates its place, at most once per frame: no
 * parameters apply, not even their defaults, and the object places mRoot. `object` null: an avatar again. */
MANNEQUIN_API mannequin_status mannequin_avatar_set_object(mannequin_avatar* avatar,
                                                           const mannequin_animated_object* object);

/* Computes the joints from sliders, worn meshes and pose. If only the pose has changed, recomputes only the
 * pose. All functions below return results of the last
 * evaluation, without later changes. */
MANNEQUIN_API mannequin_status mannequin_avatar_evaluate(mannequin_avatar* avatar);

/* The avatar's size, regardless of its pose. */
typedef struct mannequin_body_size {
  uint32_t struct_size;
  int32_t male;
  double height;            /* metres, as the viewer shows it */
  double pelvis_to_foot;    /* metres */
  double root_above_ground; /* the height of mRoot at which the avatar stands on the ground */
} mannequin_body_size;
/* MANNEQUIN_NOT_EVALUATED before the first evaluation, as with all functions below. */
MANNEQUIN_API mannequin_status mannequin_avatar_get_body_size(const mannequin_avatar* avatar,
                                                              mannequin_body_size* out);

/* Matrix layouts: three rows of four, or 4x4 row-major or column-major (as in OpenGL). Matrices act on column
 * vectors: the translation is the last column. */
enum { MANNEQUIN_ROWS_3X4 = 0, MANNEQUIN_ROW_MAJOR_4X4 = 1, MANNEQUIN_COLUMN_MAJOR_4X4 = 2 };

/* In the world, metres. */
MANNEQUIN_API mannequin_status mannequin_avatar_get_joint_position(const mannequin_avatar* avatar,
                                                                   uint32_t joint, double xyz[3]);
/* World from joint, including scale, for every joint. `count`: capacity of `out` in floats. */
MANNEQUIN_API mannequin_status mannequin_avatar_copy_joint_matrices(const mannequin_avatar* avatar,
                                                                    int32_t layout, float* out, size_t count);
/* The skinning palette, applied after the mesh's bind shape: palette_size matrices; one less is enough if no
 * vertex uses the identity at the end. */
MANNEQUIN_API mannequin_status mannequin_avatar_copy_palette(const mannequin_avatar* avatar,
                                                             const mannequin_meshes* meshes, uint32_t mesh,
                                                             int32_t layout, float* out, size_t count);

/* The weights of the morph targets of a system avatar mesh, from the avatar's shape: morph_count numbers.
 * `count`: capacity of `out`. */
MANNEQUIN_API mannequin_status mannequin_avatar_copy_morph_weights(const mannequin_avatar* avatar,
                                                                   const mannequin_meshes* meshes,
                                                                   uint32_t mesh, float* out, size_t count);

/* --- Crowd: palettes of many avatars at once --- */

/* How a crowd is evaluated. */
typedef struct mannequin_crowd_options {
  uint32_t struct_size;
  uint32_t threads;  /* maximum for evaluation; 0: one */
  uint32_t capacity; /* avatars to reserve memory for; more can be added */
} mannequin_crowd_options;

/* Avatars that all wear the rigged meshes of these sets (at least one set, of one character; at least one
 * rigged mesh). Single precision, and many times faster than the same number of mannequin_avatar. `options`
 * may be null. */
MANNEQUIN_API mannequin_status mannequin_crowd_create(const mannequin_meshes* const* sets, uint32_t set_count,
                                                      const mannequin_crowd_options* options,
                                                      mannequin_crowd** out);
/* Avatars that wear different meshes, set by mannequin_crowd_wear(). `options` may be null. */
MANNEQUIN_API mannequin_status mannequin_crowd_create_mixed(const mannequin_character* character,
                                                            const mannequin_crowd_options* options,
                                                            mannequin_crowd** out);
/* Invalidates the handle; the meshes remain. */
MANNEQUIN_API mannequin_status mannequin_crowd_release(mannequin_crowd* crowd);

/* Avatars are numbered from 0 without gaps. After adding or removing avatars, queries return
 * MANNEQUIN_NOT_EVALUATED until the crowd is evaluated. */
MANNEQUIN_API mannequin_status mannequin_crowd_count(const mannequin_crowd* crowd, uint32_t* out);
/* The new avatar has the default shape and rest pose. */
MANNEQUIN_API mannequin_status mannequin_crowd_add(mannequin_crowd* crowd, uint32_t* number);
/* The last avatar takes the number of the one removed. */
MANNEQUIN_API mannequin_status mannequin_crowd_remove(mannequin_crowd* crowd, uint32_t number);

/* Copies `avatar` to one of the crowd: sliders, pose, and, unless the crowd is mixed, the joint positions of
 * its worn meshes. The avatar need not be evaluated, and can be reused for the next one. */
MANNEQUIN_API mannequin_status mannequin_crowd_set_avatar(mannequin_crowd* crowd, uint32_t number,
                                                          const mannequin_avatar* avatar);
/* Copies only the pose, including mRoot. */
MANNEQUIN_API mannequin_status mannequin_crowd_set_pose(mannequin_crowd* crowd, uint32_t number,
                                                        const mannequin_avatar* avatar);
/* The whole pose: mRoot as for mannequin_avatar_set_root(), joints as for mannequin_avatar_set_joints(). */
MANNEQUIN_API mannequin_status mannequin_crowd_set_joints(mannequin_crowd* crowd, uint32_t number,
                                                          const double xyz[3], const double xyzw[4],
                                                          const float* rotations, const float* positions,
                                                          uint32_t joint_count);
/* Puts the rigged meshes of a set on one avatar of a mixed crowd, and applies their joint positions, by the
 * rules of mannequin_avatar_wear(). The other avatars do not change. MANNEQUIN_UNSUPPORTED for a crowd
 * created with its meshes. */
MANNEQUIN_API mannequin_status mannequin_crowd_wear(mannequin_crowd* crowd, uint32_t number,
                                                    const mannequin_meshes* meshes, const char* asset_id);
/* Takes them off. Does nothing if the set is not worn. */
MANNEQUIN_API mannequin_status mannequin_crowd_take_off(mannequin_crowd* crowd, uint32_t number,
                                                        const mannequin_meshes* meshes);
/* Weight by id, clamped to the slider's range. */
MANNEQUIN_API mannequin_status mannequin_crowd_set_slider(mannequin_crowd* crowd, uint32_t number, int32_t id,
                                                          double weight);

/* Updates everything that changed since the last evaluation. */
MANNEQUIN_API mannequin_status mannequin_crowd_evaluate(mannequin_crowd* crowd);
/* The palettes of one rigged mesh on avatars first, first + 1, ... first + count - 1, from the last
 * evaluation: palette_size matrices per avatar, at multiples of `stride` bytes (a multiple of 4; 0: packed).
 * `byte_count`: capacity of `out`. */
MANNEQUIN_API mannequin_status mannequin_crowd_copy_palettes(const mannequin_crowd* crowd,
                                                             const mannequin_meshes* meshes, uint32_t mesh,
                                                             uint32_t first, uint32_t count, int32_t layout,
                                                             float* out, size_t byte_count, size_t stride);
/* The palette of a mesh that one avatar of a mixed crowd wears, from the last evaluation; `out` and `count`
 * as for mannequin_avatar_copy_palette(). */
MANNEQUIN_API mannequin_status mannequin_crowd_copy_worn_palette(const mannequin_crowd* crowd,
                                                                 uint32_t number,
                                                                 const mannequin_meshes* meshes,
                                                                 uint32_t mesh, int32_t layout, float* out,
                                                                 size_t count);
/* World from joint, including scale, for every joint of one avatar of a mixed crowd. `count`: capacity of
 * `out` in floats. */
MANNEQUIN_API mannequin_status mannequin_crowd_copy_joint_matrices(const mannequin_crowd* crowd,
                                                                   uint32_t number, int32_t layout,
                                                                   float* out, size_t count);
/* From the last evaluation, as in mannequin_body_size: metres; either may be null. */
MANNEQUIN_API mannequin_status mannequin_crowd_get_height(const mannequin_crowd* crowd, uint32_t number,
                                                          double* height, double* root_above_ground);

/* --- Skinner: vertices, on the CPU here; c_gl.h and c_vulkan.h create skinners on the host's devices --- */

/* How a skinner works. */
typedef struct mannequin_skinner_options {
  uint32_t struct_size;
  uint32_t threads;  /* maximum; 0: all hardware threads */
  int32_t reference; /* 1: the double-precision reference, slow */
} mannequin_skinner_options;
/* On the CPU. `options` may be null. */
MANNEQUIN_API mannequin_status mannequin_skinner_create(const mannequin_skinner_options* options,
                                                        mannequin_skinner** out);
/* Invalidates the handle; the caller's buffers keep their contents. */
MANNEQUIN_API mannequin_status mannequin_skinner_release(mannequin_skinner* skinner);

/* Skins a mesh on the avatar as last evaluated. A mesh that is not rigged is returned unchanged. The first
 * call with a mesh prepares it; the skinner keeps this data until mannequin_skinner_forget() or its release.
 * If `out` has no buffers, the result stays in the skinner's memory, as instance 0 of the mesh, and the call
 * does not wait for a device. MANNEQUIN_BAD_DATA, and nothing is written, if the palette or a vertex for
 * `out` is not finite. */
MANNEQUIN_API mannequin_status mannequin_skinner_skin(mannequin_skinner* skinner,
                                                      const mannequin_avatar* avatar,
                                                      const mannequin_meshes* meshes, uint32_t mesh,
                                                      const mannequin_vertex_buffers* out);
/* With the host's own palette, palette_size matrices of three rows of four, all finite; without morph
 * targets. */
MANNEQUIN_API mannequin_status mannequin_skinner_skin_palette(mannequin_skinner* skinner,
                                                              const mannequin_meshes* meshes, uint32_t mesh,
                                                              const float* palette, size_t float_count,
                                                              const mannequin_vertex_buffers* out);
/* Skins the mesh for many avatars at once; the results stay in the skinner's memory, instance by instance,
 * until the mesh is skinned again. `palettes`: instance_count times palette_size matrices of three rows of
 * four. `morph_weights`: instance_count times morph_count numbers, in the same order; null: without morph
 * targets. */
MANNEQUIN_API mannequin_status mannequin_skinner_skin_palettes(mannequin_skinner* skinner,
                                                               const mannequin_meshes* meshes, uint32_t mesh,
                                                               const float* palettes, size_t float_count,
                                                               const float* morph_weights,
                                                               size_t weight_count, uint32_t instance_count);
/* The same with all palettes of a crowd as last evaluated: instance i is its avatar i. */
MANNEQUIN_API mannequin_status mannequin_skinner_skin_crowd(mannequin_skinner* skinner,
                                                            const mannequin_crowd* crowd,
                                                            const mannequin_meshes* meshes, uint32_t mesh);
/* One mesh of a frame. Set exactly one source of palettes: `avatar`, as last evaluated, with its morph
 * targets; `crowd`, all its avatars; or the host's own `palettes`, with morph weights as for
 * mannequin_skinner_skin_palettes(). */
typedef struct mannequin_skin_job {
  uint32_t struct_size;
  uint32_t mesh; /* of `meshes` */
  const mannequin_meshes* meshes;
  const mannequin_avatar* avatar;
  const mannequin_crowd* crowd;
  const float* palettes;
  size_t float_count;
  const float* morph_weights; /* may be null */
  size_t weight_count;
  uint32_t instance_count; /* only with `palettes` */
} mannequin_skin_job;
/* Many meshes at once, each listed once: a device gets them in one submission, without waiting in between.
 * All results stay in the skinner's memory until the next call that skins, to draw from or for
 * mannequin_skinner_read_back(). All structs have the size of the first one. On failure nothing is skinned.
 */
MANNEQUIN_API mannequin_status mannequin_skinner_skin_jobs(mannequin_skinner* skinner,
                                                           const mannequin_skin_job* jobs,
                                                           uint32_t job_count);
/* The vertices of one instance of the last such call, in mesh order; waits for the device. */
MANNEQUIN_API mannequin_status mannequin_skinner_read_back(mannequin_skinner* skinner,
                                                           const mannequin_meshes* meshes, uint32_t mesh,
                                                           uint32_t instance,
                                                           const mannequin_vertex_buffers* out);

/* The layout of results in a device's buffer, for drawing in place. They are not in mesh order: vertex v is
 * at place[v] of each stream (the remap, from mannequin_skinner_copy_places()). A host maps its indices once,
 * place[index[i]], and reorders its own vertex attributes, such as texture coordinates, in the same way. */
typedef struct mannequin_result_streams {
  uint32_t place_count;                    /* vertices and padding in a stream */
  uint32_t first_instance, instance_count; /* the consecutive instances in this buffer */
  uint32_t packed; /* directions: 0 three floats, 1 one word, 10:10:10:2 signed normalised, x lowest */
  uint64_t instance_stride; /* bytes between instances */
  uint64_t position_offset; /* bytes from the buffer's start to the first instance's; three floats each */
  uint64_t normal_offset;
  uint64_t tangent_offset; /* 0: the mesh has none */
  uint32_t position_stride,
      direction_stride; /* bytes between vertices; the latter for normals and tangents */
} mannequin_result_streams;
/* The remap of a rigged mesh: the index of each vertex in the results. `count`: capacity of `out`;
 * vertex_count numbers are written. MANNEQUIN_UNSUPPORTED for the reference, which keeps mesh order. */
MANNEQUIN_API mannequin_status mannequin_skinner_copy_places(mannequin_skinner* skinner,
                                                             const mannequin_meshes* meshes, uint32_t mesh,
                                                             uint32_t* out, size_t count);

/* Frees the skinner's data for the set's meshes, including results; skinning them again recreates it. */
MANNEQUIN_API mannequin_status mannequin_skinner_forget(mannequin_skinner* skinner,
                                                        const mannequin_meshes* meshes);

#ifdef __cplusplus
}
#endif

#endif
