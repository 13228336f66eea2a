/* Functions for viewers, beyond c_api.h: mesh assets piece by piece, boxes and picking, the viewer's own
 * motions and avatar physics, gradual shape changes, morph targets for a host's shader, chosen joints,
 * weights in bulk, and skinning that any thread may call. Handles, statuses, structs, threads: as in c_api.h.
 */
#ifndef MANNEQUIN_C_VIEWER_H
#define MANNEQUIN_C_VIEWER_H

#include "c_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Handles: the known pieces of a mesh asset, the parts of a mesh that a ray may hit, a gradual shape change,
 * and a mesh that any number of threads may skin. An asset, a picker and an easing belong to one thread at a
 * time; a shared mesh is immutable. */
typedef struct mannequin_asset mannequin_asset;
typedef struct mannequin_picker mannequin_picker;
typedef struct mannequin_easing mannequin_easing;
typedef struct mannequin_shared_mesh mannequin_shared_mesh;

/* --- Mesh assets piece by piece: header, skin, one level of detail, each from its own bytes --- */

/* Reads the header from the first bytes of an asset (4,096 are enough). `file_bytes`: size of the whole asset
 * if known, else 0. `name`: for messages; "8-4-4-4-12.llmesh" also gives the asset's id; may be null. The
 * bytes may be freed afterwards. MANNEQUIN_CANNOT_READ if the header is longer than the bytes given. */
MANNEQUIN_API mannequin_status mannequin_asset_read_header(const mannequin_character* character,
                                                           const void* bytes, size_t byte_count,
                                                           uint64_t file_bytes, const char* name,
                                                           mannequin_asset** out);
/* Invalidates the handle; meshes read through it remain valid. */
MANNEQUIN_API mannequin_status mannequin_asset_release(mannequin_asset* asset);
/* Where a block is in the file: "skin", "high_lod", "medium_lod", "low_lod", "lowest_lod".
 * MANNEQUIN_NOT_FOUND if the asset has none. */
MANNEQUIN_API mannequin_status mannequin_asset_find_block(const mannequin_asset* asset, const char* key,
                                                          uint64_t* offset, uint64_t* byte_count);
/* Whether a block in a sparse cache file has been fetched: viewers leave zeros where nothing has been
 * fetched yet. Sets *out to 0 or 1. */
MANNEQUIN_API mannequin_status mannequin_block_is_fetched(const void* bytes, size_t byte_count, int32_t* out);
/* The skin, from the bytes of its block: a set of one rigged mesh without vertices. Avatars, also in mixed
 * crowds, may wear it, and it has a palette; only skinners refuse it. */
MANNEQUIN_API mannequin_status mannequin_asset_read_skin(mannequin_asset* asset, const void* bytes,
                                                         size_t byte_count, mannequin_meshes** out);
/* One level of detail, from the bytes of its block: a set of one mesh, rigged by the skin read before through
 * this handle. `lod`: 0 high to 3 lowest. It shares the palettes of the set without vertices.
 * MANNEQUIN_BAD_ARGUMENT if the asset has a skin that was not read yet. */
MANNEQUIN_API mannequin_status mannequin_asset_read_lod(mannequin_asset* asset, uint32_t lod,
                                                        const void* bytes, size_t byte_count,
                                                        mannequin_meshes** out);

/* --- Boxes and picking --- */

/* Divides a rigged mesh into parts whose vertices share joints. Refers to the set. */
MANNEQUIN_API mannequin_status mannequin_picker_create(const mannequin_meshes* meshes, uint32_t mesh,
                                                       mannequin_picker** out);
/* Invalidates the handle. */
MANNEQUIN_API mannequin_status mannequin_picker_release(mannequin_picker* picker);
/* A box that contains every vertex of the mesh under this palette (palette_size matrices of three rows of
 * four), in the palette's space, computed without skinning. Ignores morph targets. */
MANNEQUIN_API mannequin_status mannequin_picker_get_box(const mannequin_picker* picker, const float* palette,
                                                        size_t float_count, double box_min[3],
                                                        double box_max[3]);
/* The result of a pick. */
typedef struct mannequin_hit {
  uint32_t struct_size;
  int32_t hit;           /* 0: nothing; then the rest is 0 */
  double distance;       /* along the ray, in lengths of its direction */
  uint32_t triangle;     /* its indices are at 3 times this */
  int32_t front;         /* 1: the side from which its vertices are counter-clockwise */
  double barycentric[3]; /* shares of its vertices; they sum to 1 */
  double position[3];
  uint32_t slot_count; /* influences at the hit: palette slots, highest weight first; they sum to 1 */
  uint32_t slots[12];
  float weights[12];
} mannequin_hit;
/* The nearest hit on either side, from `origin` along `direction`, at most `longest` times its length (0:
 * any). Skins only vertices that the ray may hit. Does not allocate. */
MANNEQUIN_API mannequin_status mannequin_picker_pick(mannequin_picker* picker, const float* palette,
                                                     size_t float_count, const double origin[3],
                                                     const double direction[3], double longest,
                                                     mannequin_hit* out);

/* The viewer's boxes of the vertices rigged to each joint: six numbers for every joint of the character,
 * lowest and highest corner in the joint's own space; NaN if nothing is rigged to it. They do not contain
 * every vertex: weights up to 0.2 do not count. `count`: capacity of `out` in floats. */
MANNEQUIN_API mannequin_status mannequin_mesh_copy_extents(const mannequin_meshes* meshes, uint32_t mesh,
                                                           float* out, size_t count);
/* What the viewer adds to an avatar's box besides its rigged meshes; may all be 0. */
typedef struct mannequin_box_parts {
  uint32_t struct_size;
  int32_t is_control_avatar; /* 1: of an animated object */
  const double*
      system_joints; /* three numbers for each matrix of the system avatar's palettes: its translation */
  uint32_t system_joint_count;
  uint32_t rigid_count;
  const double* rigid_boxes; /* six numbers each: boxes of rigid attachments, world space */
} mannequin_box_parts;
/* The avatar's box as in the viewer, which uses it for culling and levels of detail: world space, from the
 * extents of all worn meshes, as last evaluated. `parts` may be null. */
MANNEQUIN_API mannequin_status mannequin_avatar_get_box(mannequin_avatar* avatar,
                                                        const mannequin_box_parts* parts, double box_min[3],
                                                        double box_max[3]);

/* --- Motions besides clips --- */

/* A host's own motion in one frame. Clips and motions are blended by priority and weight, joint by joint. */
typedef struct mannequin_layer {
  uint32_t struct_size;
  int32_t priority; /* as of clips */
  float weight;     /* 0 to 1 */
  int32_t additive; /* 1: added to the blend, in the joint's frame */
  uint32_t joint_count;
  const uint32_t* joints; /* the motion's mask: it does not affect other joints */
  const float* rotations; /* four numbers for each joint: local, x, y, z, w; may be null */
  const float* positions; /* three for each, local, metres; may be null */
} mannequin_layer;
/* Which of the viewer's own motions an avatar has, and how. */
typedef struct mannequin_motion_options {
  uint32_t struct_size;
  uint32_t seed;        /* of glances and blinks: give each avatar a different one */
  int32_t viewer_steps; /* 1: by the viewer's formulas, which depend on the frame rate */
  int32_t no_head, no_eyes, no_sway, no_breath, no_pelvis, no_hands; /* 1: without it */
  int32_t physics;           /* 1: breast, belly and butt swing, as the sliders 10000 to 10032 say */
  int32_t physics_as_viewer; /* 1: physics starts as in the viewer, with a jolt; 0: at rest */
} mannequin_motion_options;
/* Starts the viewer's own motions: head and eyes that follow a target, blinks, sway, breath, hands, physics.
 * Restarts running ones. `options` may be null: all but physics. */
MANNEQUIN_API mannequin_status mannequin_avatar_start_motions(mannequin_avatar* avatar,
                                                              const mannequin_motion_options* options);
/* Ends them and unsets the weights they have set. */
MANNEQUIN_API mannequin_status mannequin_avatar_stop_motions(mannequin_avatar* avatar);
/* The input of one frame of motions. */
typedef struct mannequin_motion_frame {
  uint32_t struct_size;
  int32_t has_target; /* 1: the avatar looks at `target`, world space, in metres */
  double target[3];
  const mannequin_layer* layers; /* the host's own motions; all structs have the size of the first one */
  uint32_t layer_count;
  int32_t aims; /* 1: the avatar aims, and does not sway */
} mannequin_motion_frame;
/* Clips, the viewer's motions and the host's together, at `seconds` of the avatar's time, which must not
 * decrease. Call it instead of mannequin_avatar_update_clips(). Motions see the joints as last evaluated, and
 * the current mRoot. Sets the pose except mRoot, and the weights of eyelids, hands and physics. `frame` may
 * be null. */
MANNEQUIN_API mannequin_status mannequin_avatar_update_motions(mannequin_avatar* avatar, double seconds,
                                                               const mannequin_motion_frame* frame);
/* Like mannequin_avatar_start_clip(), but starts `offset` seconds into the clip. */
MANNEQUIN_API mannequin_status mannequin_avatar_start_clip_at(mannequin_avatar* avatar,
                                                              const mannequin_clip* clip, double offset);
/* The ground under a point of the avatar's world, for constraints of clips, which hold feet to it: writes a
 * point of the ground and its normal (up if not written). The viewer looks 1 m up and down. It is called only
 * on the thread of a call that starts clips or updates them, before that call returns; it must not call the
 * library. */
typedef void (*mannequin_ground_function)(void* user, const double at[3], double point[3], double normal[3]);
/* `ground` null: flat ground under the soles of the avatar. `user` is passed through. */
MANNEQUIN_API mannequin_status mannequin_avatar_set_ground(mannequin_avatar* avatar,
                                                           mannequin_ground_function ground, void* user);
/* Ends the clip at once, without easing out. Does nothing if it is not playing. */
MANNEQUIN_API mannequin_status mannequin_avatar_cut_clip(mannequin_avatar* avatar,
                                                         const mannequin_clip* clip);

/* --- Gradual changes of shape, as the viewer shows them --- */

/* Begins at the sliders of an avatar. */
MANNEQUIN_API mannequin_status mannequin_easing_create(const mannequin_avatar* from, mannequin_easing** out);
/* Invalidates the handle. */
MANNEQUIN_API mannequin_status mannequin_easing_release(mannequin_easing* easing);
/* Starts a change to the sliders of an avatar of the same character. If a change is under way, the new one
 * starts from its current state. */
MANNEQUIN_API mannequin_status mannequin_easing_begin(mannequin_easing* easing, const mannequin_avatar* to);
/* The next frame, `seconds` after the change began; it takes 0.65. `finished` (may be null): 1 at the end. */
MANNEQUIN_API mannequin_status mannequin_easing_advance(mannequin_easing* easing, double seconds,
                                                        int32_t* finished);
/* Gives the avatar the weights of the easing's last frame instead of its sliders, until a slider is set. */
MANNEQUIN_API mannequin_status mannequin_avatar_set_eased(mannequin_avatar* avatar,
                                                          const mannequin_easing* easing);
/* The same for one avatar of a crowd. */
MANNEQUIN_API mannequin_status mannequin_crowd_set_eased(mannequin_crowd* crowd, uint32_t number,
                                                         const mannequin_easing* easing);

/* --- Weights in bulk --- */

/* All transmitted parameters at once, by the number of mannequin_parameter_get(): NaN for parameters never
 * set; entries of parameters that are not transmitted are ignored. `count`: mannequin_parameter_count(). */
MANNEQUIN_API mannequin_status mannequin_avatar_set_weights(mannequin_avatar* avatar, const double* weights,
                                                            uint32_t count);
/* The same for one avatar of a crowd. Does not allocate. */
MANNEQUIN_API mannequin_status mannequin_crowd_set_weights(mannequin_crowd* crowd, uint32_t number,
                                                           const double* weights, uint32_t count);

/* --- Chosen joints --- */

/* World from joint, including scale, of chosen joints, as last evaluated. `count`: capacity of `out` in
 * floats. */
MANNEQUIN_API mannequin_status mannequin_avatar_copy_matrices_of(const mannequin_avatar* avatar,
                                                                 const uint32_t* joints, uint32_t joint_count,
                                                                 int32_t layout, float* out, size_t count);
/* The same for one avatar of a mixed crowd. */
MANNEQUIN_API mannequin_status mannequin_crowd_copy_matrices_of(const mannequin_crowd* crowd, uint32_t number,
                                                                const uint32_t* joints, uint32_t joint_count,
                                                                int32_t layout, float* out, size_t count);
/* Local values of every joint, as last evaluated: three numbers for each position, in metres in the parent's
 * frame, four for each rotation and three for each scale. Any array may be null. `joint_count`: capacity of
 * each, in joints. */
MANNEQUIN_API mannequin_status mannequin_avatar_copy_local(const mannequin_avatar* avatar, float* positions,
                                                           float* rotations, float* scales,
                                                           uint32_t joint_count);
/* Positions and scales of one avatar of a crowd; its rotations are those you set. */
MANNEQUIN_API mannequin_status mannequin_crowd_copy_local(const mannequin_crowd* crowd, uint32_t number,
                                                          float* positions, float* scales,
                                                          uint32_t joint_count);

/* --- Morph targets for a host's own shader --- */

/* A morph target of a mesh. */
typedef struct mannequin_morph_info {
  uint32_t struct_size;
  uint32_t vertex_count; /* moved vertices */
  const char* name;      /* valid as long as the mesh set */
  int32_t has_normals;   /* 0: it moves positions only */
} mannequin_morph_info;
/* `morph`: below morph_count of the mesh. mannequin_avatar_copy_morph_weights() returns its weight. */
MANNEQUIN_API mannequin_status mannequin_mesh_get_morph(const mannequin_meshes* meshes, uint32_t mesh,
                                                        uint32_t morph, mannequin_morph_info* out);
/* The vertices that the morph moves, and by how much at weight 1, in the space of
 * mannequin_mesh_copy_bound(): add them there before skinning. Three numbers for each position and normal;
 * any array may be null. `count`: capacity of each, in vertices. */
MANNEQUIN_API mannequin_status mannequin_mesh_copy_morph(const mannequin_meshes* meshes, uint32_t mesh,
                                                         uint32_t morph, uint32_t* vertices, float* positions,
                                                         float* normals, size_t count);
/* Changes the mask of one baked region of the system avatar (mannequin_meshes_system_avatar()). Vertices,
 * skins and palettes stay; only parts with morphs that the mask limits get new deltas, and skinners prepare
 * these parts again. `mask` null: none, and those morphs do nothing. The mask's own region is ignored. Do not
 * call it while another thread is inside a call with the set or an object created from it. */
MANNEQUIN_API mannequin_status mannequin_meshes_set_mask(mannequin_meshes* meshes, const char* region,
                                                         const mannequin_mask* mask);
/* The weights of a mesh's morph targets for one avatar of a mixed crowd, from its sliders: morph_count
 * numbers. Meant for the system avatar, which avatars of mixed crowds may wear like any mesh. `count`:
 * capacity of `out`. */
MANNEQUIN_API mannequin_status mannequin_crowd_copy_morph_weights(mannequin_crowd* crowd, uint32_t number,
                                                                  const mannequin_meshes* meshes,
                                                                  uint32_t mesh, float* out, size_t count);

/* --- Skinning that any thread may call --- */

/* A rigged mesh, prepared once. Does not need the set afterwards. */
MANNEQUIN_API mannequin_status mannequin_shared_mesh_create(const mannequin_meshes* meshes, uint32_t mesh,
                                                            mannequin_shared_mesh** out);
/* Invalidates the handle. */
MANNEQUIN_API mannequin_status mannequin_shared_mesh_release(mannequin_shared_mesh* mesh);
/* Skins it on the calling thread, while any number of other threads may do the same: palette_size matrices of
 * three rows of four, and morph_count weights or null. Writes the vertices to `out`, in mesh order. Does not
 * allocate after a thread's first call with a mesh of that size. */
MANNEQUIN_API mannequin_status mannequin_shared_mesh_skin(const mannequin_shared_mesh* mesh,
                                                          const float* palette, size_t float_count,
                                                          const float* morph_weights, size_t weight_count,
                                                          const mannequin_vertex_buffers* out);

#ifdef __cplusplus
}
#endif

#endif
