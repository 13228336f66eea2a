#include "engine/layers/layer_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace mannequin {
namespace {

constexpr std::size_t kMostRampColors = 20;

constexpr std::string_view kWearableTypes[] = {
    "shape",  "skin",       "hair",       "eyes",  "shirt", "pants",  "shoes",   "socks",    "jacket",
    "gloves", "undershirt", "underpants", "skirt", "alpha", "tattoo", "physics", "universal"};

constexpr std::string_view kSlots[] = {"head_bodypaint",
                                       "upper_shirt",
                                       "lower_pants",
                                       "eyes_iris",
                                       "hair_grain",
                                       "upper_bodypaint",
                                       "lower_bodypaint",
                                       "lower_shoes",
                                       "",
                                       "",
                                       "",
                                       "",
                                       "lower_socks",
                                       "upper_jacket",
                                       "lower_jacket",
                                       "upper_gloves",
                                       "upper_undershirt",
                                       "lower_underpants",
                                       "skirt",
                                       "",
                                       "",
                                       "lower_alpha",
                                       "upper_alpha",
                                       "head_alpha",
                                       "eyes_alpha",
                                       "hair_alpha",
                                       "head_tattoo",
                                       "upper_tattoo",
                                       "lower_tattoo",
                                       "head_universal_tattoo",
                                       "upper_universal_tattoo",
                                       "lower_universal_tattoo",
                                       "skirt_tattoo",
                                       "hair_tattoo",
                                       "eyes_tattoo",
                                       "leftarm_tattoo",
                                       "leftleg_tattoo",
                                       "aux1_tattoo",
                                       "aux2_tattoo",
                                       "aux3_tattoo"};

std::string_view type_of_slot(std::string_view slot) {
  if (slot == "skirt") return "skirt";
  if (slot == "eyes_iris") return "eyes";
  if (slot == "hair_grain") return "hair";
  const std::size_t blank = slot.find('_');
  if (blank == std::string_view::npos) return {};
  const std::string_view region = slot.substr(0, blank), kind = slot.substr(blank + 1);
  if (kind == "bodypaint") return "skin";
  if (kind == "universal_tattoo") return "universal";
  if (kind == "tattoo")
    return region == "head" || region == "upper" || region == "lower" ? "tattoo" : "universal";
  return kind;  // shirt, pants, alpha, ...
}

std::shared_ptr<const LayerPicture> with_cells(const std::string& file, const TexelPicturePtr& picture) {
  constexpr std::uint32_t kCell = LayerPicture::kCell;
  LayerPicture made{
      file, picture, (picture->width + kCell - 1) / kCell, (picture->height + kCell - 1) / kCell, {}, {}};
  made.least.assign(std::size_t{made.columns} * made.rows, 255);
  made.most.assign(made.least.size(), 0);
  const std::span<const std::uint8_t> plane = picture->plane(0);
  for (std::uint32_t y = 0; y < picture->height; ++y)
    for (std::uint32_t x = 0; x < picture->width; ++x) {
      const std::uint8_t p = plane[std::size_t{y} * picture->width + x];
      const std::size_t cell = std::size_t{y / kCell} * made.columns + x / kCell;
      made.least[cell] = std::min(made.least[cell], p);
      made.most[cell] = std::max(made.most[cell], p);
    }
  return std::make_shared<const LayerPicture>(std::move(made));
}

// Checks one description; `where` is extended on the way down.
class LayerCheck {
 public:
  LayerCheck(const LayerSetsDesc& desc, const Appearance& appearance)
      : desc_(desc), appearance_(appearance) {}

  Status run() const {
    for (const GlobalColorDesc& global : desc_.global_colors)
      for (const ColorParameterDesc& color : global.parameters)
        if (auto status = check(color, fmt::format("{}, colour '{}'", desc_.source, global.name)); !status)
          return status;
    std::set<std::string_view> regions;
    for (const LayerSetDesc& set : desc_.sets) {
      const std::string where = fmt::format("{}, layer set '{}'", desc_.source, set.region);
      if (!regions.insert(set.region).second)
        return fail(ErrorCode::bad_data, where, "is listed twice; remove one");
      for (const LayerDesc& layer : set.layers)
        if (auto status = check(layer, fmt::format("{}, layer '{}'", where, layer.name)); !status)
          return status;
    }
    return {};
  }

 private:
  Status check(const LayerDesc& layer, const std::string& where) const {
    if (!layer.texture.empty() && wearable_of_slot(layer.texture).empty())
      return fail(ErrorCode::bad_data, where,
                  fmt::format("uses the texture slot '{}', which no item has; correct it", layer.texture));
    for (const AlphaParameterDesc& alpha : layer.alpha) {
      if (auto status = check(alpha.parameter, ParameterKind::texture_alpha, where); !status) return status;
      if (!(alpha.domain >= 0.0f && alpha.domain <= 1.0f))
        return fail(ErrorCode::bad_data, where,
                    fmt::format("parameter {} has the domain {}; it must be from 0 to 1", alpha.parameter,
                                alpha.domain));
    }
    for (const ColorParameterDesc& color : layer.color)
      if (auto status = check(color, where); !status) return status;
    return {};
  }

  Status check(const ColorParameterDesc& color, const std::string& where) const {
    if (auto status = check(color.parameter, ParameterKind::texture_color, where); !status) return status;
    const std::size_t most = color.operation == ColorOperation::blend ? 1 : kMostRampColors;
    if (color.values.empty() || color.values.size() > most)
      return fail(ErrorCode::bad_data, where,
                  fmt::format("parameter {} has {} colours; it must have 1 to {}", color.parameter,
                              color.values.size(), most));
    return {};
  }

  Status check(int parameter, ParameterKind kind, const std::string& where) const {
    const ParameterIndex p = appearance_.find(parameter);
    if (p == kNoParameter)
      return fail(ErrorCode::bad_data, where,
                  fmt::format("uses parameter {}, which is not defined; use files of one viewer", parameter));
    if (appearance_[p].kind != kind)
      return fail(ErrorCode::bad_data, where,
                  fmt::format("uses parameter {}, which is not a {} parameter; correct it", parameter,
                              kind == ParameterKind::texture_alpha ? "mask" : "colour"));
    return {};
  }

  const LayerSetsDesc& desc_;
  const Appearance& appearance_;
};

}  // namespace

std::vector<std::string> layer_files(const LayerSetsDesc& desc) {
  std::set<std::string> files;
  for (const LayerSetDesc& set : desc.sets) {
    if (!set.alpha_file.empty()) files.insert(set.alpha_file);
    for (const LayerDesc& layer : set.layers) {
      if (layer.pass == LayerPass::bump) continue;
      if (!layer.file.empty()) files.insert(layer.file);
      for (const AlphaParameterDesc& alpha : layer.alpha)
        if (!alpha.file.empty()) files.insert(alpha.file);
    }
  }
  return {files.begin(), files.end()};
}

std::span<const std::string_view> region_names() {
  static constexpr std::string_view kRegions[] = {"head",  "upper_body", "lower_body", "eyes",
                                                  "skirt", "hair",       "leftarm",    "leftleg",
                                                  "aux1",  "aux2",       "aux3"};
  return kRegions;
}

std::span<const std::string_view> wearable_types() { return kWearableTypes; }

std::span<const std::string_view> texture_slots() { return kSlots; }

std::string_view wearable_of_slot(std::string_view slot) {
  return !slot.empty() && std::ranges::find(kSlots, slot) != std::end(kSlots) ? type_of_slot(slot)
                                                                              : std::string_view();
}

Result<LayerSets> LayerSets::build(LayerSetsDesc desc, const Appearance& appearance,
                                   const std::map<std::string, TexelPicturePtr>& pictures) {
  if (auto status = LayerCheck(desc, appearance).run(); !status) return error_of(status);
  LayerSets made;
  for (const std::string& file : layer_files(desc)) {
    const auto found = pictures.find(file);
    if (found == pictures.end())
      return fail(ErrorCode::bad_data, file,
                  fmt::format("is named by {}, but missing; complete the folder", desc.source));
    made.pictures_.emplace(file, with_cells(file, found->second));
  }
  made.desc_ = std::move(desc);
  return made;
}

const LayerSetDesc* LayerSets::find(std::string_view region) const {
  const auto found = std::ranges::find(desc_.sets, region, &LayerSetDesc::region);
  return found == desc_.sets.end() ? nullptr : &*found;
}

const LayerPicture* LayerSets::picture(std::string_view file) const {
  const auto found = pictures_.find(file);
  return found == pictures_.end() ? nullptr : found->second.get();
}

}  // namespace mannequin
