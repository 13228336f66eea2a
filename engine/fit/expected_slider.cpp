#include "engine/fit/expected_slider.h"

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>

#include "engine/skeleton/solve.h"

namespace mannequin {
namespace {

constexpr double kBesideABone = 0.08;  // metres from the line between its ends
constexpr double kRoundAVolume = 1.3;  // relative to its size: clothes lie outside
constexpr std::size_t kShare = 100;    // one vertex in this many

// A joint in the bind pose: the resting avatar, pelvis at its default height.
class Place {
 public:
  Place(const Joint& joint, const Mat4& world_from_joint, const Vec3& lifted)
      : volume_(joint.kind == JointKind::collision_volume) {
    const Mat4 bound = glm::translate(Mat4(1.0), lifted) * world_from_joint;
    joint_from_bound_ = glm::inverse(bound);
    from_ = Vec3(bound[3]);
    to_ = from_ + Mat3(bound) * joint.tail;
  }

  bool contains(const Vec3& point) const {
    if (volume_) return glm::length(Vec3(joint_from_bound_ * Vec4(point, 1.0))) < kRoundAVolume;
    const Vec3 along = to_ - from_;
    const double square = glm::dot(along, along);
    const double t = square > 0.0 ? std::clamp(glm::dot(point - from_, along) / square, 0.0, 1.0) : 0.0;
    return glm::distance(point, from_ + t * along) < kBesideABone;
  }

 private:
  bool volume_;
  Mat4 joint_from_bound_;
  Vec3 from_, to_;
};

std::vector<Place> places_of(const Skeleton& skeleton, const std::set<JointIndex>& joints) {
  std::vector<JointTransform> rest(skeleton.size());
  solve_pose(skeleton, rest_joints(skeleton), {}, {}, rest);
  const JointIndex pelvis = skeleton.find("mPelvis");
  const Vec3 lifted = pelvis == kNoJoint ? Vec3(0.0) : skeleton[pelvis].default_position;
  std::vector<Place> places;
  for (const JointIndex joint : joints)
    if (skeleton[joint].kind != JointKind::attachment_point)
      places.emplace_back(skeleton[joint], rest[static_cast<std::size_t>(joint)].world_from_joint(), lifted);
  return places;
}

}  // namespace

bool is_expected(const Character& character, ParameterIndex slider, Sex sex,
                 std::span<const MeasuredMesh* const> worn) {
  const SliderReach reach = slider_reach(character.appearance, slider, sex);
  const std::vector<Place> places = places_of(character.skeleton, reach.joints());
  return std::ranges::any_of(worn, [&](const MeasuredMesh* mesh) {
    const auto there = std::ranges::count_if(mesh->bound(), [&](const Vec3f& vertex) {
      return std::ranges::any_of(places, [&](const Place& place) { return place.contains(Vec3(vertex)); });
    });
    return static_cast<std::size_t>(there) * kShare >= mesh->bound().size() && there > 0;
  });
}

}  // namespace mannequin
