// Real glTF files on shaped avatars, compared with the viewer's own importer and skinning,
// ../shared/oracle/mesh/gltf/worn.json.gz; read with the default, which is that viewer's profile.
#include <algorithm>
#include <cctype>
#include <glm/gtc/type_ptr.hpp>
#include <map>
#include <tuple>

#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "engine/wear/bound_mesh.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

std::string folded(std::string name) {
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

// The viewer's faces, by material name, and in each the vertices as the viewer welds them: equal position,
// normal and uv are one, numbered by their first use. Numbers of our vertices. Source: glTF import oracle, 4
// and 19.
std::vector<std::vector<std::size_t>> welded_faces(const Mesh& mesh) {
  std::vector<std::size_t> order(mesh.faces().size());
  for (std::size_t f = 0; f < order.size(); ++f) order[f] = f;
  std::ranges::stable_sort(
      order, {}, [&](std::size_t f) { return folded(mesh.materials()[mesh.faces()[f].material].name); });
  std::vector<std::vector<std::size_t>> faces;
  for (const std::size_t f : order) {
    const FaceDesc& face = mesh.faces()[f];
    std::map<std::tuple<float, float, float, float, float, float, float, float>, std::size_t> known;
    std::vector<std::size_t>& vertices = faces.emplace_back();
    for (std::size_t i = face.first_index; i < face.first_index + face.index_count; ++i) {
      const std::uint32_t v = mesh.indices()[i];
      const Vec3f &p = mesh.positions()[v], &n = mesh.normals()[v];
      const Vec2f& t = mesh.uvs()[v];
      if (known.try_emplace({p.x, p.y, p.z, n.x, n.y, n.z, t.x, t.y}, v).second) vertices.push_back(v);
    }
  }
  return faces;
}

class GltfWorn : public testing::TestWithParam<const char*> {};

TEST_P(GltfWorn, PalettesAndVerticesAreTheViewers) {
  MANNEQUIN_NEEDS_SHARED("oracle/mesh/gltf/worn.json.gz");
  const std::string name = std::string("gltf/") + GetParam() + ".glb";
  const Character& c = character(CharacterSource::builtin);
  const auto meshes = load_bound_meshes(shared_path("fixtures/" + name), c.skeleton);
  ASSERT_TRUE(meshes) << meshes.error().message();
  const json oracle = read_json(shared_path("oracle/mesh/gltf/worn.json.gz"));
  const auto file =
      std::ranges::find_if(oracle.at("files"), [&](const json& each) { return each.at("file") == name; });
  ASSERT_NE(file, oracle.at("files").end());
  const auto shapes = oracle_shapes();
  Worst palettes(5e-6), positions(5e-6), normals(1e-5);
  for (const json& model : file->at("models")) {
    const auto bound = std::ranges::find_if(
        meshes->meshes, [&](const BoundMesh& mesh) { return mesh.mesh.name() == model.at("label"); });
    ASSERT_NE(bound, meshes->meshes.end());
    const Skin& skin = *bound->skin;
    const auto faces = welded_faces(bound->mesh);
    ASSERT_EQ(model.at("sample_vertices").size(), faces.size());
    std::map<std::string, std::size_t> rows;
    for (std::size_t j = 0; j < model.at("joint_names").size(); ++j) rows[model.at("joint_names")[j]] = j;
    for (const json& expected : model.at("cases")) {
      // The viewer keeps unused joints of a large skin, whose positions count, too; we drop them.
      const bool overrides = expected.at("overrides");
      if (overrides && rows.size() != skin.joint_count()) continue;
      AvatarInputs inputs;
      inputs.sliders = shapes.at(expected.at("shape"));
      if (overrides) inputs.worn.push_back(bound->offsets);
      const AvatarState state = evaluate_avatar(c, inputs);
      std::vector<Mat4> palette(skin.palette_size());
      make_palette(skin, state.joints, std::span<Mat4>(palette));
      const std::string on = bound->mesh.name() + " on " + expected.at("shape").get<std::string>() +
                             (overrides ? " with joint positions" : "");
      for (std::size_t slot = 0; slot < skin.joint_count(); ++slot) {
        const std::string& joint = c.skeleton[skin.joints()[slot]].name;
        const json& theirs = expected.at("palette").at(rows.at(joint));
        for (std::size_t k = 0; k < 16; ++k)
          palettes.compare(glm::value_ptr(palette[slot])[k], theirs.at(k), on + ", " + joint);
      }
      std::vector<ReferenceVertex> vertices(bound->mesh.vertex_count());
      skin_reference(bound->mesh, skin, palette, vertices);
      for (std::size_t f = 0; f < faces.size(); ++f) {
        const json& samples = model.at("sample_vertices")[f];
        for (std::size_t i = 0; i < samples.size(); ++i) {
          const std::size_t v = faces[f].at(samples[i].get<std::size_t>());
          const std::string where = on + ", face " + std::to_string(f) + ", vertex " + std::to_string(v);
          positions.compare(vertices[v].position, expected.at("faces")[f].at("positions"), 3 * i, where);
          normals.compare(vertices[v].normal, expected.at("faces")[f].at("normals"), 3 * i, where);
        }
      }
    }
  }
  EXPECT_WITHIN_LIMIT(palettes);
  EXPECT_WITHIN_LIMIT(positions);
  EXPECT_WITHIN_LIMIT(normals);
}

INSTANTIATE_TEST_SUITE_P(Files, GltfWorn,
                         testing::Values("Ruth2v4Body", "Ruth2v4FeetFlat", "Ruth2v4Head",
                                         "female_2016_08_05"),
                         [](const auto& named) { return std::string(named.param); });

// gltf_truth_test compares the binds as they are read with Blender's: strict leaves them so.
TEST(GltfWorn, StrictLeavesTheBindsOfTheFile) {
  for (const char* name : {"Ruth2v4Body", "Ruth2v4FeetFlat", "Ruth2v4Head", "female_2016_08_05"}) {
    const std::string path = std::string("fixtures/gltf/") + name + ".glb";
    MANNEQUIN_NEEDS_SHARED(path);
    const auto file = io::read_bound_mesh(shared_path(path)).value();
    const auto built =
        build_bound_meshes(file, character(CharacterSource::builtin).skeleton, kStrictImporter).value();
    ASSERT_FALSE(file.meshes.empty());
    for (std::size_t m = 0; m < file.meshes.size(); ++m)
      EXPECT_TRUE(
          std::ranges::equal(built.meshes[m].skin->inverse_binds(), file.meshes[m].skin.inverse_binds))
          << name;
  }
}

}  // namespace
}  // namespace mannequin::test
