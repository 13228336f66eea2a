#include "engine/layers/layer_paint.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace mannequin {
namespace {

constexpr float kUnseen = 1e-5f;
constexpr std::uint32_t kLeastSize = 64, kMostSize = 4096;

float clamp_unit(float value) { return std::clamp(value, 0.0f, 1.0f); }

std::uint8_t truncated_byte(float value) { return static_cast<std::uint8_t>(255.0f * clamp_unit(value)); }

Vec4f color_from_bytes(const std::array<std::uint8_t, 4>& bytes) {
  constexpr float kStep = 1.0f / 255.0f;
  Vec4f color;
  for (int c = 0; c < 4; ++c) color[c] = static_cast<float>(bytes[static_cast<std::size_t>(c)]) * kStep;
  return color;
}

Vec4f ramp_color(const ColorParameterDesc& ramp, float weight) {
  const std::size_t last = ramp.values.size() - 1;
  const float at = clamp_unit(weight) * static_cast<float>(last);
  const auto i = static_cast<std::size_t>(at);
  if (i >= last) return color_from_bytes(ramp.values[last]);
  const Vec4f from = color_from_bytes(ramp.values[i]), to = color_from_bytes(ramp.values[i + 1]);
  return from + (to - from) * (at - static_cast<float>(i));
}

// A picture as a source of alpha; none if it has no alpha.
std::optional<PaintPlane> alpha_plane(const TexelPicturePtr& picture, bool is_mask) {
  if (picture->components == 4) return PaintPlane{picture, 3};
  if (picture->components == 1 && is_mask) return PaintPlane{picture, 0};
  return std::nullopt;
}

// The weights of one item, or of the avatar.
struct PaintWeights {
  const LayerWeights* weights = nullptr;
  const WornItem* item = nullptr;  // null: the avatar
  int instance = 0;
};

class PaintPlanner {
 public:
  PaintPlanner(const LayerSets& sets, const Appearance& appearance, const LayerOutfit& outfit,
               std::optional<std::uint32_t> size)
      : sets_(sets), appearance_(appearance), outfit_(outfit), size_(size) {
    std::vector<std::string> types;
    std::vector<SliderValues> sliders;
    for (const WornItem& item : outfit.items) {
      types.push_back(item.type);
      sliders.push_back(item.sliders);
      weights_.push_back(item_weights(appearance, outfit.sex, item.type, item.sliders));
      worn_.insert(item.type);
    }
    for (const char* part : {"shape", "skin", "hair", "eyes"})
      if (worn_.insert(part).second) {
        types.emplace_back(part);
        sliders.push_back(outfit.sliders);
      }
    avatar_ = avatar_layer_weights(appearance, outfit.sex, types, sliders);
  }

  OutfitPaint plan() {
    OutfitPaint paint;
    for (const GlobalColorDesc& global : sets_.desc().global_colors)
      global_colors_[global.name] = blended(Vec4f(0.0f), global.parameters, avatar_);
    for (const LayerSetDesc& set : sets_.sets()) paint.sets.push_back(plan_set(set));
    paint.global_colors = global_colors_;
    return paint;
  }

 private:
  Vec4f blended(Vec4f color, const std::vector<ColorParameterDesc>& parameters,
                const LayerWeights& weights) const {
    for (const ColorParameterDesc& parameter : parameters) {
      const auto p = static_cast<std::size_t>(appearance_.find(parameter.parameter));
      const Vec4f value = ramp_color(parameter, weights.effective[p]);
      switch (parameter.operation) {
        case ColorOperation::add:
          color += value;
          break;
        case ColorOperation::multiply:
          color *= value;
          break;
        // The stored weight, regardless of sex.
        case ColorOperation::blend:
          color += (value - color) * weights.stored[p];
          break;
      }
    }
    return glm::clamp(color, 0.0f, 1.0f);
  }

  // The colour and whether one was specified. Source: ALGORITHM-layers 4.2.
  std::pair<Vec4f, bool> layer_color(const LayerDesc& layer, const LayerWeights& weights) const {
    const bool fixed = layer.fixed_color && (*layer.fixed_color)[3] != 0;
    Vec4f global(0.0f, 1.0f, 1.0f, 1.0f);
    if (const auto found = global_colors_.find(layer.global_color); found != global_colors_.end())
      global = found->second;
    if (!layer.color.empty()) {
      const Vec4f start = !layer.global_color.empty() ? global
                          : fixed                     ? color_from_bytes(*layer.fixed_color)
                                                      : Vec4f(0.0f);
      return {blended(start, layer.color, weights), true};
    }
    if (!layer.global_color.empty()) return {global, true};
    if (fixed) return {color_from_bytes(*layer.fixed_color), true};
    return {Vec4f(1.0f), false};
  }

  void add_terms(const LayerDesc& layer, const LayerWeights& weights, LayerPaint& paint) const {
    paint.has_mask = !layer.alpha.empty();
    if (!paint.has_mask) return;
    paint.mask_from_zero = !layer.alpha.front().multiply;
    for (const AlphaParameterDesc& alpha : layer.alpha) {
      const ParameterIndex index = appearance_.find(alpha.parameter);
      const float weight = weights.effective[static_cast<std::size_t>(index)];
      if (alpha.skip_if_zero && std::abs(weight) < kUnseen) continue;
      if (!worn_.contains(appearance_[index].wearable)) continue;
      MaskTerm& term = paint.terms.emplace_back();
      term.parameter = alpha.parameter;
      term.multiply = alpha.multiply;
      if (alpha.file.empty()) {
        term.table.fill(truncated_byte(weight));
      } else {
        term.picture = sets_.picture(alpha.file);
        term.table = gradient_table(alpha.domain, weight);
      }
    }
  }

  // nullopt: the layer is skipped, with its mask.
  std::optional<LayerPaint> plan_layer(const LayerDesc& layer, const PaintWeights& by) const {
    const auto [color, specified] = layer_color(layer, *by.weights);
    if (std::abs(color.a) < kUnseen) return std::nullopt;
    const WornTexture* worn = nullptr;
    if (by.item != nullptr) worn = &by.item->textures.find(layer.texture)->second;
    const TexelPicturePtr texture =
        worn != nullptr && worn->kind == WornTexture::Kind::picture ? worn->picture : nullptr;
    TexelPicturePtr image;
    if (!layer.file.empty()) image = sets_.picture(layer.file)->picture;

    LayerPaint paint;
    paint.layer = layer.name;
    paint.instance = by.instance;
    paint.net_color = color;
    for (int c = 0; c < 4; ++c) paint.color[static_cast<std::size_t>(c)] = truncated_byte(color[c]);
    add_terms(layer, *by.weights, paint);
    if (paint.has_mask) {
      if (texture != nullptr && texture->components == 4) paint.factors.push_back({texture, 3});
      if (image != nullptr && layer.file_is_mask)
        if (const auto plane = alpha_plane(image, true)) paint.factors.push_back(*plane);
      if (color.a != 1.0f) paint.mask_factor = truncated_byte(color.a);
    }
    paint.blend = layer.write_all_channels ? PaintBlend::replace
                  : paint.has_mask         ? PaintBlend::mask
                                           : PaintBlend::normal;
    paint.alpha_test = !layer.write_all_channels;
    const bool draws_texture = worn != nullptr && !layer.alpha_only;
    if (draws_texture && texture != nullptr) paint.sources.push_back({texture, false});
    if (image != nullptr) paint.sources.push_back({image, layer.file_is_mask});
    if (!draws_texture && image == nullptr && specified) paint.sources.push_back({});
    return paint;
  }

  // One entry per drawing: one for the avatar, or one per item with this texture.
  std::vector<PaintWeights> drawings(const LayerDesc& layer) const {
    if (layer.texture.empty()) return {{&avatar_, nullptr, 0}};
    std::vector<PaintWeights> list;
    const std::string_view type = wearable_of_slot(layer.texture);
    int instance = 0;
    for (std::size_t i = 0; i < outfit_.items.size(); ++i) {
      const WornItem& item = outfit_.items[i];
      if (item.type != type) continue;
      if (item.textures.contains(layer.texture)) list.push_back({&weights_[i], &item, instance});
      ++instance;
    }
    return list;
  }

  void add_visibility(const LayerDesc& layer, SetPaint& paint) const {
    if (!layer.file.empty())
      if (const auto plane = alpha_plane(sets_.picture(layer.file)->picture, layer.file_is_mask))
        paint.visibility.push_back(*plane);
    if (layer.texture.empty()) return;
    for (const PaintWeights& by : drawings(layer)) {
      const WornTexture& worn = by.item->textures.find(layer.texture)->second;
      paint.invisible |= worn.kind == WornTexture::Kind::invisible && by.item->type == "alpha";
      if (worn.kind != WornTexture::Kind::picture) continue;
      if (const auto plane = alpha_plane(worn.picture, false)) paint.visibility.push_back(*plane);
    }
  }

  std::uint32_t size_of(const LayerSetDesc& set) const {
    const auto declared = static_cast<std::uint32_t>(std::max(std::max(set.width, set.height), 1));
    return std::bit_floor(std::clamp(size_.value_or(declared), kLeastSize, kMostSize));
  }

  SetPaint plan_set(const LayerSetDesc& set) const {
    SetPaint paint;
    paint.region = set.region;
    paint.size = size_of(set);
    bool has_visibility = false;
    for (const LayerDesc& layer : set.layers) {
      if (layer.pass == LayerPass::visibility) {
        has_visibility = true;
        add_visibility(layer, paint);
      }
      if (layer.pass != LayerPass::color) continue;
      for (const PaintWeights& by : drawings(layer))
        if (auto drawn = plan_layer(layer, by)) {
          drawn->masks_morph = std::ranges::any_of(sets_.desc().masked_morphs, [&](const MaskedMorphDesc& m) {
            return m.region == set.region && m.layer == layer.name;
          });
          paint.layers.push_back(std::move(*drawn));
        }
    }
    if (!set.alpha_file.empty()) {
      const TexelPicturePtr& picture = sets_.picture(set.alpha_file)->picture;
      paint.alpha = alpha_plane(picture, true);
    }
    paint.resets_alpha = !set.alpha_file.empty() || set.clear_alpha || has_visibility;
    return paint;
  }

  const LayerSets& sets_;
  const Appearance& appearance_;
  const LayerOutfit& outfit_;
  std::optional<std::uint32_t> size_;
  std::vector<LayerWeights> weights_;
  std::set<std::string> worn_;
  LayerWeights avatar_;
  std::map<std::string, Vec4f> global_colors_;
};

}  // namespace

SliderValues outfit_sliders(const Appearance& appearance, const LayerOutfit& outfit) {
  SliderValues values;
  for (const WornItem& item : outfit.items)
    for (const ParameterDesc& parameter : appearance.parameters()) {
      if (parameter.wearable != item.type || !Appearance::is_transmitted(parameter)) continue;
      const auto given = item.sliders.find(parameter.id);
      values[parameter.id] = given == item.sliders.end() ? parameter.default_weight : given->second;
    }
  return values;
}

std::array<std::uint8_t, 256> gradient_table(float domain, float weight) {
  std::array<std::uint8_t, 256> table;
  if (domain > 0.0f) {
    const float scale = 1.0f / domain, offset = (1.0f - domain) * clamp_unit(1.0f - weight),
                bias = -(scale * offset);
    for (std::size_t p = 0; p < table.size(); ++p) {
      const float value = 255.0f * (static_cast<float>(p) / 255.0f * scale + bias);
      table[p] = static_cast<std::uint8_t>(std::clamp(value, 0.0f, 255.0f));
    }
  } else {
    const auto threshold = static_cast<std::size_t>(255.0f * clamp_unit(1.0f - weight));
    for (std::size_t p = 0; p < table.size(); ++p) table[p] = p >= threshold ? 255 : 0;
  }
  return table;
}

bool LayerPaint::operator==(const LayerPaint& other) const {
  return has_mask == other.has_mask && mask_from_zero == other.mask_from_zero && terms == other.terms &&
         factors == other.factors && mask_factor == other.mask_factor && blend == other.blend &&
         color == other.color && sources == other.sources && alpha_test == other.alpha_test &&
         masks_morph == other.masks_morph;
}

bool SetPaint::draws_like(const SetPaint& other) const {
  return size == other.size && invisible == other.invisible && layers == other.layers &&
         resets_alpha == other.resets_alpha && alpha == other.alpha && visibility == other.visibility;
}

const SetPaint* OutfitPaint::find(std::string_view region) const {
  const auto found = std::ranges::find(sets, region, &SetPaint::region);
  return found == sets.end() ? nullptr : &*found;
}

OutfitPaint plan_paint(const LayerSets& sets, const Appearance& appearance, const LayerOutfit& outfit,
                       std::optional<std::uint32_t> size) {
  return PaintPlanner(sets, appearance, outfit, size).plan();
}

}  // namespace mannequin
