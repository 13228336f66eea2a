#include "bench/peers/peer_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"

namespace mannequin::bench {
namespace {

// Any direction along the surface will do: the time does not depend on it.
Vec3 tangent_to(const Vec3& normal) {
  const Vec3 axis = std::abs(normal.x) < 0.5 ? Vec3(1.0, 0.0, 0.0) : Vec3(0.0, 1.0, 0.0);
  return glm::normalize(glm::cross(normal, axis));
}

Mat4 blended(const PeerMesh& mesh, std::size_t v) {
  Mat4 sum(0.0);
  for (std::size_t k = 0; k < kMaxInfluences; ++k)
    sum += static_cast<double>(mesh.vertices[v].weights[k]) * mesh.palette[mesh.vertices[v].joints[k]];
  return sum;
}

// Treats numbers that are not finite as infinitely far.
double distance(const Vec3& a, const Vec3& b) {
  const double length = glm::length(a - b);
  return std::isfinite(length) ? length : std::numeric_limits<double>::infinity();
}

double direction_difference(const float* direction, const Vec3& truth) {
  const Vec3 given(direction[0], direction[1], direction[2]);
  return distance(given / glm::length(given), truth);
}

}  // namespace

PeerMesh make_peer_mesh(const BoundMesh& bound) {
  PeerMesh peer;
  const AvatarState avatar = random_avatars(1).front();
  peer.palette.resize(bound.skin.palette_size());
  make_palette(bound.skin, avatar.joints, std::span<Mat4>(peer.palette));
  std::vector<ReferenceVertex> reference(bound.mesh.vertex_count());
  skin_reference(bound.mesh, bound.skin, peer.palette, reference);

  const Mat4 bind_from_mesh = bound.skin.bind_shape();
  const Mat3 bind_from_mesh_normal = glm::transpose(glm::inverse(Mat3(bind_from_mesh)));
  for (std::size_t v = 0; v < bound.mesh.vertex_count(); ++v) {
    const Vec3 position(bind_from_mesh * Vec4(Vec3(bound.mesh.positions()[v]), 1.0));
    const Vec3 normal = bind_from_mesh_normal * Vec3(bound.mesh.normals()[v]);
    const VertexInfluences& influences = bound.skin.influences()[v];
    PeerVertex to{position, normal, {tangent_to(normal), 1.0}, {}, {}};
    for (std::size_t k = 0; k < kMaxInfluences; ++k) {
      to.weights[k] = influences.weight[k];
      to.joints[k] = static_cast<std::uint8_t>(influences.joint[k]);
      peer.influences += to.weights[k] > 0.0f;
    }
    peer.vertices.push_back(to);
    const Vec3 tangent = Mat3(blended(peer, v)) * Vec3(to.tangent);
    peer.truth.push_back({reference[v].position, reference[v].normal, glm::normalize(tangent)});
  }
  peer.influences /= static_cast<double>(peer.vertices.size());
  return peer;
}

PeerResult compare(const PeerMesh& mesh, const float* skinned, std::size_t stride, std::size_t normal_offset,
                   std::size_t tangent_offset) {
  PeerResult result;
  Vec3 low = mesh.truth.front().position, high = low;
  for (std::size_t v = 0; v < mesh.truth.size(); ++v) {
    const float* vertex = skinned + v * stride;
    const PeerTruth& truth = mesh.truth[v];
    low = glm::min(low, truth.position);
    high = glm::max(high, truth.position);
    result.position =
        std::max(result.position, distance(Vec3(vertex[0], vertex[1], vertex[2]), truth.position));
    result.normal = std::max(result.normal, direction_difference(vertex + normal_offset, truth.normal));
    if (tangent_offset)
      result.tangent = std::max(result.tangent, direction_difference(vertex + tangent_offset, truth.tangent));
  }
  result.position /= glm::length(high - low);
  return result;
}

}  // namespace mannequin::bench
