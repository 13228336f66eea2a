// skinning.json.gz, system_avatar: palettes and skinned vertices of every part, in every shape and pose.
#include <glm/gtc/type_ptr.hpp>

#include "engine/avatar/render_joints.h"
#include "engine/skinning/cpu/cpu_skinner.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tests/oracle/system_avatar_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

const SystemPart& part_of(const SystemAvatar& avatar, const std::string& type) {
  return *std::ranges::find(avatar.parts, type, &SystemPart::type);
}

TEST(SystemAvatarOracle, RenderJointsAreTheViewers) {
  MANNEQUIN_NEEDS_SHARED("oracle/skinning.json.gz");
  const json oracle = read_json(shared_path("oracle/skinning.json.gz"));
  const Skeleton& skeleton = character(CharacterSource::character_folder).skeleton;
  Worst pivot(5e-6);
  for (const json& mesh : oracle.at("system_avatar").at("meshes")) {
    if (!mesh.at("weighted").get<bool>()) continue;
    const BaseMeshDesc& base = base_meshes().at(mesh.at("file"));
    const auto list = render_joints(skeleton, base.skin_joints, base.source);
    ASSERT_TRUE(list) << list.error().message();
    const json& wanted = mesh.at("render_joints");
    ASSERT_EQ(list->size(), wanted.size()) << base.source;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const RenderJoint& entry = (*list)[i];
      EXPECT_EQ(entry.joint == kNoJoint ? "mRoot" : skeleton[entry.joint].name,
                wanted[i].at("joint").get<std::string>());
      EXPECT_EQ(entry.named, wanted[i].at("skin_joint").get<bool>());
      // An ancestor's pivot is stored with the entry that follows it.
      const std::string where = base.source + " entry " + std::to_string(i);
      if (entry.named)
        pivot.compare(entry.pivot, wanted[i].at("pivot"), 0, where);
      else
        pivot.compare(entry.pivot, wanted.at(i + 1).at("parent_pivot"), 0, where);
    }
  }
  EXPECT_WITHIN_LIMIT(pivot);
}

TEST(SystemAvatarOracle, EveryCase) {
  MANNEQUIN_NEEDS_SHARED("oracle/skinning.json.gz");
  const json oracle = read_json(shared_path("oracle/skinning.json.gz"));
  const Character& c = character(CharacterSource::character_folder);
  const auto shapes = oracle_shapes();
  const auto avatar = system_avatar();
  ASSERT_TRUE(avatar);
  std::map<std::string, json> samples;
  for (const json& mesh : oracle.at("system_avatar").at("meshes"))
    samples[mesh.at("mesh")] = mesh.at("sample_indices");
  const auto cpu = std::move(*CpuSkinner::create());

  Worst palette_near(5e-6), palette_far(5e-5), position_near(5e-6), position_far(5e-5), normal(5e-6),
      cpu_position(5e-5), cpu_normal(1e-4);
  std::size_t compared = 0;
  for (const json& test_case : oracle.at("system_avatar").at("cases")) {
    const std::string pose_name = test_case.at("pose");
    const bool far = pose_name == "pose_b";
    AvatarInputs inputs;
    inputs.sliders = shapes.at(test_case.at("shape"));
    for (const json& pose : oracle.at("poses"))
      if (pose.at("name") == pose_name) inputs.pose = oracle_pose(pose, c.skeleton);
    const AvatarState state = evaluate_avatar(c, inputs);
    for (const auto& [type, wanted] : test_case.at("meshes").items()) {
      const SystemPart& part = part_of(*avatar, type);
      const std::string name = test_case.at("shape").get<std::string>() + " " + pose_name + " " + part.name;
      std::vector<Mat4> palette(part.skin.palette_size());
      make_palette(part.skin, state.joints, std::span<Mat4>(palette));
      const json theirs =
          wanted.contains("palette") ? wanted.at("palette") : json::array({wanted.at("world_matrix")});
      ASSERT_EQ(theirs.size(), part.skin.joint_count()) << name;
      for (std::size_t j = 0; j < theirs.size(); ++j)
        for (std::size_t k = 0; k < 16; ++k)
          (far ? palette_far : palette_near)
              .compare(glm::value_ptr(palette[j])[k], theirs[j].at(k).get<double>(),
                       name + " " + part.skin.desc().joint_names[j]);

      const std::vector<float> weights = morph_weights(part, state.shape.weights);
      std::vector<ReferenceVertex> vertices(part.mesh.vertex_count());
      skin_reference(ReferenceInput(part.mesh, part.skin), palette, weights, vertices);
      const MeshId id = cpu->add_mesh(part.mesh, part.skin).value();
      std::vector<Mat34> rows(part.skin.palette_size());
      make_palette(part.skin, state.joints, std::span<Mat34>(rows));
      const SkinJob job{id, rows, 1, weights};
      ASSERT_TRUE(cpu->skin({&job, 1}));
      std::vector<SkinnedVertex> fast(part.mesh.vertex_count());
      ASSERT_TRUE(cpu->read_back(id, 0, fast));
      cpu->remove_mesh(id);
      const json& sample = samples.at(type);
      for (std::size_t s = 0; s < sample.size(); ++s) {
        const auto v = sample[s].get<std::size_t>();
        const std::string where = name + " vertex " + std::to_string(v);
        (far ? position_far : position_near)
            .compare(vertices[v].position, wanted.at("positions"), 3 * s, where);
        cpu_position.compare(Vec3(fast[v].position), wanted.at("positions"), 3 * s, where);
        // Stored normals are only nearly of unit length.
        const json& n = wanted.at("normals");
        const Vec3 their_normal = glm::normalize(
            Vec3(n[3 * s].get<double>(), n[3 * s + 1].get<double>(), n[3 * s + 2].get<double>()));
        normal.compare(glm::length(vertices[v].normal - their_normal), 0.0, where);
        cpu_normal.compare(glm::length(Vec3(fast[v].normal) - their_normal), 0.0, where);
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 5000u);
  EXPECT_WITHIN_LIMIT(palette_near);
  EXPECT_WITHIN_LIMIT(palette_far);
  EXPECT_WITHIN_LIMIT(position_near);
  EXPECT_WITHIN_LIMIT(position_far);
  EXPECT_WITHIN_LIMIT(normal);
  EXPECT_WITHIN_LIMIT(cpu_position);
  EXPECT_WITHIN_LIMIT(cpu_normal);
}

}  // namespace
}  // namespace mannequin::test
