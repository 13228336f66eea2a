#include "tools/scenes/synthetic_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "engine/skeleton/solve.h"
#include "tools/scenes/random.h"

namespace mannequin::scenes {
namespace {

constexpr std::size_t kRing = 32;  // vertices round the tube

// World matrices of the default skeleton, mPelvis at its default place: where meshes are bound.
std::vector<Mat4> bind_matrices(const Skeleton& skeleton) {
  JointShape rest = rest_joints(skeleton);
  const JointIndex pelvis = skeleton.find("mPelvis");
  if (pelvis != kNoJoint) rest.position[static_cast<std::size_t>(pelvis)] = skeleton[pelvis].default_position;
  std::vector<JointTransform> joints(skeleton.size());
  solve_pose(skeleton, rest, {}, {}, joints);
  std::vector<Mat4> matrices;
  for (const JointTransform& joint : joints) matrices.push_back(joint.world_from_joint());
  return matrices;
}

void add_vertices(MeshDesc& mesh, std::size_t count) {
  for (std::size_t v = 0; v < count; ++v) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(v % kRing) / kRing;
    const double height =
        1.8 * static_cast<double>(v / kRing) / static_cast<double>(std::max<std::size_t>(1, count / kRing));
    const double radius = 0.2 + 0.05 * std::sin(9.0 * height);
    const Vec3 normal(std::cos(angle), std::sin(angle), 0.0);
    mesh.positions.push_back(Vec3f(radius * normal + Vec3(0.0, 0.0, height)));
    mesh.normals.push_back(Vec3f(normal));
    mesh.uvs.push_back(Vec2f(static_cast<float>(v % kRing) / kRing, static_cast<float>(height / 1.8)));
    mesh.source_indices.push_back(static_cast<std::uint32_t>(v));
  }
}

void add_triangles(MeshDesc& mesh) {
  const std::size_t count = mesh.positions.size();
  for (std::size_t v = 0; v + kRing < count; ++v) {
    const std::size_t next = v % kRing == kRing - 1 ? v + 1 - kRing : v + 1;
    for (const std::size_t corner : {v, next, v + kRing, next, next + kRing, v + kRing})
      mesh.indices.push_back(static_cast<std::uint32_t>(std::min(corner, count - 1)));
  }
  mesh.materials.push_back({"tube"});
  mesh.faces.push_back(
      {0, 0, static_cast<std::uint32_t>(count), 0, static_cast<std::uint32_t>(mesh.indices.size())});
}

// Round the tube; every other ring mirrored.
void add_tangents(MeshDesc& mesh) {
  for (std::size_t v = 0; v < mesh.normals.size(); ++v) {
    const Vec3f& n = mesh.normals[v];
    mesh.tangents.push_back({-n.y, n.x, 0.0f, v / kRing % 2 == 0 ? 1.0f : -1.0f});
  }
}

// Bulges: each a run of a fifth of the vertices, one after the other, overlapping by half.
void add_morphs(MeshDesc& mesh, std::size_t count) {
  const std::size_t vertices = mesh.positions.size(), length = std::max<std::size_t>(1, vertices / 5);
  for (std::size_t m = 0; m < count; ++m) {
    MorphTarget& morph = mesh.morphs.emplace_back();
    morph.name = "bulge " + std::to_string(m);
    for (std::size_t i = 0; i < length; ++i) {
      const std::size_t v = (m * length / 2 + i) % vertices;
      morph.vertices.push_back(static_cast<std::uint32_t>(v));
      morph.positions.push_back(0.05f * mesh.normals[v] + Vec3f(0.0f, 0.0f, 0.01f));
      morph.normals.push_back(Vec3f(0.0f, 0.0f, i % 2 == 0 ? 0.2f : -0.2f));
    }
  }
}

}  // namespace

BoundMeshDesc make_synthetic_mesh(const Skeleton& skeleton, const SyntheticMesh& options) {
  BoundMeshDesc desc;
  desc.mesh.name = "tube";
  add_vertices(desc.mesh, options.vertices);
  add_triangles(desc.mesh);
  if (options.tangents) add_tangents(desc.mesh);
  add_morphs(desc.mesh, options.morphs);

  const std::vector<Mat4> bind = bind_matrices(skeleton);
  const std::size_t joints = std::min(options.joints, skeleton.size());
  for (std::size_t j = 0; j < joints; ++j) {
    // Spread over the whole skeleton, so that volumes take part however few joints are asked for.
    const std::size_t joint = j * std::min<std::size_t>(skeleton.size(), 159) / joints;
    desc.skin.joint_names.push_back(skeleton.joints()[joint].name);
    desc.skin.inverse_binds.push_back(glm::inverse(bind[joint]));
  }
  Random random(options.seed);
  desc.skin.influence_begin.push_back(0);
  for (std::size_t v = 0; v < options.vertices; ++v) {
    // Runs of some forty vertices hang on the same joints, with weights of their own.
    const std::size_t patch = v / 40;
    for (std::size_t k = 0; k < options.influences; ++k)
      desc.skin.influences.push_back({static_cast<std::uint32_t>((patch * 7 + k * (1 + patch % 3)) % joints),
                                      static_cast<float>(0.05 + random.unit())});
    desc.skin.influence_begin.push_back(static_cast<std::uint32_t>(desc.skin.influences.size()));
  }
  return desc;
}

}  // namespace mannequin::scenes
