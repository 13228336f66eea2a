#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "engine/fit/upload_rules.h"
#include "engine/skeleton/joint_sides.h"
#include "engine/skeleton/solve.h"

namespace mannequin::upload {
namespace {

constexpr double kMiddle = 0.02;         // metres on either side of the plane that count as neither side
constexpr double kFewestVertices = 1.0;  // as a sum of weights
// The same, as a part of all weights on that side of the body: where the sides are exchanged, and where only
// one of them follows the other.
constexpr double kFewestOfSide = 0.002, kFewestOneWay = 0.02;
constexpr double kLeastOfSide = 0.1;  // of one side's weights, as a part of the other's

// The vertices of one body side, by the names of the joints they follow.
struct Side {
  Vec3 sum{0.0};
  double weight = 0.0;
  Vec3 mean() const { return sum / weight; }
};

// Calls visit(vertex, place) for each, as the resting avatar turns the mesh.
template <class Visit>
void each_vertex(const Subject& subject, Visit visit) {
  const Mat3 turn = subject.common_turn(subject.at_rest(false));
  for (const std::uint32_t v : subject.vertices()) visit(v, turn * subject.bound_position(v));
}

// Calls visit(joint, weight) for each influence on a known joint.
template <class Visit>
void each_influence(const Subject& subject, std::uint32_t vertex, Visit visit) {
  for (const InfluenceDesc& influence : subject.influences(vertex))
    if (const JointIndex joint = subject.joints()[influence.joint]; joint != kNoJoint)
      visit(joint, static_cast<double>(influence.weight));
}

// Left minus right; zero if one side has next to nothing. What follows both sides alike, as between the legs,
// belongs to neither.
Vec3 left_from_right(const Subject& subject) {
  Side left, right;
  each_vertex(subject, [&](std::uint32_t vertex, const Vec3& place) {
    double more = 0.0;
    each_influence(subject, vertex, [&](JointIndex joint, double weight) {
      const BodySide of = side_of(subject.skeleton()[joint].name);
      if (of != BodySide::middle) more += of == BodySide::left ? weight : -weight;
    });
    Side& side = more > 0.0 ? left : right;
    side.sum += std::abs(more) * place;
    side.weight += std::abs(more);
  });
  const auto [least, most] = std::minmax({left.weight, right.weight});
  return least > kLeastOfSide * most ? left.mean() - right.mean() : Vec3(0.0);
}

// The left side of a bound mesh must be at +Y: then it faces +X. False if it added a finding.
bool check_facing(const Subject& subject, Findings& findings) {
  const Vec3 to_left = left_from_right(subject);
  const double apart = std::hypot(to_left.x, to_left.y);
  if (apart < 0.02) return true;  // a mesh in the middle is inconclusive
  const double degrees = std::abs(std::atan2(-to_left.x, to_left.y)) * 180.0 / std::numbers::pi;
  if (degrees < 30.0) return true;
  findings.push_back(
      {Severity::warning, "not_x_forward", subject.mesh().name, "", std::nullopt,
       fmt::format("its left side is {:.0f} degrees off the avatar's left (+Y), so it does not "
                   "face along X "
                   "and its weights distort it. The uploader only warns",
                   degrees),
       "rotate mesh and armature so that the figure faces +X, apply the rotation, and export again"});
  return false;
}

// Weight of a joint on its own side of the body and on the other.
struct Sides {
  double own = 0.0, other = 0.0;
};

// A hand that follows the other hand: invisible at rest. The joint's own counterpart must have less weight
// there, since cloth draped to one side has some of both. A few that follow, while nothing on the joint's
// side follows its counterpart, are torn away, and exchanging names would mend nothing.
void check_exchanged(const Subject& subject, Findings& findings) {
  const Skeleton& skeleton = subject.skeleton();
  std::vector<JointTransform> rest(skeleton.size());
  solve_pose(skeleton, rest_joints(skeleton), {}, {}, rest);
  std::map<JointIndex, Sides> weights;
  double at_left = 0.0, at_right = 0.0;
  each_vertex(subject, [&](std::uint32_t vertex, const Vec3& place) {
    if (std::abs(place.y) < kMiddle) return;
    each_influence(subject, vertex, [&](JointIndex joint, double weight) {
      (place.y > 0.0 ? at_left : at_right) += weight;
      const double side = rest[static_cast<std::size_t>(joint)].world_position.y;
      if (std::abs(side) < kMiddle) return;
      Sides& sides = weights[joint];
      (side * place.y > 0.0 ? sides.own : sides.other) += weight;
    });
  });
  const auto fewest = [&](double side) { return std::max(kFewestVertices, kFewestOfSide * side); };
  std::vector<std::string> names;
  std::set<JointIndex> told;
  for (const auto& [joint, sides] : weights) {
    const JointIndex counterpart = mirrored_joint(skeleton, joint);
    if (counterpart == kNoJoint || told.contains(counterpart)) continue;
    const auto found = weights.find(counterpart);
    const Sides others = found == weights.end() ? Sides() : found->second;
    const bool is_left = rest[static_cast<std::size_t>(joint)].world_position.y > 0.0;
    const double own_side = is_left ? at_left : at_right, other_side = is_left ? at_right : at_left;
    if (sides.other < fewest(other_side) || sides.other <= others.own || sides.own >= sides.other) continue;
    const bool mutual = others.other >= fewest(own_side) && others.other > others.own;
    if (!mutual && sides.other < kFewestOneWay * other_side) continue;
    told.insert(joint);
    names.push_back(skeleton[joint].name);
  }
  if (names.empty()) return;
  findings.push_back(
      {Severity::warning, "exchanged_sides", subject.mesh().name, names.front(), std::nullopt,
       fmt::format(
           "{} {} vertices of the other side of the body, with the weights that its counterpart "
           "should have there. At rest nothing shows; as soon as a joint moves, the wrong side follows",
           some_names(names), names.size() == 1 ? "moves" : "move"),
       "exchange the names of the two vertex groups, or weight it again: mannequin bind FILE -o OUT.glb"});
}

}  // namespace

void check_sides(const Subject& subject, Findings& findings) {
  if (check_facing(subject, findings)) check_exchanged(subject, findings);
}

}  // namespace mannequin::upload
