/* Mannequin in C: an avatar's joints and skinned vertices from sliders, worn meshes and a pose.
 *
 * Handles are opaque, never dereferenced by the library and never used twice: a released, foreign or null
 * handle is answered with MANNEQUIN_BAD_HANDLE. Every function gives a status; the text of the calling
 * thread's last failure is mannequin_last_error(), that of a handle's mannequin_copy_error(). On failure
 * nothing is written to the caller's buffers, but for what a device that fails midway has written. Nothing
 * goes to stdout or stderr; what is noticed where nothing fails, a log of the host's is told (mannequin_log).
 *
 * Threads: a character, a mesh set and a clip never change and may be used by any number of threads at once.
 * An avatar, a crowd and a skinner belong to one thread at a time; each may have its own. A handle may be
 * released while another thread is inside a call that uses it. Whatever was made from a character, a mesh set
 * or a clip keeps it alive by itself. A skinner on OpenGL (c_gl.h) stays with the thread that made it, and
 * says MANNEQUIN_WRONG_THREAD on others.
 *
 * Frames do not allocate: once a call has been made, the same call with other numbers uses the memory that it
 * has, as long as one thread skins (mannequin_skinner_options.threads) and no device is asked.
 *
 * Metres; X forward, Y left, Z up; mRoot at the origin unless mannequin_avatar_set_root() places it.
 * Quaternions are x, y, z, w. Structs that the caller passes begin with their own size:
 * MANNEQUIN_INIT(struct_name) fills it in.
 */
#ifndef MANNEQUIN_C_API_H
#define MANNEQUIN_C_API_H

#include <stddef.h>
#include <stdint.h>

#if defined(MANNEQUIN_BUILDS_C_API) && defined(__GNUC__)
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

/* What every function gives; mannequin_last_error() has the text where it is not MANNEQUIN_OK. */
typedef int32_t mannequin_status;
enum {
  MANNEQUIN_OK = 0,
  MANNEQUIN_BAD_HANDLE = 1, /* null, released, or of another kind */
  MANNEQUIN_BAD_ARGUMENT =
      2, /* null where something must be, not finite, out of range, a wrong struct_size */
  MANNEQUIN_SHORT_BUFFER = 3, /* the text says how much is needed */
  MANNEQUIN_NOT_FOUND = 4,    /* no joint or slider of this name; the text gives the nearest */
  MANNEQUIN_CANNOT_READ = 5,  /* the bytes are not what they claim to be */
  MANNEQUIN_BAD_DATA = 6,     /* readable, but wrong */
  MANNEQUIN_UNSUPPORTED = 7,
  MANNEQUIN_DEVICE = 8,
  MANNEQUIN_OUT_OF_MEMORY = 9,
  MANNEQUIN_NOT_EVALUATED = 10, /* mannequin_avatar_evaluate() comes first */
  MANNEQUIN_INTERNAL = 11,
  MANNEQUIN_WRONG_THREAD = 12 /* a skinner on OpenGL that another thread made */
};

/* Handles: a skeleton with its sliders, the meshes of one file, one avatar, one way to skin. */
typedef struct mannequin_character mannequin_character;
typedef struct mannequin_meshes mannequin_meshes;
typedef struct mannequin_avatar mannequin_avatar;
typedef struct mannequin_clip mannequin_clip;
typedef struct mannequin_crowd mannequin_crowd;
typedef struct mannequin_skinner mannequin_skinner;

/* mannequin_mesh_options o = MANNEQUIN_INIT(mannequin_mesh_options); the rest is 0. */
#ifdef __cplusplus
#define MANNEQUIN_INIT(type) MannequinInit<type>()
#else
#define MANNEQUIN_INIT(type) \
  { .struct_size = (uint32_t)sizeof(type) }
#endif

/* major * 10000 + minor * 100 + patch of the library that is running. */
MANNEQUIN_API uint32_t mannequin_version(void);
/* Of the calling thread, whatever it called: a failed creation and a stale handle have no object to keep a
 * text in. Valid until this thread's next failure; "" before the first. Never null. */
MANNEQUIN_API const char* mannequin_last_error(void);
/* The text of the last call that was given this handle, of any kind, and failed, whichever thread called:
 * UTF-8, with a 0 at its end; "" before the first. `byte_count`: the room at `out`. Any thread. */
MANNEQUIN_API mannequin_status mannequin_copy_error(const void* handle, char* out, size_t byte_count);

/* Told what is noticed where nothing fails: what is odd in a file that is read, what a device cannot do as
 * well as it might. `text` is UTF-8 and lives during the call only. Called on the thread that made the call
 * in which it was noticed, before that returns, and never otherwise; it may call the library, and must
 * return.
 */
typedef void (*mannequin_log_function)(void* user, int32_t severity, const char* text);
enum { MANNEQUIN_LOG_INFO = 0, MANNEQUIN_LOG_WARNING = 1, MANNEQUIN_LOG_ERROR = 2 };
/* `function` null: nobody is told. `user` is handed to it as it is. */
typedef struct mannequin_log {
  mannequin_log_function function;
  void* user;
} mannequin_log;

/* --- Character: skeleton and sliders --- */

/* The definitions that are compiled in. */
MANNEQUIN_API mannequin_status mannequin_character_builtin(mannequin_character** out);
/* A viewer's own character folder (avatar_skeleton.xml, avatar_lad.xml); the path is UTF-8. */
MANNEQUIN_API mannequin_status mannequin_character_from_folder(const char* path, mannequin_character** out);
/* The handle is no longer valid; what was made from the character goes on. */
MANNEQUIN_API mannequin_status mannequin_character_release(mannequin_character* character);

/* Who is told what is noticed from now on in the files that are read with this character: meshes, clips,
 * shapes. Threads that share the character may call it at the same time. `log` null: nobody. */
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
  const char* name; /* lives as long as the character and whatever was made from it */
  int32_t kind;     /* 0 bone, 1 collision volume, 2 attachment point */
} mannequin_joint_info;
/* `joint`: below mannequin_joint_count(). */
MANNEQUIN_API mannequin_status mannequin_joint_get(const mannequin_character* character, uint32_t joint,
                                                   mannequin_joint_info* out);

/* A slider: `weight` runs from min to max, not in per cent. */
typedef struct mannequin_slider_info {
  uint32_t struct_size;
  int32_t id;
  const char* name; /* these live as long as the character and whatever was made from it */
  const char* label;
  double min, max, default_weight;
  int32_t sex; /* whom it concerns: 0 both, 1 female, 2 male */
} mannequin_slider_info;
/* The parameters that an appearance message carries, by id. 80 is the sex: male above 0.5. */
MANNEQUIN_API mannequin_status mannequin_slider_count(const mannequin_character* character, uint32_t* out);
/* `index`: below mannequin_slider_count(), not the id. */
MANNEQUIN_API mannequin_status mannequin_slider_get(const mannequin_character* character, uint32_t index,
                                                    mannequin_slider_info* out);
/* The id that a person means by "33", "height" or "Body Height". */
MANNEQUIN_API mannequin_status mannequin_slider_find(const mannequin_character* character, const char* name,
                                                     int32_t* id);

/* --- Mesh set: the meshes of one file, bound to a character's joints --- */

/* How a file is read. */
typedef struct mannequin_mesh_options {
  uint32_t struct_size;
  uint32_t lod;         /* of mesh assets: 0 high, 1 medium, 2 low, 3 lowest */
  int32_t viewer_binds; /* glTF: 0 binds by the specification, 1 rebuilt as the viewer's importer does */
} mannequin_mesh_options;

/* .dae, .glb, .gltf without files beside it, .mesh, .llmesh, .slm, told apart by content. The bytes may go
 * afterwards. `name` is for messages. `options` may be null. */
MANNEQUIN_API mannequin_status mannequin_meshes_load(const mannequin_character* character, const void* bytes,
                                                     size_t byte_count, const char* name,
                                                     const mannequin_mesh_options* options,
                                                     mannequin_meshes** out);
/* The body that is compiled in. */
MANNEQUIN_API mannequin_status mannequin_meshes_builtin_body(const mannequin_character* character,
                                                             mannequin_meshes** out);

/* Lets the clothing morphs of one baked region act where it is white. May go after the call. */
typedef struct mannequin_mask {
  const char* region; /* "head", "upper_body", "lower_body", "eyes", "skirt", "hair" */
  uint32_t width, height;
  const uint8_t* texels; /* width times height, rows from v = 0 upwards */
} mannequin_mask;
/* How the system avatar is built. */
typedef struct mannequin_system_options {
  uint32_t struct_size;
  uint32_t lod;                /* 0 the finest; of each part the nearest that is not finer than it has */
  const mannequin_mask* masks; /* a region without one: its masked morphs do nothing */
  uint32_t mask_count;
} mannequin_system_options;
/* The avatar's own body, of a viewer's character folder (its .llm files; the path is UTF-8): hair, head,
 * eyelashes, upper and lower body, eyes, skirt, a mesh each. Most sliders move it by morph targets:
 * mannequin_skinner_skin() sets these by the avatar's shape, a host that brings palettes brings their
 * weights, too (mannequin_avatar_copy_morph_weights()). `character` is that folder's: MANNEQUIN_BAD_DATA for
 * the built-in one, which has no such body. A crowd does not take these meshes. `options` may be null. */
MANNEQUIN_API mannequin_status mannequin_meshes_system_avatar(const mannequin_character* character,
                                                              const char* folder,
                                                              const mannequin_system_options* options,
                                                              mannequin_meshes** out);

/* One mesh that the host has decoded already. Arrays may go after the call; strides are in bytes, 0 for
 * packed. Matrices are 16 floats as files have them: translation in elements 12 to 14. */
typedef struct mannequin_mesh_data {
  uint32_t struct_size;
  uint32_t vertex_count;
  const char* name;       /* for messages; may be null */
  const float* positions; /* 3 per vertex, before the bind shape */
  size_t position_stride;
  const float* normals; /* 3 per vertex, unit */
  size_t normal_stride;
  const uint16_t* joints;  /* 4 per vertex, packed: indices into joint_names */
  const float* weights;    /* 4 per vertex, packed; 0 for unused, any sum */
  const uint32_t* indices; /* 3 per triangle */
  uint32_t index_count;
  uint32_t joint_count;
  const char* const* joint_names;
  const float* inverse_binds;   /* 16 per joint */
  const float* bind_shape;      /* 16; null: identity */
  const float* joint_positions; /* 3 per joint, relative to the parent; null: the mesh moves no joints */
  double pelvis_offset;         /* metres by which the whole avatar is raised */
  int32_t lock_scale;           /* 1: joints that the mesh moves have their default scale */
} mannequin_mesh_data;
/* A mesh set of this one mesh. MANNEQUIN_BAD_DATA names the array, joint or vertex that is wrong. */
MANNEQUIN_API mannequin_status mannequin_meshes_from_arrays(const mannequin_character* character,
                                                            const mannequin_mesh_data* data,
                                                            mannequin_meshes** out);
/* The handle is no longer valid; avatars that wear the meshes go on doing so. */
MANNEQUIN_API mannequin_status mannequin_meshes_release(mannequin_meshes* meshes);

/* How many meshes the set has; they are numbered from 0. */
MANNEQUIN_API mannequin_status mannequin_mesh_count(const mannequin_meshes* meshes, uint32_t* out);

/* A mesh of a set. */
typedef struct mannequin_mesh_info {
  uint32_t struct_size;
  uint32_t vertex_count, index_count;
  uint32_t palette_size; /* matrices: one per joint of the mesh and last the identity; 0 if not rigged */
  const char* name;      /* lives as long as the mesh set */
  int32_t rigged;        /* 0: it stays where it is */
  int32_t has_tangents;
  const char* part;     /* of the system avatar: "headMesh", "hairMesh", "skirtMesh", ...; else "" */
  uint32_t morph_count; /* of the system avatar: morph targets; else 0 */
} mannequin_mesh_info;
/* `mesh`: below mannequin_mesh_count(), here and in all that follows. */
MANNEQUIN_API mannequin_status mannequin_mesh_get(const mannequin_meshes* meshes, uint32_t mesh,
                                                  mannequin_mesh_info* out);
/* Three per triangle, index_count in all. `count`: how many numbers there is room for. */
MANNEQUIN_API mannequin_status mannequin_mesh_copy_indices(const mannequin_meshes* meshes, uint32_t mesh,
                                                           uint32_t* out, size_t count);
/* Two per vertex, v up. `count`: how many floats there is room for. */
MANNEQUIN_API mannequin_status mannequin_mesh_copy_uvs(const mannequin_meshes* meshes, uint32_t mesh,
                                                       float* out, size_t count);

/* The caller's memory; null for what is not wanted. Each vertex is three floats at a multiple of the stride
 * (bytes, a multiple of 4, at least 12; 0: 12). Tangents are 0 where the mesh has none. */
typedef struct mannequin_vertex_buffers {
  uint32_t struct_size;
  uint32_t vertex_count; /* room in each buffer */
  float* positions;
  size_t position_stride;
  float* normals;
  size_t normal_stride;
  float* tangents;
  size_t tangent_stride;
} mannequin_vertex_buffers;
/* What a vertex shader of the host's skins with a palette: the vertices of a rigged mesh as they were bound,
 * after the bind shape and before morphs, and four influences each: `joints` are places in the palette,
 * `weights` sum to 1; packed, with room for out->vertex_count times four; null for what is not wanted. A
 * vertex is the sum over k of weights[k] times palette[joints[k]] times position; normals and tangents by the
 * upper 3x3, made unit again. */
MANNEQUIN_API mannequin_status mannequin_mesh_copy_bound(const mannequin_meshes* meshes, uint32_t mesh,
                                                         const mannequin_vertex_buffers* out,
                                                         uint16_t* joints, float* weights);

/* --- Clip: an animation --- */

/* .anim as it stands, or .bvh as it plays after an upload; told apart by the ending of `name` (for messages
 * too; may be null), else by content. The bytes may go afterwards. Release it when it is not needed any more.
 */
MANNEQUIN_API mannequin_status mannequin_clip_load(const mannequin_character* character, const void* bytes,
                                                   size_t byte_count, const char* name, mannequin_clip** out);
/* The handle is no longer valid; avatars that play the clip go on doing so. */
MANNEQUIN_API mannequin_status mannequin_clip_release(mannequin_clip* clip);

/* What a clip says of itself. */
typedef struct mannequin_clip_info {
  uint32_t struct_size;
  float duration; /* these in seconds */
  float ease_in, ease_out;
  float loop_in, loop_out;
  int32_t loops;        /* 1: until it is stopped */
  int32_t priority;     /* 0 to 6; -1: below every other clip */
  uint32_t joint_count; /* joints that it moves */
} mannequin_clip_info;
/* MANNEQUIN_OK, and *out says what the clip is. */
MANNEQUIN_API mannequin_status mannequin_clip_get(const mannequin_clip* clip, mannequin_clip_info* out);

/* --- Avatar: sliders, worn meshes, pose --- */

/* The default avatar in the rest pose, wearing nothing. */
MANNEQUIN_API mannequin_status mannequin_avatar_create(const mannequin_character* character,
                                                       mannequin_avatar** out);
/* The handle is no longer valid. */
MANNEQUIN_API mannequin_status mannequin_avatar_release(mannequin_avatar* avatar);

/* Weight by id, clamped to the slider's range. */
MANNEQUIN_API mannequin_status mannequin_avatar_set_slider(mannequin_avatar* avatar, int32_t id,
                                                           double weight);
/* All sliders at their defaults. */
MANNEQUIN_API mannequin_status mannequin_avatar_reset_sliders(mannequin_avatar* avatar);
/* A shape in place of all sliders: JSON, a viewer's appearance XML, or a wearable asset's text. */
MANNEQUIN_API mannequin_status mannequin_avatar_set_shape(mannequin_avatar* avatar, const void* bytes,
                                                          size_t byte_count, const char* name);

/* Local rotation in place of the joint's own; made unit. `joint`: below mannequin_joint_count(). */
MANNEQUIN_API mannequin_status mannequin_avatar_set_rotation(mannequin_avatar* avatar, uint32_t joint,
                                                             const double xyzw[4]);
/* Local position, metres in the parent's frame, in place of what shape and worn meshes say. */
MANNEQUIN_API mannequin_status mannequin_avatar_set_position(mannequin_avatar* avatar, uint32_t joint,
                                                             const double xyz[3]);
/* The same as mannequin_avatar_set_rotation() by name or alias. */
MANNEQUIN_API mannequin_status mannequin_avatar_set_rotation_of(mannequin_avatar* avatar, const char* joint,
                                                                const double xyzw[4]);
/* Where mRoot stands in the world: metres, and a rotation that is made unit. */
MANNEQUIN_API mannequin_status mannequin_avatar_set_root(mannequin_avatar* avatar, const double xyz[3],
                                                         const double xyzw[4]);
/* The pose of one clip alone, `seconds` after its start: loops go round, others stay in their last pose;
 * nothing yet before the start. It takes the place of all that was posed but for where mRoot stands; joints
 * that are set after it win. The clip is of the avatar's character. */
MANNEQUIN_API mannequin_status mannequin_avatar_set_clip(mannequin_avatar* avatar, const mannequin_clip* clip,
                                                         double seconds);
/* Several clips, as the viewer blends them by priority and ease. They begin and end at the avatar's own time,
 * which is 0 at first and that of the last update later. What plays in full is not started anew. */
MANNEQUIN_API mannequin_status mannequin_avatar_start_clip(mannequin_avatar* avatar,
                                                           const mannequin_clip* clip);
/* The clip eases out; nothing happens if it does not play. */
MANNEQUIN_API mannequin_status mannequin_avatar_stop_clip(mannequin_avatar* avatar,
                                                          const mannequin_clip* clip);
/* The pose of all started clips at `seconds` of the avatar's time, which never falls. As
 * mannequin_avatar_set_clip(), it takes the place of what was posed. Without clips nobody has started:
 * MANNEQUIN_BAD_ARGUMENT. */
MANNEQUIN_API mannequin_status mannequin_avatar_update_clips(mannequin_avatar* avatar, double seconds);
/* Nothing posed, no clip started, mRoot at the origin. */
MANNEQUIN_API mannequin_status mannequin_avatar_clear_pose(mannequin_avatar* avatar);

/* The joint positions that the meshes bring take part, once per set. `asset_id`: "8-4-4-4-12", or null to
 * count by the order of wearing; it names a single mesh. */
MANNEQUIN_API mannequin_status mannequin_avatar_wear(mannequin_avatar* avatar, const mannequin_meshes* meshes,
                                                     const char* asset_id);
/* Its joint positions no longer take part. Taking off what is not worn does nothing. */
MANNEQUIN_API mannequin_status mannequin_avatar_take_off(mannequin_avatar* avatar,
                                                         const mannequin_meshes* meshes);

/* Sliders, worn meshes and pose to joints. Everything below tells what the last evaluation found; changes
 * since then have not happened yet. */
MANNEQUIN_API mannequin_status mannequin_avatar_evaluate(mannequin_avatar* avatar);

/* How large the avatar is, before its pose. */
typedef struct mannequin_body_size {
  uint32_t struct_size;
  int32_t male;
  double height;            /* metres, the number the viewer shows */
  double pelvis_to_foot;    /* metres */
  double root_above_ground; /* where to put mRoot so that the avatar stands */
} mannequin_body_size;
/* MANNEQUIN_NOT_EVALUATED before the first evaluation, as with all that follow. */
MANNEQUIN_API mannequin_status mannequin_avatar_get_body_size(const mannequin_avatar* avatar,
                                                              mannequin_body_size* out);

/* How matrices lie: three rows of four, or all sixteen numbers row by row or column by column (as OpenGL has
 * it). They act on column vectors: the translation is the last column. */
enum { MANNEQUIN_ROWS_3X4 = 0, MANNEQUIN_ROW_MAJOR_4X4 = 1, MANNEQUIN_COLUMN_MAJOR_4X4 = 2 };

/* In the world, metres. */
MANNEQUIN_API mannequin_status mannequin_avatar_get_joint_position(const mannequin_avatar* avatar,
                                                                   uint32_t joint, double xyz[3]);
/* World from joint, scale included, for every joint. `count`: how many floats there is room for. */
MANNEQUIN_API mannequin_status mannequin_avatar_copy_joint_matrices(const mannequin_avatar* avatar,
                                                                    int32_t layout, float* out, size_t count);
/* What a shader multiplies vertices by, after the mesh's bind shape: palette_size matrices. */
MANNEQUIN_API mannequin_status mannequin_avatar_copy_palette(const mannequin_avatar* avatar,
                                                             const mannequin_meshes* meshes, uint32_t mesh,
                                                             int32_t layout, float* out, size_t count);

/* How far each morph target of a mesh of the system avatar is applied, as its shape says: morph_count
 * numbers. `count`: how many there is room for. */
MANNEQUIN_API mannequin_status mannequin_avatar_copy_morph_weights(const mannequin_avatar* avatar,
                                                                   const mannequin_meshes* meshes,
                                                                   uint32_t mesh, float* out, size_t count);

/* --- Crowd: palettes of many avatars at once --- */

/* How a crowd is evaluated. */
typedef struct mannequin_crowd_options {
  uint32_t struct_size;
  uint32_t threads;  /* that evaluating uses at most; 0: one */
  uint32_t capacity; /* avatars to make room for at once; more may come */
} mannequin_crowd_options;

/* Avatars that all wear the rigged meshes of these sets (one set or more, of one character; at least one
 * rigged mesh). In single precision, and many times faster than so many mannequin_avatar. `options` may be
 * null. */
MANNEQUIN_API mannequin_status mannequin_crowd_create(const mannequin_meshes* const* sets, uint32_t set_count,
                                                      const mannequin_crowd_options* options,
                                                      mannequin_crowd** out);
/* The handle is no longer valid; the meshes stay. */
MANNEQUIN_API mannequin_status mannequin_crowd_release(mannequin_crowd* crowd);

/* Avatars are numbered from 0 without gaps. */
MANNEQUIN_API mannequin_status mannequin_crowd_count(const mannequin_crowd* crowd, uint32_t* out);
/* The new avatar has the default shape and rests. */
MANNEQUIN_API mannequin_status mannequin_crowd_add(mannequin_crowd* crowd, uint32_t* number);
/* The last avatar takes the number of the one removed. */
MANNEQUIN_API mannequin_status mannequin_crowd_remove(mannequin_crowd* crowd, uint32_t number);

/* Makes one of the crowd what `avatar` is: sliders, joint positions of what it wears, pose. The avatar need
 * not be evaluated, and may serve for one after the other. */
MANNEQUIN_API mannequin_status mannequin_crowd_set_avatar(mannequin_crowd* crowd, uint32_t number,
                                                          const mannequin_avatar* avatar);
/* Only the pose, with where mRoot stands. */
MANNEQUIN_API mannequin_status mannequin_crowd_set_pose(mannequin_crowd* crowd, uint32_t number,
                                                        const mannequin_avatar* avatar);
/* Weight by id, clamped to the slider's range. */
MANNEQUIN_API mannequin_status mannequin_crowd_set_slider(mannequin_crowd* crowd, uint32_t number, int32_t id,
                                                          double weight);

/* All that changed since the last time. */
MANNEQUIN_API mannequin_status mannequin_crowd_evaluate(mannequin_crowd* crowd);
/* The palettes that one rigged mesh has on avatars first, first + 1, ... first + count - 1, as they were last
 * evaluated: palette_size matrices each, every avatar's at a multiple of `stride` bytes (a multiple of 4; 0:
 * one after the other). `byte_count`: the room at `out`. */
MANNEQUIN_API mannequin_status mannequin_crowd_copy_palettes(const mannequin_crowd* crowd,
                                                             const mannequin_meshes* meshes, uint32_t mesh,
                                                             uint32_t first, uint32_t count, int32_t layout,
                                                             float* out, size_t byte_count, size_t stride);
/* Of the last evaluation, as mannequin_body_size has them: metres; either may be null. */
MANNEQUIN_API mannequin_status mannequin_crowd_get_height(const mannequin_crowd* crowd, uint32_t number,
                                                          double* height, double* root_above_ground);

/* --- Skinner: vertices, on the CPU here; c_gl.h and c_vulkan.h make skinners on devices of the host's --- */

/* How a skinner works. */
typedef struct mannequin_skinner_options {
  uint32_t struct_size;
  uint32_t threads;  /* at most; 0: all that the machine has */
  int32_t reference; /* 1: the double-precision reference, slow */
} mannequin_skinner_options;
/* On the CPU. `options` may be null. */
MANNEQUIN_API mannequin_status mannequin_skinner_create(const mannequin_skinner_options* options,
                                                        mannequin_skinner** out);
/* The handle is no longer valid; what was written to the caller's buffers stays. */
MANNEQUIN_API mannequin_status mannequin_skinner_release(mannequin_skinner* skinner);

/* The avatar as last evaluated. A mesh that is not rigged comes out as it is. The first call with a mesh
 * prepares it; the skinner keeps what it prepared until mannequin_skinner_forget() or its release. Where
 * `out` names no memory at all, the result stays where the skinner made it, as instance 0 of the mesh; a
 * device is not waited for. */
MANNEQUIN_API mannequin_status mannequin_skinner_skin(mannequin_skinner* skinner,
                                                      const mannequin_avatar* avatar,
                                                      const mannequin_meshes* meshes, uint32_t mesh,
                                                      const mannequin_vertex_buffers* out);
/* With the host's own palette, palette_size matrices of three rows of four; no morph target is applied. */
MANNEQUIN_API mannequin_status mannequin_skinner_skin_palette(mannequin_skinner* skinner,
                                                              const mannequin_meshes* meshes, uint32_t mesh,
                                                              const float* palette, size_t float_count,
                                                              const mannequin_vertex_buffers* out);
/* Many avatars that wear the mesh, at once; the results stay where the skinner made them, instance by
 * instance, until the mesh is skinned again. `palettes`: instance_count times palette_size matrices of three
 * rows of four. `morph_weights`: instance_count times morph_count numbers, in the same order; null: no morph
 * target is applied. */
MANNEQUIN_API mannequin_status mannequin_skinner_skin_palettes(mannequin_skinner* skinner,
                                                               const mannequin_meshes* meshes, uint32_t mesh,
                                                               const float* palettes, size_t float_count,
                                                               const float* morph_weights,
                                                               size_t weight_count, uint32_t instance_count);
/* The same with all palettes of a crowd as it was last evaluated: instance i is its avatar i. */
MANNEQUIN_API mannequin_status mannequin_skinner_skin_crowd(mannequin_skinner* skinner,
                                                            const mannequin_crowd* crowd,
                                                            const mannequin_meshes* meshes, uint32_t mesh);
/* One instance's vertices of the last such call, in the mesh's order; waits for the device. */
MANNEQUIN_API mannequin_status mannequin_skinner_read_back(mannequin_skinner* skinner,
                                                           const mannequin_meshes* meshes, uint32_t mesh,
                                                           uint32_t instance,
                                                           const mannequin_vertex_buffers* out);

/* How results lie in a device's buffer, for drawing from there. They do not lie in the mesh's order: vertex v
 * stands at place[v] of each stream (mannequin_skinner_copy_places()). A host maps its indices once,
 * place[index[i]], and brings what it has per vertex, like texture coordinates, into the same order. */
typedef struct mannequin_result_streams {
  uint32_t place_count;                    /* vertices and padding in a stream */
  uint32_t first_instance, instance_count; /* the run of instances that lies here, one after the other */
  uint32_t packed; /* directions: 0 three floats, 1 one word, 10:10:10:2 signed normalised, x lowest */
  uint64_t instance_stride; /* bytes from an instance to the next */
  uint64_t position_offset; /* bytes from the buffer's start to the first instance's; three floats each */
  uint64_t normal_offset;
  uint64_t tangent_offset; /* 0: the mesh has none */
  uint32_t position_stride,
      direction_stride; /* bytes from a place to the next; the latter of normals and tangents */
} mannequin_result_streams;
/* Where each vertex of a rigged mesh stands in the results: `count` is the room, vertex_count numbers are
 * written. The reference has no such order: MANNEQUIN_UNSUPPORTED. */
MANNEQUIN_API mannequin_status mannequin_skinner_copy_places(mannequin_skinner* skinner,
                                                             const mannequin_meshes* meshes, uint32_t mesh,
                                                             uint32_t* out, size_t count);

/* Gives back what the skinner holds of the set's meshes, results too; skinning with them again prepares it
 * again. */
MANNEQUIN_API mannequin_status mannequin_skinner_forget(mannequin_skinner* skinner,
                                                        const mannequin_meshes* meshes);

#ifdef __cplusplus
}
#endif

#endif
