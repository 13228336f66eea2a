#include "tools/mannequin/outfit.h"

#include "engine/io/layer_sets_file.h"
#include "engine/layers/layer_composer.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {

Result<io::LoadedOutfit> read_outfits(std::span<const std::filesystem::path> files,
                                      const Appearance& appearance, const std::filesystem::path& textures) {
  Result<io::LoadedOutfit> loaded = io::load_outfit(files, appearance, textures);
  if (loaded) report(loaded->notes);
  return loaded;
}

Result<LayerSets> load_layers(const std::filesystem::path& character, const Appearance& appearance) {
  return character.empty() ? io::read_builtin_layers(appearance)
                           : io::read_layer_folder(character, appearance);
}

Result<std::map<std::string, MaskImage>> outfit_masks(const std::filesystem::path& character,
                                                      std::span<const std::filesystem::path> files,
                                                      const SliderValues& sliders, std::uint32_t size,
                                                      const Appearance& appearance) {
  std::map<std::string, MaskImage> masks;
  if (files.empty()) return masks;
  const Result<LayerSets> sets = load_layers(character, appearance);
  if (!sets) return error_of(sets);
  // The notes were reported when the sliders were read.
  Result<io::LoadedOutfit> loaded = io::load_outfit(files, appearance);
  if (!loaded) return error_of(loaded);
  loaded->outfit.sex = evaluate_weights(appearance, sliders).sex;
  loaded->outfit.sliders = sliders;
  const OutfitPaint paint = plan_paint(*sets, appearance, loaded->outfit, size);
  const LayerComposer composer;
  for (const SetPaint& set : paint.sets)
    if (std::optional<MaskImage> mask = composer.morph_mask(set)) masks.emplace(set.region, std::move(*mask));
  return masks;
}

}  // namespace mannequin::program
