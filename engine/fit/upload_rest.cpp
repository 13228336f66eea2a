#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "engine/fit/upload_rules.h"

namespace mannequin::upload {
namespace {

constexpr double kMoved = 0.001;  // metres: visible

// How far the resting avatar moves the vertices of a mesh from where the file shows them. Ignores a
// translation and rotation common to all: they place the mesh on the avatar.
struct RestDisplacement {
  double by = 0.0;  // metres, of the worst vertex
  std::uint32_t vertex = 0;
  std::vector<std::string> joints;  // of the most moved vertices, the most moved first
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

bool is_above(const Skeleton& skeleton, JointIndex above, JointIndex joint) {
  for (; joint != kNoJoint; joint = skeleton[joint].parent)
    if (joint == above) return true;
  return false;
}

// The bone that a joint of the skin is, or is a volume of.
JointIndex bone_of(const Subject& subject, std::size_t slot) {
  const JointIndex joint = subject.joints()[slot];
  const Skeleton& skeleton = subject.skeleton();
  const bool volume = joint != kNoJoint && skeleton[joint].kind == JointKind::collision_volume;
  return volume ? skeleton[joint].parent : joint;
}

// By the skin's own index: joints of which the binds of a .dae hold the scales of a body shape, or which such
// joints may place: on that shape it fits, and only there. The glTF importer loses these scales.
std::vector<bool> made_for_a_shape(const Subject& subject, std::span<const Mat4> at_rest) {
  constexpr double kShapeScale = 0.002;
  const Skeleton& skeleton = subject.skeleton();
  std::vector<bool> made(at_rest.size());
  std::set<JointIndex> scaled;
  for (std::size_t slot = 0; !subject.from_gltf() && slot < at_rest.size(); ++slot) {
    if (subject.weighted()[slot] == 0 || subject.joints()[slot] == kNoJoint) continue;
    for (int axis = 0; axis < 3; ++axis)
      if (std::abs(glm::length(Vec3(at_rest[slot][axis])) - 1.0) > kShapeScale)
        scaled.insert(bone_of(subject, slot));
  }
  for (std::size_t slot = 0; slot < made.size(); ++slot)
    made[slot] = std::ranges::any_of(scaled, [&](JointIndex other) {
      const JointIndex bone = bone_of(subject, slot);
      return bone != kNoJoint && (is_above(skeleton, other, bone) || is_above(skeleton, bone, other));
    });
  return made;
}

// What each vertex with weight is moved by.
struct Moves {
  std::vector<Vec3> moves;
  std::vector<std::uint32_t> vertices, strongest;
  Vec3 common{0.0};

  double by(std::size_t i) const { return glm::length(moves[i] - common); }
};

Moves moves_at_rest(const Subject& subject, const std::vector<Mat4>& at_rest) {
  Moves all;
  const Mat3 turn = subject.common_turn(subject.from_shown(at_rest));
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
    all.moves.push_back(move);
    all.vertices.push_back(v);
    all.strongest.push_back(influences.front().joint);
  }
  if (!all.moves.empty()) all.common = common_move(all.moves);
  return all;
}

RestDisplacement moved_at_rest(const Subject& subject, bool joint_positions) {
  RestDisplacement moved;
  const std::vector<Mat4> at_rest = subject.at_rest(joint_positions);
  if (at_rest.empty()) return moved;
  const std::vector<bool> made = made_for_a_shape(subject, at_rest);
  const Moves all = moves_at_rest(subject, at_rest);
  // A shape's own moves are unknown, but joint positions must not add to them.
  const Moves without = joint_positions && std::ranges::find(made, true) != made.end()
                            ? moves_at_rest(subject, subject.at_rest(false))
                            : Moves();
  const auto& [moves, vertices, strongest, common] = all;
  std::map<std::uint32_t, double> by_joint;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    double by = all.by(i);
    if (std::ranges::any_of(subject.influences(vertices[i]),
                            [&](const InfluenceDesc& influence) { return made[influence.joint]; }))
      by = without.moves.size() == moves.size() ? std::max(0.0, by - without.by(i)) : 0.0;
    double& worst = by_joint[strongest[i]];
    worst = std::max(worst, by);
    if (!(by > moved.by)) continue;
    moved.by = by;
    moved.vertex = vertices[i];
  }
  std::vector<std::pair<double, std::uint32_t>> order;
  for (const auto& [joint, by] : by_joint)
    if (by > 0.5 * moved.by && by > 0.0) order.emplace_back(-by, joint);
  std::ranges::sort(order);
  for (const auto& [by, joint] : order) moved.joints.push_back(subject.skin().joint_names[joint]);
  return moved;
}

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

void check_rest(const Subject& subject, Findings& findings) {
  const bool with = subject.options().joint_positions;
  const RestDisplacement moved = moved_at_rest(subject, with);
  if (!(moved.by > kMoved) || follows_points(subject, moved)) return;
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
