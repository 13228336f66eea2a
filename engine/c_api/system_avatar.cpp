#include "engine/avatar/system_avatar.h"

#include "engine/c_api/handles.h"
#include "engine/io/llm.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

mannequin_status read_options(const mannequin_system_options* options, SystemAvatarOptions& out) {
  const auto given = take_struct(options, "options");
  if (!given) return MANNEQUIN_BAD_ARGUMENT;
  if (given->mask_count > 0 && !given->masks) return null_argument("options->masks");
  out.lod = static_cast<int>(std::min(given->lod, 100u));
  for (std::uint32_t m = 0; m < given->mask_count; ++m) {
    const mannequin_mask& mask = given->masks[m];
    if (!mask.region) return null_argument("a mask's region");
    if (!mask.texels) return null_argument("a mask's texels");
    const std::size_t count = std::size_t{mask.width} * mask.height;
    out.masks[mask.region] = {mask.width, mask.height, {mask.texels, mask.texels + count}};
  }
  return MANNEQUIN_OK;
}

}  // namespace

mannequin_status mannequin_meshes_system_avatar(const mannequin_character* character, const char* folder,
                                                const mannequin_system_options* options,
                                                mannequin_meshes** out) {
  return with<CharacterObject>(character, [&](const auto& object) -> mannequin_status {
    if (!folder) return null_argument("folder");
    if (!out) return null_argument("out");
    SystemAvatarOptions chosen;
    if (options)
      if (const auto status = read_options(options, chosen); status != MANNEQUIN_OK) return status;
    const Character& definitions = object->character;
    const auto files = io::read_base_meshes(path_of(folder), definitions.appearance.body_meshes());
    if (!files) return report(files.error());
    Result<SystemAvatar> body = SystemAvatar::build(definitions, *files, chosen);
    if (!body) return report(body.error());
    BoundMeshes made;
    made.source = "system avatar";
    for (SystemPart& part : body->parts) made.meshes.push_back(bound_part(std::move(part)));
    *out =
        static_cast<mannequin_meshes*>(add_object(std::make_shared<MeshesObject>(object, std::move(made))));
    return MANNEQUIN_OK;
  });
}
