// Skinning as one would write it first: a loop over vertices, GLM's types, the compiler's own vectorising.
#pragma once

#include <glm/glm.hpp>
#include <span>

#include "bench/peers/peer_mesh.h"

namespace mannequin::bench {

struct GlmVertexPn {
  glm::vec3 position, normal;
};
struct GlmVertexPnt {
  glm::vec3 position, normal;
  glm::vec4 tangent;
};

// Normals and tangents are not made unit, which spares this loop what our backends do.
void glm_skin(std::span<const PeerVertex> vertices, std::span<const glm::mat4> palette,
              std::span<GlmVertexPn> out);
void glm_skin(std::span<const PeerVertex> vertices, std::span<const glm::mat4> palette,
              std::span<GlmVertexPnt> out);

}  // namespace mannequin::bench
