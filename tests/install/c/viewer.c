/* What a viewer in C asks of the library: a crowd of which each wears what it likes, motions, easing, boxes
 * and picks, a mesh without a skinner, and its own threads. tests/c_api compares the numbers; here it has to
 * work with the installed package alone. */
#include <mannequin/c_api.h>
#include <mannequin/c_viewer.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                 \
  do {                                                                              \
    if ((call) != MANNEQUIN_OK) {                                                   \
      fprintf(stderr, "viewer.c, line %d: %s\n", __LINE__, mannequin_last_error()); \
      return 1;                                                                     \
    }                                                                               \
  } while (0)
#define EXPECT(good)                                               \
  do {                                                             \
    if (!(good)) {                                                 \
      fprintf(stderr, "viewer.c, line %d: %s\n", __LINE__, #good); \
      return 1;                                                    \
    }                                                              \
  } while (0)

static unsigned g_ran;

/* A pool of one thread is a pool, too. */
static void run(void* user, size_t count, void (*work)(void* context, size_t index), void* context) {
  size_t k;
  (void)user;
  for (k = 0; k < count; ++k) {
    ++g_ran;
    work(context, k);
  }
}

int main(void) {
  mannequin_character* character = NULL;
  mannequin_meshes* body = NULL;
  mannequin_avatar *avatar = NULL, *other = NULL;
  mannequin_crowd* crowd = NULL;
  mannequin_easing* easing = NULL;
  mannequin_picker* picker = NULL;
  mannequin_shared_mesh* shared = NULL;
  mannequin_job_system jobs = MANNEQUIN_INIT(mannequin_job_system);
  mannequin_crowd_options options = MANNEQUIN_INIT(mannequin_crowd_options);
  mannequin_mesh_info info = MANNEQUIN_INIT(mannequin_mesh_info);
  mannequin_motion_frame frame = MANNEQUIN_INIT(mannequin_motion_frame);
  mannequin_vertex_buffers out = MANNEQUIN_INIT(mannequin_vertex_buffers);
  mannequin_hit hit = MANNEQUIN_INIT(mannequin_hit);
  const double along[3] = {-1.0, 0.0, 0.0};
  double from[3] = {3.0, 0.02, 0.0}, low[3], high[3], chest[3], before, after;
  uint32_t number, joint, head, n, v;
  float *palette, *positions, matrix[12], exact[12];
  size_t floats;

  jobs.threads = 4;
  jobs.run = run;
  CHECK(mannequin_set_job_system(&jobs));
  CHECK(mannequin_character_builtin(&character));
  CHECK(mannequin_meshes_builtin_body(character, &body));
  CHECK(mannequin_mesh_get(body, 0, &info));
  CHECK(mannequin_joint_find(character, "mHead", &head));
  floats = (size_t)info.palette_size * 12;
  palette = malloc(floats * sizeof *palette);
  positions = malloc((size_t)info.vertex_count * 3 * sizeof *positions);
  EXPECT(palette && positions);

  /* Motions: the head turns to the left. */
  CHECK(mannequin_avatar_create(character, &avatar));
  CHECK(mannequin_avatar_evaluate(avatar));
  CHECK(mannequin_avatar_start_motions(avatar, NULL));
  frame.has_target = 1;
  frame.target[1] = 3.0;
  frame.target[2] = 1.0;
  for (n = 1; n <= 30; ++n) {
    CHECK(mannequin_avatar_update_motions(avatar, n / 30.0, &frame));
    CHECK(mannequin_avatar_evaluate(avatar));
  }
  CHECK(mannequin_avatar_copy_matrices_of(avatar, &head, 1, MANNEQUIN_ROWS_3X4, exact, 12));
  EXPECT(exact[4] > 0.3f); /* where its X axis points */

  /* A crowd. */
  options.threads = 4;
  CHECK(mannequin_crowd_create_mixed(character, &options, &crowd));
  for (n = 0; n < 40; ++n) CHECK(mannequin_crowd_add(crowd, &number));
  CHECK(mannequin_crowd_wear(crowd, 7, body, NULL));
  CHECK(mannequin_crowd_set_avatar(crowd, 7, avatar));
  CHECK(mannequin_crowd_evaluate(crowd));
  EXPECT(g_ran > 1);
  CHECK(mannequin_crowd_copy_matrices_of(crowd, 7, &head, 1, MANNEQUIN_ROWS_3X4, matrix, 12));
  for (n = 0; n < 12; ++n) EXPECT(fabs(matrix[n] - exact[n]) < 1e-5);
  CHECK(mannequin_crowd_copy_worn_palette(crowd, 7, body, 0, MANNEQUIN_ROWS_3X4, palette, floats));

  /* A mesh without a skinner, its box, and what a ray hits of it. */
  out.vertex_count = info.vertex_count;
  out.positions = positions;
  CHECK(mannequin_shared_mesh_create(body, 0, &shared));
  CHECK(mannequin_shared_mesh_skin(shared, palette, floats, NULL, 0, &out));
  CHECK(mannequin_picker_create(body, 0, &picker));
  CHECK(mannequin_picker_get_box(picker, palette, floats, low, high));
  for (v = 0; v < info.vertex_count; ++v)
    for (n = 0; n < 3; ++n) EXPECT(positions[v * 3 + n] >= low[n] && positions[v * 3 + n] <= high[n]);
  CHECK(mannequin_joint_find(character, "mChest", &joint));
  CHECK(mannequin_avatar_get_joint_position(avatar, joint, chest));
  from[2] = chest[2];
  CHECK(mannequin_picker_pick(picker, palette, floats, from, along, 0.0, &hit));
  EXPECT(hit.hit == 1 && hit.position[0] > 0.0 && hit.position[0] < 0.5);
  CHECK(mannequin_avatar_wear(avatar, body, NULL));
  CHECK(mannequin_avatar_evaluate(avatar));
  CHECK(mannequin_avatar_get_box(avatar, NULL, low, high));
  EXPECT(high[2] - low[2] > 1.0 && high[2] - low[2] < 4.0);

  /* A change of shape, half-way. */
  CHECK(mannequin_avatar_create(character, &other));
  CHECK(mannequin_easing_create(other, &easing));
  CHECK(mannequin_avatar_set_slider(other, 33, 2.0));
  CHECK(mannequin_easing_begin(easing, other));
  CHECK(mannequin_easing_advance(easing, 0.2, NULL));
  CHECK(mannequin_crowd_get_height(crowd, 3, &before, NULL));
  CHECK(mannequin_crowd_set_eased(crowd, 3, easing));
  CHECK(mannequin_crowd_evaluate(crowd));
  CHECK(mannequin_crowd_get_height(crowd, 3, &after, NULL));
  EXPECT(after > before + 0.01);

  mannequin_easing_release(easing);
  mannequin_picker_release(picker);
  mannequin_shared_mesh_release(shared);
  mannequin_crowd_release(crowd);
  mannequin_avatar_release(other);
  mannequin_avatar_release(avatar);
  mannequin_meshes_release(body);
  mannequin_character_release(character);
  CHECK(mannequin_set_job_system(NULL));
  free(palette);
  free(positions);
  printf("c: what a viewer asks for works\n");
  return 0;
}
