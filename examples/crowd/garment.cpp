#include "examples/crowd/garment.h"

#include "tools/scenes/synthetic_mesh.h"

namespace mannequin::example {
namespace {

Result<GarmentLevel> make_level(const Skeleton& skeleton, const scenes::SyntheticMesh& options) {
  BoundMeshDesc desc = scenes::make_synthetic_mesh(skeleton, options);
  auto mesh = Mesh::build(std::move(desc.mesh));
  if (!mesh) return error_of(mesh);
  auto skin = Skin::build(std::move(desc.skin), *mesh, skeleton);
  if (!skin) return error_of(skin);
  return GarmentLevel{std::move(*mesh), std::move(*skin)};
}

}  // namespace

Result<std::vector<Garment>> make_wardrobe(const Skeleton& skeleton, std::size_t count) {
  std::vector<Garment> wardrobe;
  for (std::size_t k = 0; k < count; ++k) {
    scenes::SyntheticMesh options;
    options.vertices = 2000 + k * 1231 % 6000;
    options.joints = 20 + k * 37 % 91;
    options.seed = static_cast<std::uint32_t>(k);
    std::vector<GarmentLevel> levels;
    for (std::size_t level = 0; level < kLevels; ++level, options.vertices /= 4) {
      auto made = make_level(skeleton, options);
      if (!made) return error_of(made);
      levels.push_back(std::move(*made));
    }
    const GarmentLevel& finest = levels.front();
    auto rig = WornRig::build(finest.skin, skeleton, Uuid::numbered(static_cast<std::uint32_t>(k)));
    if (!rig) return error_of(rig);
    RiggedExtents extents = rigged_extents(finest.mesh, finest.skin, skeleton, ExtentWeights::normalised);
    wardrobe.push_back({{std::move(levels[0]), std::move(levels[1]), std::move(levels[2])},
                        std::move(*rig),
                        std::move(extents)});
  }
  return wardrobe;
}

}  // namespace mannequin::example
