#include "tools/document/painted_clothing.h"

#include <algorithm>
#include <set>

#include "tools/document/baked_face.h"

namespace mannequin::document {
namespace {

bool same_item(const mannequin::WornItem& a, const mannequin::WornItem& b) {
  return a.type == b.type && a.sliders == b.sliders &&
         std::ranges::equal(a.textures, b.textures, [](const auto& x, const auto& y) {
           return x.first == y.first && x.second.kind == y.second.kind &&
                  x.second.picture == y.second.picture;
         });
}

// Bare bodies in the window are light. The definitions' default, a brown, would change whoever puts on a
// shirt.
constexpr int kPigment = 111;
constexpr double kBarePigment = 0.1;

bool wears(const LayerOutfit& outfit, std::string_view type) {
  return std::ranges::any_of(outfit.items, [&](const auto& item) { return item.type == type; });
}

// Nobody is without a body; what is on it is only there if it is worn.
bool is_seen(const std::string& region, const LayerOutfit& outfit) {
  if (region == "hair" || region == "eyes" || region == "skirt") return wears(outfit, region);
  return true;
}

bool is_see_through(const LayerComposite& picture) {
  for (std::size_t i = 3; i < picture.rgba.size(); i += 4)
    if (picture.rgba[i] != 255) return true;
  return false;
}

}  // namespace

bool same_clothing(std::span<const mannequin::WornItem> a, std::span<const mannequin::WornItem> b) {
  return std::ranges::equal(a, b, same_item);
}

LayerOutfit chosen_outfit(const Appearance& appearance, const AvatarChoice& choice, Sex sex) {
  LayerOutfit outfit{sex, choice.clothing, choice.sliders};
  if (!wears(outfit, "skin")) outfit.sliders.try_emplace(kPigment, kBarePigment);
  std::set<std::string> seen;
  for (auto item = outfit.items.rbegin(); item != outfit.items.rend(); ++item) {
    if (!seen.insert(item->type).second) continue;
    for (const ParameterDesc& parameter : appearance.parameters()) {
      if (parameter.wearable != item->type || !Appearance::is_transmitted(parameter)) continue;
      const auto given = choice.sliders.find(parameter.id);
      item->sliders[parameter.id] = given == choice.sliders.end() ? parameter.default_weight : given->second;
    }
  }
  return outfit;
}

bool PaintedClothing::follow(const std::shared_ptr<const LayerSource>& source, const Appearance& appearance,
                             const AvatarChoice& choice, Sex sex) {
  if (source == nullptr || choice.clothing.empty()) {
    if (source_ == nullptr) return false;
    source_.reset();
    ++revision_;
    regions_.clear();
    if (!masks_.empty()) ++masks_revision_;
    masks_.clear();
    masked_ = {};
    return true;
  }
  if (source == source_ && sex == sex_ && choice.sliders == sliders_ &&
      same_clothing(choice.clothing, clothing_))
    return false;
  const LayerOutfit outfit = chosen_outfit(appearance, choice, sex);
  paint(*source, appearance, outfit);
  if (!source->body.empty()) mask(*source, appearance, outfit);
  ++revision_;
  source_ = source;
  sex_ = sex;
  sliders_ = choice.sliders;
  clothing_ = choice.clothing;
  return true;
}

void PaintedClothing::paint(const LayerSource& source, const Appearance& appearance,
                            const LayerOutfit& outfit) {
  PaintedRegions before = std::move(regions_);
  regions_.clear();
  // What is composed is painted in place, if nobody else has it.
  for (auto& [region, painted] : before)
    if (region != kOwnBodyRegion) painted.picture.reset();
  if (!composer_) composer_.emplace();
  const std::vector<std::string> changed =
      composer_->compose(plan_paint(source.sets, appearance, outfit, kSide));
  bool body = false;
  for (const auto& [region, picture] : composer_->composites()) {
    if (!is_seen(region, outfit)) continue;
    const auto old = before.find(region);
    const bool differs = old == before.end() || std::ranges::find(changed, region) != changed.end();
    body = body || (differs && (region == "head" || region == "upper_body" || region == "lower_body"));
    regions_[region] = {picture, differs ? is_see_through(*picture) : old->second.see_through,
                        differs ? next_revision_++ : old->second.revision};
  }
  if (!source.own_body_regions) return;
  const auto old = before.find(kOwnBodyRegion);
  if (body || old == before.end())
    paint_own_body(*source.own_body_regions);
  else
    regions_.insert(*old);
}

// Each texel from the region that it belongs to.
void PaintedClothing::paint_own_body(const TexelPicture& where) {
  const LayerComposite* const parts[] = {regions_.at("head").picture.get(),
                                         regions_.at("upper_body").picture.get(),
                                         regions_.at("lower_body").picture.get()};
  auto made = std::make_shared<LayerComposite>();
  made->size = kSide;
  made->rgba.resize(std::size_t{4} * kSide * kSide);
  const std::span<const std::uint8_t> plane = where.plane(0);
  for (std::uint32_t y = 0; y < kSide; ++y)
    for (std::uint32_t x = 0; x < kSide; ++x) {
      const std::size_t from = std::size_t{y * where.height / kSide} * where.width + x * where.width / kSide,
                        texel = (std::size_t{y} * kSide + x) * 4;
      const std::size_t part = std::clamp<std::size_t>(plane[from], 1, 3) - 1;
      std::copy_n(parts[part]->rgba.begin() + static_cast<std::ptrdiff_t>(texel), 4,
                  made->rgba.begin() + static_cast<std::ptrdiff_t>(texel));
    }
  PaintedRegion& body = regions_[std::string(kOwnBodyRegion)];
  body.see_through = is_see_through(*made);
  body.picture = std::move(made);
  body.revision = next_revision_++;
}

void PaintedClothing::mask(const LayerSource& source, const Appearance& appearance,
                           const LayerOutfit& outfit) {
  OutfitPaint paint = plan_paint(source.sets, appearance, outfit, source.mask_side);
  const auto masks_alike = [](const SetPaint& a, const SetPaint& b) {
    const auto masking = [](const LayerPaint& layer) { return layer.masks_morph; };
    std::vector<LayerPaint> ours, theirs;
    std::ranges::copy_if(a.layers, std::back_inserter(ours), masking);
    std::ranges::copy_if(b.layers, std::back_inserter(theirs), masking);
    return ours == theirs;
  };
  bool changed = false;
  for (const SetPaint& set : paint.sets) {
    const SetPaint* const before = masked_.find(set.region);
    if (before != nullptr && masks_alike(*before, set)) continue;
    if (std::optional<MaskImage> made = composer_->morph_mask(set)) {
      masks_[set.region] = std::move(*made);
      changed = true;
    } else {
      changed = masks_.erase(set.region) > 0 || changed;
    }
  }
  if (changed) ++masks_revision_;
  masked_ = std::move(paint);
}

}  // namespace mannequin::document
