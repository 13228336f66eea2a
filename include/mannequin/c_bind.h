/* Weights for meshes in C: automatic, transferred from another mesh, and rebasing from a shape; and how far a
 * body stands out of its clothes.
 *
 * A separate library, libmannequin_c_bind.a (CMake: mannequin::c_bind; on Windows mannequin_c_bind.dll), so
 * that hosts that do not bind do not need Embree. Plain arrays in and out, no handles. Calls may run
 * concurrently on any threads; each uses all cores. On failure only the error text is written.
 *
 * Positions are three floats each, tightly packed, in bind space: metres, X forward, Y left, Z up, the pelvis
 * at z = 1.067. Weights are four joints and four weights per vertex, the greatest first, unused ones 0; they
 * sum to 1, or to 0 for a vertex that got none.
 */
#ifndef MANNEQUIN_C_BIND_H
#define MANNEQUIN_C_BIND_H

#include "c_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The caller's arrays, read only during the call. Vertices at the same place on open edges (at texture seams)
 * count as one. */
typedef struct mannequin_bind_mesh {
  uint32_t struct_size;
  uint32_t vertex_count;
  uint32_t index_count; /* three per triangle, counter-clockwise seen from outside */
  const float* positions;
  const uint32_t* indices;
} mannequin_bind_mesh;

/* A bone as a segment. */
typedef struct mannequin_bind_bone {
  float head[3], tail[3];
} mannequin_bind_bone;

/* How to make weights; all zero is a good choice. */
typedef struct mannequin_bind_options {
  uint32_t struct_size;
  int32_t voxel;  /* 1: use voxels instead of heat, for meshes that heat cannot handle */
  int32_t smooth; /* number of smoothing passes afterwards */
  float distance; /* transfer: largest trusted distance, relative to the source's diagonal, of cloth that
                     hangs twice that; 0: 0.05 */
  float angle;    /* transfer: largest trusted angle between normals, degrees; 0: 30 */
  /* Gets 0 to 1, on any thread, one at a time; returning 0 stops with MANNEQUIN_BAD_ARGUMENT. Null: none. */
  int32_t (*progress)(void* user, double part);
  void* user;
} mannequin_bind_options;

/* Where results go: four joints and weights per vertex of the target. */
typedef struct mannequin_bind_result {
  uint32_t struct_size;
  uint32_t unweighted_count; /* out: vertices that got no weight */
  uint16_t* joints;
  float* weights;
} mannequin_bind_result;

/* Automatic weights from bones: `joints` of the result are indices into `bones`, at most 65535. Heat may
 * leave vertices without weight: unweighted_count says how many; voxels leave none. BAD_ARGUMENT: no bone, a
 * bone or position that is not finite, null arrays. BAD_DATA: indices out of range. `error` receives the
 * error text; may be null. */
MANNEQUIN_API mannequin_status mannequin_bind(const mannequin_bind_mesh* mesh,
                                              const mannequin_bind_bone* bones, uint32_t bone_count,
                                              const mannequin_bind_options* options,
                                              mannequin_bind_result* result, char* error, size_t error_size);

/* Weights from `source`: taken from nearest points where these can be trusted, inpainted elsewhere. Source
 * weights are four per vertex; the result uses the same joints. Joints have no names here, so eyes are not
 * kept apart from faces: transfer eyeballs by themselves. Fails like mannequin_bind, and on a source without
 * triangles. */
MANNEQUIN_API mannequin_status mannequin_transfer(const mannequin_bind_mesh* mesh,
                                                  const mannequin_bind_mesh* source,
                                                  const uint16_t* source_joints, const float* source_weights,
                                                  const mannequin_bind_options* options,
                                                  mannequin_bind_result* result, char* error,
                                                  size_t error_size);

/* Positions that skinning moves to `targets`: applies the inverse of each vertex's blended matrix.
 * `matrices`: three rows of four per joint, world from bind space, as from mannequin_avatar_copy_palette().
 * `positions`: out, three per vertex. `residual` (may be null): the largest remaining distance, metres.
 * BAD_ARGUMENT: null arrays, numbers that are not finite. BAD_DATA: a joint out of range. */
MANNEQUIN_API mannequin_status mannequin_rebase(const float* targets, uint32_t vertex_count,
                                                const uint16_t* joints, const float* weights,
                                                const float* matrices, uint32_t matrix_count,
                                                float* positions, double* residual, char* error,
                                                size_t error_size);

/* A body and a garment in one shape and pose. */
typedef struct mannequin_fit_case {
  uint32_t struct_size;
  uint32_t vertex;           /* out: of the body, the one that is farthest outside; UINT32_MAX: none is */
  const float* body;         /* posed vertices and normals, three numbers each, as skinners return them */
  const float* body_normals; /* of any length */
  const float* garment;
  double depth;   /* out: metres that `vertex` is outside; 0: nothing is */
  double area;    /* out: square metres of the body that are outside by more than 0.1 mm */
  float* outside; /* out: one number per vertex of the body, metres from the garment: positive outside it,
                     negative under it; NaN for vertices that it does not cover; may be null */
} mannequin_fit_case;
/* How far the body stands out of the garment in each case, as `mannequin fit` measures it. `body` and
 * `garment` are in bind space, which decides what the garment covers: vertices of the body with cloth at most
 * 30 mm in front of them. `body_normals`: three per vertex. `outer_sides_only`: 1 leaves out the inner side
 * of double-sided cloth, for wide skirts. All cases have the size of the first one. Works on the calling
 * thread. Fails like mannequin_bind; earlier cases then have their results. */
MANNEQUIN_API mannequin_status mannequin_fit(const mannequin_bind_mesh* body, const float* body_normals,
                                             const mannequin_bind_mesh* garment, int32_t outer_sides_only,
                                             mannequin_fit_case* cases, uint32_t case_count, char* error,
                                             size_t error_size);

#ifdef __cplusplus
}
#endif

#endif
