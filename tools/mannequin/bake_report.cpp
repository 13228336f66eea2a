#include "tools/mannequin/bake_report.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace mannequin::program {
namespace {

using nlohmann::ordered_json;

std::string checksum(std::span<const std::uint8_t> bytes) {
  return fmt::format("{:08x}", ::crc32_z(0, bytes.data(), bytes.size()));
}

ordered_json side_lengths(std::uint32_t size) { return {size, size}; }

// The byte at each vertex that the morph moves, in the order of the file, as two digits each.
std::string vertex_bytes(const MaskImage& mask, const BaseMeshDesc& mesh, const BaseMorph& morph) {
  const std::vector<float> weights = mask_weights(mask, false, mesh);
  std::string digits;
  for (const std::uint32_t vertex : morph.vertices)
    digits += fmt::format("{:02x}", std::lround(255.0f * weights[vertex]));
  return digits;
}

ordered_json morph_mask(const MaskImage& mask, const std::string& region, const LayerSetsDesc& layers,
                        const std::map<std::string, BaseMeshDesc>& meshes) {
  ordered_json bytes = ordered_json::object();
  for (const MaskedMorphDesc& masked : layers.masked_morphs) {
    if (masked.region != region) continue;
    for (const auto& [file, mesh] : meshes)
      if (const BaseMorph* morph = find_morph(mesh, masked.morph))
        bytes[masked.morph] = vertex_bytes(mask, mesh, *morph);
  }
  return {{"size", side_lengths(mask.width)}, {"crc32", checksum(mask.texels)}, {"vertex_bytes", bytes}};
}

}  // namespace

ordered_json bake_report(const OutfitPaint& paint, const Composites& composites,
                         const LayerComposer& composer, const MorphMasks& masks, const LayerSetsDesc& layers,
                         const std::map<std::string, BaseMeshDesc>& meshes) {
  ordered_json pictures = ordered_json::object(), layer_masks = ordered_json::object(),
               morph_masks = ordered_json::object();
  std::uint32_t largest = 0;
  for (const SetPaint& set : paint.sets) {
    largest = std::max(largest, set.size);
    const LayerComposite& composite = *composites.at(set.region);
    pictures[set.region] = {{"size", side_lengths(composite.size)}, {"crc32", checksum(composite.rgba)}};
    for (std::size_t i = 0; i < set.layers.size(); ++i) {
      const LayerPaint& layer = set.layers[i];
      if (!layer.has_mask) continue;
      layer_masks[fmt::format("{}/{}/{}", set.region, layer.layer, layer.instance)] = {
          {"size", side_lengths(set.size)}, {"crc32", checksum(composer.layer_mask(set, i).texels)}};
    }
  }
  for (const auto& [region, mask] : masks) morph_masks[region] = morph_mask(mask, region, layers, meshes);
  return {{"schema", 1},
          {"size", largest},
          {"composites", std::move(pictures)},
          {"layer_masks", std::move(layer_masks)},
          {"morph_masks", std::move(morph_masks)}};
}

}  // namespace mannequin::program
