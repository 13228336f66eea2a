/* For editors that show makers their meshes on an avatar: the current shape, also as a file, the effect of
 * each slider on the meshes or why it has none, which joints they move, and a .glb of the current view.
 *
 * Part of the library of c_api.h, with the same rules.
 */
#ifndef MANNEQUIN_C_EDITOR_H
#define MANNEQUIN_C_EDITOR_H

#include "c_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Shape and pose --- */

/* The weight set by mannequin_avatar_set_slider() or by a shape: as given, so it may be beyond the slider's
 * range. MANNEQUIN_NOT_FOUND if none was set, and the slider is at its default. */
MANNEQUIN_API mannequin_status mannequin_avatar_get_slider(const mannequin_avatar* avatar, int32_t id,
                                                           double* weight);

/* The formats of a shape's file. */
enum {
  MANNEQUIN_SHAPE_JSON = 0,      /* our own: every value, bit for bit */
  MANNEQUIN_SHAPE_ARCHETYPE = 1, /* as a viewer's "appearance to XML" */
  MANNEQUIN_SHAPE_WEARABLE = 2   /* the text of an LLWearable asset, with two decimals */
};
/* The sliders that are set, as the text of a file, null-terminated. `name`: the shape's display name; null
 * for none. `needed` (may be null) always receives the size in bytes. `byte_count`: capacity of `out`, which
 * may be null if it is 0. */
MANNEQUIN_API mannequin_status mannequin_avatar_copy_shape(const mannequin_avatar* avatar, int32_t format,
                                                           const char* name, char* out, size_t byte_count,
                                                           size_t* needed);

/* Replaces the whole pose except mRoot with a pose file: {"rotations": {"mElbowLeft": [x, y, z, w]},
 * "positions": {"mPelvis": [x, y, z]}}. `name`: the file's, for messages; may be null. */
MANNEQUIN_API mannequin_status mannequin_avatar_set_pose(mannequin_avatar* avatar, const void* bytes,
                                                         size_t byte_count, const char* name);

/* --- What sliders do --- */

/* Why a slider moves none of the meshes. */
enum {
  MANNEQUIN_SLIDER_MOVES = 0,        /* it does */
  MANNEQUIN_SLIDER_SURFACE_ONLY = 1, /* it changes only the system avatar's own surface */
  MANNEQUIN_SLIDER_TEXTURE_ONLY = 2,
  MANNEQUIN_SLIDER_NO_WEIGHTS = 3,      /* no vertex follows the joints it moves */
  MANNEQUIN_SLIDER_FIXED_BY_OFFSET = 4, /* a worn mesh sets their positions */
  MANNEQUIN_SLIDER_TOO_LITTLE = 5,      /* too little to see */
  MANNEQUIN_SLIDER_OTHER_SEX = 6
};
/* The effect of one slider, from its minimum to its maximum, with everything else unchanged. */
typedef struct mannequin_slider_effect {
  uint32_t struct_size;
  int32_t why;            /* MANNEQUIN_SLIDER_... */
  double metres;          /* the largest distance that any vertex moves */
  int32_t bones, volumes; /* 1: it changes bones, collision volumes */
} mannequin_slider_effect;
/* Measures the meshes of `sets`, all of the avatar's character, on the avatar as currently set, evaluated or
 * not. `reason` receives an explanation for users, null-terminated, empty if the slider moves something;
 * `byte_count`: its capacity; `reason` null: none. Takes milliseconds for ten thousand
 * vertices. */
MANNEQUIN_API mannequin_status mannequin_avatar_measure_slider(const mannequin_avatar* avatar,
                                                               const mannequin_meshes* const* sets,
                                                               uint32_t set_count, int32_t id,
                                                               mannequin_slider_effect* out, char* reason,
                                                               size_t byte_count);

/* --- Joint offsets --- */

/* The position that a mesh requests for a joint. */
typedef struct mannequin_offset_info {
  uint32_t struct_size;
  uint32_t joint;
  double position[3]; /* relative to the parent, metres */
  double moved[3];    /* from the joint's default position, metres */
  int32_t counts;     /* 0: within 0.1 mm of the default, so viewers ignore it */
  int32_t lock_scale; /* 1: the joint keeps its default scale, too */
} mannequin_offset_info;
/* The number of joint positions in a mesh, without those for unknown joint names. */
MANNEQUIN_API mannequin_status mannequin_mesh_offset_count(const mannequin_meshes* meshes, uint32_t mesh,
                                                           uint32_t* out);
/* `index`: below mannequin_mesh_offset_count(), in the order of the file. */
MANNEQUIN_API mannequin_status mannequin_mesh_get_offset(const mannequin_meshes* meshes, uint32_t mesh,
                                                         uint32_t index, mannequin_offset_info* out);
/* Which of the worn sets determines a joint's position, by its place in the order of wearing, from 0.
 * MANNEQUIN_NOT_FOUND if none does. */
MANNEQUIN_API mannequin_status mannequin_avatar_find_offset(const mannequin_avatar* avatar, uint32_t joint,
                                                            uint32_t* worn);

/* --- Saving --- */

/* A .glb of the meshes of `sets`, deformed by the avatar as last evaluated, without skins. `needed` (may be
 * null) always receives its size in bytes. `byte_count`: capacity of `out`, which may be null if it is 0.
 * Unlike all other functions, it may end the program if memory runs out. */
MANNEQUIN_API mannequin_status mannequin_avatar_copy_glb(const mannequin_avatar* avatar,
                                                         const mannequin_meshes* const* sets,
                                                         uint32_t set_count, void* out, size_t byte_count,
                                                         size_t* needed);

#ifdef __cplusplus
}
#endif

#endif
