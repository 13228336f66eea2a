#include "tests/avatar/builtin_figure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <tuple>

#include "engine/io/builtin_mesh.h"
#include "engine/io/definitions.h"
#include "engine/skinning/palette.h"

namespace mannequin::test {

const Character& figure_character() {
  static const Character kCharacter = Character::build(io::read_builtin_character().value()).value();
  return kCharacter;
}

const BuiltinMesh& builtin_mesh(std::string_view name, Sex sex) {
  static std::map<std::pair<std::string, Sex>, std::unique_ptr<BuiltinMesh>> known;
  std::unique_ptr<BuiltinMesh>& slot = known[{std::string(name), sex}];
  if (!slot) {
    BoundMeshDesc desc = io::read_builtin_mesh(name, sex).value().meshes.at(0);
    Mesh mesh = Mesh::build(desc.mesh).value();
    Skin skin = Skin::build(desc.skin, mesh, figure_character().skeleton).value();
    slot = std::make_unique<BuiltinMesh>(BuiltinMesh{std::move(desc), std::move(mesh), std::move(skin)});
  }
  return *slot;
}

Welded weld(const Mesh& mesh) {
  Welded welded;
  std::map<std::tuple<float, float, float>, std::uint32_t> known;
  for (const Vec3f& p : mesh.positions()) {
    const auto [found, added] = known.try_emplace({p.x, p.y, p.z}, static_cast<std::uint32_t>(known.size()));
    if (added) welded.position.push_back(p);
    welded.place.push_back(found->second);
  }
  for (const std::uint32_t v : mesh.indices()) welded.corner.push_back(welded.place[v]);
  return welded;
}

std::vector<ReferenceVertex> deformed(const BuiltinMesh& b, AvatarInputs inputs) {
  const Character& character = figure_character();
  inputs.pose.root_position = character.skeleton[character.skeleton.find("mPelvis")].default_position;
  const AvatarState state = evaluate_avatar(character, inputs);
  std::vector<Mat4> palette(b.skin.palette_size());
  make_palette(b.skin, state.joints, std::span<Mat4>(palette));
  std::vector<ReferenceVertex> out(b.mesh.vertex_count());
  skin_reference(b.mesh, b.skin, palette, out);
  return out;
}

namespace {

std::set<std::pair<std::uint32_t, std::uint32_t>> sides(const Welded& w) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (std::size_t c = 0; c < w.corner.size(); ++c)
    edges.emplace(w.corner[c], w.corner[c % 3 == 2 ? c - 2 : c + 1]);
  return edges;
}

}  // namespace

void expect_closed(const Welded& w) {
  const auto edges = sides(w);
  ASSERT_EQ(edges.size(), w.corner.size()) << "two triangles run along one side of an edge";
  for (const auto& [a, b] : edges) {
    ASSERT_NE(a, b);
    ASSERT_TRUE(edges.contains({b, a})) << "an open edge";
  }
}

std::vector<std::vector<std::uint32_t>> hems(const Welded& w) {
  const auto edges = sides(w);
  EXPECT_EQ(edges.size(), w.corner.size()) << "two triangles run along one side of an edge";
  std::map<std::uint32_t, std::uint32_t> next;
  for (const auto& [a, b] : edges) {
    if (edges.contains({b, a})) continue;
    EXPECT_TRUE(next.emplace(b, a).second) << "two hems meet";
  }
  std::vector<std::vector<std::uint32_t>> found;
  while (!next.empty()) {
    const std::uint32_t first = next.begin()->first;
    found.emplace_back();
    for (auto at = next.begin(); at != next.end(); at = next.find(found.back().back())) {
      found.back().push_back(at->second);
      next.erase(at);
    }
    EXPECT_EQ(found.back().back(), first) << "a hem that does not go round";
  }
  return found;
}

long euler_number(const Welded& w) {
  std::size_t edges = 0;
  const auto all = sides(w);
  for (const auto& [a, b] : all) edges += a < b || !all.contains({b, a}) ? 1 : 0;
  return static_cast<long>(w.position.size()) - static_cast<long>(edges) +
         static_cast<long>(w.corner.size() / 3);
}

void expect_symmetric(const Mesh& mesh) {
  std::set<std::tuple<float, float, float>> places;
  for (const Vec3f& p : mesh.positions()) places.emplace(p.x, p.y, p.z);
  for (const Vec3f& p : mesh.positions()) {
    const float y = p.y == 0.0f ? 0.0f : -p.y;
    ASSERT_TRUE(places.contains({p.x, y, p.z})) << p.x << ' ' << p.y << ' ' << p.z;
  }
}

void expect_outward_normals(const Mesh& mesh, double least_sine) {
  double smallest_sine = 1.0;
  for (std::size_t t = 0; t < mesh.indices().size(); t += 3) {
    Vec3 p[3], n(0.0);
    for (std::size_t k = 0; k < 3; ++k) {
      p[k] = Vec3(mesh.positions()[mesh.indices()[t + k]]);
      n += Vec3(mesh.normals()[mesh.indices()[t + k]]);
    }
    const Vec3 area = glm::cross(p[1] - p[0], p[2] - p[0]);
    ASSERT_GT(glm::dot(area, n), 0.0) << "triangle " << t / 3;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 a = p[(k + 1) % 3] - p[k], b = p[(k + 2) % 3] - p[k];
      smallest_sine =
          std::min(smallest_sine, glm::length(glm::cross(a, b)) / (glm::length(a) * glm::length(b)));
    }
  }
  EXPECT_GT(smallest_sine, least_sine);
}

void expect_viewer_limits(const BuiltinMesh& b) {
  const SkinDesc& skin = b.desc.skin;
  EXPECT_LE(skin.joint_names.size(), kMaxViewerJoints);
  EXPECT_TRUE(b.skin.unbound_vertices().empty());
  EXPECT_TRUE(b.skin.reduced_vertices().empty());
  for (std::size_t v = 0; v < b.mesh.vertex_count(); ++v) {
    const std::uint32_t begin = skin.influence_begin[v], end = skin.influence_begin[v + 1];
    ASSERT_GE(end - begin, 1u);
    ASSERT_LE(end - begin, kMaxInfluences);
    double sum = 0.0;
    for (std::uint32_t i = begin; i < end; ++i) sum += skin.influences[i].weight;
    ASSERT_NEAR(sum, 1.0, 1e-6);
  }
}

std::set<std::string> idle_joints(const BuiltinMesh& b) {
  const SkinDesc& skin = b.desc.skin;
  std::set<std::string> idle(skin.joint_names.begin(), skin.joint_names.end());
  for (const InfluenceDesc& influence : skin.influences) idle.erase(skin.joint_names[influence.joint]);
  return idle;
}

void expect_rest_as_bound(const BuiltinMesh& b) {
  AvatarInputs nothing;
  nothing.apply_parameters = false;
  const std::vector<ReferenceVertex> rest = deformed(b, nothing);
  for (std::size_t v = 0; v < rest.size(); ++v) {
    ASSERT_LT(glm::length(rest[v].position - Vec3(b.mesh.positions()[v])), 2e-6);
    ASSERT_LT(glm::length(rest[v].normal - Vec3(b.mesh.normals()[v])), 2e-6);
  }
}

}  // namespace mannequin::test
