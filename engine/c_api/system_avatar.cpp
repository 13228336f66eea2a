#include "engine/avatar/system_avatar.h"

#include "engine/c_api/handles.h"
#include "engine/io/llm.h"
#include "mannequin/c_viewer.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

mannequin_status read_options(const mannequin_system_options* options, SystemAvatarOptions& out) {
  const auto given = read_struct(options, "options");
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
    auto files = io::read_base_meshes(path_of(folder), definitions.appearance.body_meshes());
    if (!files) return report(files.error());
    Result<SystemAvatar> body = SystemAvatar::build(definitions, *files, chosen);
    if (!body) return report(body.error());
    BoundMeshes made;
    made.source = "system avatar";
    for (SystemPart& part : body->parts) made.meshes.push_back(bound_part(std::move(part)));
    auto set = std::make_shared<MeshesObject>(object, std::move(made));
    set->changes.resize(set->meshes.size());
    set->files = std::make_shared<const std::map<std::string, BaseMeshDesc>>(std::move(*files));
    *out = static_cast<mannequin_meshes*>(add_object(std::move(set)));
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_meshes_set_mask(mannequin_meshes* meshes, const char* region,
                                           const mannequin_mask* given) {
  return with<MeshesObject>(meshes, [&](const auto& set) -> mannequin_status {
    if (!region) return null_argument("region");
    if (given && !given->texels) return null_argument("the mask's texels");
    if (!set->files)
      return report(MANNEQUIN_BAD_DATA, "Only the system avatar's morphs have masks, and these are not its.");
    MaskImage mask{1, 1, {0}};
    if (given) {
      const std::size_t count = std::size_t{given->width} * given->height;
      mask = {given->width, given->height, {given->texels, given->texels + count}};
    }
    if (const Status good = check_mask(region, mask); !good) return report(good.error());
    for (std::size_t m = 0; m < set->meshes.size(); ++m) {
      BoundMesh& bound = set->meshes[m];
      const Result<bool> changed = set_mask(bound.part, bound.mesh, bound.morphs, set->character->character,
                                            *set->files, region, given ? &mask : nullptr);
      if (!changed) return report(changed.error());
      if (*changed) ++set->changes[m];
    }
    return MANNEQUIN_OK;
  });
}
