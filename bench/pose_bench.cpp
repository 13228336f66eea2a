// pose/... and palette/...: solved joints and palettes. Checked against plain products of 4x4 matrices.
#include <glm/gtc/matrix_transform.hpp>

#include "bench/bench_scene.h"
#include "engine/skinning/palette.h"
#include "tools/scenes/scenes.h"

namespace mannequin::bench {
namespace {

// world = parent's world without its scale, times T(parent scale x position) R S.
std::vector<Mat4> by_matrices(const JointShape& shape, const Pose& pose) {
  const Skeleton& skeleton = character().skeleton;
  std::vector<Mat4> unscaled(skeleton.size()), world(skeleton.size());
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const Joint& joint = skeleton.joints()[j];
    const bool top = joint.parent == kNoJoint;
    const auto parent = static_cast<std::size_t>(std::max<JointIndex>(joint.parent, 0));
    const Mat4 above =
        top ? glm::translate(Mat4(1.0), pose.root_position) * glm::mat4_cast(pose.root_rotation)
            : unscaled[parent];
    const Vec3 offset = (top ? Vec3(1.0) : shape.scale[parent]) * shape.position[j];
    const Quat rotation =
        !pose.rotations.empty() && pose.rotations[j] ? *pose.rotations[j] : joint.rest_rotation;
    unscaled[j] = above * glm::translate(Mat4(1.0), offset) * glm::mat4_cast(rotation);
    world[j] = unscaled[j] * glm::scale(Mat4(1.0), shape.scale[j]);
  }
  return world;
}

double greatest_difference(const Mat4& a, const Mat4& b) {
  double worst = 0.0;
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row) worst = std::max(worst, std::abs(a[column][row] - b[column][row]));
  return worst;
}

void solve(benchmark::State& state) {
  const Character& c = character();
  const JointShape shape = random_avatars(1).front().shape.joints;
  const Pose pose = scenes::poses(c.skeleton).back().pose;
  std::vector<JointTransform> joints(c.skeleton.size());
  solve_pose(c.skeleton, shape, {}, pose, joints);
  const std::vector<Mat4> expected = by_matrices(shape, pose);
  double worst = 0.0;
  for (std::size_t j = 0; j < joints.size(); ++j)
    worst = std::max(worst, greatest_difference(joints[j].world_from_joint(), expected[j]));
  if (!check(state, worst, 1e-9, "the pose")) return;
  for (auto _ : state) {
    solve_pose(c.skeleton, shape, {}, pose, joints);
    benchmark::ClobberMemory();
  }
  state.counters["avatars_per_second"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(solve)->Name("pose/double/avatars:1");

void palette(benchmark::State& state) {
  const BoundMesh bound = synthetic(1000, 4, 110);
  const AvatarState avatar = random_avatars(1).front();
  std::vector<Mat34> rows(bound.skin.palette_size());
  make_palette(bound.skin, avatar.joints, std::span<Mat34>(rows));
  const std::vector<Mat4> world = by_matrices(avatar.shape.joints, {});
  double worst = 0.0;
  for (std::size_t slot = 0; slot < bound.skin.joint_count(); ++slot) {
    const Mat4 expected =
        world[static_cast<std::size_t>(bound.skin.joints()[slot])] * bound.skin.inverse_binds()[slot];
    worst = std::max(worst, greatest_difference(Mat4(glm::transpose(glm::dmat3x4(rows[slot]))), expected));
  }
  if (!check(state, worst, 1e-5, "the palette")) return;
  for (auto _ : state) {
    make_palette(bound.skin, avatar.joints, std::span<Mat34>(rows));
    benchmark::ClobberMemory();
  }
  state.counters["avatars_per_second"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(palette)->Name("palette/double/joints:110/avatars:1");

}  // namespace
}  // namespace mannequin::bench
