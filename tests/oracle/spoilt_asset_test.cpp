// The 40 spoilt and odd mesh assets: each has the outcome that ../shared/oracle/mesh/spoilt_asset.json
// advises, and if both sides accept a file, the viewer's numbers.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/io/file.h"
#include "tests/oracle/asset_case.h"
#include "tests/oracle/spoilt_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

const SpoiltCase kAssetCases[] = {
    {"ok_high_only", SpoiltOutcome::accepted},
    {"ok_four_lods", SpoiltOutcome::accepted},
    {"ok_version_999", SpoiltOutcome::accepted},
    {"version_1000", SpoiltOutcome::rejected, "has version 1000"},
    {"deprecated_header", SpoiltOutcome::accepted},  // the viewer trips over the newline
    {"empty_file", SpoiltOutcome::rejected, "ends where a value should begin"},
    {"header_is_array", SpoiltOutcome::rejected, "header: is an array, not a map"},
    {"no_lods", SpoiltOutcome::rejected, "has no level of detail"},
    {"block_truncated", SpoiltOutcome::rejected,
     "header, high_lod: claims 627 bytes from byte 239 on, but 826 bytes follow"},
    {"gzip_instead_of_zlib", SpoiltOutcome::rejected, "high_lod: is compressed with gzip, not zlib"},
    {"uncompressed_block", SpoiltOutcome::rejected, "high_lod: is not compressed"},
    {"junk_after_llsd", SpoiltOutcome::noted, "bytes_behind_value"},
    {"offset_negative", SpoiltOutcome::rejected, "high_lod: claims 627 bytes from byte -1 on"},
    {"array_count_bomb", SpoiltOutcome::rejected, "claims 2147483647 bytes or items"},
    {"binary_size_bomb", SpoiltOutcome::rejected, "claims 2147483632 bytes or items"},
    {"nesting_90", SpoiltOutcome::accepted},
    {"zip_bomb_40mb", SpoiltOutcome::rejected, "unpacks to more than"},
    {"index_out_of_range", SpoiltOutcome::rejected,
     "face 0, triangle 0: refers to vertex 5000, but there are only 32"},
    {"position_missing", SpoiltOutcome::rejected, "face 0: has no Position"},
    {"normal_short", SpoiltOutcome::rejected, "Normal has 60 bytes, but 32 vertices need 192"},
    {"texcoord_short", SpoiltOutcome::rejected, "TexCoord0 has 40 bytes, but 32 vertices need 128"},
    {"position_domain_missing", SpoiltOutcome::rejected, "has no PositionDomain"},
    {"position_domain_nan", SpoiltOutcome::rejected, "that is not a finite number"},
    {"position_domain_two_entries", SpoiltOutcome::rejected, "Min should be 3 numbers, but is 2 of them"},
    {"no_geometry_face", SpoiltOutcome::accepted},
    {"empty_face_map", SpoiltOutcome::rejected, "face 1: has no Position"},
    {"lod_empty_array", SpoiltOutcome::rejected, "high_lod: has no faces"},
    {"weights_short", SpoiltOutcome::rejected, "Weights ends"},
    {"weights_cut_inside_influence", SpoiltOutcome::rejected,
     "vertex 31: Weights ends inside one of its influences"},
    {"weights_all_empty", SpoiltOutcome::noted, "unweighted_vertices"},
    {"weights_four_with_terminator", SpoiltOutcome::rejected,
     "after the last vertex (208 of its bytes); four influences have no end mark"},
    {"weights_missing", SpoiltOutcome::noted, "no_weights"},
    {"skin_inverse_bind_too_few", SpoiltOutcome::rejected, "has 2 inverse binds for 3 joints"},
    {"skin_bind_shape_15", SpoiltOutcome::rejected,
     "bind_shape_matrix: should be 16 numbers, but is 15 of them"},
    {"skin_inverse_bind_12", SpoiltOutcome::rejected, "should be 16 numbers, but is 12 of them"},
    {"skin_unknown_joint", SpoiltOutcome::no_such_rig, "that the skeleton does not have"},
    {"skin_joint_name_integer", SpoiltOutcome::rejected, "its name is an integer, not a string"},
    {"skin_empty_map", SpoiltOutcome::rejected, "names no joints"},
    {"skin_strings_for_numbers", SpoiltOutcome::accepted},
    {"header_key_in_quotes", SpoiltOutcome::accepted},
};

Result<io::MeshAssetFile> read_spoilt_asset(const std::string& name) {
  const auto bytes = io::read_file(shared_path("fixtures/spoilt/asset/" + name + ".llmesh"));
  return bytes.and_then([&](const io::Bytes& read) { return io::read_mesh_asset(read, name + ".llmesh"); });
}

Status build_against_skeleton(const io::MeshAsset& asset) {
  BoundMeshDesc bound = io::bound_mesh(asset, io::Lod::high);
  const auto mesh = Mesh::build(std::move(bound.mesh));
  if (!mesh) return error_of(mesh);
  const auto skin = Skin::build(std::move(bound.skin), *mesh, character(CharacterSource::builtin).skeleton);
  if (!skin) return error_of(skin);
  return {};
}

class SpoiltAsset : public testing::TestWithParam<SpoiltCase> {
 protected:
  void SetUp() override { MANNEQUIN_NEEDS_SHARED("oracle/mesh/spoilt_asset_details.json.gz"); }
};

TEST_P(SpoiltAsset, HasTheAdvisedOutcome) {
  const std::string name = GetParam().name;
  expect_outcome(GetParam(), read_spoilt_asset(name), name + ".llmesh, ",
                 [](const io::MeshAssetFile& file) { return build_against_skeleton(file.meshes.at(0)); });
}

INSTANTIATE_TEST_SUITE_P(Files, SpoiltAsset, testing::ValuesIn(kAssetCases), case_name);

class ValidAsset : public SpoiltAsset {};

// Of the files that both sides take; the viewer reads nothing of the one with the old header.
std::vector<SpoiltCase> sound_asset_cases() {
  std::vector<SpoiltCase> cases;
  for (const SpoiltCase& spoilt : kAssetCases)
    if (spoilt.outcome != SpoiltOutcome::rejected && spoilt.name != std::string("deprecated_header"))
      cases.push_back(spoilt);
  return cases;
}

TEST_P(ValidAsset, HasTheNumbersOfTheViewer) {
  const std::string name = GetParam().name;
  const auto file = read_spoilt_asset(name);
  ASSERT_TRUE(file) << file.error().message();
  const json details = read_json(shared_path("oracle/mesh/spoilt_asset_details.json.gz"));
  AssetLimits limits;
  compare_asset(file->meshes.at(0), details.at("cases").at(name), limits);
  expect_within(limits, name != "weights_missing");
}

INSTANTIATE_TEST_SUITE_P(Files, ValidAsset, testing::ValuesIn(sound_asset_cases()), case_name);

TEST(SpoiltAssetTable, NamesEveryCase) {
  MANNEQUIN_NEEDS_SHARED("oracle/mesh/spoilt_asset.json");
  expect_all_named(kAssetCases, read_json(shared_path("oracle/mesh/spoilt_asset.json")).at("cases"));
}

TEST(SpoiltAssetTable, TheOldHeaderHidesTheSameMesh) {
  MANNEQUIN_NEEDS_SHARED("fixtures/spoilt/asset");
  const auto old = read_spoilt_asset("deprecated_header"), plain = read_spoilt_asset("ok_high_only");
  ASSERT_TRUE(old && plain);
  const auto& a = old->meshes[0].levels[3].at(0);
  const auto& b = plain->meshes[0].levels[3].at(0);
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.indices, b.indices);
  EXPECT_EQ(old->meshes[0].header_bytes, plain->meshes[0].header_bytes + 18);
}

}  // namespace
}  // namespace mannequin::test
