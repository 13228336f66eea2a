#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/io/mpfb/rig_file.h"

namespace mannequin::io {
namespace mpfb_rig_test {

using nlohmann::ordered_json;

const std::string kFlat = R"({
 "root": {"head": {"cube_name": "joint-ground", "default_position": [0, 0, 1], "strategy": "CUBE"},
          "tail": {"default_position": [0, 0, 2], "strategy": "VERTEX", "vertex_index": 7, "offset": [0.5, 0, 0]},
          "inherit_scale": "FULL", "parent": "", "rigify": {}, "roll": 0, "use_connect": false,
          "use_inherit_rotation": true, "use_local_location": true},
 "arm": {"head": {"default_position": [0, 0, 1], "strategy": "MEAN", "vertex_indices": [1, 2]},
         "tail": {"default_position": [0, 0, 2], "strategy": "XYZ", "vertex_indices": [3, 4, 5]},
         "inherit_scale": "NONE", "parent": "root", "rigify": {}, "roll": -1.25, "use_connect": true,
         "use_inherit_rotation": false, "use_local_location": false}})";

// A metarig of Rigify with everything that this program keeps without understanding it.
const std::string kWrapped = R"({
 "zebra": {"unknown": [1, 2.5, null]}, "version": 110, "is_subrig": true, "scale_factor": 0.1,
 "collections": ["Torso", "Layer 2"], "extra_bones": ["DEF-spine.001"], "rigify_ui": {"rows": {"Torso": 1}},
 "bones": {
  "spine": {"head": {"default_position": [0, 0, 1], "strategy": "DEFAULT", "note": "x"},
            "tail": {"default_position": [0, 0, 2], "strategy": "JOINT", "joint": "a"},
            "parent": "", "roll": 0.0, "roll_strategy": "ALIGN_Z_REFERENCE_Z", "roll_reference_z": [0, 0.5, 1],
            "use_connect": false, "use_inherit_rotation": true, "use_local_location": true,
            "inherit_scale": "FIX_SHEAR", "rotation_mode": "XYZ",
            "rigify": {"rigify_type": "spines.basic_spine", "rigify_parameters": {"fk_coll_refs": ["Torso"]}},
            "constraints": [{"type": "COPY_ROTATION", "name": "c", "target": {"strategy": "JOINTS"},
                             "influence": 0.25}],
            "bendy_bone": {"segments": 8, "easein": 0.5}, "collections": ["Torso"], "layers": [true, false]},
  "chest": {"head": {"default_position": [0, 0, 2]}, "tail": {"default_position": [0, 0, 3], "strategy": "DEFAULT"},
            "parent": "spine", "roll": 0, "roll_strategy": "ALIGN_X_WORLD_X", "rigify": {}}}})";

std::string error_of(const std::string& text) {
  const auto file = read_mpfb_rig(text, "r.json");
  return file ? "" : file.error().message();
}

// `sound` with one part replaced.
std::string spoilt(std::string sound, const std::string& part, const std::string& by) {
  const std::size_t at = sound.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return sound.replace(at, part.size(), by);
}

TEST(MpfbRig, ReadsTheFlatKind) {
  const MpfbRigFile file = read_mpfb_rig(kFlat, "r.json").value();
  EXPECT_TRUE(file.flat);
  EXPECT_EQ(file.version, 100);
  EXPECT_TRUE(file.kept_keys.empty() && file.kept_bone_keys.empty());
  ASSERT_EQ(file.rig.bones.size(), 2u);
  const BoneDesc& root = file.rig.bones[0];
  EXPECT_EQ(root.name, "root");
  EXPECT_EQ(root.head.strategy, EndStrategy::cube);
  EXPECT_EQ(root.head.cube, "joint-ground");
  EXPECT_EQ(root.tail.strategy, EndStrategy::vertex);
  EXPECT_EQ(root.tail.vertices, std::vector<int>{7});
  EXPECT_EQ(*root.tail.offset, Vec3(0.5, 0, 0));
  const BoneDesc& arm = file.rig.bones[1];
  EXPECT_EQ(arm.parent, "root");
  EXPECT_EQ(arm.head.strategy, EndStrategy::mean);
  EXPECT_EQ(arm.tail.strategy, EndStrategy::xyz);
  EXPECT_EQ(arm.tail.vertices, (std::vector<int>{3, 4, 5}));
  EXPECT_EQ(arm.roll, -1.25);
  EXPECT_TRUE(arm.use_connect);
  EXPECT_FALSE(arm.use_inherit_rotation);
  EXPECT_FALSE(arm.use_local_location);
  EXPECT_EQ(arm.inherit_scale, "NONE");
}

TEST(MpfbRig, ReadsTheKindWithBonesAndKeepsWhatIsNotItsOwn) {
  const MpfbRigFile file = read_mpfb_rig(kWrapped, "r.json").value();
  EXPECT_FALSE(file.flat);
  EXPECT_EQ(file.version, 110);
  EXPECT_TRUE(file.rig.is_subrig);
  EXPECT_EQ(file.rig.scale_factor, 0.1);
  EXPECT_EQ(file.rig.extra_bones, std::vector<std::string>{"DEF-spine.001"});
  EXPECT_EQ(file.rig.bones[0].name, "spine");  // the file's order, not the alphabet's
  EXPECT_EQ(file.rig.bones[0].roll_strategy, RollStrategy::z_to_reference);
  EXPECT_EQ(*file.rig.bones[0].roll_reference_z, Vec3(0, 0.5, 1));
  EXPECT_EQ(file.rig.bones[0].tail.strategy, EndStrategy::fixed);
  EXPECT_EQ(file.rig.bones[1].roll_strategy, RollStrategy::x_to_world_x);
  EXPECT_TRUE(file.rig.bones[1].use_inherit_rotation);
  EXPECT_EQ(file.kept_keys, (std::vector<std::string>{"zebra", "collections", "rigify_ui"}));
  EXPECT_EQ(file.kept_bone_keys, (std::map<std::string, std::size_t>{{"rotation_mode", 1},
                                                                     {"rigify", 1},
                                                                     {"constraints", 1},
                                                                     {"bendy_bone", 1},
                                                                     {"collections", 1},
                                                                     {"layers", 1}}));
  ASSERT_EQ(file.notes.size(), 2u);  // "JOINT" and no strategy at all
  EXPECT_NE(file.notes[0].where.find("bones.spine.tail"), std::string::npos) << file.notes[0].where;
  EXPECT_EQ(file.notes[0].code, "unknown_strategy");
}

TEST(MpfbRig, WritesWhatItReadInTheSameOrder) {
  for (const std::string& text : {kFlat, kWrapped}) {
    const auto written = write_mpfb_rig(read_mpfb_rig(text, "r.json").value());
    ASSERT_TRUE(written) << written.error().message();
    EXPECT_EQ(ordered_json::parse(*written).dump(), ordered_json::parse(text).dump());
  }
}

TEST(MpfbRig, WritesOnlyWhatChanged) {
  MpfbRigFile file = read_mpfb_rig(kWrapped, "r.json").value();
  file.rig.scale_factor = 1.0;
  BoneDesc& spine = file.rig.bones[0];
  spine.roll = 0.75;
  spine.head.strategy = EndStrategy::mean;
  spine.head.vertices = {4, 5};
  spine.tail.default_position = Vec3(1, 2, 3);
  spine.tail.offset = Vec3(0, 0, 0.5);
  std::swap(file.rig.bones[0], file.rig.bones[1]);
  BoneDesc added = spine;
  added.name = "added";
  file.rig.bones.push_back(added);
  const auto written = write_mpfb_rig(file);
  ASSERT_TRUE(written) << written.error().message();
  const ordered_json out = ordered_json::parse(*written);
  EXPECT_EQ(out.at("bones").begin().key(), "chest");
  const ordered_json& bone = out.at("bones").at("spine");
  EXPECT_EQ(bone.at("roll"), 0.75);
  EXPECT_EQ(bone.at("head").at("strategy"), "MEAN");
  EXPECT_EQ(bone.at("head").at("vertex_indices"), ordered_json({4, 5}));
  EXPECT_EQ(bone.at("head").at("note"), "x");
  EXPECT_EQ(bone.at("tail").at("strategy"), "JOINT");  // not known here, but none of our business
  EXPECT_EQ(bone.at("tail").at("joint"), "a");
  EXPECT_EQ(bone.at("tail").at("offset"), ordered_json({0, 0, 0.5}));
  EXPECT_EQ(bone.at("constraints")[0].at("influence"), 0.25);
  EXPECT_EQ(out.at("scale_factor"), 1.0);
  const MpfbRigFile again = read_mpfb_rig(*written, "r.json").value();
  EXPECT_EQ(again.rig.bones, file.rig.bones);
}

TEST(MpfbRig, WritesARigThatWasNeverRead) {
  MpfbRigFile file;
  file.rig = read_mpfb_rig(kFlat, "r.json").value().rig;
  file.rig.is_subrig = true;
  file.rig.extra_bones = {"later"};
  file.version = 110;
  const auto written = write_mpfb_rig(file);
  ASSERT_TRUE(written) << written.error().message();
  const MpfbRigFile again = read_mpfb_rig(*written, "r.json").value();
  EXPECT_FALSE(again.flat);
  EXPECT_EQ(again.version, 110);
  EXPECT_TRUE(again.rig.is_subrig);
  EXPECT_EQ(again.rig.extra_bones, file.rig.extra_bones);
  EXPECT_EQ(again.rig.bones, file.rig.bones);
}

TEST(MpfbRig, SaysWhatIsWrongAndWhere) {
  const auto says = [](const std::string& text, const char* wanted) {
    const std::string error = error_of(text);
    EXPECT_NE(error.find(wanted), std::string::npos) << error << "\nshould say: " << wanted;
    EXPECT_TRUE(error.starts_with("r.json")) << error;
  };
  says("", "r.json:1");
  says("[1]", "is it a rig");
  says("{\n\"a\": {", "r.json:2");
  says(R"({"bones": [1], "version": 110})", "bones");
  says(R"({"bones": {}})", "\"version\"");
  says(R"({"bones": {}, "version": 111})", "supports up to 110");
  says(R"({"bones": {}, "version": "110"})", "version");
  says(R"({"bones": {}, "version": 110, "joints": {}})", "mhskel");
  says(R"({"bones": {"a": 1}, "version": 110})", "bones.a");
  says(R"({"bones": {"a": {}, "a": {}}, "version": 110})", "twice");
  says(spoilt(kFlat, "\"cube_name\": \"joint-ground\", ", ""), "root.head: has no \"cube_name\"");
  says(spoilt(kFlat, "\"vertex_index\": 7", "\"vertex_index\": 7.5"), "root.tail.vertex_index");
  says(spoilt(kFlat, "\"vertex_index\": 7", "\"vertex_index\": 99999999999"), "root.tail.vertex_index");
  says(spoilt(kFlat, ", \"vertex_indices\": [1, 2]", ""), "vertex_indices");
  says(spoilt(kFlat, "[1, 2]", "[1, \"2\"]"), "arm.head.vertex_indices[1]");
  says(spoilt(kFlat, "[0.5, 0, 0]", "[0.5, 0]"), "root.tail.offset");
  says(spoilt(kFlat, "[0, 0, 1]", "[0, NaN, 1]"), "r.json:2");
  says(spoilt(kFlat, "[0, 0, 1]", "[0, 1e300, 1]"), "default_position[1]");
  says(spoilt(kFlat, "[0, 0, 1]", "[0, 1e999, 1]"), "number");
  says(spoilt(kFlat, "\"default_position\": [0, 0, 1], ", ""), "has no \"default_position\"");
  says(spoilt(kFlat, "\"roll\": -1.25", "\"roll\": true"), "arm.roll");
  says(spoilt(kFlat, "\"parent\": \"root\"", "\"parent\": null"), "arm.parent");
  says(spoilt(kWrapped, "\"roll_reference_z\": [0, 0.5, 1]", "\"roll_reference_z\": 1"), "roll_reference_z");
  says(spoilt(kWrapped, "\"is_subrig\": true", "\"is_subrig\": 1"), "is_subrig");
}

TEST(MpfbRig, IsToldFromOtherJson) {
  EXPECT_TRUE(looks_like_mpfb_rig(kFlat));
  EXPECT_TRUE(looks_like_mpfb_rig(kWrapped));
  EXPECT_FALSE(looks_like_mpfb_rig(R"({"rotations": {"head": [0, 0, 0, 1]}})"));
  EXPECT_FALSE(looks_like_mpfb_rig(R"({"weights": {"head": [], "tail": []}})"));
}

}  // namespace mpfb_rig_test
}  // namespace mannequin::io
