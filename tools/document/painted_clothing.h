// What an avatar's clothing paints, and where it lets clothing morphs act. Computes only what changed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/layers/layer_composer.h"
#include "engine/mesh/base_mesh.h"
#include "tools/document/avatar_choice.h"

namespace mannequin::document {

// What clothing is painted with. Immutable; shared by all who wear some.
struct LayerSource {
  LayerSets sets;
  std::map<std::string, BaseMeshDesc> body;      // of the system avatar, by file; empty: there is none
  std::optional<TexelPicture> own_body_regions;  // where the layers are for the built-in bodies' texture map
  std::uint32_t mask_side = 2048;                // texels of a side of the masks, as in today's viewers
};

// One region as it is painted now.
struct PaintedRegion {
  std::shared_ptr<const LayerComposite> picture;  // never null
  bool see_through = false;                       // some of it is not opaque
  std::uint64_t revision = 0;                     // another one for every other content
};

using PaintedRegions = std::map<std::string, PaintedRegion, std::less<>>;

class PaintedClothing {
 public:
  static constexpr std::uint32_t kSide = 1024;  // texels: as large as is seen in a window

  // True if what is painted or masked differs from before. `source` may be null: nothing is painted.
  // `sliders`: the choice's, or those shown in their place.
  bool follow(const std::shared_ptr<const LayerSource>& source, const Appearance& appearance,
              const AvatarChoice& choice, Sex sex);

  // By region, with those of own_body_regions as kOwnBodyRegion. Hair, eyes and skirt only while such items
  // are worn: nobody sees what is painted on them otherwise.
  const PaintedRegions& regions() const { return regions_; }
  std::uint64_t revision() const { return revision_; }  // grows with every change of them
  // By region of the system avatar.
  const std::map<std::string, MaskImage>& masks() const { return masks_; }
  std::uint64_t masks_revision() const { return masks_revision_; }

 private:
  void paint(const LayerSource& source, const Appearance& appearance, const LayerOutfit& outfit);
  void paint_own_body(const TexelPicture& where);
  void mask(const LayerSource& source, const Appearance& appearance, const LayerOutfit& outfit);

  std::optional<LayerComposer> composer_;  // has threads of its own: only who paints needs them
  std::shared_ptr<const LayerSource> source_;
  std::vector<mannequin::WornItem> clothing_;
  SliderValues sliders_;
  Sex sex_ = Sex::female;
  OutfitPaint masked_;  // what masks_ came from
  PaintedRegions regions_;
  std::map<std::string, MaskImage> masks_;
  std::uint64_t revision_ = 0, masks_revision_ = 0, next_revision_ = 1;
};

// Whether both are painted alike.
bool same_clothing(std::span<const mannequin::WornItem> a, std::span<const mannequin::WornItem> b);

// What the choice wears, with its sliders; on light skin if neither says which.
LayerOutfit chosen_outfit(const Appearance& appearance, const AvatarChoice& choice, Sex sex);

}  // namespace mannequin::document
