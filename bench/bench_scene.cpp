#include "bench/bench_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "engine/io/bound_mesh.h"
#include "engine/io/definitions.h"
#include "engine/io/embedded.h"
#include "tools/scenes/scenes.h"
#include "tools/scenes/synthetic_mesh.h"

namespace mannequin::bench {
namespace {

// Without its scene, no benchmark is meaningful.
template <typename T>
T required(Result<T> result) {
  if (result) return std::move(*result);
  fmt::print(stderr, "mannequin_bench: {}\n", result.error().message());
  std::exit(3);
}

BoundMesh build(BoundMeshDesc desc) {
  Mesh mesh = required(Mesh::build(std::move(desc.mesh)));
  Skin skin = required(Skin::build(std::move(desc.skin), mesh, character().skeleton));
  return {std::move(mesh), std::move(skin)};
}

}  // namespace

const Character& character() {
  static const Character built = required(Character::build(required(io::read_builtin_character())));
  return built;
}

std::vector<AvatarState> random_avatars(std::size_t count) {
  std::vector<AvatarState> avatars;
  for (std::size_t i = 0; i < count; ++i) {
    AvatarInputs inputs;
    inputs.sliders = scenes::random_shape(character().appearance, i % 2 ? Sex::male : Sex::female,
                                          static_cast<std::uint32_t>(i));
    avatars.push_back(evaluate_avatar(character(), inputs));
  }
  return avatars;
}

BoundMesh synthetic(std::size_t vertices, std::size_t influences, std::size_t joints, bool tangents) {
  BoundMeshDesc desc =
      scenes::make_synthetic_mesh(character().skeleton, {vertices, influences, joints, 1, tangents});
  return build(std::move(desc));
}

BoundMesh mannequin_body(bool tangents) {
  io::BoundMeshFile file =
      required(io::read_gltf(embedded_asset("mannequin.glb"), "built-in mannequin.glb", {}));
  MeshDesc& mesh = file.meshes.front().mesh;
  for (const Vec3f& normal : mesh.normals) {
    const Vec3f axis = std::abs(normal.x) < 0.5f ? Vec3f(1.0f, 0.0f, 0.0f) : Vec3f(0.0f, 1.0f, 0.0f);
    if (tangents) mesh.tangents.push_back({glm::normalize(glm::cross(normal, axis)), 1.0f});
  }
  return build(std::move(file.meshes.front()));
}

bool check(benchmark::State& state, double difference, double limit, const std::string& what) {
  if (difference <= limit) return true;
  state.SkipWithError(fmt::format("{} is off by {:.3g}, more than {:.3g}", what, difference, limit).c_str());
  return false;
}

double palette_difference(std::span<const Mat34> palette, std::span<const Mat4> exact) {
  double worst = 0.0;
  for (std::size_t slot = 0; slot < exact.size(); ++slot)
    for (int row = 0; row < 3; ++row) {
      double size = 1.0, difference = 0.0;
      for (int column = 0; column < 4; ++column) {
        const double number = exact[slot][column][row];
        size = std::max(size, std::abs(number));
        difference = std::max(difference, std::abs(static_cast<double>(palette[slot][row][column]) - number));
      }
      worst = std::max(worst, difference / size);
    }
  return worst;
}

}  // namespace mannequin::bench
