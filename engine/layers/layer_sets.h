// The layers that skin, hair, eyes and clothing are painted with, region by region, as the definitions list
// them. Readers fill LayerSetsDesc; LayerSets is checked, resolved against one Appearance, and immutable.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/appearance/appearance.h"
#include "engine/layers/texel_picture.h"

namespace mannequin {

// Adds to, or multiplies, the mask of a layer. The gradient's file is optional: without it the weight itself.
struct AlphaParameterDesc {
  int parameter = 0;
  std::string file;
  bool multiply = false;
  bool skip_if_zero = false;
  float domain = 0.0f;  // width of the ramp; 0: a hard threshold

  bool operator==(const AlphaParameterDesc&) const = default;
};

// How a colour parameter changes the colour of a layer.
enum class ColorOperation : std::uint8_t { add, multiply, blend };

// A ramp of 1 to 20 colours (R, G, B, A as bytes) over the parameter's weight; blend has exactly one.
struct ColorParameterDesc {
  int parameter = 0;
  ColorOperation operation = ColorOperation::add;
  std::vector<std::array<std::uint8_t, 4>> values;

  bool operator==(const ColorParameterDesc&) const = default;
};

// What a layer is drawn for: colour; relief, which current viewers never draw; or only visibility.
enum class LayerPass : std::uint8_t { color, bump, visibility };

// One layer of a set.
struct LayerDesc {
  std::string name;
  LayerPass pass = LayerPass::color;
  bool write_all_channels = false;
  std::string global_color;                                // empty: none
  std::optional<std::array<std::uint8_t, 4>> fixed_color;  // R, G, B, A
  std::string file;                                        // a static picture; empty: none
  bool file_is_mask = false;
  std::string texture;  // the slot of a worn item, "upper_shirt": drawn once per item; empty: none
  bool alpha_only = false;
  std::vector<AlphaParameterDesc> alpha;  // file order
  std::vector<ColorParameterDesc> color;  // file order

  bool operator==(const LayerDesc&) const = default;
};

// The layers of one region of the body, from the lowest to the uppermost.
struct LayerSetDesc {
  std::string region;  // "upper_body"
  int width = 512, height = 512;
  bool clear_alpha = true;
  std::string alpha_file;  // empty: none
  std::vector<LayerDesc> layers;

  bool operator==(const LayerSetDesc&) const = default;
};

// A colour shared by layers: "skin_color", "hair_color", "eye_color".
struct GlobalColorDesc {
  std::string name;
  std::vector<ColorParameterDesc> parameters;

  bool operator==(const GlobalColorDesc&) const = default;
};

// The layer whose mask limits a morph of the system avatar.
struct MaskedMorphDesc {
  std::string morph;  // "Displace_Loose_Upperbody"
  std::string region, layer;

  bool operator==(const MaskedMorphDesc&) const = default;
};

// As declared by files, unchecked.
struct LayerSetsDesc {
  std::string source;  // for messages
  std::vector<GlobalColorDesc> global_colors;
  std::vector<LayerSetDesc> sets;
  std::vector<MaskedMorphDesc> masked_morphs;
};

// The files that a description names, each once, in alphabetical order. Excludes those of bump layers, which
// are never drawn.
std::vector<std::string> layer_files(const LayerSetsDesc& desc);

// The type of item that fills a texture slot ("upper_shirt" -> "shirt"); empty for an unknown slot.
std::string_view wearable_of_slot(std::string_view slot);

// The regions that definitions paint and faces of worn meshes may show, "head" to "aux3".
std::span<const std::string_view> region_names();

// Every texture slot, in the order in which assets number them; baked slots are empty.
std::span<const std::string_view> texture_slots();

// Every type of item, in the order in which assets number them: "shape", "skin", ... "universal".
std::span<const std::string_view> wearable_types();

// A static picture, and coarse minima and maxima for skipping empty tiles.
struct LayerPicture {
  static constexpr std::uint32_t kCell = 16;  // texels per side of a cell

  std::string file;
  TexelPicturePtr picture;
  std::uint32_t columns = 0, rows = 0;    // of cells
  std::vector<std::uint8_t> least, most;  // of the first plane, by cell
};

// Immutable once built; any number of threads may read it.
class LayerSets {
 public:
  // pictures: every file of layer_files(), by name. Fails (bad_data) on a parameter that `appearance` lacks
  // or that is of another kind, a missing picture, an unknown slot, a repeated region, a ramp without colours
  // or of more than 20, a blend of several, a domain that is not from 0 to 1.
  static Result<LayerSets> build(LayerSetsDesc desc, const Appearance& appearance,
                                 const std::map<std::string, TexelPicturePtr>& pictures);

  // As declared.
  const LayerSetsDesc& desc() const { return desc_; }
  std::span<const LayerSetDesc> sets() const { return desc_.sets; }
  // Null for an unknown region or file.
  const LayerSetDesc* find(std::string_view region) const;
  const LayerPicture* picture(std::string_view file) const;

 private:
  LayerSets() = default;
  LayerSetsDesc desc_;
  std::map<std::string, std::shared_ptr<const LayerPicture>, std::less<>> pictures_;
};

}  // namespace mannequin
