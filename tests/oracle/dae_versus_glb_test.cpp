// The .dae and the .glb of one model: with the .dae's inverse binds they deform alike; with the .glb's own,
// as each importer makes them, they differ by what the exporter lost. The difference was measured by another
// program (fixtures/gltf/README.md) for strict and viewer-next, and by the viewer's code for viewer.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/avatar/avatar.h"
#include "engine/io/bound_mesh.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "engine/wear/bound_mesh.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

constexpr const char* kComparedShapes[] = {"default_female", "default_male", "random_00_female"};

struct Model {
  const char* glb;
  const char* dae;
  double strict[3], next[3];  // the README's columns "strict" and "viewer rule", metres, by kComparedShapes
};

const Model kModels[] = {
    {"Ruth2v4Head", "ruth2/Ruth2v4Head", {0.0435, 0.0559, 0.0652}, {0.0127, 0.0127, 0.0117}},
    {"Ruth2v4FeetFlat", "ruth2/Ruth2v4FeetFlat", {0.1540, 0.1690, 0.1720}, {0.0, 0.0, 0.0}},
    {"Ruth2v4Body", "ruth2/Ruth2v4Body", {0.1550, 0.1610, 0.2080}, {0.0172, 0.0187, 0.0111}},
    {"female_2016_08_05", "bento/female_2016_08_05", {0.0374, 0.0470, 0.0259}, {0.0374, 0.0470, 0.0259}},
};

void PrintTo(const Model& model, std::ostream* out) { *out << model.glb; }

const BoundMeshDesc& mesh_of(const io::BoundMeshFile& file, const std::string& name) {
  const auto found = std::ranges::find_if(file.meshes, [&](const auto& m) { return m.mesh.name == name; });
  if (found == file.meshes.end()) throw std::runtime_error("no mesh " + name);
  return *found;
}

std::vector<Vec3> skinned(const BoundMeshDesc& desc, const AvatarState& state,
                          const ImporterProfile& importer) {
  const BoundMesh bound =
      build_bound_mesh(desc, character(CharacterSource::builtin).skeleton, importer).value();
  std::vector<Mat4> palette(bound.skin->palette_size());
  make_palette(*bound.skin, state.joints, std::span<Mat4>(palette));
  std::vector<ReferenceVertex> vertices(bound.mesh.vertex_count());
  skin_reference(bound.mesh, *bound.skin, palette, vertices);
  std::vector<Vec3> positions;
  for (const auto& vertex : vertices) positions.push_back(vertex.position);
  return positions;
}

// One mesh of both files, and for each vertex of the .glb that of the .dae that it came from.
struct Pair {
  BoundMeshDesc dae, glb;
  std::vector<std::size_t> source;

  double apart(const std::vector<Vec3>& from_glb, const std::vector<Vec3>& from_dae) const {
    double most = 0.0;
    for (std::size_t v = 0; v < source.size(); ++v)
      most = std::max(most, glm::distance(from_glb[v], from_dae[source[v]]));
    return most;
  }
};

std::vector<Pair> pairs(const Model& model) {
  const auto dae = io::read_bound_mesh(shared_path("fixtures/" + std::string(model.dae) + ".dae")).value();
  const std::string base = "fixtures/gltf/" + std::string(model.glb);
  const auto glb = io::read_bound_mesh(shared_path(base + ".glb")).value();
  const json truth = read_json(shared_path(base + ".truth.json.gz"));
  std::vector<Pair> list;
  for (const json& mesh : truth.at("meshes")) {
    const std::string name = mesh.at("name");
    Pair pair{mesh_of(dae, name), mesh_of(glb, name), {}};
    std::map<std::uint32_t, std::size_t> by_source;
    for (std::size_t v = 0; v < pair.dae.mesh.source_indices.size(); ++v)
      by_source[pair.dae.mesh.source_indices[v]] = v;
    for (const json& primitive : mesh.at("primitives"))
      for (const json& blender : primitive.at("blender_vertex"))
        pair.source.push_back(by_source.at(blender.get<std::uint32_t>()));
    EXPECT_EQ(pair.source.size(), pair.glb.mesh.positions.size());
    list.push_back(std::move(pair));
  }
  return list;
}

AvatarState shaped(const std::string& name) {
  static const auto kAll = oracle_shapes();
  AvatarInputs inputs;
  inputs.sliders = kAll.at(name);
  return evaluate_avatar(character(CharacterSource::builtin), inputs);
}

class DaeVersusGlb : public testing::TestWithParam<Model> {};

TEST_P(DaeVersusGlb, DeformAlikeWithTheSameBindsAndAsMeasuredWithTheirOwn) {
  MANNEQUIN_NEEDS_SHARED("fixtures/gltf/Ruth2v4Body.truth.json.gz");
  MANNEQUIN_NEEDS_SHARED("oracle/shapes.json.gz");
  const Model& model = GetParam();
  const std::vector<Pair> meshes = pairs(model);
  for (std::size_t s = 0; s < std::size(kComparedShapes); ++s) {
    const AvatarState state = shaped(kComparedShapes[s]);
    double alike = 0.0, strict = 0.0, next = 0.0;
    for (const Pair& pair : meshes) {
      BoundMeshDesc same = pair.glb;
      std::map<std::string, Mat4> binds;
      for (std::size_t j = 0; j < pair.dae.skin.joint_names.size(); ++j)
        binds[pair.dae.skin.joint_names[j]] = pair.dae.skin.inverse_binds[j];
      for (std::size_t j = 0; j < same.skin.joint_names.size(); ++j)
        same.skin.inverse_binds[j] = binds.at(same.skin.joint_names[j]);
      const std::vector<Vec3> dae = skinned(pair.dae, state, kStrictImporter);
      alike = std::max(alike, pair.apart(skinned(same, state, kStrictImporter), dae));
      strict = std::max(strict, pair.apart(skinned(pair.glb, state, kStrictImporter), dae));
      next = std::max(next, pair.apart(skinned(pair.glb, state, kViewerNextImporter), dae));
    }
    EXPECT_LT(alike, 5e-6) << kComparedShapes[s];
    EXPECT_NEAR(strict, model.strict[s], 0.0006) << kComparedShapes[s];
    EXPECT_NEAR(next, model.next[s], model.next[s] == 0.0 ? 5e-6 : 6e-5) << kComparedShapes[s];
  }
}

TEST_P(DaeVersusGlb, AsTheViewerMeasuresItself) {
  const char* oracle = "oracle/mesh/gltf/dae_versus_gltf.json";
  MANNEQUIN_NEEDS_SHARED(oracle);
  const json models = read_json(shared_path(oracle)).at("files").at(GetParam().glb);
  std::size_t compared = 0;
  for (const Pair& pair : pairs(GetParam())) {
    const auto model = std::ranges::find_if(
        models, [&](const json& each) { return each.at("model") == pair.glb.mesh.name; });
    ASSERT_NE(model, models.end());
    for (const json& expected : model->at("cases")) {
      if (expected.at("overrides").get<bool>()) continue;
      const AvatarState state = shaped(expected.at("shape"));
      EXPECT_NEAR(
          pair.apart(skinned(pair.glb, state, kViewerImporter), skinned(pair.dae, state, kViewerImporter)),
          expected.at("max").get<double>(), 1e-5)
          << pair.glb.mesh.name << " on " << expected.at("shape");
      ++compared;
    }
  }
  EXPECT_GE(compared, 3u);
}

INSTANTIATE_TEST_SUITE_P(Models, DaeVersusGlb, testing::ValuesIn(kModels),
                         [](const auto& named) { return std::string(named.param.glb); });

}  // namespace
}  // namespace mannequin::test
