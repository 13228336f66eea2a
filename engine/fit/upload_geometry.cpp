#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/fit/upload_rules.h"
#include "engine/mesh/bind_orientation.h"

namespace mannequin::upload {
namespace {

constexpr std::size_t kMaxFaces = 8;               // of one mesh object
constexpr std::uint32_t kMaxFaceVertices = 65532;  // from this number on the importer starts a new face
constexpr double kLikelySize[2] = {0.002, 8.0};    // metres: an eyelash, a dragon

// Vertices of one side of the body, by the names of the joints they follow most.
struct Side {
  Vec3 sum{0.0};
  double weight = 0.0;
  Vec3 mean() const { return sum / weight; }
};

// Left minus right, as the resting avatar turns the mesh, over all weighted vertices; zero if one side has
// none.
Vec3 left_from_right(const Subject& subject) {
  const std::vector<Mat4> at_rest = subject.at_rest(false);
  const Mat3 turn = subject.common_turn(at_rest);
  Side left, right;
  for (std::size_t v = 0; v < subject.mesh().positions.size(); ++v)
    for (const InfluenceDesc& influence : subject.influences(v)) {
      const JointIndex joint = subject.joints()[influence.joint];
      if (joint == kNoJoint) continue;
      const std::string& name = subject.skeleton()[joint].name;
      const bool is_left = name.ends_with("Left") || name.starts_with("L_");
      const bool is_right = name.ends_with("Right") || name.starts_with("R_");
      if (!is_left && !is_right) continue;
      Side& side = is_left ? left : right;
      side.sum += static_cast<double>(influence.weight) * (turn * subject.bound_position(v));
      side.weight += static_cast<double>(influence.weight);
    }
  return left.weight > 0.0 && right.weight > 0.0 ? left.mean() - right.mean() : Vec3(0.0);
}

// The left side of a bound mesh must be at +Y: then it faces +X.
void check_facing(const Subject& subject, Findings& findings) {
  const Vec3 to_left = left_from_right(subject);
  const double apart = std::hypot(to_left.x, to_left.y);
  if (apart < 0.02) return;  // a mesh in the middle is inconclusive
  const double degrees = std::abs(std::atan2(-to_left.x, to_left.y)) * 180.0 / std::numbers::pi;
  if (degrees < 30.0) return;
  findings.push_back(
      {Severity::warning, "not_x_forward", subject.mesh().name, "", std::nullopt,
       fmt::format("its left side is {:.0f} degrees off the avatar's left (+Y), so it does not "
                   "face along X "
                   "and its weights distort it. The uploader only warns",
                   degrees),
       "rotate mesh and armature so that the figure faces +X, apply the rotation, and export again"});
}

void check_size(const Subject& subject, Findings& findings) {
  const MeshDesc& mesh = subject.mesh();
  if (mesh.positions.empty()) return;
  Vec3 low = subject.bound_position(0), high = low;
  for (std::size_t v = 1; v < mesh.positions.size(); ++v) {
    low = glm::min(low, subject.bound_position(v));
    high = glm::max(high, subject.bound_position(v));
  }
  const Vec3 size = high - low;
  const double largest = std::max({size.x, size.y, size.z});
  if (largest >= kLikelySize[0] && largest <= kLikelySize[1]) return;
  findings.push_back({Severity::warning, "unlikely_size", mesh.name, "", std::nullopt,
                      fmt::format("measures {:.4g} m in bind pose; the unit of length is the metre", largest),
                      "set the exporter's unit to metres and apply the armature's scale before you export"});
}

}  // namespace

void check_geometry(const Subject& subject, Findings& findings) {
  const MeshDesc& mesh = subject.mesh();
  std::size_t used = 0;
  for (const FaceDesc& face : mesh.faces) {
    used += face.index_count > 0;
    if (face.vertex_count <= kMaxFaceVertices) continue;
    const std::string material =
        face.material < mesh.materials.size() ? mesh.materials[face.material].name : std::string();
    findings.push_back(
        {Severity::warning, "face_too_large", mesh.name, "", face.first_vertex,
         fmt::format("material '{}' has {} vertices; a face holds {}, so the importer splits it into "
                     "several, and larger polygons are torn",
                     material, face.vertex_count, kMaxFaceVertices),
         "split the mesh by a second material, or reduce it"});
  }
  if (used > kMaxFaces)
    findings.push_back(
        {Severity::warning, "too_many_faces", mesh.name, "", std::nullopt,
         fmt::format("has {} faces (materials); an object has {}, so the uploader splits it into {} objects",
                     used, kMaxFaces, (used + kMaxFaces - 1) / kMaxFaces),
         "merge materials, or expect several linked parts"});
  if (!subject.rigged()) return;
  if (bind_orientation(subject.skin().bind_shape).warning)
    findings.push_back(
        {Severity::warning, "bind_shape_orientation", mesh.name, "", std::nullopt,
         "its bind shape matrix rotates it. The uploader warns; worn, it is oriented correctly",
         "apply the object's rotation before binding to avoid the warning"});
  check_facing(subject, findings);
  check_size(subject, findings);
}

}  // namespace mannequin::upload
