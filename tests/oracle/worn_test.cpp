// Real bodies on shaped avatars, ../shared/oracle/mesh/worn.json.gz: from the vertices that the viewer
// decodes from a mesh asset, and from the .dae that the asset was made from.
#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>
#include <map>

#include "engine/io/bound_mesh.h"
#include "engine/io/file.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

// Where an asset's numbers lie: arrays are samples in a file that repeats the geometry of another one.
struct Asset {
  const char* name;      // fixtures/mesh-asset/<name>.llmesh
  const char* geometry;  // oracle/mesh/decode_<geometry>.llmesh.json.gz
  const char* dae;
  const char* mesh;
};

const Asset kAssets[] = {
    {"Ruth2v4FeetFlat.skin_joints", "Ruth2v4FeetFlat.skin_joints", "ruth2/Ruth2v4FeetFlat",
     "Ruth2v4FeetFlat"},
    {"Ruth2v4Head.skin", "Ruth2v4Head.skin_joints", "ruth2/Ruth2v4Head", "Ruth2v4Head"},
    {"Ruth2v4Body.skin_joints_lock", "Ruth2v4Body.skin_joints_lock", "ruth2/Ruth2v4Body", "Ruth2v4Body"},
    {"female_headMesh.skin_joints_lock", "female_headMesh.skin_joints", "bento/female_2016_08_05",
     "headMesh"},
    {"angel_bentoUpperBody.skin_joints", "angel_bentoUpperBody.skin_joints", "bento/angel_2016_08_05",
     "bentoUpperBody"},
};

void PrintTo(const Asset& asset, std::ostream* out) { *out << asset.name; }

std::string decode_file(const std::string& name) { return "oracle/mesh/decode_" + name + ".llmesh.json.gz"; }

void append_face(const json& face, BoundMeshDesc& bound) {
  MeshDesc& mesh = bound.mesh;
  const auto first_vertex = static_cast<std::uint32_t>(mesh.positions.size());
  const auto first_index = static_cast<std::uint32_t>(mesh.indices.size());
  const std::size_t count = face.at("num_vertices");
  const auto vec = [](const json& list, std::size_t v) {
    return Vec3f(list.at(3 * v).get<float>(), list.at(3 * v + 1).get<float>(),
                 list.at(3 * v + 2).get<float>());
  };
  for (std::size_t v = 0; v < count; ++v) {
    mesh.positions.push_back(vec(face.at("positions"), v));
    mesh.normals.push_back(vec(face.at("normals"), v));
    for (std::size_t k = 0; k < 4; ++k) {
      // Joint + weight, the weight never reaching 0 or 1; unused slots are plain 0.
      const float packed = face.at("weights_packed").at(4 * v + k).get<float>();
      const float joint = std::floor(packed);
      if (packed > joint)
        bound.skin.influences.push_back({static_cast<std::uint32_t>(joint), packed - joint});
    }
    bound.skin.influence_begin.push_back(static_cast<std::uint32_t>(bound.skin.influences.size()));
  }
  for (const json& index : face.at("triangles"))
    mesh.indices.push_back(first_vertex + index.get<std::uint32_t>());
  mesh.faces.push_back({0, first_vertex, static_cast<std::uint32_t>(count), first_index,
                        static_cast<std::uint32_t>(mesh.indices.size()) - first_index});
}

void append_skin(const json& theirs, SkinDesc& skin) {
  skin.joint_names = theirs.at("joint_names").get<std::vector<std::string>>();
  skin.bind_shape = oracle_matrix(theirs.at("bind_shape_matrix"));
  for (const json& inverse_bind : theirs.at("inverse_bind_matrices"))
    skin.inverse_binds.push_back(oracle_matrix(inverse_bind));
  if (theirs.contains("alt_translations"))
    for (const json& p : theirs.at("alt_translations"))
      skin.joint_positions.emplace_back(Vec3(p[0].get<double>(), p[1].get<double>(), p[2].get<double>()));
  skin.lock_scale = theirs.at("lock_scale_if_joint_position").get<bool>();
}

BoundMeshDesc decoded(const Asset& asset) {
  BoundMeshDesc bound;
  bound.mesh.name = asset.name;
  bound.mesh.materials.push_back({"m"});
  bound.skin.influence_begin.push_back(0);
  const json geometry = read_json(shared_path(decode_file(asset.geometry)));
  for (const json& face : geometry.at("lods").at("high_lod").at("faces")) append_face(face, bound);
  bound.mesh.uvs.resize(bound.mesh.positions.size());
  const json own = read_json(shared_path(decode_file(asset.name)));
  append_skin(own.at("skin_block").at("skin"), bound.skin);
  return bound;
}

BoundMeshDesc imported(const Asset& asset) {
  const std::string path = std::string("fixtures/") + asset.dae + ".dae";
  auto file = io::read_collada(io::read_file(shared_path(path)).value(), path).value();
  const auto found = std::find_if(file.meshes.begin(), file.meshes.end(),
                                  [&](const BoundMeshDesc& bound) { return bound.mesh.name == asset.mesh; });
  if (found == file.meshes.end()) throw std::runtime_error("no such mesh");
  found->skin.lock_scale = std::string(asset.name).find("_lock") != std::string::npos;
  return std::move(*found);
}

const json& shape_inputs(const std::string& name) {
  static const json kShapes = read_json(shared_path("oracle/shapes.json.gz"));
  for (const json& shape : kShapes.at("shapes"))
    if (shape.at("name") == name) return shape.at("inputs");
  throw std::runtime_error("no such shape");
}

void compare_case(const json& expected, const json& samples, const Mesh& mesh, const Skin& skin,
                  Worst& palettes, Worst& positions, Worst& normals) {
  const Character& c = character(CharacterSource::builtin);
  AvatarInputs inputs;
  inputs.sliders = slider_values(shape_inputs(expected.at("shape")));
  if (expected.at("overrides").get<bool>())
    inputs.worn.push_back(mannequin::worn_offsets(skin.desc(), Uuid{}));
  const std::string name = mesh.name() + " on " + expected.at("shape").get<std::string>();

  const AvatarState state = evaluate_avatar(c, inputs);
  std::vector<Mat4> palette(skin.palette_size());
  make_palette(skin, state.joints, std::span<Mat4>(palette));
  ASSERT_EQ(expected.at("palette").size(), skin.joint_count());
  for (std::size_t j = 0; j < skin.joint_count(); ++j)
    for (std::size_t k = 0; k < 16; ++k)
      palettes.compare(glm::value_ptr(palette[j])[k], expected.at("palette")[j][k],
                       name + ", " + skin.desc().joint_names[j]);

  std::vector<ReferenceVertex> vertices(mesh.vertex_count());
  skin_reference(mesh, skin, palette, vertices);
  ASSERT_EQ(expected.at("faces").size(), mesh.faces().size());
  for (std::size_t f = 0; f < mesh.faces().size(); ++f)
    for (std::size_t i = 0; i < samples[f].size(); ++i) {
      const std::size_t v = mesh.faces()[f].first_vertex + samples[f][i].get<std::size_t>();
      const std::string where = name + ", face " + std::to_string(f) + ", vertex " + std::to_string(v);
      positions.compare(vertices[v].position, expected["faces"][f]["positions"], 3 * i, where);
      normals.compare(vertices[v].normal, expected["faces"][f]["normals"], 3 * i, where);
    }
}

class Worn : public testing::TestWithParam<Asset> {
 protected:
  void compare(const BoundMeshDesc& bound, Worst& palettes, Worst& positions, Worst& normals) {
    const auto mesh = Mesh::build(bound.mesh);
    ASSERT_TRUE(mesh) << mesh.error().message();
    const auto skin = Skin::build(bound.skin, *mesh, character(CharacterSource::builtin).skeleton);
    ASSERT_TRUE(skin) << skin.error().message();
    const json oracle = read_json(shared_path("oracle/mesh/worn.json.gz"));
    std::size_t cases = 0;
    for (const json& asset : oracle.at("assets")) {
      if (asset.at("file") != std::string("mesh-asset/") + GetParam().name + ".llmesh") continue;
      for (const json& expected : asset.at("cases")) {
        compare_case(expected, asset.at("sample_vertices"), *mesh, *skin, palettes, positions, normals);
        ++cases;
      }
    }
    EXPECT_GE(cases, 4u);
    EXPECT_WITHIN_LIMIT(palettes);
    EXPECT_WITHIN_LIMIT(positions);
    EXPECT_WITHIN_LIMIT(normals);
    for (const auto& [name, worst] :
         {std::pair("palettes", &palettes), {"positions", &positions}, {"normals", &normals}})
      RecordProperty(name, std::to_string(worst->value() * 1e6) + "e-6");
  }
};

TEST_P(Worn, AgreesFromTheDecodedAsset) {
  MANNEQUIN_NEEDS_SHARED("oracle/mesh/worn.json.gz");
  Worst palettes(5e-6), positions(5e-6), normals(1e-5);
  compare(decoded(GetParam()), palettes, positions, normals);
}

TEST_P(Worn, AgreesFromTheAssetFile) {
  const std::string path = std::string("fixtures/mesh-asset/") + GetParam().name + ".llmesh";
  MANNEQUIN_NEEDS_SHARED("oracle/mesh/worn.json.gz");
  const auto file = io::read_bound_mesh(shared_path(path));
  ASSERT_TRUE(file) << file.error().message();
  ASSERT_EQ(file->meshes.size(), 1u);
  EXPECT_TRUE(file->is_asset);
  Worst palettes(5e-6), positions(5e-6), normals(1e-5);
  compare(file->meshes[0], palettes, positions, normals);
}

// The asset holds positions, normals and weights in 16 bits, cut off, so the .dae can differ from it: by a
// step of the box (up to 2.8 m / 65535 = 43 um per axis, stretched by the palette) and of the weights (15 um
// per metre between where two joints put a vertex); normals by a step of 31 um per axis, stretched by the
// bind of collision volumes.
TEST_P(Worn, AgreesFromTheDaeAsFarAsTheAssetIsExact) {
  MANNEQUIN_NEEDS_SHARED("oracle/mesh/worn.json.gz");
  Worst palettes(5e-6), positions(1e-4), normals(2e-4);
  compare(imported(GetParam()), palettes, positions, normals);
}

// All vertices, not samples only: a creator's file and the asset made of it look the same on every shape.
// What parts them most is that viewers read weights below 0.001 as 0.001: such a vertex moves by up to a
// thousandth of the distance between the places that two joints have for it.
TEST_P(Worn, TheDaeAndItsAssetDeformAlike) {
  MANNEQUIN_NEEDS_SHARED("fixtures/mesh-asset");
  MANNEQUIN_NEEDS_SHARED("oracle/shapes.json.gz");
  const auto file =
      io::read_bound_mesh(shared_path(std::string("fixtures/mesh-asset/") + GetParam().name + ".llmesh"));
  ASSERT_TRUE(file) << file.error().message();
  const Character& c = character(CharacterSource::builtin);
  struct Bound {
    Mesh mesh;
    Skin skin;
  };
  std::vector<Bound> pair;
  for (const BoundMeshDesc& bound : {imported(GetParam()), file->meshes.at(0)}) {
    Mesh mesh = Mesh::build(bound.mesh).value();
    Skin skin = Skin::build(bound.skin, mesh, c.skeleton).value();
    pair.push_back({std::move(mesh), std::move(skin)});
  }
  ASSERT_EQ(pair[0].mesh.vertex_count(), pair[1].mesh.vertex_count());
  Worst positions(2.5e-4);
  const json shapes = read_json(shared_path("oracle/shapes.json.gz"));
  for (std::size_t s = 0; s < shapes.at("shapes").size(); s += 7) {
    const json& shape = shapes.at("shapes")[s];
    std::vector<std::vector<ReferenceVertex>> skinned;
    for (const Bound& worn : pair) {
      AvatarInputs inputs;
      inputs.sliders = slider_values(shape.at("inputs"));
      if (!pair[1].skin.desc().joint_positions.empty())
        inputs.worn.push_back(mannequin::worn_offsets(worn.skin.desc(), Uuid{}));
      const AvatarState state = evaluate_avatar(c, inputs);
      std::vector<Mat4> palette(worn.skin.palette_size());
      make_palette(worn.skin, state.joints, std::span<Mat4>(palette));
      skin_reference(worn.mesh, worn.skin, palette, skinned.emplace_back(worn.mesh.vertex_count()));
    }
    for (std::size_t v = 0; v < skinned[0].size(); ++v)
      positions.compare(glm::length(skinned[0][v].position - skinned[1][v].position), 0.0,
                        shape.at("name").get<std::string>() + ", vertex " + std::to_string(v));
  }
  EXPECT_WITHIN_LIMIT(positions);
  RecordProperty("positions", std::to_string(positions.value() * 1e6) + "e-6");
}

INSTANTIATE_TEST_SUITE_P(Assets, Worn, testing::ValuesIn(kAssets), [](const auto& asset) {
  std::string name = asset.param.name;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
});

TEST(WornTable, NamesEveryAsset) {
  MANNEQUIN_NEEDS_SHARED("oracle/mesh/worn.json.gz");
  const json oracle = read_json(shared_path("oracle/mesh/worn.json.gz"));
  EXPECT_EQ(oracle.at("assets").size(), std::size(kAssets));
}

}  // namespace
}  // namespace mannequin::test
