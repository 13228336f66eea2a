#include <fmt/format.h>

#include <algorithm>

#include "engine/fit/upload_rules.h"
#include "engine/mesh/bind_orientation.h"

namespace mannequin::upload {
namespace {

constexpr std::size_t kMaxFaces = 8;               // of one mesh object
constexpr std::uint32_t kMaxFaceVertices = 65532;  // from this number on the importer starts a new face
constexpr double kLikelySize[2] = {0.002, 8.0};    // metres: an eyelash, a dragon

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
  check_size(subject, findings);
}

}  // namespace mannequin::upload
