// mannequin bake OUTFIT: the composites of skin and clothing, as pictures.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/io/image_writer.h"
#include "engine/io/llm.h"
#include "engine/layers/layer_composer.h"
#include "engine/platform/path.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/backends.h"
#include "tools/mannequin/bake_report.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/outfit.h"
#include "tools/mannequin/program.h"

#ifdef MANNEQUIN_HAS_GL
#include "engine/gpu/gl_context.h"
#include "engine/layers/gl/gl_layer_composer.h"
#endif

namespace mannequin::program {
namespace {

struct BakeOptions {
  AvatarOptions avatar;
  std::vector<std::filesystem::path> outfits;
  std::filesystem::path folder;    // of the pictures; empty: none
  std::filesystem::path textures;  // empty: only beside the outfits
  std::uint32_t size = 0;          // 0: as the definitions say
  std::string backend = "cpu";
  bool masks = false, json = false;
};

Status write_picture(const std::filesystem::path& path, std::uint32_t size,
                     const std::vector<std::uint8_t>& pixels) {
  const Result<io::Bytes> bytes = io::write_png(static_cast<int>(size), static_cast<int>(size), pixels);
  if (!bytes) return error_of(bytes);
  return io::write_file(path, *bytes);
}

std::vector<std::uint8_t> grey_pixels(const MaskImage& mask) {
  std::vector<std::uint8_t> rgba;
  rgba.reserve(4 * mask.texels.size());
  for (const std::uint8_t texel : mask.texels) rgba.insert(rgba.end(), {texel, texel, texel, 255});
  return flipped_rows(rgba, mask.width);
}

// Of the regions that limit morphs.
MorphMasks gathered_masks(const OutfitPaint& paint, const LayerComposer& composer,
                          const LayerSetsDesc& layers) {
  MorphMasks masks;
  for (const MaskedMorphDesc& morph : layers.masked_morphs)
    if (const SetPaint* set = paint.find(morph.region); set != nullptr && !masks.contains(morph.region))
      masks.emplace(morph.region, composer.gathered_mask(*set));
  return masks;
}

#ifdef MANNEQUIN_HAS_GL
Result<Composites> composed_by_gl(const OutfitPaint& paint) {
  Result<GlContext> context = GlContext::create_headless();
  if (!context) return error_of(context);
  const Result<std::unique_ptr<GlLayerComposer>> composer = GlLayerComposer::create();
  if (!composer) return error_of(composer);
  if (auto changed = (*composer)->compose(paint); !changed) return error_of(changed);
  Composites composites;
  for (const SetPaint& set : paint.sets) {
    Result<LayerComposite> read = (*composer)->read_back(set.region);
    if (!read) return error_of(read);
    composites[set.region] = std::make_shared<const LayerComposite>(std::move(*read));
  }
  return composites;
}
#endif

Result<Composites> composed(const std::string& backend, const OutfitPaint& paint, LayerComposer& composer) {
#ifdef MANNEQUIN_HAS_GL
  if (backend == "gl") return composed_by_gl(paint);
#endif
  if (backend != "cpu") return tl::make_unexpected(missing_backend(backend));
  composer.compose(paint);
  return composer.composites();
}

// Writes them and the masks; returns the list of files. skirt: whether one is worn.
Result<nlohmann::ordered_json> write_pictures(const std::filesystem::path& folder, const OutfitPaint& paint,
                                              const Composites& composites, bool skirt,
                                              const MorphMasks& masks) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return fail(ErrorCode::cannot_write, folder.string(),
                "cannot be made: " + error.message() + "; give a folder that can be written");
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  const auto write = [&](const std::string& name, std::uint32_t size,
                         const std::vector<std::uint8_t>& pixels) {
    list.push_back({{"file", name}, {"size", size}});
    return write_picture(folder / path_of_utf8(name), size, pixels);
  };
  for (const SetPaint& set : paint.sets) {
    if (set.region == "skirt" && !skirt) continue;  // composed only while one is worn
    const LayerComposite& composite = *composites.at(set.region);
    if (auto status =
            write(set.region + ".png", composite.size, flipped_rows(composite.rgba, composite.size));
        !status)
      return error_of(status);
    const auto mask = masks.find(set.region);
    if (mask == masks.end()) continue;
    if (auto status = write(set.region + "_mask.png", mask->second.width, grey_pixels(mask->second)); !status)
      return error_of(status);
  }
  return list;
}

Result<int> run_bake(const BakeOptions& options) {
  if (options.folder.empty() && !options.json)
    return fail(ErrorCode::bad_argument, "bake", "needs -o FOLDER, --json or both");
  if (options.folder.empty() && options.masks)
    return fail(ErrorCode::bad_argument, "--masks", "writes pictures, and needs -o FOLDER for them");
  if (!options.textures.empty() && !std::filesystem::is_directory(options.textures))
    return fail(ErrorCode::cannot_read, options.textures.string(),
                "is not a folder; give the one that has the textures");
  const Result<Character> character = load_character(options.avatar);
  if (!character) return error_of(character);
  const Appearance& appearance = character->appearance;
  const Result<LayerSets> sets = load_layers(options.avatar.character, appearance);
  if (!sets) return error_of(sets);
  Result<io::LoadedOutfit> loaded = read_outfits(options.outfits, appearance, options.textures);
  if (!loaded) return error_of(loaded);
  LayerOutfit& outfit = loaded->outfit;
  if (!options.avatar.sex.empty()) outfit.sex = options.avatar.sex == "male" ? Sex::male : Sex::female;
  const OutfitPaint paint =
      plan_paint(*sets, appearance, outfit, options.size == 0 ? std::nullopt : std::optional(options.size));
  LayerComposer composer;
  const Result<Composites> composites = composed(options.backend, paint, composer);
  if (!composites) return error_of(composites);
  MorphMasks masks;
  if (options.masks || options.json) masks = gathered_masks(paint, composer, sets->desc());
  nlohmann::ordered_json pictures = nlohmann::ordered_json::array();
  if (!options.folder.empty()) {
    const bool skirt = std::ranges::find(outfit.items, "skirt", &WornItem::type) != outfit.items.end();
    Result<nlohmann::ordered_json> written =
        write_pictures(options.folder, paint, *composites, skirt, options.masks ? masks : MorphMasks());
    if (!written) return error_of(written);
    pictures = std::move(*written);
  }
  if (!options.json) {
    say("{} pictures in {}\n", pictures.size(), options.folder.string());
    return kDone;
  }
  std::map<std::string, BaseMeshDesc> meshes;
  if (!options.avatar.character.empty()) {
    auto read = io::read_base_meshes(options.avatar.character, appearance.body_meshes());
    if (!read) return error_of(read);
    meshes = std::move(*read);
  }
  nlohmann::ordered_json report = bake_report(paint, *composites, composer, masks, sets->desc(), meshes);
  report["pictures"] = std::move(pictures);
  report["notes"] = notes_json(loaded->notes);
  report["backend"] = options.backend;
  put_json(report);
  return kDone;
}

}  // namespace

void add_bake(CLI::App& app) {
  CLI::App* command = app.add_subcommand("bake",
                                         "Skin, make-up and clothing painted into one picture per region of "
                                         "the body, as Bakes on Mesh shows them");
  const auto options = std::make_shared<BakeOptions>();
  command->add_option(
      "OUTFIT", options->outfits,
      "Worn items, the lowest first: LLWearable assets, or our JSON of one item or of a whole outfit. "
      "Textures (.tga, .png, .jpg) lie beside the file, by name or by id");
  command
      ->add_option("-o,--output", options->folder, "The folder for the .png files; made if it is not there")
      ->type_name("FOLDER");
  command
      ->add_option("--textures", options->textures,
                   "A folder with the textures that do not lie beside the file, by name or by id "
                   "(UUID.tga, .png, .jpg)")
      ->type_name("FOLDER");
  command
      ->add_option("--size", options->size,
                   "Texels of a side (default: as the definitions say, 2048, and 512 for the eyes)")
      ->check(CLI::IsMember({512u, 1024u, 2048u}));
  command
      ->add_option(
          "--backend", options->backend,
          "Where the layers are painted (default cpu); gl: in a compute shader of OpenGL 4.5, the same "
          "bytes within 1. Masks are always painted on the CPU")
      ->check(CLI::IsMember({"cpu", "gl"}));
  command
      ->add_option("--character", options->avatar.character,
                   "A viewer's character folder: its layers and masks instead of the built-in ones")
      ->type_name("DIR");
  command
      ->add_option("--sex", options->avatar.sex,
                   "Facial hair is for men (default: as an outfit says, else female)")
      ->check(CLI::IsMember({"female", "male"}));
  command->add_flag("--masks", options->masks,
                    "Also the masks that limit clothing morphs: white without a shirt, trousers or beard");
  command->add_flag(
      "--json", options->json,
      "As JSON, for scripts: the checksum of each composite, layer mask and morph mask, and with "
      "--character what the vertices of masked morphs read of theirs");
  command->callback([=] { finish(run_bake(*options)); });
}

}  // namespace mannequin::program
