#include "tests/avatar/batch_case.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/io/bound_mesh.h"
#include "engine/io/definitions.h"
#include "engine/io/embedded.h"
#include "engine/skinning/palette.h"
#include "tools/scenes/random.h"
#include "tools/scenes/scenes.h"
#include "tools/scenes/synthetic_mesh.h"

namespace mannequin::test {

const Character& character() {
  static const Character kCharacter = Character::build(io::read_builtin_character().value()).value();
  return kCharacter;
}

const Skin& tube_skin() {
  static const Skin kSkin = [] {
    BoundMeshDesc desc = scenes::make_synthetic_mesh(character().skeleton, {400, 4, 110, 1});
    const Mesh mesh = Mesh::build(std::move(desc.mesh)).value();
    return Skin::build(std::move(desc.skin), mesh, character().skeleton).value();
  }();
  return kSkin;
}

const Skin& body_skin() {
  static const Skin kSkin = [] {
    BoundMeshDesc desc =
        io::read_gltf(embedded_asset("mannequin.glb"), "mannequin.glb", {}).value().meshes.at(0);
    const Mesh mesh = Mesh::build(std::move(desc.mesh)).value();
    return Skin::build(std::move(desc.skin), mesh, character().skeleton).value();
  }();
  return kSkin;
}

AvatarBatch make_batch(const BatchOptions& options, std::span<const Skin* const> skins) {
  return AvatarBatch::create(character(), skins, options).value();
}

AvatarBatch make_batch(const BatchOptions& options) {
  const Skin* const skin = &tube_skin();
  return make_batch(options, {&skin, 1});
}

Pose random_pose(std::uint32_t seed) {
  scenes::Random random(seed + 1000);
  const auto even = [&] { return random.unit() * 2.0 - 1.0; };
  Pose pose;
  for (std::size_t j = 0; j < character().skeleton.size(); ++j) {
    // Some joints rest in one avatar and are turned in its neighbour.
    if (random.below(8) == 0) continue;
    const Quat turn(1.0 + random.unit(), even(), even(), even());
    pose.set_rotation(character().skeleton, static_cast<JointIndex>(j), glm::normalize(turn));
  }
  if (seed % 4 == 1) pose.set_position(character().skeleton, 0, Vec3(0.1 * even(), 0.0, 0.2));
  if (seed % 2 == 1) {
    pose.root_position = Vec3(even(), even(), even());
    pose.root_rotation = glm::normalize(Quat(even(), even(), even(), 1.0));
  }
  return pose;
}

AvatarInputs random_inputs(std::uint32_t seed) {
  AvatarInputs inputs;
  inputs.sliders =
      scenes::random_shape(character().appearance, seed % 2 == 1 ? Sex::male : Sex::female, seed);
  inputs.sliders[kHoverParameter] = 0.25;
  inputs.pose = random_pose(seed);
  if (seed % 3 != 0) return inputs;
  WornOffsets first{Uuid::parse("00000000-0000-0000-0000-000000000001").value(), true, 0.05, {}};
  first.joints = {
      {"mElbowLeft", {0.0, 0.3, 0.01}}, {"mChest", {-0.01, 0.0, 0.3}}, {"BELLY", {0.0, 0.0, 0.1}}};
  WornOffsets second{Uuid::parse("00000000-0000-0000-0000-000000000002").value(), false, 0.0, {}};
  second.joints = {{"mElbowLeft", {0.0, 0.35, 0.0}}, {"mPelvis", {0.0, 0.0, 1.1}}};
  inputs.worn = {first, second};
  return inputs;
}

void give(AvatarBatch& batch, std::size_t avatar, const AvatarInputs& inputs) {
  batch.set_sliders(avatar, inputs.sliders);
  batch.set_offsets(avatar, resolve_offsets(character().skeleton, inputs.worn));
  batch.set_pose(avatar, inputs.pose);
}

std::vector<Mat4> exact_palette(const AvatarInputs& inputs, const Skin& skin) {
  std::vector<Mat4> palette(skin.palette_size());
  make_palette(skin, evaluate_avatar(character(), inputs).joints, std::span<Mat4>(palette));
  return palette;
}

std::span<const Mat34> palette_of(const AvatarBatch& batch, std::size_t skin, std::size_t avatar) {
  const std::size_t size = batch.definition().palette_sizes()[skin];
  return batch.palettes(skin).subspan(avatar * size, size);
}

double difference(std::span<const Mat34> palette, std::span<const Mat4> exact) {
  double worst = palette.size() == exact.size() ? 0.0 : INFINITY;
  for (std::size_t slot = 0; slot < palette.size() && slot < exact.size(); ++slot)
    for (int row = 0; row < 3; ++row) {
      // A row's numbers multiply coordinates of like size: one scale for the row.
      double size = 1.0;
      for (int column = 0; column < 4; ++column) size = std::max(size, std::abs(exact[slot][column][row]));
      for (int column = 0; column < 4; ++column) {
        const double off =
            std::abs(static_cast<double>(palette[slot][row][column]) - exact[slot][column][row]);
        worst = off <= worst * size ? worst : off / size;  // a NaN counts
      }
    }
  return worst;
}

bool same_bits(std::span<const Mat34> a, std::span<const Mat34> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

std::vector<BatchOptions> every_way() {
  std::vector<BatchOptions> ways;
  for (const CpuTarget target : available_cpu_targets())
    for (const std::size_t lanes : {std::size_t{1}, kBatchLanes}) ways.push_back({target, 1, 0, lanes});
  return ways;
}

}  // namespace mannequin::test
