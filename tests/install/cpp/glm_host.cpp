// A host whose own GLM has other sizes and layouts than ours, due to macros set for its build: its results
// must be the same. Compares with what the first host has written.
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#ifdef HOST_INCLUDES_FIRST
#include <glm/gtc/matrix_transform.hpp>
#endif
// Ours after the host's, so that nothing of the host's is left to ours.
#include <mannequin/mannequin.h>

#include <cmath>
#include <cstdio>

namespace {

// The host's own types, in the layout that its macros give them.
glm::dvec3 to_host(const mannequin::Vec3& v) { return {v.x, v.y, v.z}; }
mannequin::Quat from_host(const glm::dquat& q) { return mannequin::Quat(q.w, q.x, q.y, q.z); }

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  auto desc = mannequin::io::read_builtin_character();
  const auto character = mannequin::Character::build(std::move(*desc));
  if (!character) return 1;
  const mannequin::JointIndex elbow = character->skeleton.find("mElbowLeft"),
                              wrist = character->skeleton.find("mWristLeft");

  mannequin::AvatarInputs inputs;
  inputs.sliders = {{33, 1.5}, {637, 0.8}};
  inputs.pose.root_position = {0.0, 0.0, 1.1};
  inputs.pose.set_rotation(character->skeleton, elbow, from_host(glm::dquat(0.8, 0.0, 0.0, -0.6)));
  const mannequin::AvatarState state = mannequin::evaluate_avatar(*character, inputs);
  const glm::dvec3 found = to_host(state.joints[static_cast<std::size_t>(wrist)].world_position);

  auto crowd = mannequin::AvatarBatch::create(*character);
  if (!crowd) return 1;
  crowd->add_avatar();
  crowd->set_sliders(0, inputs.sliders);
  crowd->set_pose(0, inputs.pose);
  crowd->evaluate();
  const mannequin::Mat34& m = crowd->world_matrices(0)[static_cast<std::size_t>(wrist)];
  const glm::dvec3 in_crowd(m[0][3], m[1][3], m[2][3]);

  std::FILE* file = std::fopen(argv[1], "r");
  double expected[3];
  if (!file) return 1;
  for (double& number : expected)
    if (std::fscanf(file, "%lf", &number) != 1) return 1;
  std::fclose(file);
  for (int axis = 0; axis < 3; ++axis)
    if (!(std::abs(found[axis] - expected[axis]) < 1e-8 &&
          std::abs(in_crowd[axis] - expected[axis]) < 1e-5)) {
      std::fprintf(stderr, "mWristLeft: %.9g, in the crowd %.9g, expected %.9g\n", found[axis],
                   in_crowd[axis], expected[axis]);
      return 1;
    }
  std::printf("cpp with %s: the same joints\n", HOST_FLAGS);
  return 0;
}
