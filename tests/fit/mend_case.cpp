#include "tests/fit/mend_case.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/appearance/random_shape.h"
#include "engine/bind/smooth.h"
#include "engine/bind/surface.h"
#include "engine/fit/random_pose.h"
#include "engine/io/builtin_mesh.h"
#include "engine/mesh/retarget.h"
#include "engine/wear/bound_mesh.h"

namespace mannequin {

BoundMeshDesc settled_builtin(std::string_view name) {
  BoundMeshDesc bound = io::read_builtin_mesh(name, Sex::female).value().meshes[0];
  retarget(bound.skin, builtin().skeleton, kStrictImporter);
  return bound;
}

Result<WornGarment> build_strict(std::span<const BoundMeshDesc> meshes) {
  WornGarment out;
  for (const BoundMeshDesc& desc : meshes) {
    Result<BoundMesh> bound = build_bound_mesh(desc, builtin().skeleton, kStrictImporter);
    if (!bound) return error_of(bound);
    out.parts.push_back({std::move(bound->mesh), std::move(*bound->skin)});
  }
  return out;
}

MendBody::MendBody() {
  const WeldedSurface welded = make_surface(desc.mesh, desc.skin.bind_shape, Welding::border);
  sources.push_back({"body", welded.surface, weights_of_skin(desc.skin, welded)});
}

std::vector<MendCase> random_mend_cases(std::uint32_t count, std::uint32_t seed) {
  std::vector<MendCase> cases;
  for (std::uint32_t i = 0; i < count; ++i)
    cases.push_back({random_shape(builtin().appearance, Sex::female, seed + i), {}});
  return cases;
}

void bones_only(BoundMeshDesc& bound) {
  const Skeleton& skeleton = builtin().skeleton;
  std::vector<std::uint32_t> to;
  for (std::uint32_t j = 0; j < bound.skin.joint_names.size(); ++j) {
    const JointIndex joint = skeleton.find(bound.skin.joint_names[j]);
    const Joint& known = skeleton[joint];
    std::uint32_t slot = j;
    if (known.kind == JointKind::collision_volume) {
      const std::string& parent = skeleton[known.parent].name;
      const auto found = std::ranges::find(bound.skin.joint_names, parent);
      if (found != bound.skin.joint_names.end())
        slot = static_cast<std::uint32_t>(found - bound.skin.joint_names.begin());
    }
    to.push_back(slot);
  }
  for (InfluenceDesc& influence : bound.skin.influences) influence.joint = to[influence.joint];
}

void smooth_twelve_times(BoundMeshDesc& bound) {
  WeldedSurface welded = make_surface(bound.mesh, bound.skin.bind_shape, Welding::border);
  WeightTable table = weights_of_skin(bound.skin, welded);
  smooth_weights(table, triangle_edges(welded.surface.triangles), 12, 0.5);
  const std::map<std::string, JointBind> own = joint_binds(bound.skin);
  const std::map<std::string, JointBind>* const binds[] = {&own};
  bound.skin = skin_of_weights(table, welded, bound.skin, binds);
}

BoundMeshDesc subdivided(BoundMeshDesc bound, int times) {
  for (; times > 0; --times) {
    MeshDesc& mesh = bound.mesh;
    SkinDesc& skin = bound.skin;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
    const auto between = [&](std::uint32_t a, std::uint32_t b) {
      const auto [entry, is_new] =
          known.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(mesh.positions.size()));
      if (!is_new) return entry->second;
      mesh.positions.push_back(0.5f * (mesh.positions[a] + mesh.positions[b]));
      mesh.normals.push_back(glm::normalize(mesh.normals[a] + mesh.normals[b]));
      mesh.uvs.push_back(0.5f * (mesh.uvs[a] + mesh.uvs[b]));
      mesh.source_indices.push_back(entry->second);
      std::map<std::uint32_t, float> weights;
      for (const std::uint32_t v : {a, b})
        for (std::uint32_t i = skin.influence_begin[v]; i < skin.influence_begin[v + 1]; ++i)
          weights[skin.influences[i].joint] += 0.5f * skin.influences[i].weight;
      std::vector<InfluenceDesc> most;
      for (const auto& [joint, weight] : weights) most.push_back({joint, weight});
      std::ranges::stable_sort(most, [](const auto& x, const auto& y) { return x.weight > y.weight; });
      most.resize(std::min<std::size_t>(most.size(), kMaxInfluences));
      float sum = 0.0f;
      for (const InfluenceDesc& one : most) sum += one.weight;
      for (const InfluenceDesc& one : most) skin.influences.push_back({one.joint, one.weight / sum});
      skin.influence_begin.push_back(static_cast<std::uint32_t>(skin.influences.size()));
      return entry->second;
    };
    std::vector<std::uint32_t> indices;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
      const std::uint32_t a = mesh.indices[i], b = mesh.indices[i + 1], c = mesh.indices[i + 2],
                          ab = between(a, b), bc = between(b, c), ca = between(c, a);
      indices.insert(indices.end(), {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca});
    }
    mesh.indices = std::move(indices);
    mesh.tangents.clear();
    mesh.faces = {{0, 0, static_cast<std::uint32_t>(mesh.positions.size()), 0,
                   static_cast<std::uint32_t>(mesh.indices.size())}};
  }
  return bound;
}

BoundMeshDesc two_sheets(std::uint32_t rows, float size, float gap) {
  BoundMeshDesc out;
  MeshDesc& mesh = out.mesh;
  mesh.name = "sheets";
  out.skin.joint_names = {"mTorso"};
  out.skin.inverse_binds = {Mat4(1.0)};
  out.skin.influence_begin = {0};
  const float step = size / static_cast<float>(rows - 1);
  for (const float x : {0.5f, 0.5f + gap}) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (std::uint32_t i = 0; i < rows; ++i)
      for (std::uint32_t k = 0; k < rows; ++k) {
        mesh.source_indices.push_back(static_cast<std::uint32_t>(mesh.positions.size()));
        mesh.positions.emplace_back(x, step * static_cast<float>(i) - 0.5f * size,
                                    1.0f + step * static_cast<float>(k));
        mesh.normals.emplace_back(1.0f, 0.0f, 0.0f);
        mesh.uvs.emplace_back(0.0f, 0.0f);
        out.skin.influences.push_back({0, 1.0f});
        out.skin.influence_begin.push_back(static_cast<std::uint32_t>(out.skin.influences.size()));
        if (i == 0 || k == 0) continue;
        const std::uint32_t d = first + i * rows + k, c = d - 1, b = d - rows, a = b - 1;
        mesh.indices.insert(mesh.indices.end(), {a, b, d, a, d, c});
      }
  }
  mesh.materials.resize(1);
  mesh.faces = {{0, 0, static_cast<std::uint32_t>(mesh.positions.size()), 0,
                 static_cast<std::uint32_t>(mesh.indices.size())}};
  return out;
}

std::vector<MendCase> posed_mend_cases(std::uint32_t count, std::uint32_t seed) {
  std::vector<MendCase> cases = random_mend_cases(count, seed);
  for (std::uint32_t i = 0; i < count; ++i) {
    cases[i].pose = random_pose(builtin().skeleton, seed + i);
    cases[i].pose_number = seed + i;
  }
  return cases;
}

}  // namespace mannequin
