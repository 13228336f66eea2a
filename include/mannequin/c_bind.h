/* Weights for meshes in C: automatic, transferred from another mesh, and the way back from a shape.
 *
 * A library of its own, libmannequin_c_bind.a (CMake: mannequin::c_bind), so that hosts that bind nothing do
 * not need Embree. Plain arrays in and out, no handles. Every call may run on any thread, at the same time as
 * others; they use all cores. On failure nothing is written but the error text.
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

/* The caller's arrays, read during the call only. Vertices that share a place where the surface is open (at
 * texture seams) count as one. */
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

/* How weights are made; all zero is a good choice. */
typedef struct mannequin_bind_options {
  uint32_t struct_size;
  int32_t voxel;  /* 1: through voxels in place of heat, for meshes that heat cannot do */
  int32_t smooth; /* times, afterwards */
  float distance; /* transfer: how far a match is trusted, as a part of the source's diagonal; 0: 0.05 */
  float angle;    /* transfer: likewise between normals, degrees; 0: 30 */
  /* Called from 0 to 1, on any thread but one at a time; 0: stop, MANNEQUIN_BAD_ARGUMENT then. Null: none. */
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

/* Automatic weights from bones: `joints` of the result are indices into `bones`, at most 65535. Where heat
 * leaves vertices without weight, unweighted_count says how many; voxels leave none. BAD_ARGUMENT: no bone, a
 * bone or position that is not finite, null arrays. BAD_DATA: indices out of range. `error`: null, or where
 * the text of a failure goes. */
MANNEQUIN_API mannequin_status mannequin_bind(const mannequin_bind_mesh* mesh,
                                              const mannequin_bind_bone* bones, uint32_t bone_count,
                                              const mannequin_bind_options* options,
                                              mannequin_bind_result* result, char* error, size_t error_size);

/* Weights from `source`, whose joints and weights (four per vertex) the result's refer to: nearest points
 * where they can be trusted, inpainted elsewhere. Fails as mannequin_bind, and on a source without triangles.
 */
MANNEQUIN_API mannequin_status mannequin_transfer(const mannequin_bind_mesh* mesh,
                                                  const mannequin_bind_mesh* source,
                                                  const uint16_t* source_joints, const float* source_weights,
                                                  const mannequin_bind_options* options,
                                                  mannequin_bind_result* result, char* error,
                                                  size_t error_size);

/* Positions that skinning brings to `targets`: per vertex the inverse of its blended matrix. `matrices`:
 * three rows of four per joint, world from bind space, as mannequin_avatar_copy_palette() writes them.
 * `positions`: out, three per vertex. `residual`, may be null: the largest distance that remains, metres.
 * BAD_ARGUMENT: null arrays, numbers that are not finite. BAD_DATA: a joint out of range. */
MANNEQUIN_API mannequin_status mannequin_rebase(const float* targets, uint32_t vertex_count,
                                                const uint16_t* joints, const float* weights,
                                                const float* matrices, uint32_t matrix_count,
                                                float* positions, double* residual, char* error,
                                                size_t error_size);

#ifdef __cplusplus
}
#endif

#endif
