#include "tools/body/cloth_weights.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "engine/bind/folded_cloth.h"
#include "engine/bind/hanging_cloth.h"
#include "engine/bind/nearby.h"
#include "engine/bind/source_trees.h"

namespace mannequin::body {
namespace {

using Weights = std::vector<GroupWeight>;  // of groups numbered as skin_joints()

WeightSource skin_of(const Body& body) {
  WeightSource skin;
  skin.surface.positions = body.surface.positions;
  skin.surface.triangles = body.surface.triangles;
  skin.weights.groups = skin_joints();
  for (const VertexWeights& w : body.weights) {
    Weights& list = skin.weights.vertices.emplace_back();
    for (std::size_t k = 0; k < w.weight.size(); ++k)
      if (w.weight[k] > 0.0) list.push_back({w.joint[k], w.weight[k]});
  }
  return skin;
}

Weights other_side(Weights weights) {
  for (GroupWeight& w : weights) w.group = static_cast<std::uint32_t>(mirrored_joints()[w.group]);
  return weights;
}

// Those of vertices that come before their image for both, so that both sides are equal to the last bit.
void make_symmetric(const Sculpture& cloth, std::vector<Weights>& weights) {
  for (std::uint32_t v = 0; v < weights.size(); ++v) {
    if (cloth.twin[v] > v) weights[cloth.twin[v]] = other_side(weights[v]);
    if (cloth.twin[v] != v) continue;
    Weights mean;
    add_weights(mean, weights[v], 0.5);
    add_weights(mean, other_side(weights[v]), 0.5);
    weights[v] = std::move(mean);
  }
}

VertexWeights four_of(const Weights& weights) {
  VertexWeights out;
  std::size_t k = 0;
  for (const GroupWeight& w : mannequin::strongest(weights, out.weight.size())) {
    out.joint[k] = static_cast<std::uint16_t>(w.group);
    out.weight[k++] = w.weight;
  }
  return out;
}

}  // namespace

std::vector<VertexWeights> weigh_cloth(const Body& body, const Sculpture& cloth) {
  const std::size_t count = cloth.positions.size();
  const WeightSource skin = skin_of(body);
  const SourceTrees on_skin(std::span(&skin, 1));
  const Surface surface{cloth.positions, cloth.triangles, {}};
  const std::vector<Vec3> normals = vertex_normals(surface);
  std::vector<Weights> weights;
  std::vector<Vec3> skin_normals;
  std::vector<double> distances;
  std::vector<char> hangs, lining;
  for (std::uint32_t v = 0; v < count; ++v) {
    const SourceTrees::Match below = on_skin.nearest(cloth.positions[v]);
    weights.push_back(on_skin.weights_at(below));
    skin_normals.push_back(on_skin.normal_at(below));
    distances.push_back(below.point.distance);
    hangs.push_back(distances[v] > kSpans);
    // The edge of a hem that hangs is of its outer side.
    const Vec3 away = cloth.positions[v] - below.point.position;
    const bool faces_skin = glm::dot(away, normals[v]) < kFacesSkin * distances[v];
    lining.push_back(cloth.turned_in[v] && (faces_skin || !hangs[v]));
  }
  make_symmetric(cloth, weights);
  even_hanging_cloth(surface, distances, lining, weights);

  const auto is_outside = [&](const Triangle& t) {
    return std::ranges::none_of(t, [&](std::uint32_t v) { return lining[v] != 0; });
  };
  WeightSource outside{"", {cloth.positions, {}, {}}, {skin.weights.groups, weights}, {}};
  std::ranges::copy_if(cloth.triangles, std::back_inserter(outside.surface.triangles), is_outside);
  const SourceTrees on_outside(std::span(&outside, 1));
  const FoldedCloth folded(surface, std::move(skin_normals), std::move(hangs));
  for (std::uint32_t v = 0; v < count; ++v) {
    if (!lining[v]) continue;
    const std::optional<SurfacePoint> before = folded.before(v);
    const bool straight = before && is_outside(cloth.triangles[before->triangle]);
    weights[v] = on_outside.weights_at(on_outside.nearest(straight ? before->position : cloth.positions[v]));
  }
  make_symmetric(cloth, weights);

  std::vector<VertexWeights> result;
  for (const Weights& each : weights) result.push_back(four_of(each));
  return result;
}

}  // namespace mannequin::body
