#include "engine/layers/paint_rules.h"

#include <algorithm>

namespace mannequin {

bool keeps_alpha(const SetPaint& set) {
  return !set.resets_alpha || std::ranges::any_of(set.layers, [](const LayerPaint& layer) {
    return layer.has_mask && !layer.mask_from_zero;
  });
}

std::array<SourceChannel, 4> source_channels(const PaintSource& source) {
  std::array<SourceChannel, 4> channels;
  if (source.picture == nullptr) return channels;
  const std::uint32_t components = source.picture->components;
  const bool is_mask = source.is_mask && components == 1;
  for (std::uint32_t c = 0; c < 3; ++c)
    channels[c] = is_mask ? SourceChannel{false, 0, 0} : SourceChannel{true, components > 1 ? c : 0, 0};
  if (is_mask || components == 4) channels[3] = {true, is_mask ? 0u : 3u, 0};
  return channels;
}

ReducedPictures reduced_pictures(std::span<const SetPaint> sets, const ReducedPictures& before) {
  ReducedPictures reduced;
  for (const SetPaint& set : sets) {
    const auto add = [&](const TexelPicturePtr& picture) {
      if (picture == nullptr || std::max(picture->width, picture->height) <= set.size) return;
      const std::pair key(picture.get(), set.size);
      if (reduced.contains(key)) return;
      const auto known = before.find(key);
      reduced.emplace(key, known != before.end() ? known->second : reduced_picture(picture, set.size));
    };
    for (const LayerPaint& layer : set.layers) {
      for (const PaintPlane& factor : layer.factors) add(factor.picture);
      for (const PaintSource& source : layer.sources) add(source.picture);
    }
    for (const PaintPlane& plane : set.visibility) add(plane.picture);
    if (set.alpha) add(set.alpha->picture);
  }
  return reduced;
}

const TexelPicturePtr& picture_for(const ReducedPictures& reduced, const TexelPicturePtr& picture,
                                   std::uint32_t size) {
  const auto smaller = reduced.find({picture.get(), size});
  return smaller == reduced.end() ? picture : smaller->second;
}

std::uint32_t enlargement(const TexelPicture& picture, std::uint32_t size) {
  if (picture.width != picture.height || size % picture.width != 0) return 0;
  const std::uint32_t ratio = size / picture.width;
  return ratio == 1 || ratio == 2 || ratio == 4 || ratio == 8 ? ratio : 0;
}

}  // namespace mannequin
