// One bound mesh and one avatar in the plain arrays that other skinning code takes.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "bench/bench_scene.h"

namespace mannequin::bench {

// Four influences per vertex; unused ones have weight 0 and joint 0. Bind space, the bind shape applied.
struct PeerVertex {
  glm::vec3 position, normal;
  glm::vec4 tangent;  // unit, perpendicular to the normal; w = handedness
  float weights[4];
  std::uint8_t joints[4];
};

struct PeerTruth {
  Vec3 position, normal, tangent;  // of unit length, but for positions
};

struct PeerMesh {
  std::vector<PeerVertex> vertices;
  std::vector<Mat4> palette;     // world from bind space, double precision
  std::vector<PeerTruth> truth;  // skinned in double precision
  double influences = 0.0;       // above 0 per vertex, mean
};

// The avatar is the first of random_avatars(). Positions and normals of the truth are skin_reference's.
PeerMesh make_peer_mesh(const BoundMesh& bound);

// How far directions, once normalised, may be from the truth; positions: kPositionLimit everywhere.
struct PeerResult {
  double position = 0.0;  // part of the bounding box's diagonal
  double normal = 0.0, tangent = 0.0;
};

// Skinned vertices in memory: `stride` floats each, positions first. A tangent offset of 0: none.
PeerResult compare(const PeerMesh& mesh, const float* skinned, std::size_t stride, std::size_t normal_offset,
                   std::size_t tangent_offset);

}  // namespace mannequin::bench
