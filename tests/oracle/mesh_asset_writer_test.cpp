// Mesh assets as written by the viewer's uploader: made from the viewer's own import, every byte of every
// array is equal; made from ours, all but a few. ../shared/oracle/mesh/import_*.json.gz,
// ../shared/fixtures/mesh-asset.
#include "engine/io/mesh_asset_writer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "engine/io/bound_mesh.h"
#include "engine/io/file.h"
#include "engine/io/mesh_asset/blocks.h"
#include "engine/io/mesh_asset/face_writer.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

using io::Bytes;
using io::Llsd;
using nlohmann::json;

struct Written {
  const char* asset;   // fixtures/mesh-asset/<asset>.llmesh
  const char* import;  // fixtures/<import>.dae
  const char* mesh;
  bool sampled = false;  // the oracle's import has samples only
};

void PrintTo(const Written& written, std::ostream* out) { *out << written.asset; }

const Written kWritten[] = {
    {"Ruth2v4Body.skin_joints_lock", "ruth2/Ruth2v4Body", "Ruth2v4Body"},
    {"Ruth2v4Eyeballs_Ruth2v4EyeBall_L.skin_joints_pelvis", "ruth2/Ruth2v4Eyeballs", "Ruth2v4EyeBall_L"},
    {"Ruth2v4FeetFlat.noskin", "ruth2/Ruth2v4FeetFlat", "Ruth2v4FeetFlat"},
    {"Ruth2v4FeetFlat.skin", "ruth2/Ruth2v4FeetFlat", "Ruth2v4FeetFlat"},
    {"Ruth2v4FeetFlat.skin_joints_lock_pelvis", "ruth2/Ruth2v4FeetFlat", "Ruth2v4FeetFlat"},
    {"Ruth2v4Hands.skin", "ruth2/Ruth2v4Hands", "Ruth2v4Hands", true},
    {"Ruth2v4Head.skin", "ruth2/Ruth2v4Head", "Ruth2v4Head"},
    {"angel_bentoUpperBody.skin_joints", "bento/angel_2016_08_05", "bentoUpperBody"},
    {"female_eyeBallLeftMesh.skin_high", "bento/female_2016_08_05", "eyeBallLeftMesh"},
    {"female_eyeBallLeftMesh.skin_joints_high", "bento/female_2016_08_05", "eyeBallLeftMesh"},
    {"female_headMesh.skin_joints_lock", "bento/female_2016_08_05", "headMesh"},
};

bool has(const Written& written, const char* part) {
  return std::string(written.asset).find(part) != std::string::npos;
}

// One unpacked block of a file.
Llsd block(const Bytes& bytes, const std::string& key) {
  const auto header = io::mesh_asset::read_header(bytes, "asset");
  if (!header) throw std::runtime_error(header.error().message());
  const auto body = std::span<const std::byte>(bytes).subspan(header->size);
  auto blocks = io::mesh_asset::list_blocks(header->value, body.size(), "asset").value();
  io::mesh_asset::Budget budget(bytes.size());
  io::Notes notes;
  for (io::AssetBlock& entry : blocks)
    if (entry.key == key) return io::mesh_asset::unpack(body, entry, budget, "asset", notes).value();
  return {};
}

Bytes fixture(const Written& written) {
  return io::read_file(shared_path(std::string("fixtures/mesh-asset/") + written.asset + ".llmesh")).value();
}

// Counts of sixteen-bit numbers, or bytes of weights, that differ, by the array's key.
struct Difference {
  std::size_t compared = 0, different = 0;
  int worst = 0;  // steps
};

Difference compare_packed(const Bytes& ours, const Bytes& theirs) {
  Difference difference;
  difference.compared = theirs.size() / 2;
  for (std::size_t i = 0; i < std::min(ours.size(), theirs.size()) / 2; ++i) {
    const auto at = [&](const Bytes& data) {
      return static_cast<int>(data[2 * i]) | static_cast<int>(data[2 * i + 1]) << 8;
    };
    const int steps = std::abs(at(ours) - at(theirs));
    difference.different += steps > 0;
    difference.worst = std::max(difference.worst, steps);
  }
  return difference;
}

const Bytes& data_at(const Llsd& face, const char* key) {
  static const Bytes kNothing;
  const Llsd* value = face.find(key);
  return value == nullptr ? kNothing : *value->as<Bytes>();
}

const json& model_of(const json& import, const std::string& label) {
  for (const json& model : import.at("models"))
    if (model.at("label") == label) return model;
  throw std::runtime_error("no such model");
}

io::AssetFace face_of(const json& theirs, const json& scale) {
  io::AssetFace face;
  const auto get = [](const json& list, std::size_t i) { return list.at(i).get<float>(); };
  face.normalized_scale = {get(scale, 0), get(scale, 1), get(scale, 2)};
  for (std::size_t v = 0; v < theirs.at("num_vertices").get<std::size_t>(); ++v) {
    const json &p = theirs.at("positions"), &n = theirs.at("normals"), &uv = theirs.at("uv");
    face.positions.emplace_back(get(p, 3 * v), get(p, 3 * v + 1), get(p, 3 * v + 2));
    face.normals.emplace_back(get(n, 3 * v), get(n, 3 * v + 1), get(n, 3 * v + 2));
    face.uvs.emplace_back(get(uv, 2 * v), get(uv, 2 * v + 1));
    if (!theirs.contains("weights")) continue;
    VertexInfluences& influences = face.influences.emplace_back();
    const json& weights = theirs.at("weights")[v];
    for (std::size_t k = 0; 2 * k < weights.size(); ++k) {
      influences.joint[k] = weights[2 * k].get<std::uint16_t>();
      influences.weight[k] = get(weights, 2 * k + 1);
    }
  }
  face.indices = theirs.at("triangles").get<std::vector<std::uint16_t>>();
  return face;
}

class MeshAssetWriter : public testing::TestWithParam<Written> {
 protected:
  void SetUp() override { MANNEQUIN_NEEDS_SHARED("fixtures/mesh-asset"); }

  // Ours, made from the .dae with the upload options given in the fixture's name.
  static Result<Bytes> write_ours() {
    const std::string path = std::string("fixtures/") + GetParam().import + ".dae";
    auto file = io::read_bound_mesh(shared_path(path));
    if (!file) return error_of(file);
    const auto found = std::find_if(file->meshes.begin(), file->meshes.end(), [](const BoundMeshDesc& bound) {
      return bound.mesh.name == GetParam().mesh;
    });
    if (found == file->meshes.end()) return fail(ErrorCode::bad_data, path, "no such mesh");
    const auto mesh = Mesh::build(std::move(found->mesh));
    if (!mesh) return error_of(mesh);
    const Skeleton& skeleton = character(CharacterSource::builtin).skeleton;
    const auto skin = Skin::build(std::move(found->skin), *mesh, skeleton);
    if (!skin) return error_of(skin);
    io::MeshAssetOptions options;
    options.joint_positions = has(GetParam(), "_joints");
    options.lock_scale = has(GetParam(), "_lock");
    options.pelvis_offset = has(GetParam(), "_pelvis") ? 0.0625 : 0.0;
    const auto assets =
        io::make_mesh_assets(*mesh, has(GetParam(), "noskin") ? nullptr : &*skin, skeleton, options);
    if (!assets) return error_of(assets);
    return io::write_mesh_asset(assets->at(0), io::AssetNumbers::imported);
  }
};

TEST_P(MeshAssetWriter, MakesTheViewersArraysFromTheViewersImport) {
  if (GetParam().sampled) GTEST_SKIP() << "the oracle has samples of this mesh only";
  const std::string path = GetParam().import;
  const json import =
      read_json(shared_path("oracle/mesh/import_" + path.substr(path.find('/') + 1) + ".json.gz"));
  const json& model = model_of(import, GetParam().mesh);
  std::vector<io::AssetFace> faces;
  for (const json& face : model.at("faces")) faces.push_back(face_of(face, model.at("normalized_scale")));
  const bool with_weights = !has(GetParam(), "noskin");
  const auto level =
      io::mesh_asset::make_level(faces, with_weights, io::AssetNumbers::imported, GetParam().mesh);
  ASSERT_TRUE(level) << level.error().message();
  // Not only the arrays: the domains and the scale too, and nothing else.
  EXPECT_EQ(io::write_llsd(*level), io::write_llsd(block(fixture(GetParam()), "high_lod")));
}

// Positions, texture coordinates and triangles are the viewer's. The last bit of a float32 moves a normal or
// a weight across a step now and then: up to 0.2 % of the normals, 0.05 % of the weights, by one.
TEST_P(MeshAssetWriter, MakesAlmostTheSameFromTheDae) {
  const auto written = write_ours();
  ASSERT_TRUE(written) << written.error().message();
  const Llsd ours = block(*written, "high_lod"), theirs = block(fixture(GetParam()), "high_lod");
  const auto &our_faces = *ours.as<Llsd::Array>(), &their_faces = *theirs.as<Llsd::Array>();
  ASSERT_EQ(our_faces.size(), their_faces.size());
  for (const char* key : {"Position", "Normal", "TexCoord0", "Weights", "TriangleList"}) {
    Difference sum;
    for (std::size_t f = 0; f < our_faces.size(); ++f) {
      const Bytes &a = data_at(our_faces[f], key), &b = data_at(their_faces[f], key);
      ASSERT_EQ(a.size(), b.size()) << key << ", face " << f;
      const Difference difference = compare_packed(a, b);
      sum.compared += difference.compared;
      sum.different += difference.different;
      sum.worst = std::max(sum.worst, difference.worst);
    }
    RecordProperty(key, fmt::format("{} of {}, worst {}", sum.different, sum.compared, sum.worst));
    EXPECT_LE(static_cast<double>(sum.different), 1.0 + 0.002 * static_cast<double>(sum.compared)) << key;
    if (std::string(key) == "Normal") {
      EXPECT_LE(sum.worst, 1) << key;
    } else if (std::string(key) != "Weights") {
      EXPECT_EQ(sum.different, 0u) << key;
    }
  }
}

TEST_P(MeshAssetWriter, MakesTheViewersSkin) {
  const auto written = write_ours();
  ASSERT_TRUE(written) << written.error().message();
  const auto ours = io::read_mesh_asset(*written, "ours"),
             theirs = io::read_mesh_asset(fixture(GetParam()), "theirs");
  ASSERT_TRUE(ours) << ours.error().message();
  ASSERT_TRUE(theirs) << theirs.error().message();
  ASSERT_EQ(ours->meshes[0].skin.has_value(), theirs->meshes[0].skin.has_value());
  if (!ours->meshes[0].skin) return;
  const SkinDesc &a = *ours->meshes[0].skin, &b = *theirs->meshes[0].skin;
  EXPECT_EQ(a.joint_names, b.joint_names);
  EXPECT_EQ(a.inverse_binds, b.inverse_binds);
  EXPECT_EQ(a.joint_positions, b.joint_positions);
  EXPECT_EQ(a.lock_scale, b.lock_scale);
  EXPECT_EQ(a.pelvis_offset, b.pelvis_offset);
  for (int i = 0; i < 16; ++i) EXPECT_NEAR(a.bind_shape[i / 4][i % 4], b.bind_shape[i / 4][i % 4], 1e-6) << i;
}

// Read and written again, the file says the same.
TEST_P(MeshAssetWriter, RepeatsAnAssetThatItRead) {
  const auto first = io::read_mesh_asset(fixture(GetParam()), "first");
  ASSERT_TRUE(first) << first.error().message();
  const auto written = io::write_mesh_asset(first->meshes[0], io::AssetNumbers::decoded);
  ASSERT_TRUE(written) << written.error().message();
  const auto second = io::read_mesh_asset(*written, "second");
  ASSERT_TRUE(second) << second.error().message();
  for (std::size_t lod = 0; lod < io::kLodCount; ++lod) {
    const auto &a = first->meshes[0].levels[lod], &b = second->meshes[0].levels[lod];
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t f = 0; f < a.size(); ++f) {
      EXPECT_EQ(a[f].positions, b[f].positions) << lod << ", face " << f;
      EXPECT_EQ(a[f].normals, b[f].normals) << lod << ", face " << f;
      EXPECT_EQ(a[f].uvs, b[f].uvs) << lod << ", face " << f;
      EXPECT_EQ(a[f].indices, b[f].indices) << lod << ", face " << f;
      ASSERT_EQ(a[f].influences.size(), b[f].influences.size());
      for (std::size_t v = 0; v < a[f].influences.size(); ++v) {
        ASSERT_EQ(a[f].influences[v].joint, b[f].influences[v].joint) << v;
        ASSERT_EQ(a[f].influences[v].weight, b[f].influences[v].weight) << v;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Files, MeshAssetWriter, testing::ValuesIn(kWritten), [](const auto& written) {
  std::string name = written.param.asset;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
});

// With no lower levels to simplify, the whole file can be compared.
TEST(MeshAssetWriterFiles, AreTheViewersByteForByte) {
  MANNEQUIN_NEEDS_SHARED("fixtures/mesh-asset");
  for (const char* name : {"female_eyeBallLeftMesh.skin_high", "female_eyeBallLeftMesh.skin_joints_high"}) {
    const Bytes theirs =
        io::read_file(shared_path(std::string("fixtures/mesh-asset/") + name + ".llmesh")).value();
    const auto read = io::read_mesh_asset(theirs, name);
    ASSERT_TRUE(read) << read.error().message();
    const auto ours = io::write_mesh_asset(read->meshes[0], io::AssetNumbers::decoded);
    ASSERT_TRUE(ours) << ours.error().message();
    EXPECT_EQ(*ours, theirs) << name;
  }
}

}  // namespace
}  // namespace mannequin::test
