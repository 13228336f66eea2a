#include "tools/body/body.h"

#include <cmath>

#include "tools/body/figure.h"
#include "tools/body/remesh.h"
#include "tools/body/texture_map.h"
#include "tools/body/weights.h"

namespace mannequin::body {
namespace {

constexpr double kCell = 0.005;  // of the first, dense surface

struct Sculpture {
  std::vector<Vec3> positions, normals;
  std::vector<Triangle> triangles;
  std::vector<std::uint32_t> twin;
};

// Mean length of the edges at each vertex.
std::vector<double> edge_lengths(const HalfSurface& half) {
  std::vector<double> sum(half.positions.size(), 0.0), count(half.positions.size(), 0.0);
  for (const Triangle& t : half.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double length = glm::length(half.positions[t[k]] - half.positions[t[(k + 1) % 3]]);
      for (const std::uint32_t v : {t[k], t[(k + 1) % 3]}) {
        sum[v] += length;
        count[v] += 1.0;
      }
    }
  }
  for (std::size_t v = 0; v < sum.size(); ++v) sum[v] /= count[v];
  return sum;
}

Sculpture sculpt(const Rig& rig) {
  const Field figure = sculpt_figure(rig);
  RemeshSettings settings;
  settings.limit = edge_limit(rig);
  const HalfSurface half = remesh(figure, extract(figure, kCell), settings);
  Sculpture s;
  mirror_join(half, s.positions, s.triangles, &s.twin);
  s.normals.resize(s.positions.size());
  const std::vector<double> reach = edge_lengths(half);
  for (std::uint32_t v = 0; v < half.positions.size(); ++v) {
    // Over a third of an edge: a normal that turns faster than the vertices can follow would only look
    // ragged.
    const Vec3 n = glm::normalize(figure.gradient(s.positions[v], 0.35 * reach[v]));
    s.normals[v] = n;
    if (s.twin[v] != v) s.normals[s.twin[v]] = {n.x, -n.y, n.z};
  }
  return s;
}

// What skinning will do to a vertex in the shape in which the body was sculpted.
Mat4 blended(const std::vector<Mat4>& sculpt_from_bind, const VertexWeights& weights) {
  Mat4 sum(0.0);
  for (std::size_t k = 0; k < 4; ++k)
    if (weights.weight[k] > 0.0) sum += sculpt_from_bind[weights.joint[k]] * weights.weight[k];
  return sum;
}

void set_skin(const Rig& rig, const std::vector<VertexWeights>& weights,
              const std::vector<std::uint32_t>& source, SkinDesc& skin) {
  skin.joint_names = skin_joints();
  skin.joint_positions.resize(skin.joint_names.size());
  for (const std::string& name : skin.joint_names)
    skin.inverse_binds.push_back(rig.joint_from_bind(rig.joint(name)));
  skin.influence_begin.push_back(0);
  for (const std::uint32_t v : source) {
    for (std::size_t k = 0; k < 4; ++k) {
      const float weight = static_cast<float>(weights[v].weight[k]);
      if (weight > 0.0f) skin.influences.push_back({weights[v].joint[k], weight});
    }
    skin.influence_begin.push_back(static_cast<std::uint32_t>(skin.influences.size()));
  }
}

}  // namespace

Result<BoundMeshDesc> make_body(const Character& character) {
  const Rig rig = make_rig(character);
  const Sculpture s = sculpt(rig);
  const std::vector<VertexWeights> weights = weigh(rig, s.positions, s.triangles, s.twin);

  // Take the sculpted shape back to the bind pose through the body's own weights. Normals by the same matrix,
  // not its inverse transpose: the viewer skins normals with the plain matrix, so these come out right again.
  std::vector<Mat4> sculpt_from_bind;
  for (const std::string& name : skin_joints())
    sculpt_from_bind.push_back(rig.sculpt_from_bind(rig.joint(name)));
  std::vector<Vec3> positions(s.positions.size()), normals(s.positions.size());
  for (std::size_t v = 0; v < s.positions.size(); ++v) {
    const Mat4 bind_from_sculpt = glm::inverse(blended(sculpt_from_bind, weights[v]));
    positions[v] = Vec3(bind_from_sculpt * Vec4(s.positions[v], 1.0));
    normals[v] = glm::normalize(Mat3(bind_from_sculpt) * s.normals[v]);
    // Rounding must not part the halves.
    if (s.twin[v] == v) positions[v].y = normals[v].y = 0.0;
    if (s.twin[v] < v) {
      const std::uint32_t first = s.twin[v];
      positions[v] = positions[first] * Vec3(1, -1, 1);
      normals[v] = normals[first] * Vec3(1, -1, 1);
    }
  }

  const TextureMap map = lay_out(rig, s.positions, s.triangles);
  BoundMeshDesc body;
  MeshDesc& mesh = body.mesh;
  mesh.name = "mannequin";
  mesh.materials.push_back({"skin", Vec4f(0.80f, 0.70f, 0.61f, 1.0f), ""});
  for (std::size_t c = 0; c < map.vertex.size(); ++c) {
    mesh.positions.push_back(Vec3f(positions[map.vertex[c]]));
    mesh.normals.push_back(Vec3f(normals[map.vertex[c]]));
    mesh.uvs.push_back(map.uv[c]);
    mesh.source_indices.push_back(map.vertex[c]);
  }
  mesh.indices = map.corners;
  mesh.faces.push_back({0, 0, static_cast<std::uint32_t>(mesh.positions.size()), 0,
                        static_cast<std::uint32_t>(mesh.indices.size())});
  set_skin(rig, weights, map.vertex, body.skin);
  return body;
}

}  // namespace mannequin::body
