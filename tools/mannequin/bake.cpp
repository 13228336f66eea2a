// mannequin bake OUTFIT: the composites of skin and clothing, as pictures.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/io/image_writer.h"
#include "engine/layers/layer_composer.h"
#include "engine/platform/path.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/backends.h"
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
  std::filesystem::path folder;
  std::uint32_t size = 0;  // 0: as the definitions say
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

// By region.
using Composites = std::map<std::string, std::shared_ptr<const LayerComposite>>;

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

Result<int> run_bake(const BakeOptions& options) {
  const Result<Character> character = load_character(options.avatar);
  if (!character) return error_of(character);
  const Appearance& appearance = character->appearance;
  const Result<LayerSets> sets = load_layers(options.avatar.character, appearance);
  if (!sets) return error_of(sets);
  Result<io::LoadedOutfit> loaded = read_outfits(options.outfits, appearance);
  if (!loaded) return error_of(loaded);
  LayerOutfit& outfit = loaded->outfit;
  if (!options.avatar.sex.empty()) outfit.sex = options.avatar.sex == "male" ? Sex::male : Sex::female;
  const OutfitPaint paint =
      plan_paint(*sets, appearance, outfit, options.size == 0 ? std::nullopt : std::optional(options.size));
  LayerComposer composer;
  const Result<Composites> composites = composed(options.backend, paint, composer);
  if (!composites) return error_of(composites);
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  if (error)
    return fail(ErrorCode::cannot_write, options.folder.string(),
                "cannot be made: " + error.message() + "; give a folder that can be written");
  const bool skirt =
      std::ranges::any_of(outfit.items, [](const WornItem& item) { return item.type == "skirt"; });
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  const auto write = [&](const std::string& name, std::uint32_t size,
                         const std::vector<std::uint8_t>& pixels) {
    list.push_back({{"file", name}, {"size", size}});
    return write_picture(options.folder / path_of_utf8(name), size, pixels);
  };
  for (const SetPaint& set : paint.sets) {
    if (set.region == "skirt" && !skirt) continue;  // composed only while one is worn
    const LayerComposite& composite = *composites->at(set.region);
    if (auto status =
            write(set.region + ".png", composite.size, flipped_rows(composite.rgba, composite.size));
        !status)
      return error_of(status);
    const bool masked = std::ranges::any_of(
        sets->desc().masked_morphs, [&](const MaskedMorphDesc& morph) { return morph.region == set.region; });
    if (!options.masks || !masked) continue;
    const MaskImage mask = composer.gathered_mask(set);
    if (auto status = write(set.region + "_mask.png", mask.width, grey_pixels(mask)); !status)
      return error_of(status);
  }
  if (options.json)
    put_json({{"schema", 1},
              {"pictures", list},
              {"notes", notes_json(loaded->notes)},
              {"backend", options.backend}});
  else
    say("{} pictures in {}\n", list.size(), options.folder.string());
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
      ->type_name("FOLDER")
      ->required();
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
  command->add_flag("--json", options->json, "The list of pictures as JSON, for scripts");
  command->callback([=] { finish(run_bake(*options)); });
}

}  // namespace mannequin::program
