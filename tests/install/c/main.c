/* A host in C: the default avatar and the skinned built-in body, against what the C++ host wrote down. */
#include <mannequin/c_api.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                       \
  do {                                                                    \
    if ((call) != MANNEQUIN_OK) {                                         \
      fprintf(stderr, "line %d: %s\n", __LINE__, mannequin_last_error()); \
      return 1;                                                           \
    }                                                                     \
  } while (0)

typedef struct vertex {
  float position[3], normal[3], host[2];
} vertex;

static int far_from(const char* what, double found, double expected, double limit) {
  if (fabs(found - expected) <= limit) return 0;
  fprintf(stderr, "%s: %.9g, expected %.9g\n", what, found, expected);
  return 1;
}

int main(int argc, char** argv) {
  FILE* expected = argc == 2 ? fopen(argv[1], "r") : NULL;
  double head[3], want[6], height, worst = 0.0;
  size_t vertices, indices;
  uint32_t head_joint, v, k;
  int faults = 0;
  const double root[3] = {0.0, 0.0, 1.1}, upright[4] = {0.0, 0.0, 0.0, 1.0}, bent[4] = {0.0, 0.0, -0.6, 0.8};
  mannequin_character* character = NULL;
  mannequin_meshes* body = NULL;
  mannequin_avatar* avatar = NULL;
  mannequin_skinner* skinner = NULL;
  mannequin_mesh_info info = MANNEQUIN_INIT(mannequin_mesh_info);
  mannequin_body_size size = MANNEQUIN_INIT(mannequin_body_size);
  mannequin_vertex_buffers out = MANNEQUIN_INIT(mannequin_vertex_buffers);
  vertex* skinned;
  uint32_t* triangles;
  char error[200];

  if (!expected) return 2;
  CHECK(mannequin_character_builtin(&character));
  CHECK(mannequin_meshes_builtin_body(character, &body));
  CHECK(mannequin_avatar_create(character, &avatar));
  CHECK(mannequin_skinner_create(NULL, &skinner));
  CHECK(mannequin_joint_find(character, "mHead", &head_joint));
  CHECK(mannequin_avatar_evaluate(avatar));
  CHECK(mannequin_avatar_get_joint_position(avatar, head_joint, head));
  faults += far_from("default mHead x", head[0], -0.0249, 1e-5) +
            far_from("default mHead y", head[1], 0.0, 1e-5) +
            far_from("default mHead z", head[2], 0.616, 1e-5);

  CHECK(mannequin_avatar_set_slider(avatar, 33, 1.5));
  CHECK(mannequin_avatar_set_slider(avatar, 637, 0.8));
  CHECK(mannequin_avatar_set_root(avatar, root, upright));
  CHECK(mannequin_avatar_set_rotation_of(avatar, "mElbowLeft", bent));
  CHECK(mannequin_avatar_wear(avatar, body, NULL));
  CHECK(mannequin_avatar_take_off(avatar, body));
  CHECK(mannequin_avatar_evaluate(avatar));
  CHECK(mannequin_avatar_get_joint_position(avatar, head_joint, head));
  CHECK(mannequin_avatar_get_body_size(avatar, &size));
  if (fscanf(expected, "%lf %lf %lf %lf %zu %zu", &want[0], &want[1], &want[2], &height, &vertices,
             &indices) != 6)
    return 2;
  for (k = 0; k < 3; ++k) faults += far_from("mHead", head[k], want[k], 1e-8);
  faults += far_from("height", size.height, height, 1e-8);

  CHECK(mannequin_mesh_get(body, 0, &info));
  if (info.vertex_count != vertices || info.index_count != indices || !info.rigged) return 1;
  skinned = calloc(vertices, sizeof *skinned);
  triangles = malloc(indices * sizeof *triangles);
  CHECK(mannequin_mesh_copy_indices(body, 0, triangles, indices));
  out.vertex_count = info.vertex_count;
  out.positions = skinned->position;
  out.normals = skinned->normal;
  out.position_stride = out.normal_stride = sizeof *skinned;
  CHECK(mannequin_skinner_skin(skinner, avatar, body, 0, &out));
  for (v = 0; v < vertices; ++v) {
    if (fscanf(expected, "%lf %lf %lf %lf %lf %lf", &want[0], &want[1], &want[2], &want[3], &want[4],
               &want[5]) != 6)
      return 2;
    for (k = 0; k < 3; ++k) {
      const double position = fabs(skinned[v].position[k] - want[k]),
                   normal = fabs(skinned[v].normal[k] - want[3 + k]);
      if (position > worst) worst = position;
      if (!(position <= 1e-5 && normal <= 1e-4) || skinned[v].host[0] != 0.0f) ++faults;
    }
  }
  /* A failure has a status and a text, which the handle keeps. */
  if (mannequin_avatar_set_rotation_of(avatar, "mElbowLef", bent) != MANNEQUIN_NOT_FOUND) ++faults;
  CHECK(mannequin_copy_error(avatar, error, sizeof error));
  if (strcmp(error, mannequin_last_error()) != 0) ++faults;
  printf("c: %s; vertices within %.2g m of the reference\n", error, worst);
  mannequin_skinner_release(skinner);
  mannequin_avatar_release(avatar);
  mannequin_meshes_release(body);
  CHECK(mannequin_character_release(character));
  if (mannequin_avatar_evaluate(avatar) != MANNEQUIN_BAD_HANDLE) ++faults;
  free(skinned);
  free(triangles);
  fclose(expected);
  return faults ? 1 : 0;
}
