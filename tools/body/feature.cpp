#include "tools/body/feature.h"

namespace mannequin::body {

std::vector<VertexWeights> weigh_as_skin(const Rig& rig, const Sculpture& s,
                                         const std::function<Vec3(const Vec3&)>& root) {
  std::vector<VertexWeights> weights(s.positions.size());
  for (std::uint32_t v = 0; v < weights.size(); ++v)
    weights[v] =
        s.twin[v] < v ? mirrored(weights[s.twin[v]]) : strongest(weights_at(rig, root(s.positions[v])));
  return weights;
}

Bound feature_mesh(const Rig& rig, const Sculpture& s, const std::vector<VertexWeights>& weights,
                   const std::string& name, const std::string& material, const Vec3f& color) {
  Bound bound = bind(rig, s, weights, name, {material, Vec4f(color, 1.0f), ""});
  add_ancestors(rig, bound.desc.skin);
  return bound;
}

}  // namespace mannequin::body
