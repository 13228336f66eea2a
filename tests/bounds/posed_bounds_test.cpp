// Boxes without skinning: contain all vertices over random shapes and poses, and are not much larger than the
// tightest ones. Picks: equal to brute force.
#include "engine/bounds/posed_bounds.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/avatar/avatar.h"
#include "engine/bounds/pick.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/embedded.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tests/avatar/batch_case.h"
#include "tools/scenes/random.h"
#include "tools/scenes/scenes.h"

namespace mannequin::test {
namespace {

struct PosedBody {
  Mesh mesh;
  Skin skin;
};

const PosedBody& body(const char* file) {
  static std::map<std::string, PosedBody> bodies;
  const auto known = bodies.find(file);
  if (known != bodies.end()) return known->second;
  BoundMeshDesc desc = io::read_gltf(embedded_asset(file), file, {}).value().meshes.at(0);
  Mesh mesh = Mesh::build(std::move(desc.mesh)).value();
  Skin skin = Skin::build(std::move(desc.skin), mesh, character().skeleton).value();
  return bodies.emplace(file, PosedBody{std::move(mesh), std::move(skin)}).first->second;
}

// One random shape in one random pose.
struct Posed {
  std::vector<Mat34> palette;
  std::vector<ReferenceVertex> vertices;
  Box tightest;
};

Posed pose(const PosedBody& body, std::uint32_t seed) {
  const AvatarState state = evaluate_avatar(character(), random_inputs(seed));
  Posed posed;
  posed.palette.resize(body.skin.palette_size());
  std::vector<Mat4> exact(body.skin.palette_size());
  make_palette(body.skin, state.joints, std::span<Mat34>(posed.palette));
  make_palette(body.skin, state.joints, std::span<Mat4>(exact));
  posed.vertices.resize(body.mesh.vertex_count());
  skin_reference(body.mesh, body.skin, exact, posed.vertices);
  for (const ReferenceVertex& vertex : posed.vertices) posed.tightest.extend(vertex.position);
  return posed;
}

// The avatar's box is that of all that it wears.
TEST(PosedBounds, HoldEveryVertexOf200ShapesAndPosesAndAreTight) {
  const PosedBody* const worn[] = {&body("mannequin.glb"), &body("dress.glb")};
  const PosedBounds bounds[] = {{worn[0]->mesh, worn[0]->skin}, {worn[1]->mesh, worn[1]->skin}};
  double avatars = 0.0, bodies = 0.0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    Box box, tightest;
    for (std::size_t w = 0; w < 2; ++w) {
      const Posed posed = pose(*worn[w], seed);
      const Box own = bounds[w].posed_box(posed.palette);
      ASSERT_TRUE(own.holds(posed.tightest.min) && own.holds(posed.tightest.max)) << w << " " << seed;
      if (w == 0) bodies += own.volume() / posed.tightest.volume();
      box.extend(own);
      tightest.extend(posed.tightest);
      if (seed % 20 != 0) continue;
      std::vector<Box> groups;
      for (std::size_t g = 0; g < bounds[w].group_count(); ++g)
        groups.push_back(bounds[w].group_box(g, posed.palette));
      std::vector<Box> clusters;
      for (std::size_t c = 0; c < bounds[w].cluster_count(); ++c)
        clusters.push_back(bounds[w].cluster_box(c, posed.palette));
      for (std::size_t v = 0; v < posed.vertices.size(); ++v) {
        const std::uint32_t group = bounds[w].group_of(v);
        ASSERT_TRUE(groups[group].holds(posed.vertices[v].position)) << w << " " << v;
        ASSERT_TRUE(clusters[bounds[w].cluster_of(group)].holds(posed.vertices[v].position)) << w << " " << v;
      }
    }
    avatars += box.volume() / tightest.volume();
  }
  EXPECT_LT(avatars / 200.0, 1.15);
  EXPECT_LT(bodies / 200.0, 1.15);
  RecordProperty("avatars", fmt::format("{:.4f}", avatars / 200.0));
  RecordProperty("bodies", fmt::format("{:.4f}", bodies / 200.0));
}

// The boxes of slots, each taken along by its own matrix, hold everything as well.
TEST(PosedBounds, SlotBoxesHoldEveryVertex) {
  const PosedBody& worn = body("mannequin.glb");
  const PosedBounds bounds(worn.mesh, worn.skin);
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const Posed posed = pose(worn, seed);
    Box box;
    for (std::size_t slot = 0; slot < bounds.slot_boxes().size(); ++slot)
      for (unsigned corner = 0; corner < 8 && !bounds.slot_boxes()[slot].empty(); ++corner) {
        const Box& own = bounds.slot_boxes()[slot];
        const Vec4 at((corner & 1u) != 0 ? own.max.x : own.min.x, (corner & 2u) != 0 ? own.max.y : own.min.y,
                      (corner & 4u) != 0 ? own.max.z : own.min.z, 1.0);
        box.extend(Vec3(glm::dot(Vec4(posed.palette[slot][0]), at),
                        glm::dot(Vec4(posed.palette[slot][1]), at),
                        glm::dot(Vec4(posed.palette[slot][2]), at)));
      }
    box.pad(1e-5);
    EXPECT_TRUE(box.holds(posed.tightest.min) && box.holds(posed.tightest.max)) << seed;
  }
}

// All triangles, all vertices.
std::optional<RayHit> pick_by_force(const PosedBody& worn, const Ray& ray,
                                    std::span<const ReferenceVertex> vertices) {
  std::optional<RayHit> best;
  for (std::uint32_t t = 0; t < worn.mesh.indices().size() / 3; ++t) {
    const auto corner = [&](std::uint32_t k) { return vertices[worn.mesh.indices()[3 * t + k]].position; };
    // By the plane, and by areas within it: not the way of the picker.
    const Vec3 a = corner(0), b = corner(1), c = corner(2), normal = glm::cross(b - a, c - a);
    const double along = glm::dot(normal, ray.direction);
    if (along == 0.0) continue;
    const double distance = glm::dot(normal, a - ray.origin) / along;
    const Vec3 p = ray.origin + distance * ray.direction;
    const double area = glm::dot(normal, normal);
    const Vec3 shares(glm::dot(normal, glm::cross(c - b, p - b)) / area,
                      glm::dot(normal, glm::cross(a - c, p - c)) / area,
                      glm::dot(normal, glm::cross(b - a, p - a)) / area);
    if (distance < 0.0 || shares.x < 0.0 || shares.y < 0.0 || shares.z < 0.0) continue;
    if (best && distance >= best->distance) continue;
    best.emplace();
    best->distance = distance;
    best->triangle = t;
    best->barycentric = shares;
    best->front = along < 0.0;
  }
  return best;
}

TEST(Picker, HitsWhatBruteForceHitsAndSkinsLittle) {
  const PosedBody& worn = body("mannequin.glb");
  Picker picker(worn.mesh, worn.skin);
  scenes::Random random(5);
  std::size_t hits = 0, skinned = 0, picks = 0;
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    const Posed posed = pose(worn, seed);
    for (int i = 0; i < 12; ++i) {
      // From somewhere around towards some vertex, slightly off it.
      const Vec3 target = posed.vertices[random.below(posed.vertices.size())].position;
      const auto even = [&] { return random.unit() * 2.0 - 1.0; };
      Ray ray;
      ray.origin = target + 4.0 * Vec3(even(), even(), even());
      ray.direction = target + 0.03 * Vec3(even(), even(), even()) - ray.origin;
      const auto expected = pick_by_force(worn, ray, posed.vertices);
      const auto found = picker.pick(ray, posed.palette);
      ASSERT_EQ(found.has_value(), expected.has_value()) << seed << " " << i;
      ++picks;
      skinned += picker.skinned_vertices();
      if (!found) continue;
      ++hits;
      // The palette is single precision, the reference is not.
      EXPECT_NEAR(found->distance, expected->distance, 1e-5);
      EXPECT_EQ(found->front, expected->front);
      EXPECT_EQ(found->triangle, expected->triangle) << seed << " " << i;
      if (found->triangle != expected->triangle) continue;
      EXPECT_LT(glm::distance(found->barycentric, expected->barycentric), 1e-3);
      float sum = 0.0f;
      for (std::uint32_t k = 0; k < found->joint_count; ++k) {
        sum += found->joints[k].weight;
        EXPECT_TRUE(k == 0 || found->joints[k - 1].weight >= found->joints[k].weight);
      }
      EXPECT_NEAR(sum, 1.0f, 1e-5f);
    }
  }
  EXPECT_GT(hits, picks / 2);
  EXPECT_LT(skinned / picks, worn.mesh.vertex_count() / 5);
}

TEST(Picker, MissesWhatIsBesideBehindOrTooFar) {
  const PosedBody& worn = body("mannequin.glb");
  Picker picker(worn.mesh, worn.skin);
  const Posed posed = pose(worn, 2);
  const Vec3 middle = 0.5 * (posed.tightest.min + posed.tightest.max);
  Ray ray;
  ray.origin = middle + Vec3(5, 0, 0);
  ray.direction = {1, 0, 0};
  EXPECT_FALSE(picker.pick(ray, posed.palette));
  EXPECT_EQ(picker.skinned_vertices(), 0u);
  ray.direction = posed.vertices[0].position - ray.origin;
  ray.longest = 0.1;
  EXPECT_FALSE(picker.pick(ray, posed.palette));
}

TEST(Picker, MeetsBoxes) {
  const Box box{Vec3(-1), Vec3(1)};
  EXPECT_TRUE(meets({Vec3(-5, 0, 0), Vec3(1, 0, 0), 10.0}, box));
  EXPECT_FALSE(meets({Vec3(-5, 0, 0), Vec3(1, 0, 0), 3.0}, box));
  EXPECT_FALSE(meets({Vec3(-5, 2, 0), Vec3(1, 0, 0), 10.0}, box));
  EXPECT_TRUE(meets({Vec3(0), Vec3(0, 0, 1), 0.5}, box));
  EXPECT_FALSE(meets({Vec3(0), Vec3(0, 0, 1), 0.5}, Box{}));
}

}  // namespace
}  // namespace mannequin::test
