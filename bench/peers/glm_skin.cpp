#include "bench/peers/glm_skin.h"

namespace mannequin::bench {
namespace {

glm::mat4 blend(const PeerVertex& vertex, std::span<const glm::mat4> palette) {
  glm::mat4 sum = vertex.weights[0] * palette[vertex.joints[0]];
  for (int k = 1; k < 4; ++k) sum += vertex.weights[k] * palette[vertex.joints[k]];
  return sum;
}

}  // namespace

void glm_skin(std::span<const PeerVertex> vertices, std::span<const glm::mat4> palette,
              std::span<GlmVertexPn> out) {
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const glm::mat4 world_from_bind = blend(vertices[v], palette);
    out[v].position = glm::vec3(world_from_bind * glm::vec4(vertices[v].position, 1.0f));
    out[v].normal = glm::mat3(world_from_bind) * vertices[v].normal;
  }
}

void glm_skin(std::span<const PeerVertex> vertices, std::span<const glm::mat4> palette,
              std::span<GlmVertexPnt> out) {
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const glm::mat4 world_from_bind = blend(vertices[v], palette);
    const glm::mat3 directions(world_from_bind);
    const glm::vec4& tangent = vertices[v].tangent;
    out[v].position = glm::vec3(world_from_bind * glm::vec4(vertices[v].position, 1.0f));
    out[v].normal = directions * vertices[v].normal;
    out[v].tangent = glm::vec4(directions * glm::vec3(tangent), tangent.w);
  }
}

}  // namespace mannequin::bench
