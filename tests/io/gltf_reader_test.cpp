#include <gtest/gtest.h>

#include <set>

#include "tests/io/gltf_files.h"
#include "tests/shared_files.h"

namespace mannequin::io {
namespace gltf_reader_test {

using Json = nlohmann::json;
using test::has_note;

struct TinyFile {
  BoundMeshFile file;
  Json expected;  // files[name] of expected.json
  Json document;  // of the file itself
};

// One of ../shared/fixtures/gltf/tiny with its known properties.
void open_tiny(const std::string& name, TinyFile& tiny) {
  const auto folder = test::shared_path("fixtures/gltf/tiny");
  auto file = test::read_gltf_file(folder / name);
  ASSERT_TRUE(file) << file.error().message();
  tiny.file = std::move(*file);
  tiny.expected = test::read_json(folder / "expected.json").at("files").at(name);
  tiny.document = test::gltf_json(folder / name);
}

const BoundMeshDesc& mesh_of(const TinyFile& tiny, const std::string& node) {
  for (const BoundMeshDesc& mesh : tiny.file.meshes)
    if (mesh.mesh.name == node) return mesh;
  throw std::runtime_error("no mesh " + node);
}

// The faces of a mesh come in the order of those primitives that are triangles.
const FaceDesc& face_of(const TinyFile& tiny, const Json& primitive) {
  const BoundMeshDesc& mesh = mesh_of(tiny, primitive.at("node"));
  std::size_t face = 0;
  for (const Json& other : tiny.expected.at("primitives")) {
    if (&other == &primitive) break;
    const bool drawn = !(other.contains("triangles") && other.at("triangles").is_null());
    if (other.at("node") == primitive.at("node") && drawn) ++face;
  }
  return mesh.mesh.faces.at(face);
}

Vec3 vec3_at(const Json& flat, std::size_t element) {
  return {flat.at(3 * element).get<double>(), flat.at(3 * element + 1).get<double>(),
          flat.at(3 * element + 2).get<double>()};
}

void expect_near(const Vec3& a, const Vec3& b, double tolerance, const std::string& what) {
  EXPECT_LT(glm::length(a - b), tolerance)
      << what << ": " << a.x << ' ' << a.y << ' ' << a.z << " for " << b.x << ' ' << b.y << ' ' << b.z;
}

// Positions, normals, uvs, weights, indices of every drawn primitive against `decoded`.
void expect_decoded(const TinyFile& tiny) {
  for (const Json& primitive : tiny.expected.at("primitives")) {
    if (primitive.contains("triangles") && primitive.at("triangles").is_null()) continue;
    const BoundMeshDesc& bound = mesh_of(tiny, primitive.at("node"));
    const MeshDesc& mesh = bound.mesh;
    const FaceDesc& face = face_of(tiny, primitive);
    const Json& decoded = primitive.at("decoded");
    const bool unchanged = decoded.contains("NORMAL");  // without normals vertices are split
    const std::size_t count = primitive.at("vertex_count");
    if (unchanged) {
      EXPECT_EQ(face.vertex_count, count);
    }
    const Json& positions =
        primitive.contains("morphed_positions") ? primitive.at("morphed_positions") : decoded.at("POSITION");
    std::set<std::uint32_t> seen;
    for (std::uint32_t v = face.first_vertex; v < face.first_vertex + face.vertex_count; ++v) {
      const std::uint32_t source = mesh.source_indices[v];
      ASSERT_LT(source, count);
      seen.insert(source);
      if (unchanged) {
        EXPECT_EQ(source, v - face.first_vertex);
      }
      if (!primitive.contains("world_positions"))
        expect_near(test::to_gltf(Vec3(mesh.positions[v])), vec3_at(positions, source),
                    5e-7 * (1.0 + glm::length(vec3_at(positions, source))), "position");
      EXPECT_NEAR(glm::length(mesh.normals[v]), 1.0f, 1e-6f);
      if (unchanged && !primitive.contains("morphed_positions")) {
        expect_near(test::to_gltf(Vec3(mesh.normals[v])),
                    glm::normalize(vec3_at(decoded.at("NORMAL"), source)), 5e-7, "normal");
      }
      if (decoded.contains("TEXCOORD_0")) {
        EXPECT_NEAR(mesh.uvs[v].x, decoded["TEXCOORD_0"][2 * source].get<double>(), 2e-7);
        EXPECT_NEAR(mesh.uvs[v].y, 1.0 - decoded["TEXCOORD_0"][2 * source + 1].get<double>(), 2e-7);
      } else {
        EXPECT_EQ(mesh.uvs[v], Vec2f(0.0f));
      }
    }
    if (bound.rigged()) {
      EXPECT_EQ(Json(bound.skin.joint_names), primitive.at("joint_names"));
      const bool one_set = decoded.contains("JOINTS_0");
      const Json& joints = decoded.at(one_set ? "JOINTS_0" : "JOINTS");
      const Json& weights = decoded.at(one_set ? "WEIGHTS_0" : "WEIGHTS");
      const std::size_t per_vertex = one_set ? 4 : 8;
      for (std::uint32_t v = face.first_vertex; v < face.first_vertex + face.vertex_count; ++v) {
        std::map<std::uint32_t, double> wanted, got;
        for (std::size_t i = 0; i < per_vertex; ++i) {
          const std::size_t place = mesh.source_indices[v] * per_vertex + i;
          if (weights.at(place).get<double>() != 0.0)
            wanted[joints.at(place).get<std::uint32_t>()] += weights.at(place).get<double>();
        }
        for (std::uint32_t i = bound.skin.influence_begin[v]; i < bound.skin.influence_begin[v + 1]; ++i)
          got[bound.skin.influences[i].joint] += bound.skin.influences[i].weight;
        ASSERT_EQ(got.size(), wanted.size());
        for (const auto& [joint, weight] : wanted) EXPECT_NEAR(got.at(joint), weight, 3e-7);
      }
    }
    std::vector<std::uint32_t> triangles;
    for (std::uint32_t i = face.first_index; i < face.first_index + face.index_count; ++i)
      triangles.push_back(mesh.source_indices.at(mesh.indices[i]));
    const Json& list = primitive.contains("triangles") ? primitive.at("triangles") : decoded.at("indices");
    std::vector<std::uint32_t> wanted;
    if (list.is_null())
      for (std::uint32_t v = 0; v < count; ++v) wanted.push_back(v);
    else
      wanted = list.get<std::vector<std::uint32_t>>();
    if (primitive.value("flip_winding", false))
      for (std::size_t i = 0; i + 2 < wanted.size(); i += 3) std::swap(wanted[i + 1], wanted[i + 2]);
    EXPECT_EQ(triangles, wanted);
  }
}

// Every pose of every primitive, in double precision, all influences divided by their sum.
void expect_poses(const TinyFile& tiny, double tolerance = 2e-6) {
  std::size_t compared = 0;
  for (const Json& primitive : tiny.expected.at("primitives")) {
    if (primitive.at("poses").empty()) continue;
    const BoundMeshDesc& bound = mesh_of(tiny, primitive.at("node"));
    const FaceDesc& face = face_of(tiny, primitive);
    for (const auto& [name, pose] : primitive.at("poses").items()) {
      test::TestNodes nodes(tiny.document);
      for (const auto& [node, values] : pose.at("nodes").items()) nodes.pose(node, values);
      const std::vector<Vec3> positions = test::skin_in_gltf(bound, nodes);
      for (std::uint32_t v = face.first_vertex; v < face.first_vertex + face.vertex_count; ++v) {
        const std::uint32_t source = bound.mesh.source_indices[v];
        if (pose.at("positions").at(3 * source).is_null()) {
          EXPECT_EQ(bound.skin.influence_begin[v], bound.skin.influence_begin[v + 1]);
          continue;
        }
        expect_near(positions[v], vec3_at(pose.at("positions"), source), tolerance,
                    primitive.at("node").get<std::string>() + ", pose " + name);
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 0u);
}

class GltfReaderTiny : public ::testing::TestWithParam<const char*> {};

TEST_P(GltfReaderTiny, DecodesAndPosesAsExpected) {
  MANNEQUIN_NEEDS_SHARED("fixtures/gltf/tiny/expected.json");
  TinyFile tiny;
  ASSERT_NO_FATAL_FAILURE(open_tiny(GetParam(), tiny));
  expect_decoded(tiny);
  expect_poses(tiny);
}

INSTANTIATE_TEST_SUITE_P(Files, GltfReaderTiny,
                         ::testing::Values("quantized.glb", "two_skins.glb", "influences8.gltf",
                                           "sparse_morph.glb", "mirrored_rig.glb", "modes_external.gltf"),
                         [](const auto& test) {
                           std::string name = test.param;
                           return name.substr(0, name.find('.'));
                         });

TEST(GltfReader, PlacesUnskinnedMeshesByTheirNode) {
  MANNEQUIN_NEEDS_SHARED("fixtures/gltf/tiny/two_skins.glb");
  TinyFile tiny;
  ASSERT_NO_FATAL_FAILURE(open_tiny("two_skins.glb", tiny));
  const BoundMeshDesc& marker = mesh_of(tiny, "mirrored_marker");
  EXPECT_FALSE(marker.rigged());
  for (const Json& primitive : tiny.expected.at("primitives")) {
    if (primitive.at("node") != "mirrored_marker") continue;
    for (std::size_t v = 0; v < 3; ++v)
      expect_near(test::to_gltf(Vec3(marker.mesh.positions[v])),
                  vec3_at(primitive.at("world_positions"), marker.mesh.source_indices[v]), 1e-7, "marker");
  }
  // Mirrored and turned over: it faces where it faced, +Z of glTF, which is -Y of ours.
  for (const Vec3f& normal : marker.mesh.normals) EXPECT_EQ(normal, Vec3f(0, -1, 0));
}

TEST(GltfReader, GivesFacesTheirMaterials) {
  MANNEQUIN_NEEDS_SHARED("fixtures/gltf/tiny/two_skins.glb");
  TinyFile tiny;
  ASSERT_NO_FATAL_FAILURE(open_tiny("two_skins.glb", tiny));
  const MeshDesc& left = mesh_of(tiny, "left").mesh;
  ASSERT_EQ(left.faces.size(), 2u);
  EXPECT_EQ(left.materials.at(left.faces[0].material).name, "upper");
  EXPECT_EQ(left.materials.at(left.faces[1].material).name, "cuff");
  EXPECT_EQ(left.faces[1].first_vertex, left.faces[0].vertex_count);
}

TEST(GltfReader, SaysWhatItLeftOut) {
  MANNEQUIN_NEEDS_SHARED("fixtures/gltf/tiny/modes_external.gltf");
  TinyFile modes, morph;
  ASSERT_NO_FATAL_FAILURE(open_tiny("modes_external.gltf", modes));
  ASSERT_NO_FATAL_FAILURE(open_tiny("sparse_morph.glb", morph));
  EXPECT_TRUE(has_note(modes.file, "no_triangles"));
  EXPECT_TRUE(has_note(modes.file, "no_inverse_binds"));
  EXPECT_TRUE(has_note(morph.file, "morph_targets"));
}

}  // namespace gltf_reader_test
}  // namespace mannequin::io
