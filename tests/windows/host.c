/* A host in C, built for both systems: it prints the places of joints, the height and the skinned built-in
 * body of one shape, the weights of a tube along two bones, and what the library says about a folder that is
 * not there. */
#include <mannequin/c_bind.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                       \
  do {                                                                    \
    if ((call) != MANNEQUIN_OK) {                                         \
      fprintf(stderr, "line %d: %s\n", __LINE__, mannequin_last_error()); \
      return 1;                                                           \
    }                                                                     \
  } while (0)

enum { SIDES = 8, RINGS = 9, TUBE = SIDES * RINGS };

/* Binds an upright tube, a metre high, to an upper and a lower bone. */
static int print_weights(void) {
  const mannequin_bind_bone bones[2] = {{{0, 0, 0}, {0, 0, 0.5f}}, {{0, 0, 0.5f}, {0, 0, 1}}};
  mannequin_bind_mesh mesh = MANNEQUIN_INIT(mannequin_bind_mesh);
  const mannequin_bind_options options = MANNEQUIN_INIT(mannequin_bind_options);
  mannequin_bind_result result = MANNEQUIN_INIT(mannequin_bind_result);
  float positions[3 * TUBE], weights[4 * TUBE];
  uint32_t indices[6 * SIDES * (RINGS - 1)];
  uint16_t joints[4 * TUBE];
  char error[200] = "";
  uint32_t ring, side, count = 0;

  for (ring = 0; ring < RINGS; ++ring)
    for (side = 0; side < SIDES; ++side) {
      float* at = positions + 3 * (ring * SIDES + side);
      const uint32_t here = ring * SIDES + side, next = ring * SIDES + (side + 1) % SIDES;
      const uint32_t corners[6] = {here, next, next + SIDES, here, next + SIDES, here + SIDES};
      uint32_t k;
      at[0] = 0.1f * cosf(6.2831853f * side / SIDES);
      at[1] = 0.1f * sinf(6.2831853f * side / SIDES);
      at[2] = (float)ring / (RINGS - 1);
      for (k = 0; k < 6 && ring + 1 < RINGS; ++k) indices[count++] = corners[k];
    }
  mesh.positions = positions;
  mesh.vertex_count = TUBE;
  mesh.indices = indices;
  mesh.index_count = count;
  result.joints = joints;
  result.weights = weights;
  if (mannequin_bind(&mesh, bones, 2, &options, &result, error, sizeof error) != MANNEQUIN_OK) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  printf("\"unweighted\": %u, \"weights\": [", (unsigned)result.unweighted_count);
  for (count = 0; count < 4 * TUBE; ++count)
    printf("%s[%u, %.5f]", count ? ", " : "", (unsigned)joints[count], weights[count]);
  printf("], ");
  return 0;
}

int main(void) {
  mannequin_character *character = NULL, *none = NULL;
  mannequin_meshes* body = NULL;
  mannequin_avatar* avatar = NULL;
  mannequin_skinner* skinner = NULL;
  mannequin_mesh_info info = MANNEQUIN_INIT(mannequin_mesh_info);
  mannequin_body_size size = MANNEQUIN_INIT(mannequin_body_size);
  mannequin_vertex_buffers out = MANNEQUIN_INIT(mannequin_vertex_buffers);
  double place[3];
  float* positions;
  uint32_t joint, vertex;

  CHECK(mannequin_character_builtin(&character));
  CHECK(mannequin_meshes_builtin_body(character, &body));
  CHECK(mannequin_avatar_create(character, &avatar));
  CHECK(mannequin_skinner_create(NULL, &skinner));
  CHECK(mannequin_avatar_set_slider(avatar, 33, 1.5));
  CHECK(mannequin_avatar_set_slider(avatar, 637, 0.8));
  CHECK(mannequin_avatar_wear(avatar, body, NULL));
  CHECK(mannequin_avatar_evaluate(avatar));
  CHECK(mannequin_avatar_get_body_size(avatar, &size));
  CHECK(mannequin_mesh_get(body, 0, &info));
  positions = calloc(info.vertex_count, 3 * sizeof *positions);
  if (!positions) return 1;
  out.vertex_count = info.vertex_count;
  out.positions = positions;
  out.position_stride = 3 * sizeof *positions;
  CHECK(mannequin_skinner_skin(skinner, avatar, body, 0, &out));

  printf("{\"version\": %u, \"height\": %.9g, \"joints\": [", (unsigned)mannequin_version(), size.height);
  for (joint = 0; mannequin_avatar_get_joint_position(avatar, joint, place) == MANNEQUIN_OK; ++joint)
    printf("%s[%.9g, %.9g, %.9g]", joint ? ", " : "", place[0], place[1], place[2]);
  printf("], \"positions\": [");
  for (vertex = 0; vertex < 3 * info.vertex_count; ++vertex)
    printf("%s%.6g", vertex ? ", " : "", positions[vertex]);
  printf("], ");
  if (print_weights() != 0) return 1;
  /* Another name than the system's own bytes for it. */
  if (mannequin_character_from_folder("\xe7\x84\xa1\xe3\x81\x84", &none) == MANNEQUIN_OK) return 1;
  printf("\"refused\": \"%s\"}\n", mannequin_last_error());

  free(positions);
  mannequin_skinner_release(skinner);
  mannequin_avatar_release(avatar);
  mannequin_meshes_release(body);
  mannequin_character_release(character);
  return 0;
}
