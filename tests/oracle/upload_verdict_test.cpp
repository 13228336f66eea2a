// The upload check on the spoilt and odd files: rejects exactly where the oracle advises to, and warns where
// it advises a warning.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/fit/upload_check.h"
#include "engine/io/bound_mesh.h"
#include "engine/wear/file_findings.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

struct Verdict {
  bool refused = false, told = false;  // told: some finding is at least a warning
};

Verdict verdict_on(const std::filesystem::path& path) {
  const auto file = io::read_bound_mesh(path);
  if (!file) return {true, true};
  const Findings findings = check_upload(file->meshes, character(CharacterSource::builtin), {});
  Verdict verdict{is_refused(findings), false};
  for (const io::Note& note : file->notes) {
    verdict.refused |= note.severity == Severity::error;
    verdict.told |= note.severity != Severity::info;
  }
  for (const Finding& finding : findings) verdict.told |= finding.severity != Severity::info;
  return verdict;
}

// Where the advice leaves a choice, or a file has nothing left to upload once the advice is followed.
const std::map<std::string, bool> kRefusedByChoice = {
    {"vertex_weights_count_attribute", false},  // "reject or warn"
    {"two_controllers_one_geometry", false},    // the one that the scene uses
    {"uv_too_short_polylist", false},           // uv 0
    {"points_no_normals", true},                // no triangles are left
    {"all_joints_unknown", true},               // its rig is what is uploaded for
    {"nan_weight", false},                      // "refuse or drop"
    {"gltf_nothing", true},                     // nothing to upload
    {"sparse_over_dense", true},                // "check the indices, reject"
    {"mesh_out_of_range", true},                // no mesh is left
    {"mesh_without_primitives", true},          // the same
    {"joint_index_out_of_range", true},
    {"joint_index_65535", true},
    {"mesh_index_as_real", false},
};

void compare(const nlohmann::json& cases) {
  std::size_t seen = 0;
  for (const nlohmann::json& spoilt : cases) {
    const std::string name = spoilt["name"], advice = spoilt["advice"];
    const Verdict ours = verdict_on(shared_path("fixtures/" + spoilt["file"].get<std::string>()));
    const auto choice = kRefusedByChoice.find(name);
    const bool refuse = advice.starts_with("reject") || advice.starts_with("refuse");
    EXPECT_EQ(ours.refused, choice == kRefusedByChoice.end() ? refuse : choice->second)
        << name << ": " << advice;
    if (advice.starts_with("warn") || advice.find(", warn") != std::string::npos) {
      EXPECT_TRUE(ours.told) << name << ": " << advice;
    }
    ++seen;
  }
  EXPECT_GE(seen, 50u);
}

TEST(UploadVerdict, FollowsTheAdviceOnCollada) {
  MANNEQUIN_NEEDS_SHARED("oracle/mesh/spoilt_dae.json");
  compare(read_json(shared_path("oracle/mesh/spoilt_dae.json"))["cases"]);
}

TEST(UploadVerdict, FollowsTheAdviceOnGltf) {
  MANNEQUIN_NEEDS_SHARED("oracle/mesh/gltf/spoilt_gltf.json");
  compare(read_json(shared_path("oracle/mesh/gltf/spoilt_gltf.json"))["cases"]);
}

// Which joints are offset, as the viewer's importer counts them.
TEST(UploadVerdict, FindsTheOffsetsThatTheViewerFinds) {
  MANNEQUIN_NEEDS_SHARED("oracle/mesh");
  for (const char* name : {"Ruth2v4Body", "Ruth2v4FeetFlat", "Ruth2v4Head"}) {
    const nlohmann::json theirs =
        read_json(shared_path("oracle/mesh/import_" + std::string(name) + ".json.gz"))["models"];
    const auto file = io::read_bound_mesh(shared_path("fixtures/ruth2/" + std::string(name) + ".dae"));
    ASSERT_TRUE(file) << file.error().message();
    const Findings findings =
        check_upload(file->meshes, character(CharacterSource::builtin), {.joint_positions = true});
    std::set<std::string> ours, wanted;
    for (const Finding& finding : findings)
      if (finding.code == "joint_offset") {
        ours.insert(finding.joint);
        for (const JointDetail& detail : finding.joints) ours.insert(detail.joint);
      }
    for (const nlohmann::json& model : theirs)
      for (const auto& [joint, distance] : model["skin"]["offset_joints"].items()) wanted.insert(joint);
    EXPECT_EQ(ours, wanted) << name;
  }
}

// The pelvis has no joint position then, but it is in the file.
TEST(UploadVerdict, TellsAPelvisAtAnotherHeight) {
  MANNEQUIN_NEEDS_SHARED("fixtures/spoilt/gltf");
  const auto file = io::read_bound_mesh(shared_path("fixtures/spoilt/gltf/pelvis_higher.glb"));
  ASSERT_TRUE(file) << file.error().message();
  const Findings on = file_findings(*file, character(CharacterSource::builtin), {.joint_positions = true});
  const auto found = std::ranges::find(on, "pelvis_height", &Finding::code);
  ASSERT_NE(found, on.end());
  EXPECT_EQ(found->severity, Severity::warning);
  EXPECT_NE(found->message.find("by these 1200 mm"), std::string::npos) << found->message;
  EXPECT_EQ(std::ranges::count(on, "joint_positions_unknown", &Finding::code), 0);
  const Findings off = file_findings(*file, character(CharacterSource::builtin), {});
  EXPECT_EQ(std::ranges::count(off, "pelvis_height", &Finding::code), 0);
}

// Nobody left anything out of an asset that does without.
TEST(UploadVerdict, AnAssetWithoutJointPositionsMissesNone) {
  MANNEQUIN_NEEDS_SHARED("fixtures/mesh-asset");
  for (const char* name :
       {"Ruth2v4FeetFlat.skin.llmesh", "Ruth2v4Hands.skin.llmesh", "Ruth2v4Head.skin.llmesh"}) {
    const auto file = io::read_bound_mesh(shared_path("fixtures/mesh-asset/" + std::string(name)));
    ASSERT_TRUE(file) << name << ": " << file.error().message();
    for (const Finding& finding : file_findings(*file, character(CharacterSource::builtin), {}))
      EXPECT_EQ(finding.severity, Severity::info) << name << ": " << finding.code << ": " << finding.message;
  }
}

// One finding per cause: its consequences are not reported as well.
TEST(UploadVerdict, TellsOneCauseOnce) {
  MANNEQUIN_NEEDS_SHARED("fixtures/spoilt/gltf");
  const std::map<std::string, std::pair<std::string, std::vector<std::string>>> wanted = {
      {"gltf/no_joints_attribute.glb", {"viewer_crash", {"not_rigged", "no_joints_in_mesh"}}},
      {"gltf/skin_without_joints.glb", {"viewer_crash", {"not_rigged", "skin_without_joints"}}},
      {"gltf/points_no_normals.glb", {"viewer_lines", {"no_triangles", "empty_mesh"}}},
      {"gltf/second_primitive_lines.glb", {"viewer_lines", {"no_triangles"}}},
      {"gltf/no_inverse_binds_no_shoulder.glb", {"viewer_no_binds", {"moved_at_rest", "bind_rotation"}}},
      {"dae/unknown_joint.dae", {"unknown_joint", {"extra_joint"}}}};
  for (const auto& [name, codes] : wanted) {
    const auto file = io::read_bound_mesh(shared_path("fixtures/spoilt/" + name));
    ASSERT_TRUE(file) << name << ": " << file.error().message();
    const Findings findings = file_findings(*file, character(CharacterSource::builtin), {});
    EXPECT_EQ(std::ranges::count(findings, codes.first, &Finding::code), 1) << name;
    for (const std::string& consequence : codes.second)
      EXPECT_EQ(std::ranges::count(findings, consequence, &Finding::code), 0) << name << ": " << consequence;
  }
}

// Whether the viewer's glTF importer takes a file at all, where that is not what the specification says.
TEST(UploadVerdict, KnowsWhichGltfTheViewerRefuses) {
  MANNEQUIN_NEEDS_SHARED("oracle/mesh/gltf/import_tiny_quantized.glb.json.gz");
  for (const char* name : {"influences8.gltf", "mirrored_rig.glb", "modes_external.gltf", "quantized.glb",
                           "sparse_morph.glb", "two_skins.glb"}) {
    const nlohmann::json theirs =
        read_json(shared_path("oracle/mesh/gltf/import_tiny_" + std::string(name) + ".json.gz"));
    const auto file = io::read_bound_mesh(shared_path("fixtures/gltf/tiny/" + std::string(name)));
    ASSERT_TRUE(file) << file.error().message();
    const bool refused = std::ranges::any_of(
        file->viewer_notes, [](const io::Note& note) { return note.severity == io::Severity::error; });
    EXPECT_EQ(refused, theirs["verdict"] != "accept") << name << ": " << theirs["verdict"];
  }
}

TEST(UploadVerdict, NamesWhatTheViewerMakesOfOddGltf) {
  MANNEQUIN_NEEDS_SHARED("fixtures/spoilt/gltf");
  const std::map<std::string, std::string> wanted = {{"strip_with_tangents", "viewer_strip"},
                                                     {"second_primitive_lines", "viewer_lines"},
                                                     {"two_nodes_above", "viewer_two_nodes_above"},
                                                     {"mesh_node_moved", "viewer_mesh_node"},
                                                     {"names_and_lods", "viewer_name_cut"},
                                                     {"ten_materials", "viewer_parts"},
                                                     {"no_joints_attribute", "viewer_crash"},
                                                     {"skin_without_joints", "viewer_crash"},
                                                     {"no_inverse_binds_no_shoulder", "viewer_no_binds"}};
  for (const char* sound : {"ok_base", "ok_interleaved", "ok_joints_u16_weights_u16", "mixed_order"}) {
    const auto file = io::read_bound_mesh(shared_path("fixtures/spoilt/gltf/" + std::string(sound) + ".glb"));
    ASSERT_TRUE(file) << file.error().message();
    EXPECT_TRUE(file->viewer_notes.empty()) << sound << ": " << file->viewer_notes.front().what;
  }
  for (const auto& [name, code] : wanted) {
    const auto file = io::read_bound_mesh(shared_path("fixtures/spoilt/gltf/" + name + ".glb"));
    ASSERT_TRUE(file) << file.error().message();
    EXPECT_TRUE(std::ranges::find(file->viewer_notes, code, &io::Note::code) != file->viewer_notes.end())
        << name << " has no " << code;
  }
}

// The importer's own record of whether it turned the model, of every file that it took.
TEST(UploadVerdict, KnowsWhichGltfTheViewerTurns) {
  MANNEQUIN_NEEDS_SHARED("oracle/mesh/gltf/spoilt_gltf_details.json.gz");
  const auto turns = [](const std::string& path) {
    const auto file = io::read_bound_mesh(shared_path("fixtures/" + path));
    EXPECT_TRUE(file) << file.error().message();
    return file && std::ranges::find(file->viewer_notes, "viewer_quarter_turn", &io::Note::code) !=
                       file->viewer_notes.end();
  };
  const nlohmann::json details = read_json(shared_path("oracle/mesh/gltf/spoilt_gltf_details.json.gz"));
  EXPECT_TRUE(turns("spoilt/gltf/xy_rotation_false_alarm.glb"));
  for (const char* name : {"ok_base", "scaled_bones", "xy_rotation_false_alarm", "xy_rotation_one_shoulder",
                           "xy_rotation_second_skin"})
    EXPECT_EQ(turns("spoilt/gltf/" + std::string(name) + ".glb"),
              details["cases"][name].value("apply_xy_rotation", false))
        << name;
  EXPECT_FALSE(turns("gltf/Ruth2v4FeetFlat.glb"));
  EXPECT_FALSE(turns("gltf/female_2016_08_05.glb"));
}

}  // namespace
}  // namespace mannequin::test
