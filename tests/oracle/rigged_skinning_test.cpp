// skinning.json.gz, rigged_cases: palettes and vertices as the GPU draws them.
#include <glm/gtc/type_ptr.hpp>

#include "engine/skinning/cpu/cpu_skinner.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

std::vector<Vec3f> vectors(const json& flat) {
  std::vector<Vec3f> out;
  for (std::size_t i = 0; i + 2 < flat.size(); i += 3)
    out.emplace_back(flat[i].get<float>(), flat[i + 1].get<float>(), flat[i + 2].get<float>());
  return out;
}

BoundMeshDesc rigged_mesh(const json& oracle) {
  BoundMeshDesc desc;
  desc.mesh.name = "rigged_mesh";
  desc.mesh.positions = vectors(oracle.at("positions"));
  desc.mesh.normals = vectors(oracle.at("normals"));
  desc.mesh.uvs.resize(desc.mesh.positions.size());
  const auto count = static_cast<std::uint32_t>(desc.mesh.positions.size());
  for (std::uint32_t v = 0; v < count; ++v) {
    desc.mesh.source_indices.push_back(v);
    desc.mesh.indices.push_back(v);
  }
  desc.mesh.materials.push_back({"m"});
  desc.mesh.faces.push_back({0, 0, count, 0, count});
  desc.skin.joint_names = oracle.at("joint_names").get<std::vector<std::string>>();
  desc.skin.bind_shape = oracle_matrix(oracle.at("bind_shape_matrix"));
  for (const json& inverse_bind : oracle.at("inverse_bind_matrix"))
    desc.skin.inverse_binds.push_back(oracle_matrix(inverse_bind));
  for (const json& position : oracle.at("alt_inverse_bind_translation"))
    desc.skin.joint_positions.push_back(
        Vec3(position[0].get<double>(), position[1].get<double>(), position[2].get<double>()));
  desc.skin.influence_begin.push_back(0);
  for (std::size_t v = 0; v < count; ++v) {
    // Each packed number is joint + weight, the weight never reaching 0 or 1; unused slots are plain 0.
    for (std::size_t k = 0; k < 4; ++k) {
      const float packed = oracle.at("packed_weights")[v * 4 + k].get<float>();
      const float joint = std::floor(packed);
      if (packed > joint) desc.skin.influences.push_back({static_cast<std::uint32_t>(joint), packed - joint});
    }
    desc.skin.influence_begin.push_back(static_cast<std::uint32_t>(desc.skin.influences.size()));
  }
  return desc;
}

TEST(RiggedSkinningOracle, EveryCase) {
  MANNEQUIN_NEEDS_SHARED("oracle/skinning.json.gz");
  const Character& c = character(CharacterSource::builtin);
  const json oracle = read_json(shared_path("oracle/skinning.json.gz"));
  const std::map<std::string, SliderValues> shapes = oracle_shapes();
  const json& rigged = oracle.at("rigged_mesh");
  BoundMeshDesc desc = rigged_mesh(rigged);
  const Mesh mesh = Mesh::build(desc.mesh).value();
  const Skin skin = Skin::build(desc.skin, mesh, c.skeleton).value();

  const auto cpu = std::move(*CpuSkinner::create());
  const MeshId id = cpu->add_mesh(mesh, skin).value();

  Worst palette_near(5e-6), palette_far(5e-5), position_near(5e-6), position_far(5e-5), normal(5e-6),
      cpu_position(5e-5);
  for (const json& test_case : oracle.at("rigged_cases")) {
    const std::string pose_name = test_case.at("pose"), overrides = test_case.at("overrides");
    const std::string name = test_case.at("shape").get<std::string>() + " " + pose_name + " " + overrides;
    const bool far = pose_name == "pose_b";
    AvatarInputs inputs;
    inputs.sliders = shapes.at(test_case.at("shape"));
    for (const json& pose : oracle.at("poses"))
      if (pose.at("name") == pose_name) inputs.pose = oracle_pose(pose, c.skeleton);
    if (overrides != "none") {
      WornOffsets worn;
      worn.mesh_id = Uuid::parse(rigged.at("mesh_id").get<std::string>()).value();
      worn.lock_scale = overrides == "alt_bind_lock_scale";
      for (std::size_t j = 0; j < desc.skin.joint_names.size(); ++j)
        worn.joints.push_back({desc.skin.joint_names[j], *desc.skin.joint_positions[j]});
      inputs.worn.push_back(worn);
    }
    const AvatarState state = evaluate_avatar(c, inputs);
    std::vector<Mat4> palette(skin.palette_size());
    make_palette(skin, state.joints, std::span<Mat4>(palette));
    ASSERT_EQ(test_case.at("palette").size(), skin.joint_count());
    for (std::size_t j = 0; j < skin.joint_count(); ++j)
      for (std::size_t k = 0; k < 16; ++k)
        (far ? palette_far : palette_near)
            .compare(glm::value_ptr(palette[j])[k], test_case.at("palette")[j][k],
                     name + " " + desc.skin.joint_names[j]);

    std::vector<ReferenceVertex> vertices(mesh.vertex_count());
    skin_reference(mesh, skin, palette, vertices);
    std::vector<Mat34> rows(skin.palette_size());
    make_palette(skin, state.joints, std::span<Mat34>(rows));
    const SkinJob job{id, rows, 1};
    ASSERT_TRUE(cpu->skin({&job, 1}));
    std::vector<SkinnedVertex> fast(mesh.vertex_count());
    ASSERT_TRUE(cpu->read_back(id, 0, fast));
    for (std::size_t v = 0; v < vertices.size(); ++v) {
      const std::string where = name + " vertex " + std::to_string(v);
      (far ? position_far : position_near)
          .compare(vertices[v].position, test_case.at("positions"), v * 3, where);
      normal.compare(vertices[v].normal, test_case.at("normals"), v * 3, where);
      cpu_position.compare(Vec3(fast[v].position), test_case.at("positions"), v * 3, where);
    }
  }
  EXPECT_WITHIN_LIMIT(palette_near);
  EXPECT_WITHIN_LIMIT(palette_far);
  EXPECT_WITHIN_LIMIT(position_near);
  EXPECT_WITHIN_LIMIT(position_far);
  EXPECT_WITHIN_LIMIT(normal);
  EXPECT_WITHIN_LIMIT(cpu_position);
}

}  // namespace
}  // namespace mannequin::test
