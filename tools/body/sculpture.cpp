#include "tools/body/sculpture.h"

#include <algorithm>

#include "tools/body/openings.h"
#include "tools/body/texture_map.h"

namespace mannequin::body {
namespace {

constexpr double kSliver = 0.085;  // the sine of an angle that is too sharp

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

// What skinning will do to a vertex in the shape in which it was sculpted.
Mat4 blended(const std::vector<Mat4>& sculpt_from_bind, const VertexWeights& weights) {
  Mat4 sum(0.0);
  for (std::size_t k = 0; k < 4; ++k)
    if (weights.weight[k] > 0.0) sum += sculpt_from_bind[weights.joint[k]] * weights.weight[k];
  return sum;
}

SkinDesc make_skin(const Rig& rig, const std::vector<VertexWeights>& weights,
                   const std::vector<std::uint32_t>& source) {
  const std::vector<std::string>& joints = skin_joints();
  std::vector<std::uint8_t> used(joints.size(), 0);
  for (const VertexWeights& vertex : weights)
    for (std::size_t k = 0; k < 4; ++k)
      if (static_cast<float>(vertex.weight[k]) > 0.0f) used[vertex.joint[k]] = 1;
  SkinDesc skin;
  std::vector<std::uint16_t> place(joints.size(), 0);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (!used[j]) continue;
    place[j] = static_cast<std::uint16_t>(skin.joint_names.size());
    skin.joint_names.push_back(joints[j]);
    skin.inverse_binds.push_back(rig.joint_from_bind(rig.joint(joints[j])));
  }
  skin.joint_positions.resize(skin.joint_names.size());
  skin.influence_begin.push_back(0);
  for (const std::uint32_t v : source) {
    for (std::size_t k = 0; k < 4; ++k) {
      const float weight = static_cast<float>(weights[v].weight[k]);
      if (weight > 0.0f) skin.influences.push_back({place[weights[v].joint[k]], weight});
    }
    skin.influence_begin.push_back(static_cast<std::uint32_t>(skin.influences.size()));
  }
  return skin;
}

// The least sine of a triangle's angles; negative if it faces away from the normal.
double facing(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal) {
  const Vec3 area = glm::cross(b - a, c - a);
  const double x = glm::distance(b, c), y = glm::distance(c, a), z = glm::distance(a, b);
  const double sine = glm::length(area) / std::max({x * y, y * z, z * x, 1e-30});
  return glm::dot(area, normal) > 0.0 ? sine : -sine;
}

// In a groove that is narrower than its triangles, such as between the lips, some triangles turn over or
// become slivers: their vertices go to the middle of their neighbours.
void unfold(const Sculpture& s, std::vector<Vec3>& positions, const std::vector<Vec3>& normals) {
  for (int round = 0; round < 30; ++round) {
    std::vector<std::uint8_t> folded(positions.size());
    for (const auto& [a, b, c] : s.triangles) {
      const Vec3 normal = normals[a] + normals[b] + normals[c];
      if (facing(positions[a], positions[b], positions[c], normal) < kSliver)
        folded[a] = folded[b] = folded[c] = 1;
    }
    if (std::ranges::count(folded, 1) == 0) return;
    std::vector<Vec3> sum(positions.size(), Vec3(0.0));
    std::vector<double> count(positions.size());
    for (const Triangle& t : s.triangles)
      for (std::size_t k = 0; k < 3; ++k)
        for (const std::size_t other : {(k + 1) % 3, (k + 2) % 3}) {
          sum[t[k]] += positions[t[other]];
          count[t[k]] += 1.0;
        }
    for (std::size_t v = 0; v < positions.size(); ++v) {
      if (folded[v] && s.twin[v] >= v) positions[v] = sum[v] / count[v];
      if (s.twin[v] == v) positions[v].y = 0.0;
      if (s.twin[v] < v) positions[v] = positions[s.twin[v]] * Vec3(1, -1, 1);
    }
  }
}

Sculpture both_halves(const HalfSurface& half, const Field& field) {
  Sculpture s;
  mirror_join(half, s.positions, s.triangles, &s.twin);
  s.normals.resize(s.positions.size());
  const std::vector<double> reach = edge_lengths(half);
  for (std::uint32_t v = 0; v < half.positions.size(); ++v) {
    // Over a third of an edge: a normal that turns faster than the vertices can follow would only look
    // ragged.
    const Vec3 n = glm::normalize(field.gradient(s.positions[v], 0.35 * reach[v]));
    s.normals[v] = n;
    if (s.twin[v] != v) s.normals[s.twin[v]] = {n.x, -n.y, n.z};
  }
  return s;
}

}  // namespace

Sculpture sculpt(const Field& field, double cell, const RemeshSettings& settings) {
  return both_halves(remesh(field, extract(field, cell), settings), field);
}

Sculpture sculpt_cloth(const Field& field, const Field& openings, const HemStyle& style, double cell,
                       RemeshSettings settings) {
  settings.openings = &openings;
  const Hemmed hemmed =
      turn_in(remesh(field, cut_open(extract(field, cell, &openings), field, openings), settings), field,
              openings, style);
  Sculpture s = both_halves(hemmed.half, field);
  s.turned_in.assign(s.positions.size(), 0);
  for (std::size_t k = 0; k < hemmed.normals.size(); ++k) {
    const std::uint32_t v = static_cast<std::uint32_t>(hemmed.cloth_vertices + k), other = s.twin[v];
    s.turned_in[v] = s.turned_in[other] = 1;
    s.normals[v] = hemmed.normals[k];
    if (other == v)
      s.normals[v] = glm::normalize(s.normals[v] * Vec3(1, 0, 1));
    else
      s.normals[other] = s.normals[v] * Vec3(1, -1, 1);
  }
  return s;
}

Bound bind(const Rig& rig, const Sculpture& s, const std::vector<VertexWeights>& weights,
           const std::string& name, const MaterialDesc& material) {
  // Normals by the same matrix, not its inverse transpose: the viewer skins normals with the plain matrix, so
  // these come out right again.
  std::vector<Mat4> sculpt_from_bind;
  for (const std::string& joint : skin_joints())
    sculpt_from_bind.push_back(rig.sculpt_from_bind(rig.joint(joint)));
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

  if (s.has_grooves) unfold(s, positions, normals);

  const TextureMap map = lay_out(rig, s.positions, s.triangles);
  Bound bound;
  MeshDesc& mesh = bound.desc.mesh;
  mesh.name = name;
  mesh.materials.push_back(material);
  for (std::size_t c = 0; c < map.vertex.size(); ++c) {
    mesh.positions.push_back(Vec3f(positions[map.vertex[c]]));
    mesh.normals.push_back(Vec3f(normals[map.vertex[c]]));
    mesh.uvs.push_back(map.uv[c]);
    mesh.source_indices.push_back(map.vertex[c]);
    if (!s.colors.empty()) bound.look.vertex_colors.emplace_back(s.colors[map.vertex[c]], 1.0f);
  }
  mesh.indices = map.corners;
  mesh.faces.push_back({0, 0, static_cast<std::uint32_t>(mesh.positions.size()), 0,
                        static_cast<std::uint32_t>(mesh.indices.size())});
  bound.desc.skin = make_skin(rig, weights, map.vertex);
  return bound;
}

void add_ancestors(const Rig& rig, SkinDesc& skin) {
  for (std::size_t j = 0; j < skin.joint_names.size(); ++j) {  // grows on the way
    const JointIndex above = rig.skeleton[rig.joint(skin.joint_names[j])].parent;
    if (above == kNoJoint) continue;
    const std::string& name = rig.skeleton[above].name;
    if (std::ranges::find(skin.joint_names, name) != skin.joint_names.end()) continue;
    skin.joint_names.push_back(name);
    skin.inverse_binds.push_back(rig.joint_from_bind(above));
  }
  skin.joint_positions.resize(skin.joint_names.size());
}

}  // namespace mannequin::body
