#include "tests/gpu/skinning_case.h"

#include <fmt/format.h>

#include <glm/gtc/matrix_transform.hpp>
#include <random>
#include <stdexcept>

namespace mannequin::test {
namespace {

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  // The standard's distributions differ between libraries; this does not.
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_()) / 4294967296.0);
  }
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(between(0, count)); }
  Vec3 in_box(double half) { return {between(-half, half), between(-half, half), between(-half, half)}; }
  Vec3 direction() {
    for (;;)
      if (const Vec3 v = in_box(1.0); glm::length(v) > 0.1) return glm::normalize(v);
  }

 private:
  std::mt19937 engine_;
};

template <typename T>
T checked(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message());
  return std::move(*result);
}

SkeletonDesc flat_skeleton(std::uint32_t joints) {
  SkeletonDesc desc{.source = "random", .joints = {}};
  for (std::uint32_t j = 0; j < joints; ++j) {
    JointDesc joint;
    joint.name = fmt::format("joint{}", j);
    desc.joints.push_back(joint);
  }
  return desc;
}

MorphTarget random_morph(const SkinningCaseOptions& options, std::uint32_t index, Random& random) {
  MorphTarget morph;
  morph.name = fmt::format("morph{}", index);
  for (std::uint32_t v = 0; v < options.vertices; ++v) {
    if (random.below(10) != 0) continue;
    morph.vertices.push_back(v);
    morph.positions.emplace_back(random.in_box(0.2));
    if (index % 2 == 0) morph.normals.emplace_back(random.in_box(0.2));
  }
  return morph;
}

MeshDesc random_mesh(const SkinningCaseOptions& options, Random& random) {
  MeshDesc desc;
  desc.name = fmt::format("random{}", options.seed);
  desc.materials.resize(1);
  for (std::uint32_t v = 0; v < options.vertices; ++v) {
    desc.positions.push_back(Vec3f(random.in_box(1.0)));
    desc.normals.push_back(Vec3f(random.direction()));
    desc.uvs.emplace_back(0.0f);
    desc.source_indices.push_back(v);
  }
  if (options.tangents)
    for (std::uint32_t v = 0; v < options.vertices; ++v)
      desc.tangents.emplace_back(Vec3f(random.direction()), random.below(2) == 0 ? 1.0f : -1.0f);
  for (std::uint32_t m = 0; m < options.morphs; ++m) desc.morphs.push_back(random_morph(options, m, random));
  if (options.empty_faces) desc.faces.push_back({});
  for (const std::uint32_t half : {0u, options.vertices / 2}) {
    const std::uint32_t end = half == 0 ? options.vertices / 2 : options.vertices;
    FaceDesc face{.material = 0,
                  .first_vertex = half,
                  .vertex_count = end - half,
                  .first_index = static_cast<std::uint32_t>(desc.indices.size()),
                  .index_count = 0};
    for (std::uint32_t v = half; v + 2 < end; ++v) desc.indices.insert(desc.indices.end(), {v, v + 1, v + 2});
    face.index_count = static_cast<std::uint32_t>(desc.indices.size()) - face.first_index;
    desc.faces.push_back(face);
    if (options.empty_faces)
      desc.faces.push_back({.material = 0,
                            .first_vertex = end,
                            .vertex_count = 0,
                            .first_index = static_cast<std::uint32_t>(desc.indices.size()),
                            .index_count = 0});
  }
  return desc;
}

SkinDesc random_skin(const SkinningCaseOptions& options, Random& random) {
  SkinDesc desc;
  for (std::uint32_t j = 0; j < options.joints; ++j) {
    desc.joint_names.push_back(fmt::format("joint{}", j));
    desc.inverse_binds.emplace_back(1.0);
  }
  if (options.bind_shape) {
    desc.bind_shape = glm::translate(Mat4(1.0), Vec3(0.1, -0.3, 0.9));
    desc.bind_shape = glm::rotate(desc.bind_shape, 0.7, glm::normalize(Vec3(1.0, 2.0, -1.0)));
    desc.bind_shape = glm::scale(desc.bind_shape, Vec3(1.5, 0.4, 0.8));
  }
  desc.influence_begin.push_back(0);
  for (std::uint32_t v = 0; v < options.vertices; ++v) {
    const std::uint32_t count = random.below(7);
    for (std::uint32_t k = 0; k < count; ++k)
      desc.influences.push_back(
          {random.below(options.joints), static_cast<float>(random.between(0.01, 1.0))});
    desc.influence_begin.push_back(static_cast<std::uint32_t>(desc.influences.size()));
  }
  return desc;
}

}  // namespace

SkinningCase make_skinning_case(const SkinningCaseOptions& options) {
  Random random(options.seed);
  auto skeleton = checked(Skeleton::build(flat_skeleton(options.joints)));
  auto mesh = checked(Mesh::build(random_mesh(options, random)));
  auto skin = checked(Skin::build(random_skin(options, random), mesh, skeleton));
  return {std::move(skeleton), std::move(mesh), std::move(skin)};
}

std::vector<Mat4> make_palettes(const Skin& skin, std::uint32_t instances, std::uint32_t seed) {
  Random random(seed);
  std::vector<Mat4> palettes;
  for (std::uint32_t i = 0; i < instances; ++i) {
    const Mat4 avatar = glm::rotate(glm::translate(Mat4(1.0), random.in_box(5.0)), random.between(0.0, 6.2),
                                    random.direction());
    for (std::size_t j = 0; j < skin.joint_count(); ++j) {
      Mat4 m = glm::translate(avatar, random.in_box(0.3));
      m = glm::rotate(m, random.between(-0.75, 0.75), random.direction());
      palettes.push_back(glm::scale(m, Vec3(1.0) + random.in_box(0.3)));
    }
    palettes.emplace_back(1.0);
  }
  return palettes;
}

std::vector<float> make_morph_weights(const Mesh& mesh, std::uint32_t instances, std::uint32_t seed) {
  Random random(seed);
  std::vector<float> weights(instances * mesh.morphs().size());
  for (float& weight : weights)
    weight = random.below(2) == 0 ? 0.0f : static_cast<float>(random.between(-0.5, 1.0));
  return weights;
}

std::vector<Mat34> rounded(std::span<const Mat4> palettes) {
  std::vector<Mat34> out;
  for (const auto& m : palettes) out.push_back(to_mat34(m));
  return out;
}

}  // namespace mannequin::test
