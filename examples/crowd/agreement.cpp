#include "examples/crowd/agreement.h"

#include <algorithm>

namespace mannequin::example {

Result<Agreement> compare_drawn(const Character& character, std::span<const Garment> wardrobe,
                                Skinner& skinner, const Crowd& crowd, std::size_t avatar,
                                const Visitor& visitor) {
  AvatarInputs inputs;
  inputs.sliders = visitor.shape;
  evaluate_clip(*visitor.clip, character.skeleton,
                static_cast<double>(crowd.skinned_at(avatar) + visitor.clip_offset), inputs.pose);
  const AvatarState exact = evaluate_avatar(character, inputs);
  Agreement worst;
  for (std::size_t k = 0; k < kGarmentsEach; ++k) {
    const Drawn& drawn = crowd.drawn(avatar)[k];
    const auto& [mesh, skin] = wardrobe[visitor.garments[k]].levels[drawn.level];
    std::vector<Mat4> palette(skin.palette_size());
    make_palette(skin, exact.joints, std::span<Mat4>(palette));
    std::vector<ReferenceVertex> reference(mesh.vertex_count());
    skin_reference(mesh, skin, palette, reference);
    std::vector<SkinnedVertex> skinned(mesh.vertex_count());
    if (auto status = skinner.read_back(drawn.mesh, drawn.instance, skinned); !status)
      return error_of(status);
    const Agreement agreement = compare_with_reference(skinned, reference);
    worst.relative = std::max(worst.relative, agreement.relative);
    worst.normal = std::max(worst.normal, agreement.normal);
  }
  return worst;
}

}  // namespace mannequin::example
