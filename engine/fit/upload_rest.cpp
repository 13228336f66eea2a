#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/fit/upload_rules.h"

namespace mannequin::upload {
namespace {

constexpr double kMoved = 0.001;  // metres: what a person would see

// How far the resting avatar moves the vertices of a mesh from where the file shows them. A move and a turn
// common to all are none: they place the mesh on the avatar.
struct Moved {
  double by = 0.0;  // metres, of the worst vertex
  std::uint32_t vertex = 0;
  std::vector<std::string> joints;  // of the vertices that are moved most, the most moved first
};

double median(std::vector<double> numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::ranges::nth_element(numbers, middle);
  return *middle;
}

Vec3 common_move(const std::vector<Vec3>& moves) {
  Vec3 common(0.0);
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<double> numbers;
    numbers.reserve(moves.size());
    for (const Vec3& move : moves) numbers.push_back(move[axis]);
    common[axis] = median(std::move(numbers));
  }
  return common;
}

// Whether the binds of a .dae hold the scales of a body shape: on that shape it fits, and only there. The
// glTF importer loses these scales.
bool is_made_for_a_shape(const Subject& subject, std::span<const Mat4> at_rest) {
  constexpr double kShapeScale = 0.002;
  for (std::size_t slot = 0; !subject.from_gltf() && slot < at_rest.size(); ++slot)
    for (int axis = 0; axis < 3 && subject.weighted()[slot] > 0 && subject.joints()[slot] != kNoJoint; ++axis)
      if (std::abs(glm::length(Vec3(at_rest[slot][axis])) - 1.0) > kShapeScale) return true;
  return false;
}

Moved moved_at_rest(const Subject& subject, bool joint_positions) {
  Moved moved;
  const std::vector<Mat4> at_rest = subject.at_rest(joint_positions);
  if (at_rest.empty() || is_made_for_a_shape(subject, at_rest)) return moved;
  const Mat3 turn = subject.common_turn(subject.from_shown(at_rest));
  std::vector<Vec3> moves;
  std::vector<std::uint32_t> vertices, strongest;
  for (std::uint32_t v = 0; v < subject.mesh().positions.size(); ++v) {
    std::vector<InfluenceDesc> influences = subject.influences(v);
    std::erase_if(influences, [&](const InfluenceDesc& i) { return subject.joints()[i.joint] == kNoJoint; });
    if (influences.empty()) continue;
    std::ranges::stable_sort(influences, std::greater(), &InfluenceDesc::weight);
    influences.resize(std::min(influences.size(), kMaxInfluences));
    const Vec4 bound(subject.bound_position(v), 1.0);
    Vec4 worn(0.0);
    for (const InfluenceDesc& i : influences)
      worn += static_cast<double>(i.weight) * (at_rest[i.joint] * bound);
    const Vec3 move = Vec3(worn) / worn.w - turn * subject.shown_position(v);
    if (!std::isfinite(glm::length(move))) continue;
    moves.push_back(move);
    vertices.push_back(v);
    strongest.push_back(influences.front().joint);
  }
  if (moves.empty()) return moved;
  const Vec3 common = common_move(moves);
  std::map<std::uint32_t, double> by_joint;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const double by = glm::length(moves[i] - common);
    double& worst = by_joint[strongest[i]];
    worst = std::max(worst, by);
    if (!(by > moved.by)) continue;
    moved.by = by;
    moved.vertex = vertices[i];
  }
  std::vector<std::pair<double, std::uint32_t>> order;
  for (const auto& [joint, by] : by_joint)
    if (by > 0.5 * moved.by) order.emplace_back(-by, joint);
  std::ranges::sort(order);
  for (const auto& [by, joint] : order) moved.joints.push_back(subject.skin().joint_names[joint]);
  return moved;
}

bool is_explained(const Subject& subject, const Findings& findings) {
  return std::ranges::any_of(findings, [&](const Finding& f) {
    return f.mesh == subject.mesh().name && f.severity == Severity::warning &&
           (f.code == "bind_rotation" || f.code == "bind_scale" || f.code == "joint_positions_unknown");
  });
}

}  // namespace

void check_rest(const Subject& subject, Findings& findings) {
  const bool with = subject.options().joint_positions;
  const Moved moved = moved_at_rest(subject, with);
  if (!(moved.by > kMoved)) return;
  const std::string where = fmt::format("{:.1f} mm, most at {}", moved.by * 1000.0, some_names(moved.joints));
  if (!with && moved_at_rest(subject, true).by < 0.5 * moved.by) {
    findings.push_back(
        {Severity::warning, "torn_without_positions", subject.mesh().name, moved.joints.front(), moved.vertex,
         fmt::format(
             "its joints are not where the avatar's are, and joint positions are off: vertices are moved "
             "by up to {}, and the mesh tears or bulges there",
             where),
         "include the joint positions at upload (--joint-positions on), or bind it to an armature with the "
         "avatar's own joint positions"});
    return;
  }
  if (is_explained(subject, findings)) return;
  findings.push_back(
      {Severity::warning, "moved_at_rest", subject.mesh().name, moved.joints.front(), moved.vertex,
       fmt::format("on the avatar at rest its vertices are moved from where the file shows them by up to {}",
                   where),
       "bind it to an armature at the avatar's rest; if it was bound to a body shape on purpose, look at it "
       "on that "
       "shape"});
}

}  // namespace mannequin::upload
