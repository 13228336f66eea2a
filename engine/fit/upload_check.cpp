#include "engine/fit/upload_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <map>
#include <numbers>

#include "engine/fit/upload_hierarchy.h"
#include "engine/fit/upload_rest.h"
#include "engine/fit/upload_rules.h"
#include "engine/fit/upload_unknown.h"
#include "engine/math/nearest_rotation.h"
#include "engine/mesh/retarget.h"
#include "engine/skeleton/solve.h"

namespace mannequin {
namespace upload {

Subject::Subject(const BoundMeshDesc& bound, const Character& character, const UploadOptions& options)
    : mesh_(bound.mesh),
      bound_(bound.skin),
      skin_(without_influences(bound.skin)),
      imported_(skin_),
      from_gltf_(!bound.skin.joint_rests.empty()),
      rebound_(importers_differ(bound.skin, character.skeleton, kStrictImporter, kViewerNextImporter)),
      character_(character),
      options_(options),
      weighted_(bound.skin.joint_names.size()) {
  rotate_rests();
  std::map<std::string_view, const Mat4*> rests;
  for (const JointRest& rest : imported_.joint_rests) rests.emplace(rest.name, &rest.world_from_joint);
  for (std::size_t slot = 0; from_gltf_ && slot < skin_.inverse_binds.size(); ++slot) {
    const auto rest = slot < skin_.joint_names.size() ? rests.find(skin_.joint_names[slot]) : rests.end();
    shown_.push_back(rest == rests.end() ? Mat4(1.0) : *rest->second * skin_.inverse_binds[slot]);
  }
  retarget(imported_, character.skeleton, kViewerNextImporter);
  skin_.joint_rests.clear();
  for (const std::string& name : skin().joint_names) joints_.push_back(skeleton().find(name));
  // Joints that the importer drops have no slot there.
  const bool dropped = imported_.joint_names.size() < joints_.size();
  std::size_t next = 0;
  for (const JointIndex joint : joints_)
    imported_slots_.push_back(dropped && joint == kNoJoint ? kNoSlot : next++);
  if (from_gltf_) {
    skin_.joint_positions.assign(joints_.size(), std::nullopt);
    for (std::size_t slot = 0; slot < joints_.size(); ++slot)
      if (imported_slots_[slot] < imported_.joint_positions.size())
        skin_.joint_positions[slot] = imported_.joint_positions[imported_slots_[slot]];
  }
  std::vector<bool> drawn(mesh().positions.size(), mesh().indices.empty());
  for (const std::uint32_t index : mesh().indices)
    if (index < drawn.size()) drawn[index] = true;
  for (std::uint32_t v = 0; v < drawn.size(); ++v)
    if (drawn[v]) vertices_.push_back(v);
  for (const std::uint32_t v : vertices_)
    for (const InfluenceDesc& influence : influences(v)) ++weighted_[influence.joint];
  if (!from_gltf_ && imported_.inverse_binds.size() == joints_.size()) rotate_volumes();
}

namespace {

constexpr double kExact = 1e-3;  // of each axis, which has length 1

double apart(const Mat3& a, const Mat3& b) {
  return std::max({glm::distance(a[0], b[0]), glm::distance(a[1], b[1]), glm::distance(a[2], b[2])});
}

}  // namespace

// A glTF file may have been written for these viewers, with rests of volumes from which they make the binds
// that it has: the rotation that such a rest lacks is in the bind.
void Subject::rotate_rests() {
  for (JointRest& rest : imported_.joint_rests) {
    const JointIndex index = skeleton().find(rest.name);
    const auto slot = std::ranges::find(imported_.joint_names, rest.name) - imported_.joint_names.begin();
    if (index == kNoJoint || skeleton()[index].kind != JointKind::collision_volume ||
        static_cast<std::size_t>(slot) >= imported_.inverse_binds.size())
      continue;
    const Mat3 rotation = glm::mat3_cast(skeleton()[index].rest_rotation);
    const Mat4 rotated = glm::translate(Mat4(1.0), Vec3(rest.world_from_joint[3])) * Mat4(rotation) *
                         glm::scale(Mat4(1.0), skeleton()[index].rest_scale);
    const Mat4& bind = imported_.inverse_binds[static_cast<std::size_t>(slot)];
    if (apart(nearest_rotation(Mat3(rest.world_from_joint)), Mat3(1.0)) < kExact &&
        apart(rotation, Mat3(1.0)) > kExact &&
        apart(nearest_rotation(Mat3(rotated * bind)), Mat3(1.0)) < kExact)
      rest.world_from_joint = rotated;
  }
}

// As viewers up to 26.3 bind them when they import glTF; reported separately.
void Subject::rotate_volumes() {
  for (std::size_t slot = 0; slot < joints_.size(); ++slot) {
    if (joints_[slot] == kNoJoint || weighted_[slot] == 0) continue;
    const Joint& joint = skeleton()[joints_[slot]];
    if (joint.kind != JointKind::collision_volume) continue;
    Mat4& inverse_bind = imported_.inverse_binds[slot];
    const Mat4 bind = glm::inverse(inverse_bind);
    Mat3 axes(bind);
    for (int axis = 0; axis < 3; ++axis) axes[axis] /= joint.rest_scale[axis];
    const Mat3 rotation = glm::mat3_cast(joint.rest_rotation);
    if (!(apart(axes, Mat3(1.0)) < kExact) || apart(rotation, Mat3(1.0)) < kExact) continue;
    inverse_bind = glm::scale(Mat4(1.0), 1.0 / joint.rest_scale) * Mat4(glm::transpose(rotation)) *
                   glm::translate(Mat4(1.0), -Vec3(bind[3]));
    unrotated_.push_back(slot);
  }
}

std::vector<InfluenceDesc> Subject::influences(std::size_t vertex) const {
  std::vector<InfluenceDesc> found;
  if (vertex + 1 >= bound_.influence_begin.size()) return found;
  const std::size_t end = std::min<std::size_t>(bound_.influence_begin[vertex + 1], bound_.influences.size());
  for (std::size_t i = bound_.influence_begin[vertex]; i < end; ++i)
    if (const InfluenceDesc& influence = bound_.influences[i];
        influence.weight > 0.0f && influence.joint < skin().joint_names.size())
      found.push_back(influence);
  return found;
}

std::vector<Mat4> Subject::at_rest(bool joint_positions) const {
  std::vector<Mat4> all;
  if (imported_.inverse_binds.size() != imported_.joint_names.size()) return all;
  std::vector<JointTransform> solved(skeleton().size());
  JointOffsets offsets;
  if (joint_positions) {
    const WornOffsets worn[] = {worn_offsets(imported_, Uuid{})};
    offsets = resolve_offsets(skeleton(), worn);
  }
  solve_pose(skeleton(), rest_joints(skeleton()), offsets, {}, solved);
  for (std::size_t slot = 0; slot < joints_.size(); ++slot)
    all.push_back(joints_[slot] == kNoJoint
                      ? Mat4(1.0)
                      : solved[static_cast<std::size_t>(joints_[slot])].world_from_joint() *
                            imported_bind(slot));
  return all;
}

std::vector<Mat4> Subject::from_shown(std::vector<Mat4> at_rest) const {
  for (std::size_t slot = 0; slot < std::min(at_rest.size(), shown_.size()); ++slot)
    if (std::abs(glm::determinant(shown_[slot])) > 1e-12)
      at_rest[slot] = at_rest[slot] * glm::inverse(shown_[slot]);
  return at_rest;
}

Mat3 Subject::common_turn(std::span<const Mat4> at_rest) const {
  constexpr double kSameDegrees = 2.0, kApart = 0.02;  // metres
  const auto place_of = [&](std::size_t slot) { return Vec3(glm::inverse(imported_bind(slot))[3]); };
  std::vector<std::size_t> slots;
  std::vector<Mat3> turns;
  std::size_t all = 0;
  for (std::size_t slot = 0; slot < at_rest.size(); ++slot) {
    if (weighted_[slot] == 0 || joints_[slot] == kNoJoint) continue;
    slots.push_back(slot);
    turns.push_back(nearest_rotation(Mat3(at_rest[slot])));
    all += weighted_[slot];
  }
  // A single odd joint is that joint's fault.
  for (std::size_t one = 0; one < slots.size(); ++one) {
    std::size_t same = 0;
    bool apart = false;
    for (std::size_t other = 0; other < slots.size(); ++other) {
      const Mat3 difference = turns[other] * glm::transpose(turns[one]);
      const double cosine = (difference[0][0] + difference[1][1] + difference[2][2] - 1.0) / 2.0;
      if (!(cosine > std::cos(kSameDegrees * std::numbers::pi / 180.0))) continue;
      same += weighted_[slots[other]];
      apart = apart || glm::distance(place_of(slots[other]), place_of(slots[one])) > kApart;
    }
    if (2 * same > all) return apart ? turns[one] : Mat3(1.0);
  }
  return Mat3(1.0);
}

Vec3 Subject::shown_position(std::size_t vertex) const {
  const Vec3 bound = bound_position(vertex);
  if (shown_.empty()) return bound;
  Vec4 sum(0.0);
  for (const InfluenceDesc& influence : influences(vertex))
    if (influence.joint < shown_.size())
      sum += static_cast<double>(influence.weight) * (shown_[influence.joint] * Vec4(bound, 1.0));
  return sum.w > 0.0 ? Vec3(sum) / sum.w : bound;
}

std::string some_names(std::span<const std::string> names) {
  constexpr std::size_t kMost = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
    text += fmt::format("{}'{}'", i == 0 ? "" : ", ", names[i]);
  return names.size() > kMost ? fmt::format("{} and {} more", text, names.size() - kMost) : text;
}

}  // namespace upload

Findings check_upload(std::span<const BoundMeshDesc> meshes, const Character& character,
                      const UploadOptions& options) {
  Findings findings;
  if (meshes.empty())
    findings.push_back({Severity::error, "no_meshes", "", "", std::nullopt, "there is no mesh in the file",
                        "select the meshes when you export"});
  upload::Hierarchy hierarchy(character.skeleton, options);
  upload::UnknownJoints unknown;
  std::vector<upload::Subject> subjects;
  subjects.reserve(meshes.size());
  for (const BoundMeshDesc& bound : meshes) subjects.emplace_back(bound, character, options);
  upload::RestCheck rest(subjects);
  for (std::size_t s = 0; s < subjects.size(); ++s) {
    const upload::Subject& subject = subjects[s];
    upload::check_geometry(subject, findings);
    if (!subject.rigged()) {
      findings.push_back(
          {Severity::warning, "not_rigged", subject.mesh().name, "", std::nullopt,
           "has no bone weights, so no slider or pose can move it",
           "select armature and mesh together when you export, or attach it as a rigid object"});
      continue;
    }
    upload::check_sides(subject, findings);
    upload::check_joint_list(subject, findings);
    upload::check_weights(subject, findings);
    upload::check_volumes(subject, findings);
    upload::check_binds(subject, findings);
    upload::check_joint_positions(subject, findings);
    rest.check(s, findings);
    upload::check_tears(subject, findings);
    hierarchy.add(subject);
    unknown.add(subject);
  }
  upload::check_importers(meshes, character, options, findings);
  unknown.check(character.skeleton, findings);
  hierarchy.check(findings);
  // A displaced joint causes the movement of everything below it.
  const auto is_displaced = [&](const std::string& mesh) {
    return std::ranges::any_of(findings, [&](const Finding& f) {
      return f.code == "displaced_joint" && f.severity == Severity::warning && f.mesh == mesh;
    });
  };
  std::vector<std::string> explained;
  for (const Finding& finding : findings)
    if (finding.code == "moved_at_rest" && is_displaced(finding.mesh)) explained.push_back(finding.mesh);
  std::erase_if(findings, [&](const Finding& f) {
    return f.code == "moved_at_rest" && std::ranges::find(explained, f.mesh) != explained.end();
  });
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  return findings;
}

std::span<const std::string_view> upload_rules() {
  static constexpr std::string_view kRules[] = {"attachment_point_joint",
                                                "bind_rotation",
                                                "bind_scale",
                                                "bind_shape_orientation",
                                                "control_bone",
                                                "duplicate_joint",
                                                "face_too_large",
                                                "displaced_joint",
                                                "exchanged_sides",
                                                "extra_joint",
                                                "importer_profile",
                                                "inverse_bind_count",
                                                "joint_offset",
                                                "joint_position_count",
                                                "joint_positions_unknown",
                                                "missing_link",
                                                "no_meshes",
                                                "no_weights",
                                                "moved_at_rest",
                                                "not_rigged",
                                                "not_x_forward",
                                                "offset_below_threshold",
                                                "offset_noise",
                                                "offsets_ignored",
                                                "pelvis_height",
                                                "spaces_in_names",
                                                "too_many_faces",
                                                "too_many_influences",
                                                "too_many_joints",
                                                "torn_weights",
                                                "torn_without_positions",
                                                "turned_bone",
                                                "unknown_joint",
                                                "unlikely_size",
                                                "unused_joints",
                                                "unweighted_vertices",
                                                "weight_sums",
                                                "wrong_parent"};
  return kRules;
}

bool is_refused(const Findings& findings) {
  return std::ranges::any_of(findings, [](const Finding& f) { return f.severity == Severity::error; });
}

}  // namespace mannequin
