#include "tests/document/figure.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "engine/io/definitions.h"
#include "engine/io/gltf_writer.h"
#include "engine/skeleton/solve.h"

namespace mannequin::test {
namespace {

void add_box(BoundMeshDesc& desc, const Vec3& center, const Vec3& half, std::uint32_t joint) {
  MeshDesc& mesh = desc.mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) {
      const auto first = static_cast<std::uint32_t>(mesh.positions.size());
      Vec3 normal(0.0), u(0.0), v(0.0);
      normal[axis] = side;
      u[(axis + 1) % 3] = 1.0;
      v[(axis + 2) % 3] = 1.0;
      for (const auto& [a, b] : {std::pair{-1.0, -1.0}, {side, -side}, {1.0, 1.0}, {-side, side}}) {
        mesh.positions.emplace_back(center + half * (normal + a * u + b * v));
        mesh.normals.emplace_back(normal);
        mesh.uvs.emplace_back(0.0f);
        mesh.source_indices.push_back(static_cast<std::uint32_t>(mesh.source_indices.size()));
        desc.skin.influences.push_back({joint, 1.0f});
        desc.skin.influence_begin.push_back(static_cast<std::uint32_t>(desc.skin.influences.size()));
      }
      for (const std::uint32_t i : {0u, 1u, 2u, 0u, 2u, 3u}) mesh.indices.push_back(first + i);
    }
}

// All of the mesh, with its first material.
void add_face(MeshDesc& mesh) {
  mesh.faces.push_back({.material = 0,
                        .first_vertex = 0,
                        .vertex_count = static_cast<std::uint32_t>(mesh.positions.size()),
                        .first_index = 0,
                        .index_count = static_cast<std::uint32_t>(mesh.indices.size())});
}

struct Part {
  const char* joint;
  Vec3 offset, half, moved;  // the box from the joint; the joint's place in the file from its default
};

BoundMeshDesc boxes(const Skeleton& skeleton, const std::vector<Part>& parts, bool joint_positions) {
  std::vector<JointTransform> joints(skeleton.size());
  solve_pose(skeleton, rest_joints(skeleton), {}, {}, joints);
  BoundMeshDesc desc;
  desc.mesh.name = "figure";
  desc.mesh.materials.push_back({.name = "red", .base_color = {0.8f, 0.1f, 0.1f, 1.0f}, .texture = {}});
  desc.skin.influence_begin.push_back(0);
  for (const Part& part : parts) {
    const JointIndex joint = skeleton.find(part.joint);
    if (joint == kNoJoint) throw std::runtime_error(part.joint);
    const JointTransform& at = joints[static_cast<std::size_t>(joint)];
    const auto slot = static_cast<std::uint32_t>(desc.skin.joint_names.size());
    desc.skin.joint_names.push_back(part.joint);
    desc.skin.inverse_binds.push_back(glm::inverse(at.world_from_joint()));
    if (joint_positions) desc.skin.joint_positions.push_back(skeleton[joint].default_position + part.moved);
    add_box(desc, at.world_position + part.offset, part.half, slot);
  }
  add_face(desc.mesh);
  return desc;
}

}  // namespace

BoundMeshDesc box_figure(const Skeleton& skeleton, bool joint_positions) {
  const Vec3 moved = joint_positions ? Vec3(0.05, 0.0, 0.0) : Vec3(0.0);
  return boxes(skeleton,
               {{"mPelvis", {0, 0, 0}, {0.10, 0.15, 0.09}, {}},
                {"BELLY", {0, 0, 0}, {0.09, 0.12, 0.07}, {}},
                {"mChest", {0, 0, 0.12}, {0.10, 0.16, 0.12}, moved},
                {"mHead", {0, 0, 0.09}, {0.09, 0.07, 0.11}, {}},
                {"mShoulderLeft", {0, 0.13, 0}, {0.04, 0.12, 0.04}, {}},
                {"mShoulderRight", {0, -0.13, 0}, {0.04, 0.12, 0.04}, {}},
                {"mHipLeft", {0, 0, -0.24}, {0.07, 0.06, 0.22}, {}},
                {"mHipRight", {0, 0, -0.24}, {0.07, 0.06, 0.22}, {}},
                {"mKneeLeft", {0, 0, -0.24}, {0.05, 0.05, 0.22}, {}},
                {"mKneeRight", {0, 0, -0.24}, {0.05, 0.05, 0.22}, {}}},
               joint_positions);
}

BoundMeshDesc box_on(const Skeleton& skeleton, const char* joint, const Vec3& moved) {
  return boxes(skeleton, {{joint, {}, Vec3(0.02), moved}}, true);
}

BoundMeshDesc rigid_box() {
  BoundMeshDesc desc;
  desc.mesh.name = "box";
  desc.mesh.materials.push_back({.name = "wood", .base_color = {0.5f, 0.3f, 0.1f, 1.0f}, .texture = {}});
  add_box(desc, Vec3(0.0), {0.2, 0.15, 0.1}, 0);
  desc.skin = {};
  add_face(desc.mesh);
  return desc;
}

BoundMeshDesc belly_box(const Skeleton& skeleton, float share, float larger) {
  const SkinDesc figure = box_figure(skeleton).skin;
  const auto slot = [&](const char* name) {
    const auto found = std::ranges::find(figure.joint_names, name);
    return static_cast<std::uint32_t>(found - figure.joint_names.begin());
  };
  const std::uint32_t bone = slot("mPelvis"), volume = slot("BELLY");
  BoundMeshDesc desc = rigid_box();
  desc.skin.joint_names = figure.joint_names;
  desc.skin.inverse_binds = figure.inverse_binds;
  desc.skin.influence_begin.push_back(0);
  const Vec3f middle(glm::inverse(figure.inverse_binds[bone])[3]);
  for (Vec3f& p : desc.mesh.positions) {
    p += middle;
    desc.skin.influences.push_back({bone, 1.0f - share});
    if (share > 0.0f) desc.skin.influences.push_back({volume, share});
    desc.skin.influence_begin.push_back(static_cast<std::uint32_t>(desc.skin.influences.size()));
  }
  desc = divided(std::move(desc), 2);
  for (std::size_t v = 0; v < desc.mesh.positions.size(); ++v)
    desc.mesh.positions[v] += larger * desc.mesh.normals[v];
  return desc;
}

BoundMeshDesc divided(BoundMeshDesc desc, int times) {
  if (times == 0) return desc;
  const MeshDesc& mesh = desc.mesh;
  BoundMeshDesc fine = desc;
  MeshDesc& to = fine.mesh;
  to.positions.clear();
  to.normals.clear();
  to.uvs.clear();
  to.tangents.clear();
  to.source_indices.clear();
  to.indices.clear();
  to.faces.clear();
  to.morphs.clear();
  fine.skin.influences.clear();
  fine.skin.influence_begin.assign(1, 0);
  const auto next = [&] { return static_cast<std::uint32_t>(to.positions.size()); };
  // Half of one and half of the other; both may be the same vertex.
  const auto add_between = [&](std::uint32_t a, std::uint32_t b) {
    const std::uint32_t added = next();
    to.positions.push_back(0.5f * (mesh.positions[a] + mesh.positions[b]));
    to.normals.push_back(glm::normalize(mesh.normals[a] + mesh.normals[b]));
    to.uvs.push_back(0.5f * (mesh.uvs[a] + mesh.uvs[b]));
    to.source_indices.push_back(added);
    std::map<std::uint32_t, float> weights;
    for (const std::uint32_t v : {a, b})
      for (std::uint32_t i = desc.skin.influence_begin[v]; i < desc.skin.influence_begin[v + 1]; ++i)
        weights[desc.skin.influences[i].joint] += desc.skin.influences[i].weight;
    for (const auto& [joint, weight] : weights) fine.skin.influences.push_back({joint, weight});
    fine.skin.influence_begin.push_back(static_cast<std::uint32_t>(fine.skin.influences.size()));
    return added;
  };
  for (const FaceDesc& face : mesh.faces) {
    FaceDesc made{.material = face.material,
                  .first_vertex = next(),
                  .first_index = static_cast<std::uint32_t>(to.indices.size())};
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> between;
    const auto at = [&](std::uint32_t a, std::uint32_t b) {
      const auto [found, added] = between.try_emplace(std::minmax({a, b}), 0);
      if (added) found->second = add_between(a, b);
      return found->second;
    };
    for (std::uint32_t i = face.first_index; i < face.first_index + face.index_count; i += 3) {
      const std::uint32_t a = mesh.indices[i], b = mesh.indices[i + 1], c = mesh.indices[i + 2];
      const std::uint32_t ab = at(a, b), bc = at(b, c), ca = at(c, a);
      for (const std::uint32_t v : {at(a, a), ab, ca, ab, at(b, b), bc, ca, bc, at(c, c), ab, bc, ca})
        to.indices.push_back(v);
    }
    made.vertex_count = next() - made.first_vertex;
    made.index_count = static_cast<std::uint32_t>(to.indices.size()) - made.first_index;
    to.faces.push_back(made);
  }
  return divided(std::move(fine), times - 1);
}

std::filesystem::path write_box_figure(const Skeleton& skeleton, const std::filesystem::path& path) {
  const BoundMeshDesc desc = box_figure(skeleton);
  const auto bytes = io::write_glb(std::span(&desc, 1), &skeleton);
  if (!bytes) throw std::runtime_error(bytes.error().message());
  if (auto status = io::write_file(path, *bytes); !status) throw std::runtime_error(status.error().message());
  return path;
}

}  // namespace mannequin::test
