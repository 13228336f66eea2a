// The built-in body: sound as a mesh, true to the viewer's limits, and moved by every slider that moves the
// skeleton.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "engine/avatar/avatar.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/definitions.h"
#include "engine/io/embedded.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"

namespace mannequin {
namespace {

struct Body {
  Character character;
  BoundMeshDesc desc;
  Mesh mesh;
  Skin skin;
};

const Body& body() {
  static const Body kBody = [] {
    Character character = Character::build(io::read_builtin_character().value()).value();
    io::BoundMeshFile file = io::read_gltf(embedded_asset("mannequin.glb"), "mannequin.glb", {}).value();
    BoundMeshDesc desc = file.meshes.at(0);
    Mesh mesh = Mesh::build(desc.mesh).value();
    Skin skin = Skin::build(desc.skin, mesh, character.skeleton).value();
    return Body{std::move(character), std::move(desc), std::move(mesh), std::move(skin)};
  }();
  return kBody;
}

// Seams of the texture have a vertex on each side: here they are one again.
struct Welded {
  std::vector<Vec3f> position;
  std::vector<std::uint32_t> corner;  // three per triangle
};

Welded weld(const Mesh& mesh) {
  Welded welded;
  std::map<std::tuple<float, float, float>, std::uint32_t> known;
  std::vector<std::uint32_t> place;
  for (const Vec3f& p : mesh.positions()) {
    const auto [found, added] = known.try_emplace({p.x, p.y, p.z}, static_cast<std::uint32_t>(known.size()));
    if (added) welded.position.push_back(p);
    place.push_back(found->second);
  }
  for (const std::uint32_t v : mesh.indices()) welded.corner.push_back(place[v]);
  return welded;
}

std::vector<ReferenceVertex> deformed(const Body& b, AvatarInputs inputs) {
  inputs.pose.root_position = b.character.skeleton[b.character.skeleton.find("mPelvis")].default_position;
  const AvatarState state = evaluate_avatar(b.character, inputs);
  std::vector<Mat4> palette(b.skin.palette_size());
  make_palette(b.skin, state.joints, std::span<Mat4>(palette));
  std::vector<ReferenceVertex> out(b.mesh.vertex_count());
  skin_reference(b.mesh, b.skin, palette, out);
  return out;
}

TEST(Body, IsOneClosedSurfaceWithoutHoles) {
  const Welded w = weld(body().mesh);
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (std::size_t c = 0; c < w.corner.size(); ++c) {
    const std::uint32_t a = w.corner[c], b = w.corner[c % 3 == 2 ? c - 2 : c + 1];
    ASSERT_NE(a, b);
    ASSERT_TRUE(edges.emplace(a, b).second) << "two triangles run along one side of an edge";
  }
  for (const auto& [a, b] : edges) ASSERT_TRUE(edges.contains({b, a})) << "an open edge";
  // Euler's formula: a closed surface without a handle, such as a ball, has 2.
  const long vertices = static_cast<long>(w.position.size()),
             triangles = static_cast<long>(w.corner.size() / 3);
  EXPECT_EQ(vertices - static_cast<long>(edges.size() / 2) + triangles, 2);
}

TEST(Body, HasTheVerticesOfAnArtistsFigure) {
  const std::size_t vertices = weld(body().mesh).position.size();
  EXPECT_GE(vertices, 10000u);
  EXPECT_LE(vertices, 15000u);
}

TEST(Body, IsTheSameOnBothSides) {
  const Mesh& mesh = body().mesh;
  std::set<std::tuple<float, float, float>> places;
  for (const Vec3f& p : mesh.positions()) places.emplace(p.x, p.y, p.z);
  for (const Vec3f& p : mesh.positions()) {
    const float y = p.y == 0.0f ? 0.0f : -p.y;
    ASSERT_TRUE(places.contains({p.x, y, p.z})) << p.x << ' ' << p.y << ' ' << p.z;
  }
}

TEST(Body, HasNoSliversAndNormalsThatPointOutwards) {
  const Mesh& mesh = body().mesh;
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
  EXPECT_GT(smallest_sine, 0.08);
}

TEST(Body, KeepsToTheViewersLimitsOfASkin) {
  const SkinDesc& skin = body().desc.skin;
  EXPECT_LE(skin.joint_names.size(), kMaxViewerJoints);
  EXPECT_TRUE(body().skin.unbound_vertices().empty());
  EXPECT_TRUE(body().skin.reduced_vertices().empty());
  std::set<std::uint32_t> used;
  for (std::size_t v = 0; v < body().mesh.vertex_count(); ++v) {
    const std::uint32_t begin = skin.influence_begin[v], end = skin.influence_begin[v + 1];
    ASSERT_GE(end - begin, 1u);
    ASSERT_LE(end - begin, kMaxInfluences);
    double sum = 0.0;
    for (std::uint32_t i = begin; i < end; ++i) {
      sum += skin.influences[i].weight;
      used.insert(skin.influences[i].joint);
    }
    ASSERT_NEAR(sum, 1.0, 1e-6);
  }
  for (std::uint32_t j = 0; j < skin.joint_names.size(); ++j)
    EXPECT_TRUE(used.contains(j)) << skin.joint_names[j] << " carries nothing";
}

TEST(Body, StaysWhereItIsBoundWhenNothingIsApplied) {
  AvatarInputs nothing;
  nothing.apply_parameters = false;
  const std::vector<ReferenceVertex> rest = deformed(body(), nothing);
  for (std::size_t v = 0; v < rest.size(); ++v) {
    ASSERT_LT(glm::length(rest[v].position - Vec3(body().mesh.positions()[v])), 2e-6);
    ASSERT_LT(glm::length(rest[v].normal - Vec3(body().mesh.normals()[v])), 2e-6);
  }
}

TEST(Body, StandsOnTheGround) {
  const std::vector<ReferenceVertex> standing = deformed(body(), {});
  double low = 9.0, high = 0.0;
  for (const ReferenceVertex& v : standing) {
    low = std::min(low, v.position.z);
    high = std::max(high, v.position.z);
  }
  EXPECT_NEAR(low, 0.0, 0.01);
  EXPECT_NEAR(high, 1.87, 0.02);
}

// Parts that a human figure does not have.
bool of_an_animal(const std::string& joint) {
  return joint.find("Wing") != std::string::npos || joint.find("Tail") != std::string::npos ||
         joint.find("Hind") != std::string::npos;
}

bool moves_a_joint(const Body& b, const AvatarInputs& low, const AvatarInputs& high) {
  const Shape one = evaluate_shape(b.character.skeleton, b.character.appearance, low.sliders);
  const Shape two = evaluate_shape(b.character.skeleton, b.character.appearance, high.sliders);
  for (std::size_t j = 0; j < b.character.skeleton.size(); ++j) {
    if (of_an_animal(b.character.skeleton.joints()[j].name)) continue;
    if (one.joints.position[j] != two.joints.position[j] || one.joints.scale[j] != two.joints.scale[j])
      return true;
  }
  return false;
}

TEST(Body, IsMovedByEverySliderThatMovesAJoint) {
  const Body& b = body();
  std::set<int> moving;
  for (const double male : {0.0, 1.0}) {
    for (const ParameterDesc& p : b.character.appearance.parameters()) {
      if (p.group != 0) continue;
      AvatarInputs low, high;
      low.sliders = high.sliders = {{kMaleParameter, male}};
      low.sliders[p.id] = p.min;
      high.sliders[p.id] = p.max;
      if (!moves_a_joint(b, low, high)) continue;
      moving.insert(p.id);
      const std::vector<ReferenceVertex> one = deformed(b, low), two = deformed(b, high);
      double furthest = 0.0;
      for (std::size_t v = 0; v < one.size(); ++v)
        furthest = std::max(furthest, glm::length(one[v].position - two[v].position));
      EXPECT_GE(furthest, 0.001) << p.id << ' ' << p.label << (male > 0.5 ? ", male" : ", female");
    }
  }
  // 82 sliders name a joint or volume; Ear Angle (15) names the ears with changes of zero.
  EXPECT_EQ(moving.size(), 81u);
  EXPECT_FALSE(moving.contains(15));
}

}  // namespace
}  // namespace mannequin
