#include "tools/document/body_like.h"

#include <algorithm>
#include <vector>

#include "engine/bind/bones.h"

namespace mannequin::document {
namespace {

// By bone or volume, whichever has the weights.
struct Region {
  std::vector<const char*> joints;
  double least;  // share of all weights
};

// A neck is a small part of a body with modelled fingers and toes.
constexpr double kLimb = 0.005, kNeck = 0.003;

const std::vector<Region>& regions_of_a_body() {
  static const std::vector<Region> kRegions = {
      {{"mNeck", "NECK", "mHead", "HEAD"}, kNeck},
      {{"mTorso", "mChest", "BELLY", "CHEST", "UPPER_BACK", "LOWER_BACK", "LEFT_PEC", "RIGHT_PEC"}, kLimb},
      {{"mShoulderLeft", "L_UPPER_ARM"}, kLimb},
      {{"mShoulderRight", "R_UPPER_ARM"}, kLimb},
      {{"mHipLeft", "L_UPPER_LEG"}, kLimb},
      {{"mHipRight", "R_UPPER_LEG"}, kLimb},
      {{"mKneeLeft", "L_LOWER_LEG"}, kLimb},
      {{"mKneeRight", "R_LOWER_LEG"}, kLimb}};
  return kRegions;
}

// Metres. Cloth is further from the bone that it lies around than the core of a limb, and nearer than a wide
// skirt. Vertices around the feet, near the origin, may be those of an object.
constexpr double kNearestCloth = 0.025, kFurthestCloth = 0.25, kAboveFeet = 0.30;
constexpr std::size_t kFewest = 12;
// The length of the mean of the directions to them, which is 1 if all lie on one side.
constexpr double kMostOneSided = 0.5;

bool surrounds(const io::BoundMeshFile& file, const Vec3& bone) {
  Vec3 sum(0.0);
  std::size_t count = 0;
  for (const BoundMeshDesc& bound : file.meshes)
    for (const Vec3f& p : bound.mesh.positions) {
      const Vec3 way = Vec3(bound.skin.bind_shape * Vec4(Vec3(p), 1.0)) - bone;
      const double distance = glm::length(way);
      if (distance < kNearestCloth) return false;
      if (distance > kFurthestCloth) continue;
      sum += way / distance;
      ++count;
    }
  return count >= kFewest && glm::length(sum) < kMostOneSided * static_cast<double>(count);
}

}  // namespace

bool is_own_hair(const WornFile& file) {
  if (file.system_avatar) return file.piece == SystemPiece::hair;
  return file.file != nullptr && file.file->is_builtin && file.path.stem() == "hair";
}

bool looks_like_body(const WornFile& file, const Skeleton& skeleton) {
  std::vector<double> weights(skeleton.size());
  double all = 0.0;
  for (const auto& mesh : file.meshes)
    for (const VertexInfluences& influences : mesh->skin.influences())
      for (std::size_t k = 0; k < kMaxInfluences; ++k) {
        const std::size_t slot = influences.joint[k];
        if (slot >= mesh->skin.joint_count() || mesh->skin.joints()[slot] == kNoJoint) continue;
        weights[static_cast<std::size_t>(mesh->skin.joints()[slot])] += influences.weight[k];
        all += influences.weight[k];
      }
  return std::ranges::all_of(regions_of_a_body(), [&](const Region& region) {
    double sum = 0.0;
    for (const char* name : region.joints)
      if (const JointIndex joint = skeleton.find(name); joint != kNoJoint)
        sum += weights[static_cast<std::size_t>(joint)];
    return sum > region.least * all;
  });
}

bool looks_like_clothing(const io::BoundMeshFile& file, const Skeleton& skeleton) {
  const std::vector<Vec3> places = bind_places(skeleton);
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const Joint& joint = skeleton[static_cast<JointIndex>(j)];
    if (joint.kind == JointKind::bone && joint.support == JointSupport::base && places[j].z > kAboveFeet &&
        surrounds(file, places[j]))
      return true;
  }
  return false;
}

}  // namespace mannequin::document
