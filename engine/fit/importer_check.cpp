#include "engine/fit/importer_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/avatar/avatar.h"
#include "engine/fit/upload_rules.h"
#include "engine/mesh/retarget.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"

namespace mannequin {
namespace {

constexpr double kSameForAll = 1e-4;  // metres; less is nothing that anybody sees

// One mesh as each importer makes it.
class Imports {
 public:
  Imports(const BoundMeshDesc& bound, const Mesh& mesh, const Character& character, bool joint_positions)
      : bound_(bound), mesh_(mesh), character_(character) {
    AvatarInputs inputs;
    if (joint_positions) {
      SkinDesc skin = bound.skin;
      retarget(skin, character.skeleton, kViewerImporter);  // positions are the same for all
      inputs.worn.push_back(worn_offsets(skin, {}));
    }
    state_ = evaluate_avatar(character, inputs);
  }

  // Empty if the skin cannot be built.
  std::vector<ReferenceVertex> skinned(const ImporterProfile& importer) const {
    SkinDesc desc = bound_.skin;
    retarget(desc, character_.skeleton, importer);
    const Result<Skin> skin = Skin::build(std::move(desc), mesh_, character_.skeleton);
    if (!skin) return {};
    std::vector<Mat4> palette(skin->palette_size());
    make_palette(*skin, state_.joints, std::span<Mat4>(palette));
    std::vector<ReferenceVertex> vertices(mesh_.vertex_count());
    skin_reference(mesh_, *skin, palette, vertices);
    return vertices;
  }

  // Of those that the avatar has; the others are dropped. Empty if there is none.
  std::string strongest_joint(std::uint32_t vertex) const {
    const SkinDesc& skin = bound_.skin;
    std::string strongest;
    float most = 0.0f;
    for (std::size_t i = skin.influence_begin[vertex];
         i < std::min<std::size_t>(skin.influence_begin[vertex + 1], skin.influences.size()); ++i) {
      const auto& [joint, weight] = skin.influences[i];
      if (!(weight > most) || joint >= skin.joint_names.size() ||
          character_.skeleton.find(skin.joint_names[joint]) == kNoJoint)
        continue;
      most = weight;
      strongest = skin.joint_names[joint];
    }
    return strongest;
  }

 private:
  const BoundMeshDesc& bound_;
  const Mesh& mesh_;
  const Character& character_;
  AvatarState state_;
};

void compare(std::size_t number, const BoundMeshDesc& bound, const Character& character,
             const ImporterProfile& chosen, bool joint_positions,
             std::vector<ImporterDifference>& differences) {
  const auto differs = [&](const ImporterDifference& other) {
    return importers_differ(bound.skin, character.skeleton, chosen, other.importer);
  };
  if (std::ranges::none_of(differences, differs)) return;
  const Result<Mesh> mesh = Mesh::build(bound.mesh);
  if (!mesh) return;
  const Imports imports(bound, *mesh, character, joint_positions);
  const std::vector<ReferenceVertex> base = imports.skinned(chosen);
  for (ImporterDifference& difference : differences) {
    if (!differs(difference)) continue;
    const std::vector<ReferenceVertex> other = imports.skinned(difference.importer);
    for (std::uint32_t v = 0; v < std::min(base.size(), other.size()); ++v) {
      const double apart = glm::distance(base[v].position, other[v].position);
      if (!(apart > difference.metres)) continue;
      difference.metres = apart;
      difference.mesh = number;
      difference.vertex = v;
      difference.joint = imports.strongest_joint(v);
    }
  }
}

std::string described(const ImporterDifference& difference) {
  return fmt::format("{:.1f} mm by '{}' ({})", 1000.0 * difference.metres, difference.importer.name,
                     difference.importer.title);
}

}  // namespace

std::vector<ImporterDifference> importer_differences(std::span<const BoundMeshDesc> meshes,
                                                     const Character& character,
                                                     const ImporterProfile& chosen, bool joint_positions) {
  std::vector<ImporterDifference> differences;
  for (const ImporterProfile& profile : kImporterProfiles)
    if (profile != chosen) differences.push_back({profile, 0.0, 0, 0, {}});
  for (std::size_t m = 0; m < meshes.size(); ++m)
    if (meshes[m].rigged() && !meshes[m].skin.joint_rests.empty())
      compare(m, meshes[m], character, chosen, joint_positions, differences);
  return differences;
}

namespace upload {

void check_importers(std::span<const BoundMeshDesc> meshes, const Character& character,
                     const UploadOptions& options, Findings& findings) {
  std::vector<ImporterDifference> differences =
      importer_differences(meshes, character, options.importer, options.joint_positions);
  std::erase_if(differences, [](const ImporterDifference& d) { return d.metres < kSameForAll; });
  if (differences.empty()) return;
  // Two viewers are what happens in-world; other programs come second.
  const auto viewers = std::ranges::find_if(
      differences, [&](const ImporterDifference& d) { return d.importer.rebuilds_binds; });
  const bool in_world = viewers != differences.end() && options.importer.rebuilds_binds;
  const ImporterDifference worst =
      in_world ? *viewers : *std::ranges::max_element(differences, {}, &ImporterDifference::metres);
  std::string others;
  for (const ImporterDifference& difference : differences)
    others += (others.empty() ? "" : ", ") + described(difference);
  findings.push_back(
      {in_world ? Severity::warning : Severity::info, "importer_profile", meshes[worst.mesh].mesh.name,
       worst.joint, worst.vertex,
       fmt::format(
           "what becomes of its binds depends on the program that imports it. Compared with '{}' ({}), "
           "vertices are up to this far away: {}. Farthest by '{}' is vertex {} on {}",
           options.importer.name, options.importer.title, others, worst.importer.name, worst.vertex,
           worst.joint),
       in_world ? "viewers disagree about collision volumes that are rotated at rest: look at both with "
                  "--gltf, and if the "
                  "difference shows, move weight from these volumes to bones, or upload as .dae, whose binds "
                  "nobody "
                  "rebuilds"
                : "nothing, if it looks right with --gltf viewer. Other programs show it as the file says: "
                  "bind to an "
                  "armature that keeps the scale and the axes of the avatar's joints, and all agree"});
}

}  // namespace upload
}  // namespace mannequin
