// What an outfit paints on each region, step by step, with every weight, colour and order resolved, so that
// drawing it (on the CPU or a GPU) only follows the list.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/layers/layer_sets.h"
#include "engine/layers/layer_weights.h"
#include "engine/math/types.h"

namespace mannequin {

// The content of one of an item's texture slots.
struct WornTexture {
  // The kind of content.
  enum class Kind : std::uint8_t {
    picture,
    placeholder,  // the default avatar texture: draws nothing
    invisible,    // hides the whole region if the slot is an alpha item's
  };
  Kind kind = Kind::picture;
  TexelPicturePtr picture;  // of kind picture, not null
  // Where the picture was read from, or, of a placeholder, where it should be; empty: no file.
  std::filesystem::path file = {};
};

// A worn item: a shirt, a skin, an alpha item, ...
struct WornItem {
  std::string type;  // one of wearable_types()
  std::string name;  // for people
  SliderValues sliders;
  std::map<std::string, WornTexture, std::less<>> textures;  // by slot
};

// All inputs of the layers. Items in order of wearing, bottom first.
struct LayerOutfit {
  Sex sex = Sex::female;
  std::vector<WornItem> items;
  // For body parts that are not among the items: every avatar has a shape, skin, hair and eyes.
  SliderValues sliders;
};

// The values that wearing these items sets on the avatar: every slider of their types, as given or at its
// default; the uppermost item of a type wins.
SliderValues outfit_sliders(const Appearance& appearance, const LayerOutfit& outfit);

// The 256 values of a gradient at one weight, by the picture's byte. domain: 0..1. Source:
// ALGORITHM-layers 3.3.
std::array<std::uint8_t, 256> gradient_table(float domain, float weight);

// One parameter of a layer's mask.
struct MaskTerm {
  int parameter = 0;
  const LayerPicture* picture = nullptr;  // null: the constant table[0]
  std::array<std::uint8_t, 256> table{};
  bool multiply = false;

  bool operator==(const MaskTerm&) const = default;
};

// One plane of a picture, stretched over the region.
struct PaintPlane {
  TexelPicturePtr picture;
  std::uint32_t plane = 0;

  bool operator==(const PaintPlane&) const = default;
};

// How a source covers what is below.
enum class PaintBlend : std::uint8_t { mask, normal, replace };

// A picture, or without one a solid rectangle, times the layer's colour. A mask picture is black with its
// byte as alpha.
struct PaintSource {
  TexelPicturePtr picture;
  bool is_mask = false;

  bool operator==(const PaintSource&) const = default;
};

// One layer, once per item that wears it.
struct LayerPaint {
  std::string layer;
  int instance = 0;  // index of the item among those of its type, from the bottom
  bool has_mask = false, mask_from_zero = true;
  std::vector<MaskTerm> terms;
  std::vector<PaintPlane> factors;  // multiply the mask after the terms
  std::uint8_t mask_factor = 255;   // then this
  PaintBlend blend = PaintBlend::normal;
  std::array<std::uint8_t, 4> color{255, 255, 255, 255};
  Vec4f net_color{1.0f};             // before it became bytes
  std::vector<PaintSource> sources;  // drawn in order; may be none
  bool alpha_test = true;            // drops texels with alpha below 0.004; never for solid rectangles
  bool masks_morph = false;

  // Whether both draw the same.
  bool operator==(const LayerPaint& other) const;
};

// One region.
struct SetPaint {
  std::string region;
  std::uint32_t size = 512;  // texels per side
  bool invisible = false;    // the whole composite is 0
  std::vector<LayerPaint> layers;
  bool resets_alpha = true;            // to 255, or `alpha`, before `visibility`
  std::optional<PaintPlane> alpha;     // without: 255
  std::vector<PaintPlane> visibility;  // multiplied into the alpha at the end

  bool draws_like(const SetPaint& other) const;  // regardless of the region
};

// All regions in the order of the definitions.
struct OutfitPaint {
  std::vector<SetPaint> sets;
  std::map<std::string, Vec4f> global_colors;

  const SetPaint* find(std::string_view region) const;  // null if unknown
};

// size: texels per side of every region, 64 to 4096 and a power of two; none: as the definitions say, using
// the largest such size among them. `sets` must outlive the result. Items of unknown types and textures of
// unknown slots draw nothing. Any thread. Source: ALGORITHM-layers 1 to 5.
OutfitPaint plan_paint(const LayerSets& sets, const Appearance& appearance, const LayerOutfit& outfit,
                       std::optional<std::uint32_t> size = std::nullopt);

}  // namespace mannequin
