// Morph targets that follow a parameter survive a .glb; others are applied or dropped, as before.
#include <gtest/gtest.h>

#include "engine/io/bound_mesh.h"
#include "engine/io/gltf_writer.h"
#include "engine/mesh/parameter_morph.h"
#include "engine/wear/bound_mesh.h"
#include "tests/fit/builtin.h"

namespace mannequin::io {
namespace {

BoundMeshDesc morphed_strip() {
  BoundMeshDesc bound;
  MeshDesc& mesh = bound.mesh;
  mesh.name = "strip";
  mesh.positions = {{0, 0, 1}, {0.1f, 0, 1}, {0, 0.1f, 1}, {0.1f, 0.1f, 1}, {0.2f, 0, 1}, {0.2f, 0.1f, 1}};
  mesh.normals.assign(6, {0, 0, 1});
  mesh.uvs.assign(6, {0, 0});
  mesh.source_indices = {0, 1, 2, 3, 4, 5};
  mesh.indices = {0, 1, 2, 3, 4, 5};
  mesh.materials = {{"a", {1, 1, 1, 1}, ""}, {"b", {1, 0, 0, 1}, ""}};
  mesh.faces = {{0, 0, 3, 0, 3}, {1, 3, 3, 3, 3}};
  mesh.morphs = {{parameter_morph_name(33),
                  {1, 4},
                  {{0.01f, 0.02f, 0.03f}, {0, 0, 0.05f}},
                  {{0.1f, 0, 0}, {0, 0.1f, 0}}},
                 {"smile", {0}, {{1, 1, 1}}, {{0, 0, 0}}}};
  bound.skin.joint_names = {"mPelvis"};
  bound.skin.inverse_binds = {Mat4(1.0)};
  for (std::uint32_t v = 0; v <= 6; ++v) bound.skin.influence_begin.push_back(v);
  bound.skin.influences.assign(6, {0, 1.0f});
  return bound;
}

TEST(ParameterMorphs, NamesAndBack) {
  EXPECT_EQ(parameter_of_morph(parameter_morph_name(10034)), 10034);
  for (const char* name :
       {"smile", "parameter:", "parameter:x", "parameter:1x", "parameter:-1", "Parameter:1"})
    EXPECT_FALSE(parameter_of_morph(name)) << name;
}

TEST(ParameterMorphs, SurviveAGlb) {
  const BoundMeshDesc strip = morphed_strip();
  const Bytes glb = write_glb({&strip, 1}, nullptr).value();
  const BoundMeshFile file = read_bound_mesh(glb, "strip.glb", {}).value();
  ASSERT_EQ(file.meshes.size(), 1u);
  const auto& morphs = file.meshes[0].mesh.morphs;
  ASSERT_EQ(morphs.size(), 1u);  // the other has the weight 0
  EXPECT_EQ(morphs[0].name, "parameter:33");
  EXPECT_EQ(morphs[0].vertices, (std::vector<std::uint32_t>{1, 4}));
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_LT(glm::distance(morphs[0].positions[i], strip.mesh.morphs[0].positions[i]), 1e-7f);
    EXPECT_LT(glm::distance(morphs[0].normals[i], strip.mesh.morphs[0].normals[i]), 1e-6f);
  }
}

TEST(ParameterMorphs, FollowTheParameter) {
  const BoundMesh mesh = build_bound_mesh(morphed_strip(), builtin().skeleton).value();
  ParameterWeights weights = evaluate_weights(builtin().appearance, {{33, 0.7}});
  const std::vector<float> morph = mesh.morph_weights(builtin().appearance, weights);
  ASSERT_EQ(morph.size(), 2u);
  EXPECT_FLOAT_EQ(morph[0], 0.7f);
  EXPECT_EQ(morph[1], 0.0f);
}

}  // namespace
}  // namespace mannequin::io
