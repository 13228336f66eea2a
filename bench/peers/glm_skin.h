// A naive implementation of skinning: a loop over vertices, GLM's types, the compiler's own vectorisation.
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

// Does not normalise normals and tangents, which saves this loop work that our backends do.
void glm_skin(std::span<const PeerVertex> vertices, std::span<const glm::mat4> palette,
              std::span<GlmVertexPn> out);
void glm_skin(std::span<const PeerVertex> vertices, std::span<const glm::mat4> palette,
              std::span<GlmVertexPnt> out);

}  // namespace mannequin::bench
