// The .dae and the .glb of one model: with the .dae's inverse binds they deform alike; with the .glb's own
// they differ by what the exporter lost, which fixtures/gltf/README.md measured with another program.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/avatar/avatar.h"
#include "engine/io/bound_mesh.h"
#include "engine/mesh/retarget.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

struct Model {
  const char* glb;
  const char* dae;
  const char* mesh;
  double strict[3];  // the README's column, metres: default_female, default_male, random_00_female
};

const Model kModels[] = {
    {"Ruth2v4Head", "ruth2/Ruth2v4Head", "Ruth2v4Head", {0.0435, 0.0559, 0.0652}},
    {"Ruth2v4FeetFlat", "ruth2/Ruth2v4FeetFlat", "Ruth2v4FeetFlat", {0.1540, 0.1690, 0.1720}},
    {"Ruth2v4Body", "ruth2/Ruth2v4Body", "Ruth2v4Body", {0.1550, 0.1610, 0.2080}},
};

void PrintTo(const Model& model, std::ostream* out) { *out << model.glb; }

BoundMeshDesc read_mesh(const std::string& path, const std::string& name) {
  auto file = io::read_bound_mesh(shared_path(path));
  if (!file) throw std::runtime_error(file.error().message());
  for (BoundMeshDesc& mesh : file->meshes)
    if (mesh.mesh.name == name) return std::move(mesh);
  throw std::runtime_error("no mesh " + name);
}

std::vector<Vec3> skinned(const BoundMeshDesc& bound, const AvatarState& state) {
  const Character& c = character(Road::builtin);
  const Mesh mesh = Mesh::build(bound.mesh).value();
  SkinDesc settled = bound.skin;
  retarget(settled, c.skeleton, BindReading::strict);
  const Skin skin = Skin::build(std::move(settled), mesh, c.skeleton).value();
  std::vector<Mat4> palette(skin.palette_size());
  make_palette(skin, state.joints, palette);
  std::vector<ReferenceVertex> vertices(mesh.vertex_count());
  skin_reference(mesh, skin, palette, vertices);
  std::vector<Vec3> positions;
  for (const auto& vertex : vertices) positions.push_back(vertex.position);
  return positions;
}

class DaeVersusGlb : public testing::TestWithParam<Model> {};

TEST_P(DaeVersusGlb, DeformAlikeWithTheSameBindsAndAsMeasuredWithTheirOwn) {
  MANNEQUIN_NEEDS_SHARED("fixtures/gltf/Ruth2v4Body.truth.json.gz");
  MANNEQUIN_NEEDS_SHARED("oracle/shapes.json.gz");
  const Model& model = GetParam();
  const BoundMeshDesc dae = read_mesh("fixtures/" + std::string(model.dae) + ".dae", model.mesh);
  const BoundMeshDesc glb = read_mesh("fixtures/gltf/" + std::string(model.glb) + ".glb", model.mesh);
  BoundMeshDesc same = glb;
  std::map<std::string, Mat4> binds;
  for (std::size_t j = 0; j < dae.skin.joint_names.size(); ++j)
    binds[dae.skin.joint_names[j]] = dae.skin.inverse_binds[j];
  for (std::size_t j = 0; j < same.skin.joint_names.size(); ++j)
    same.skin.inverse_binds[j] = binds.at(same.skin.joint_names[j]);
  // A vertex of the .glb by the position of the .dae that it came from.
  const json truth = read_json(shared_path("fixtures/gltf/" + std::string(model.glb) + ".truth.json.gz"));
  const auto expected =
      std::ranges::find_if(truth.at("meshes"), [&](const json& m) { return m.at("name") == model.mesh; });
  std::map<std::uint32_t, std::size_t> by_source;
  for (std::size_t v = 0; v < dae.mesh.source_indices.size(); ++v) by_source[dae.mesh.source_indices[v]] = v;
  const json shapes = read_json(shared_path("oracle/shapes.json.gz"));
  const char* names[] = {"default_female", "default_male", "random_00_female"};
  for (std::size_t s = 0; s < 3; ++s) {
    const auto shape = std::ranges::find_if(shapes.at("shapes"),
                                            [&](const json& each) { return each.at("name") == names[s]; });
    AvatarInputs inputs;
    inputs.sliders = slider_values(shape->at("inputs"));
    const AvatarState state = evaluate_avatar(character(Road::builtin), inputs);
    const std::vector<Vec3> from_dae = skinned(dae, state), from_same = skinned(same, state),
                            from_glb = skinned(glb, state);
    double alike = 0.0, own = 0.0;
    std::size_t compared = 0;
    for (std::size_t p = 0; p < expected->at("primitives").size(); ++p) {
      const std::vector<std::uint32_t> blender = expected->at("primitives")[p].at("blender_vertex");
      for (std::size_t v = 0; v < blender.size(); ++v, ++compared) {
        const std::size_t at = glb.mesh.faces[p].first_vertex + v, source = by_source.at(blender[v]);
        alike = std::max(alike, glm::distance(from_same[at], from_dae[source]));
        own = std::max(own, glm::distance(from_glb[at], from_dae[source]));
      }
    }
    EXPECT_EQ(compared, glb.mesh.positions.size());
    EXPECT_LT(alike, 5e-6) << names[s];
    EXPECT_NEAR(own, model.strict[s], 0.001) << names[s];
  }
}

INSTANTIATE_TEST_SUITE_P(Models, DaeVersusGlb, testing::ValuesIn(kModels),
                         [](const auto& named) { return std::string(named.param.glb); });

}  // namespace
}  // namespace mannequin::test
