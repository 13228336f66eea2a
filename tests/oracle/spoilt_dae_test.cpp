// The 50 spoilt and odd .dae files: each has the outcome that ../shared/oracle/mesh/spoilt_dae.json advises,
// and if the viewer's own import is valid, its numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/io/bound_mesh.h"
#include "engine/io/file.h"
#include "engine/mesh/viewer_import.h"
#include "tests/oracle/spoilt_case.h"

namespace mannequin::test {
namespace {

// Where some of the viewer's numbers are not compared, the reason is next to it; joint positions where the
// viewer puts joints that it did not find at 0 0 0.
const SpoiltCase kDaeCases[] = {
    {"ok_triangles", SpoiltOutcome::accepted},
    {"unknown_joint", SpoiltOutcome::no_such_rig, "'mBogusBone'"},
    {"joints_110", SpoiltOutcome::noted, "joint_positions_unknown", {.joint_positions = true}},
    {"weight_index_out_of_range", SpoiltOutcome::rejected, "vertex 3 refers to weight 9999"},
    {"joint_index_minus_one", SpoiltOutcome::noted, "unweighted_vertices"},
    {"inverse_bind_too_few", SpoiltOutcome::rejected, "32 numbers of inverse bind matrices for 3 joints"},
    {"vertex_weights_count_attribute", SpoiltOutcome::noted, "weight_count"},
    {"v_one_short", SpoiltOutcome::rejected, "<v> has 95 numbers, but <vcount> needs 96"},
    {"nan_position_triangles", SpoiltOutcome::rejected, "'NaN' in <float_array> is not a finite number"},
    {"nan_normal_polylist", SpoiltOutcome::rejected, "'NaN' in <float_array> is not a finite number"},
    {"nan_inverse_bind", SpoiltOutcome::rejected, "'NaN' in <float_array> is not a finite number"},
    {"five_equal_influences", SpoiltOutcome::noted, "too_many_influences", {.joint_positions = true}},
    {"one_vertex_zero_weights", SpoiltOutcome::noted, "unweighted_vertices"},
    {"weights_sum_half", SpoiltOutcome::accepted},
    {"two_controllers_one_geometry", SpoiltOutcome::noted,
     "unused_controller"},  // the viewer mixes both skins
    {"bind_shape_rotated_90", SpoiltOutcome::noted, "bind_shape_orientation"},
    {"attachment_point_with_underscore", SpoiltOutcome::accepted},
    {"idref_array", SpoiltOutcome::accepted},
    {"alias_names_no_skeleton",
     SpoiltOutcome::accepted,
     "",
     {.joint_positions = true}},  // the viewer loses them
    {"no_skeleton_matrix_nodes", SpoiltOutcome::accepted},
    {"skeleton_transform_nodes", SpoiltOutcome::accepted},
    {"skeleton_location_nodes", SpoiltOutcome::accepted},
    {"nodes_without_translation",
     SpoiltOutcome::noted,
     "joint_positions_unknown",
     {.joint_positions = true}},  // 0 0 0 there
    {"joint_offset_0_2mm", SpoiltOutcome::accepted},
    {"x_up", SpoiltOutcome::noted, "up_axis"},
    {"unit_inch", SpoiltOutcome::noted, "unit"},
    {"node_scale_2", SpoiltOutcome::accepted},
    {"polygons_quads", SpoiltOutcome::accepted},
    {"polygons_ngons", SpoiltOutcome::accepted},
    {"lines_only", SpoiltOutcome::rejected, "no triangles"},
    {"no_uv", SpoiltOutcome::noted, "no_uv", {.uvs = true}},  // the viewer's are memory it never wrote
    {"material_order", SpoiltOutcome::accepted},
    {"unused_position_last", SpoiltOutcome::accepted},
    {"coincident_positions_other_weights", SpoiltOutcome::accepted},
    {"degenerate_triangle", SpoiltOutcome::noted,
     "degenerate_triangles"},  // kept, so that vertex numbers are the viewer's
    {"weights_joint_order_swapped",
     SpoiltOutcome::noted,
     "weight_offsets",
     {.influences = true}},  // the viewer exchanges them
    {"duplicate_joint_names", SpoiltOutcome::noted, "duplicate_joint"},
    {"mirror_matrix_unrigged", SpoiltOutcome::rejected, "mirrors it"},
    {"unrigged", SpoiltOutcome::accepted},
    {"skin_source_missing", SpoiltOutcome::rejected, "'#Nothing'"},
    {"version_1_5", SpoiltOutcome::noted, "version"},
    {"spaces_in_names", SpoiltOutcome::accepted},
    {"truncated", SpoiltOutcome::rejected, "truncated"},
    {"not_xml", SpoiltOutcome::rejected, "is not XML"},
    {"no_vertex_weights", SpoiltOutcome::rejected, "no <vertex_weights>"},
    {"no_v_element", SpoiltOutcome::rejected, "no <v>"},
    {"float_array_count_wrong", SpoiltOutcome::noted, "array_count"},
    {"uv_too_short_polylist", SpoiltOutcome::noted, "incomplete_uv"},
    {"two_uv_sets_triangles", SpoiltOutcome::accepted},
    {"skin_on_morph", SpoiltOutcome::noted, "viewer_mesh_lost"},  // the chain leads to the geometry
};

Result<io::BoundMeshFile> read_spoilt_dae(const std::string& name) {
  const auto bytes = io::read_file(shared_path("fixtures/spoilt/dae/" + name + ".dae"));
  return bytes.and_then([&](const io::Bytes& read) { return io::read_collada(read, name + ".dae"); });
}

const nlohmann::json& details() {
  static const nlohmann::json kDetails = read_json(shared_path("oracle/mesh/spoilt_dae_details.json.gz"));
  return kDetails["cases"];
}

// The mesh of a file, built against the skeleton.
struct Built {
  Mesh mesh;
  Skin skin;
};

Result<Built> build_first(io::BoundMeshFile file) {
  auto mesh = Mesh::build(std::move(file.meshes.at(0).mesh));
  if (!mesh) return error_of(mesh);
  auto skin =
      Skin::build(std::move(file.meshes.at(0).skin), *mesh, character(CharacterSource::builtin).skeleton);
  if (!skin) return error_of(skin);
  return Built{std::move(*mesh), std::move(*skin)};
}

Result<Built> build_case(const std::string& name) { return read_spoilt_dae(name).and_then(build_first); }

class SpoiltDae : public testing::TestWithParam<SpoiltCase> {
 protected:
  void SetUp() override { MANNEQUIN_NEEDS_SHARED("oracle/mesh/spoilt_dae_details.json.gz"); }
};

TEST_P(SpoiltDae, HasTheAdvisedOutcome) {
  const std::string name = GetParam().name;
  expect_outcome(GetParam(), read_spoilt_dae(name),
                 name + ".dae:", [](const io::BoundMeshFile& file) { return build_first(file); });
}

INSTANTIATE_TEST_SUITE_P(Files, SpoiltDae, testing::ValuesIn(kDaeCases), case_name);

// Those that both sides accept, but for what the viewer does to them: refuses complete data, mixes two skins,
// places nothing.
std::vector<SpoiltCase> sound_dae_cases() {
  const std::set<std::string> unsound = {"vertex_weights_count_attribute", "two_controllers_one_geometry",
                                         "skin_on_morph"};
  std::vector<SpoiltCase> cases;
  for (const SpoiltCase& spoilt : kDaeCases)
    if ((spoilt.outcome == SpoiltOutcome::accepted || spoilt.outcome == SpoiltOutcome::noted) &&
        !unsound.contains(spoilt.name))
      cases.push_back(spoilt);
  return cases;
}

class ValidDae : public SpoiltDae {};

TEST_P(ValidDae, HasTheNumbersOfTheViewer) {
  const SpoiltCase& sound = GetParam();
  const auto file = read_spoilt_dae(sound.name);
  ASSERT_TRUE(file) << file.error().message();
  const nlohmann::json& models = details()[sound.name]["models"];
  ASSERT_EQ(file->meshes.size(), models.size());
  ImportLimits limits;
  compare_import(file->meshes[0], models[0], sound.except, limits);
  expect_within(limits, sound.except, file->meshes[0].rigged());
}

INSTANTIATE_TEST_SUITE_P(Files, ValidDae, testing::ValuesIn(sound_dae_cases()), case_name);

TEST(SpoiltDaeTable, NamesEveryCase) {
  MANNEQUIN_NEEDS_SHARED("oracle/mesh/spoilt_dae.json");
  expect_all_named(kDaeCases, read_json(shared_path("oracle/mesh/spoilt_dae.json")).at("cases"));
}

// Where we do better than the viewer, what "better" is.

class BetterThanTheViewer : public testing::Test {
 protected:
  void SetUp() override { MANNEQUIN_NEEDS_SHARED("fixtures/spoilt/dae"); }

  static void expect_same_vertices(const Built& a, const Built& b) {
    ASSERT_EQ(a.mesh.vertex_count(), b.mesh.vertex_count());
    for (std::size_t v = 0; v < a.mesh.vertex_count(); ++v) {
      EXPECT_EQ(a.mesh.positions()[v], b.mesh.positions()[v]) << v;
      EXPECT_EQ(a.skin.influences()[v].joint, b.skin.influences()[v].joint) << v;
      EXPECT_EQ(a.skin.influences()[v].weight, b.skin.influences()[v].weight) << v;
    }
  }
};

TEST_F(BetterThanTheViewer, FindsPositionsOfAliasesWithoutASkeleton) {
  const auto aliases = build_case("alias_names_no_skeleton"), plain = build_case("ok_triangles");
  ASSERT_TRUE(aliases && plain);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_NE(aliases->skin.desc().joint_names[j], plain->skin.desc().joint_names[j]);
    EXPECT_EQ(aliases->skin.joints()[j], plain->skin.joints()[j]);
    EXPECT_EQ(aliases->skin.desc().joint_positions[j], plain->skin.desc().joint_positions[j]);
  }
}

TEST_F(BetterThanTheViewer, LeavesUnknownPositionsEmpty) {
  const auto built = build_case("nodes_without_translation");
  ASSERT_TRUE(built);
  for (const auto& position : built->skin.desc().joint_positions) EXPECT_FALSE(position);
}

TEST_F(BetterThanTheViewer, ReadsWeightsByTheirOffsets) {
  const auto swapped = build_case("weights_joint_order_swapped"), plain = build_case("ok_triangles");
  ASSERT_TRUE(swapped && plain);
  expect_same_vertices(*swapped, *plain);
}

TEST_F(BetterThanTheViewer, FollowsASkinThroughItsMorph) {
  const auto morph = build_case("skin_on_morph"), plain = build_case("ok_triangles");
  ASSERT_TRUE(morph && plain);
  expect_same_vertices(*morph, *plain);
}

TEST_F(BetterThanTheViewer, TakesTheSkinThatTheSceneUses) {
  const auto two = build_case("two_controllers_one_geometry"), plain = build_case("ok_triangles");
  ASSERT_TRUE(two && plain);
  EXPECT_EQ(two->skin.desc().joint_names, plain->skin.desc().joint_names);
  expect_same_vertices(*two, *plain);
}

TEST_F(BetterThanTheViewer, KeepsBothWeightsOfCoincidentPositionsAndOffersTheViewers) {
  const auto built = build_case("coincident_positions_other_weights");
  ASSERT_TRUE(built);
  const auto vertex_of = [&](std::uint32_t source) {
    const auto sources = built->mesh.source_indices();
    return static_cast<std::size_t>(std::find(sources.begin(), sources.end(), source) - sources.begin());
  };
  const std::size_t first = vertex_of(8), second = vertex_of(32);
  ASSERT_EQ(built->mesh.positions()[first], built->mesh.positions()[second]);
  EXPECT_NE(built->skin.influences()[first].weight, built->skin.influences()[second].weight);
  const ViewerImport import = make_viewer_import(built->mesh, built->skin);
  EXPECT_EQ(import.influences[first].joint, built->skin.influences()[second].joint);
  EXPECT_EQ(import.influences[first].weight, built->skin.influences()[second].weight);
}

}  // namespace
}  // namespace mannequin::test
