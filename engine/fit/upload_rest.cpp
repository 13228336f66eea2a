#include "engine/fit/upload_rest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "engine/fit/shaped_binds.h"

namespace mannequin::upload {
namespace {

constexpr double kMoved = 0.001;  // metres: visible

// A value of an axis, and how many vertices have it.
using Counted = std::pair<double, std::size_t>;

double median(std::vector<Counted> values) {
  std::ranges::sort(values);
  std::size_t all = 0, below = 0;
  for (const auto& [value, count] : values) all += count;
  for (const auto& [value, count] : values)
    if ((below += count) > all / 2) return value;
  return 0.0;
}

Vec3 median(const std::vector<std::pair<Vec3, std::size_t>>& moves) {
  Vec3 middle(0.0);
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<Counted> values;
    values.reserve(moves.size());
    for (const auto& [move, count] : moves) values.emplace_back(move[axis], count);
    middle[axis] = median(std::move(values));
  }
  return middle;
}

}  // namespace

// What each vertex with weight is moved by.
struct RestMoves::Moves {
  std::vector<Vec3> moves;
  std::vector<std::uint32_t> vertices, strongest;
};

RestMoves::RestMoves(std::span<const Subject> subjects, bool joint_positions) : subjects_(subjects) {
  const ShapedBinds shaped(subjects, joint_positions);
  std::vector<std::pair<Vec3, std::size_t>> middles;
  for (std::size_t s = 0; s < subjects.size(); ++s) {
    Rest rest;
    rest.world_from_bind = subjects[s].at_rest(joint_positions);
    rest.turn = subjects[s].common_turn(subjects[s].from_shown(rest.world_from_bind));
    rest.shaped = shaped.apply(s, rest.world_from_bind);
    rests_.push_back(std::move(rest));
    std::vector<std::pair<Vec3, std::size_t>> own;
    for (const Vec3& move : moves(s).moves) own.emplace_back(move, 1);
    if (!own.empty()) middles.emplace_back(median(own), own.size());
  }
  common_ = median(middles);
}

RestMoves::Moves RestMoves::moves(std::size_t s) const {
  const Subject& subject = subjects_[s];
  const Rest& rest = rests_[s];
  Moves all;
  if (rest.world_from_bind.empty()) return all;
  for (const std::uint32_t v : subject.vertices()) {
    std::vector<InfluenceDesc> influences = subject.influences(v);
    std::erase_if(influences, [&](const InfluenceDesc& i) { return subject.joints()[i.joint] == kNoJoint; });
    if (influences.empty()) continue;
    std::ranges::stable_sort(influences, std::greater(), &InfluenceDesc::weight);
    influences.resize(std::min(influences.size(), kMaxInfluences));
    const Vec4 bound(subject.bound_position(v), 1.0);
    Vec4 worn(0.0);
    for (const InfluenceDesc& i : influences)
      worn += static_cast<double>(i.weight) * (rest.world_from_bind[i.joint] * bound);
    const Vec3 move = Vec3(worn) / worn.w - rest.turn * subject.shown_position(v);
    if (!std::isfinite(glm::length(move))) continue;
    all.moves.push_back(move);
    all.vertices.push_back(v);
    all.strongest.push_back(influences.front().joint);
  }
  return all;
}

RestDisplacement RestMoves::of(std::size_t s) const {
  const Subject& subject = subjects_[s];
  const Moves all = moves(s);
  RestDisplacement moved;
  std::map<std::uint32_t, double> by_joint;
  for (std::size_t i = 0; i < all.moves.size(); ++i) {
    const double by = glm::length(all.moves[i] - common_);
    double& worst = by_joint[all.strongest[i]];
    worst = std::max(worst, by);
    if (!(by > moved.by)) continue;
    moved.by = by;
    moved.vertex = all.vertices[i];
    moved.shaped = rests_[s].shaped[all.strongest[i]];
  }
  std::vector<std::pair<double, std::uint32_t>> order;
  for (const auto& [joint, by] : by_joint)
    if (by > 0.5 * moved.by && by > 0.0) order.emplace_back(-by, joint);
  std::ranges::sort(order);
  for (const auto& [by, joint] : order) moved.joints.push_back(subject.skin().joint_names[joint]);
  return moved;
}

namespace {

// Of glTF, where attachment_point_joint tells it.
bool follows_points(const Subject& subject, const RestDisplacement& moved) {
  return subject.from_gltf() && std::ranges::all_of(moved.joints, [&](const std::string& name) {
           const JointIndex joint = subject.skeleton().find(name);
           return joint != kNoJoint && subject.skeleton()[joint].kind == JointKind::attachment_point;
         });
}

bool is_explained(const Subject& subject, const Findings& findings) {
  return std::ranges::any_of(findings, [&](const Finding& f) {
    return f.mesh == subject.mesh().name && f.severity == Severity::warning &&
           (f.code == "bind_rotation" || f.code == "bind_scale" || f.code == "joint_positions_unknown");
  });
}

}  // namespace

RestDisplacement RestCheck::displacement(std::size_t subject, bool joint_positions) {
  std::optional<RestMoves>& moves = moves_[joint_positions ? 1 : 0];
  if (!moves) moves.emplace(subjects_, joint_positions);
  return moves->of(subject);
}

void RestCheck::check(std::size_t s, Findings& findings) {
  const Subject& subject = subjects_[s];
  const bool with = subject.options().joint_positions;
  const RestDisplacement moved = displacement(s, with);
  if (!(moved.by > kMoved) || follows_points(subject, moved)) return;
  const std::string where =
      fmt::format("{:.1f} mm{}, most at {}", moved.by * 1000.0,
                  moved.shaped ? " more than by any body shape" : "", some_names(moved.joints));
  if (!with && displacement(s, true).by < 0.5 * moved.by) {
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
  // What an asset is bound to elsewhere only joint positions can bring there.
  if (subject.options().as_distributed && subject.skin().joint_positions.empty()) {
    findings.push_back(
        {Severity::warning, "torn_without_positions", subject.mesh().name, moved.joints.front(), moved.vertex,
         fmt::format("it is bound to joints that are not where the avatar's are, and has no joint "
                     "positions: vertices are moved by up to {}, and the mesh tears or bulges there",
                     where),
         "make it again with the joint positions of its source (--joint-positions on), or bind it "
         "to an armature with the avatar's own joint positions"});
    return;
  }
  findings.push_back(
      {Severity::warning, "moved_at_rest", subject.mesh().name, moved.joints.front(), moved.vertex,
       fmt::format("on the avatar at rest its vertices are moved from where the file shows them by up to {}",
                   where),
       "bind it to an armature at the avatar's rest; if it was bound to a body shape on purpose, look at it "
       "on that "
       "shape"});
}

}  // namespace mannequin::upload
