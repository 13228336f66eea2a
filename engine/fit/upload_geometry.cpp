#include <fmt/format.h>

#include <algorithm>

#include "engine/fit/upload_rules.h"
#include "engine/mesh/bind_orientation.h"

namespace mannequin::upload {
namespace {

constexpr std::size_t kMaxFaces = 8;  // of one mesh object
// With more, the importer starts a new face: that of other formats, of whole polygons, and that of glTF.
constexpr std::uint32_t kMaxFaceVertices = 65532, kMaxGltfFaceVertices = 65524;
constexpr double kLikelySize[2] = {0.002, 8.0};  // metres: an eyelash, a dragon
constexpr double kSeveralJoints = 0.05;  // metres: so far joints must be spread to say how large it is
constexpr double kLikelyRatio = 10.0;    // between the spread of vertices and joints

// Mean distance of places from their middle.
double spread(const std::vector<Vec3>& places) {
  Vec3 middle(0.0);
  for (const Vec3& place : places) middle += place;
  middle /= static_cast<double>(places.size());
  double sum = 0.0;
  for (const Vec3& place : places) sum += glm::distance(place, middle);
  return sum / static_cast<double>(places.size());
}

// Metres; 0 unless the mesh is far too small or large for the joints that its vertices follow: how far those
// are spread, as the vertices should be.
double spread_of_joints(const Subject& subject, const std::vector<Vec3>& vertices) {
  const SkinDesc& skin = subject.skin();
  if (skin.inverse_binds.size() != subject.joints().size()) return 0.0;
  std::vector<Vec3> joints, own;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const std::vector<InfluenceDesc> influences = subject.influences(subject.vertices()[i]);
    const auto strongest = std::ranges::max_element(influences, {}, &InfluenceDesc::weight);
    if (strongest == influences.end()) continue;
    joints.emplace_back(glm::inverse(skin.inverse_binds[strongest->joint])[3]);
    own.push_back(vertices[i]);
  }
  if (joints.empty()) return 0.0;
  const double wide = spread(joints), size = spread(own);
  return wide > kSeveralJoints && (size < wide / kLikelyRatio || size > wide * kLikelyRatio) ? wide : 0.0;
}

void check_size(const Subject& subject, Findings& findings) {
  const MeshDesc& mesh = subject.mesh();
  if (subject.vertices().empty()) return;
  std::vector<Vec3> vertices;
  vertices.reserve(subject.vertices().size());
  for (const std::uint32_t v : subject.vertices()) vertices.push_back(subject.bound_position(v));
  Vec3 low = vertices.front(), high = low;
  for (const Vec3& vertex : vertices) {
    low = glm::min(low, vertex);
    high = glm::max(high, vertex);
  }
  const Vec3 size = high - low;
  const double largest = std::max({size.x, size.y, size.z});
  const double joints = spread_of_joints(subject, vertices);
  if (largest >= kLikelySize[0] && largest <= kLikelySize[1] && joints == 0.0) return;
  findings.push_back(
      {Severity::warning, "unlikely_size", mesh.name, "", std::nullopt,
       fmt::format("measures {:.4g} m in bind pose{}; the unit of length is the metre", largest,
                   joints == 0.0 ? ""
                                 : fmt::format(", but the joints that it follows are spread over {:.2g} m",
                                               2.0 * joints)),
       "set the exporter's unit to metres and apply the armature's scale before you export"});
}

}  // namespace

void check_geometry(const Subject& subject, Findings& findings) {
  const MeshDesc& mesh = subject.mesh();
  std::size_t used = 0;
  for (const FaceDesc& face : mesh.faces) {
    used += face.index_count > 0;
    const std::uint32_t most = subject.from_gltf() ? kMaxGltfFaceVertices : kMaxFaceVertices;
    if (face.vertex_count <= most) continue;
    const std::string material =
        face.material < mesh.materials.size() ? mesh.materials[face.material].name : std::string();
    findings.push_back(
        {Severity::warning, "face_too_large", mesh.name, "", face.first_vertex,
         subject.from_gltf()
             ? fmt::format("material '{}' has {} vertices; a face holds {}, so the importer splits it into "
                           "several",
                           material, face.vertex_count, most)
             : fmt::format("material '{}' has {} vertices; a face holds {}, so the importer splits it into "
                           "several, and larger polygons are torn",
                           material, face.vertex_count, most),
         "give part of it a second material, or reduce it"});
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
  check_size(subject, findings);
}

}  // namespace mannequin::upload
