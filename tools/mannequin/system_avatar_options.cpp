#include "tools/mannequin/system_avatar_options.h"

#include <fmt/format.h>

#include <array>

#include "engine/io/file.h"
#include "engine/io/llm.h"
#include "engine/io/pgm.h"
#include "engine/platform/path.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/outfit.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

Status read_mask(const std::string& option, SystemAvatarOptions& options) {
  const std::size_t equals = option.find('=');
  if (equals == 0 || equals == std::string::npos)
    return fail(ErrorCode::bad_argument, "--mask " + option,
                "is not of the form REGION=FILE, such as head=beard.pgm");
  const std::filesystem::path path = path_of_utf8(option.substr(equals + 1));
  if (path.empty())
    return fail(ErrorCode::bad_argument, "--mask " + option,
                "names no file; write for example head=beard.pgm");
  const Result<io::Bytes> bytes = read_input(path);
  if (!bytes) return error_of(bytes);
  Result<MaskImage> mask = io::read_pgm(*bytes, path.filename().string());
  if (!mask) return error_of(mask);
  options.masks[option.substr(0, equals)] = std::move(*mask);
  return {};
}

void add_switch(CLI::App& command, const char* name, bool& value, const std::string& what) {
  command
      .add_option_function<std::string>(
          name, [&value](const std::string& text) { value = text == "on"; },
          fmt::format("{} (default {})", what, value ? "on" : "off"))
      ->type_name("on|off")
      ->check(CLI::IsMember({"on", "off"}))
      ->group("System avatar");
}

}  // namespace

void add_system_avatar_options(CLI::App& command, SystemAvatarChoice& choice) {
  add_lod_option(command, choice.lod);
  add_switch(command, "--hair", choice.hair, "The system avatar's hair");
  add_switch(command, "--skirt", choice.skirt, "The system avatar's skirt");
  command
      .add_option(
          "--mask", choice.masks,
          "An 8-bit grey .pgm: clothing morphs act where it is white; REGION is head, "
          "upper_body "
          "or lower_body; repeatable. It replaces the mask of --clothing; without either these morphs "
          "do nothing")
      ->type_name("REGION=FILE")
      ->allow_extra_args(false)
      ->group("System avatar");
  command
      .add_option("--mask-size", choice.mask_size,
                  "Texels of a side of the masks of --clothing: 2048 as in today's viewers (default), 512 as "
                  "in old ones")
      ->check(CLI::IsMember({512u, 1024u, 2048u}))
      ->group("System avatar");
}

Status check_system_options(const CLI::App& command, bool none, bool lod) {
  static constexpr std::array kAll = {"--hair", "--skirt", "--mask", "--mask-size", "--lod"};
  if (!none) return {};
  return refuse_options(command, std::span(kAll).first(kAll.size() - (lod ? 0 : 1)),
                        fmt::format("applies only to the system avatar, which needs --character{}; "
                                    "omit it",
                                    command.get_name() == "preview" ? "" : ", and 'system-avatar' as MESH"));
}

Result<SystemAvatar> load_system_avatar(const std::filesystem::path& folder, const SystemAvatarChoice& choice,
                                        const Character& character, const SliderValues& sliders) {
  if (folder.empty())
    return fail(
        ErrorCode::bad_argument, kSystemAvatar,
        "is not part of the built-in definitions; give a viewer's character folder with --character DIR");
  SystemAvatarOptions options;
  options.lod = choice.lod;
  auto worn = outfit_masks(folder, choice.outfits, sliders, choice.mask_size, character.appearance);
  if (!worn) return error_of(worn);
  options.masks = std::move(*worn);
  for (const std::string& mask : choice.masks)
    if (auto status = read_mask(mask, options); !status) return error_of(status);
  const auto meshes = io::read_base_meshes(folder, character.appearance.body_meshes());
  if (!meshes) return error_of(meshes);
  return SystemAvatar::build(character, *meshes, options);
}

Result<BoundMeshes> load_system_meshes(const std::filesystem::path& folder, const SystemAvatarChoice& choice,
                                       const Character& character, const SliderValues& sliders) {
  Result<SystemAvatar> avatar = load_system_avatar(folder, choice, character, sliders);
  if (!avatar) return error_of(avatar);
  BoundMeshes meshes;
  meshes.source = kSystemAvatar;
  for (SystemPart& part : avatar->parts)
    if ((choice.hair || !part.is_hair()) && (choice.skirt || !part.is_skirt()))
      meshes.meshes.push_back(bound_part(std::move(part)));
  return meshes;
}

}  // namespace mannequin::program
