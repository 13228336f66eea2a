// Worn clothing on the command line: what it sets, paints and masks.
#pragma once

#include <filesystem>
#include <map>
#include <span>

#include "engine/core/result.h"
#include "engine/io/outfit_file.h"
#include "engine/layers/layer_sets.h"
#include "engine/mesh/morph_mask.h"

namespace mannequin::program {

// The files in order of wearing; notes go to stderr. textures: as for load_outfit().
Result<io::LoadedOutfit> read_outfits(std::span<const std::filesystem::path> files,
                                      const Appearance& appearance,
                                      const std::filesystem::path& textures = {});

// The character folder's layers, or the built-in ones without a folder.
Result<LayerSets> load_layers(const std::filesystem::path& character, const Appearance& appearance);

// The masks of the system avatar's regions in this outfit,
// `size` texels per side; omits regions without one.
Result<std::map<std::string, MaskImage>> outfit_masks(const std::filesystem::path& character,
                                                      std::span<const std::filesystem::path> files,
                                                      const SliderValues& sliders, std::uint32_t size,
                                                      const Appearance& appearance);

}  // namespace mannequin::program
