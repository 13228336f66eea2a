#include "tests/skinning/synthetic_case.h"

#include "engine/avatar/avatar.h"
#include "engine/skinning/palette.h"
#include "tools/scenes/random.h"
#include "tools/scenes/scenes.h"

namespace mannequin::test {

SyntheticCase make_synthetic_case(const scenes::SyntheticMesh& options) {
  BoundMeshDesc desc = scenes::make_synthetic_mesh(builtin_character().skeleton, options);
  Mesh mesh = Mesh::build(std::move(desc.mesh)).value();
  Skin skin = Skin::build(std::move(desc.skin), mesh, builtin_character().skeleton).value();
  return {std::move(mesh), std::move(skin)};
}

SyntheticInstances make_instances(const SyntheticCase& c, std::uint32_t count, std::uint32_t seed) {
  const Character& character = builtin_character();
  const auto poses = scenes::poses(character.skeleton);
  scenes::Random random(seed);
  SyntheticInstances instances;
  for (std::uint32_t i = 0; i < count; ++i) {
    AvatarInputs inputs;
    inputs.sliders =
        scenes::random_shape(character.appearance, i % 2 == 0 ? Sex::female : Sex::male, seed + i);
    inputs.pose = poses[(seed + i) % poses.size()].pose;
    std::vector<Mat4> palette(c.skin.palette_size());
    make_palette(c.skin, evaluate_avatar(character, inputs).joints, std::span<Mat4>(palette));
    instances.palettes.insert(instances.palettes.end(), palette.begin(), palette.end());
    for (std::size_t m = 0; m < c.mesh.morphs().size(); ++m)
      instances.morph_weights.push_back(m % 3 == 2 ? 0.0f : static_cast<float>(1.5 * random.unit() - 0.5));
  }
  for (const Mat4& m : instances.palettes) instances.rows.push_back(to_mat34(m));
  return instances;
}

}  // namespace mannequin::test
