#include "engine/fit/upload_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/fit/upload_rules.h"
#include "engine/mesh/retarget.h"

namespace mannequin {
namespace upload {

Subject::Subject(const BoundMeshDesc& bound, const Character& character, const UploadOptions& options)
    : mesh_(bound.mesh),
      skin_(bound.skin),
      from_gltf_(!bound.skin.joint_rests.empty()),
      rebound_(importers_differ(bound.skin, character.skeleton, kStrictImporter, kViewerNextImporter)),
      character_(character),
      options_(options),
      weighted_(bound.skin.joint_names.size()) {
  retarget(skin_, character.skeleton, kStrictImporter);
  for (const std::string& name : skin().joint_names) joints_.push_back(skeleton().find(name));
  for (std::size_t v = 0; v < mesh().positions.size(); ++v)
    for (const InfluenceDesc& influence : influences(v)) ++weighted_[influence.joint];
}

std::vector<InfluenceDesc> Subject::influences(std::size_t vertex) const {
  std::vector<InfluenceDesc> found;
  if (vertex + 1 >= skin().influence_begin.size()) return found;
  const std::size_t end = std::min<std::size_t>(skin().influence_begin[vertex + 1], skin().influences.size());
  for (std::size_t i = skin().influence_begin[vertex]; i < end; ++i)
    if (const InfluenceDesc& influence = skin().influences[i];
        influence.weight > 0.0f && influence.joint < skin().joint_names.size())
      found.push_back(influence);
  return found;
}

std::string some_names(std::span<const std::string> names) {
  constexpr std::size_t kMost = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
    text += fmt::format("{}'{}'", i == 0 ? "" : ", ", names[i]);
  if (names.size() > kMost) text += fmt::format(" and {} more", names.size() - kMost);
  return text;
}

}  // namespace upload

Findings check_upload(std::span<const BoundMeshDesc> meshes, const Character& character,
                      const UploadOptions& options) {
  Findings findings;
  if (meshes.empty())
    findings.push_back({Severity::error, "no_meshes", "", "", std::nullopt, "there is no mesh in the file",
                        "select the meshes when you export"});
  for (const BoundMeshDesc& bound : meshes) {
    const upload::Subject subject(bound, character, options);
    upload::check_geometry(subject, findings);
    if (!subject.rigged()) {
      findings.push_back(
          {Severity::warning, "not_rigged", bound.mesh.name, "", std::nullopt,
           "has no bone weights, so no slider or pose can move it",
           "select armature and mesh together when you export, or attach it as a rigid object"});
      continue;
    }
    upload::check_joint_list(subject, findings);
    upload::check_weights(subject, findings);
    upload::check_binds(subject, findings);
    upload::check_joint_positions(subject, findings);
  }
  upload::check_importers(meshes, character, options, findings);
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  return findings;
}

std::span<const std::string_view> upload_rules() {
  static constexpr std::string_view kRules[] = {"attachment_point_joint",
                                                "bind_rotation",
                                                "bind_scale",
                                                "bind_shape_orientation",
                                                "duplicate_joint",
                                                "face_too_large",
                                                "importer_profile",
                                                "inverse_bind_count",
                                                "joint_offset",
                                                "joint_position_count",
                                                "joint_positions_unknown",
                                                "missing_link",
                                                "no_meshes",
                                                "no_weights",
                                                "not_rigged",
                                                "not_x_forward",
                                                "offset_below_threshold",
                                                "offset_noise",
                                                "offsets_ignored",
                                                "spaces_in_names",
                                                "too_many_faces",
                                                "too_many_influences",
                                                "too_many_joints",
                                                "turned_bone",
                                                "unknown_joint",
                                                "unlikely_size",
                                                "unused_joints",
                                                "unweighted_vertices",
                                                "weight_sums"};
  return kRules;
}

bool is_refused(const Findings& findings) {
  return std::ranges::any_of(findings, [](const Finding& f) { return f.severity == Severity::error; });
}

}  // namespace mannequin
