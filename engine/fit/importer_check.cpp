#include "engine/fit/importer_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/avatar/avatar.h"
#include "engine/fit/upload_rules.h"
#include "engine/mesh/retarget.h"
#include "engine/skinning/palette.h"

namespace mannequin {
namespace {

constexpr double kSameForAll = 1e-4;  // metres; less is nothing that anybody sees
constexpr double kSeen = 1e-3;        // metres: what a person would see

// One mesh as each importer interprets it.
class Imports {
 public:
  Imports(const BoundMeshDesc& bound, const Mesh& mesh, const Skin& skin, const Character& character,
          bool joint_positions)
      : bound_(bound), mesh_(mesh), skin_(skin), character_(character) {
    AvatarInputs inputs;
    if (joint_positions) {
      SkinDesc desc = without_influences(bound.skin);
      retarget(desc, character.skeleton, kViewerImporter);  // positions are the same for all
      inputs.worn.push_back(worn_offsets(desc, {}));
    }
    state_ = evaluate_avatar(character, inputs);
  }

  // Per slot, the matrix from mesh space to the avatar's frame; empty if the skin cannot be built. Built
  // without influences, which may be many and are the same for all importers.
  std::vector<Mat4> palette(const ImporterProfile& importer) const {
    SkinDesc desc = without_influences(bound_.skin);
    retarget(desc, character_.skeleton, importer);
    const Result<Skin> skin = Skin::build_rig(std::move(desc), mesh_.name(), character_.skeleton);
    if (!skin) return {};
    std::vector<Mat4> palette(skin->palette_size());
    make_palette(*skin, state_.joints, std::span<Mat4>(palette));
    for (Mat4& matrix : palette) matrix = matrix * skin->bind_shape();
    return palette;
  }

  // Metres between a vertex's positions under two of these palettes.
  double apart(std::uint32_t vertex, std::span<const Mat4> one, std::span<const Mat4> other) const {
    const VertexInfluences& influences = skin_.influences()[vertex];
    const Vec4 position(Vec3(mesh_.positions()[vertex]), 1.0);
    Vec3 sum(0.0);
    for (std::size_t k = 0; k < kMaxInfluences; ++k)
      sum += static_cast<double>(influences.weight[k]) *
             Vec3(one[influences.joint[k]] * position - other[influences.joint[k]] * position);
    return glm::length(sum);
  }

  // The joints that the avatar has; drops the others. Empty if there is none.
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
  const Skin& skin_;
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
  SkinDesc desc = bound.skin;
  retarget(desc, character.skeleton, chosen);
  const Result<Skin> skin = Skin::build(std::move(desc), *mesh, character.skeleton);
  if (!skin) return;
  const Imports imports(bound, *mesh, *skin, character, joint_positions);
  const std::vector<Mat4> base = imports.palette(chosen);
  for (ImporterDifference& difference : differences) {
    if (!differs(difference)) continue;
    const std::vector<Mat4> other = imports.palette(difference.importer);
    if (base.empty() || other.size() != base.size()) continue;
    for (std::uint32_t v = 0; v < mesh->vertex_count(); ++v) {
      const double apart = imports.apart(v, base, other);
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
  // A difference between two viewers matters most, as it shows in-world; other programs come second.
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
       in_world
           ? "viewers disagree about collision volumes that are rotated at rest: look at both with "
             "--gltf, and if the "
             "difference shows, move weight from these volumes to bones, or upload it as .dae, whose binds "
             "nobody rebuilds: mannequin convert IN.glb OUT.dae --gltf viewer-next"
           : "nothing, if it looks right with --gltf viewer. Other programs show it as the file says: "
             "bind to an "
             "armature that keeps the scale and the axes of the avatar's joints, and all agree"});
}

void check_volumes(const Subject& subject, Findings& findings) {
  const std::span<const std::size_t> volumes = subject.unrotated_volumes();
  const std::vector<Mat4> rotated = subject.at_rest(subject.options().joint_positions);
  if (volumes.empty() || rotated.empty()) return;
  // By slot: what is missing to the rotated bind; zero for all others.
  std::vector<Mat4> missing(rotated.size(), Mat4(0.0));
  for (const std::size_t slot : volumes)
    missing[slot] = rotated[slot] - rotated[slot] * glm::inverse(subject.imported().inverse_binds[slot]) *
                                        subject.skin().inverse_binds[slot];
  double worst = 0.0;
  std::uint32_t vertex = 0;
  for (const std::uint32_t v : subject.vertices()) {
    const Vec4 bound(subject.bound_position(v), 1.0);
    Vec3 sum(0.0);
    double weight = 0.0;
    for (const InfluenceDesc& influence : subject.influences(v)) {
      sum += static_cast<double>(influence.weight) * Vec3(missing[influence.joint] * bound);
      weight += static_cast<double>(influence.weight);
    }
    if (!(weight > 0.0) || !(glm::length(sum) / weight > worst)) continue;
    worst = glm::length(sum) / weight;
    vertex = v;
  }
  if (worst < kSeen) return;
  std::vector<std::string> names;
  for (const std::size_t slot : volumes) names.push_back(subject.skin().joint_names[slot]);
  findings.push_back(
      {Severity::warning, "importer_profile", subject.mesh().name, names.front(), vertex,
       fmt::format(
           "{} collision volumes are bound without the rotation that they have at rest ({}), as viewers "
           "up to 26.3 bind them when they import glTF: vertices are up to {:.1f} mm from where the glTF "
           "file shows them",
           names.size(), some_names(names), 1000.0 * worst),
       "if the difference shows, move weight from these volumes to bones, or upload a .dae whose volumes "
       "have "
       "the avatar's rotation; --gltf viewer-next makes one of a .glb"});
}

}  // namespace upload
}  // namespace mannequin
