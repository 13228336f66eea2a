// What an editor shows and saves, in C, compared with C++.
#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/fit/slider_effect.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/builtin_mesh.h"
#include "engine/io/gltf_writer.h"
#include "engine/io/shape_file.h"
#include "engine/wear/bound_mesh.h"
#include "mannequin/c_editor.h"
#include "tests/c_api/c_api_case.h"
#include "tests/document/figure.h"

namespace mannequin::test {
namespace {

class CApiEditor : public CApiTest {
 protected:
  void TearDown() override {
    EXPECT_EQ(mannequin_meshes_release(figure_), MANNEQUIN_OK);
    CApiTest::TearDown();
  }

  // A figure of boxes whose chest is 5 cm off its place.
  void load_figure() {
    const Character& character = builtin_character();
    const io::Bytes bytes =
        io::write_glb(std::vector{box_figure(character.skeleton, true)}, &character.skeleton).value();
    ASSERT_EQ(mannequin_meshes_load(character_, bytes.data(), bytes.size(), "figure.glb", nullptr, &figure_),
              MANNEQUIN_OK);
  }

  std::string shape(int32_t format) {
    size_t needed = 0;
    EXPECT_EQ(mannequin_avatar_copy_shape(avatar_, format, "Ann", nullptr, 0, &needed), MANNEQUIN_OK);
    std::string text(needed, '?');
    EXPECT_EQ(mannequin_avatar_copy_shape(avatar_, format, "Ann", text.data(), needed, nullptr),
              MANNEQUIN_OK);
    EXPECT_EQ(text.back(), '\0');
    text.pop_back();
    return text;
  }

  uint32_t joint(const char* name) {
    uint32_t found = 0;
    EXPECT_EQ(mannequin_joint_find(character_, name, &found), MANNEQUIN_OK);
    return found;
  }

  mannequin_meshes* figure_ = nullptr;
};

TEST_F(CApiEditor, GivesBackTheSlidersThatAreSet) {
  double weight = -7.0;
  EXPECT_REFUSED(MANNEQUIN_NOT_FOUND, mannequin_avatar_get_slider(avatar_, 33, &weight));
  EXPECT_EQ(weight, -7.0);
  ASSERT_EQ(mannequin_avatar_set_slider(avatar_, 33, 1.25), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_get_slider(avatar_, 33, &weight), MANNEQUIN_OK);
  EXPECT_EQ(weight, 1.25);
  EXPECT_REFUSED(MANNEQUIN_NOT_FOUND, mannequin_avatar_get_slider(avatar_, 123456, &weight));
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_avatar_get_slider(avatar_, 33, nullptr));
}

TEST_F(CApiEditor, AShapeIsReadAsItWasWritten) {
  ASSERT_EQ(mannequin_avatar_set_slider(avatar_, 33, 0.1), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_set_slider(avatar_, 637, 0.7), MANNEQUIN_OK);
  for (const int32_t format : {MANNEQUIN_SHAPE_JSON, MANNEQUIN_SHAPE_ARCHETYPE, MANNEQUIN_SHAPE_WEARABLE}) {
    const std::string text = shape(format);
    const auto read = io::read_shape(std::as_bytes(std::span(text)), "shape", builtin_character().appearance);
    ASSERT_TRUE(read.has_value()) << text;
    EXPECT_EQ(static_cast<int32_t>(read->format), format);
    EXPECT_NEAR(read->sliders.at(33), 0.1, 0.005);
    EXPECT_NEAR(read->sliders.at(637), 0.7, 0.005);
    if (format == MANNEQUIN_SHAPE_JSON) {
      EXPECT_EQ(read->sliders.at(33), 0.1);
    }
  }
  EXPECT_NE(shape(MANNEQUIN_SHAPE_ARCHETYPE).find("Ann"), std::string::npos);
  char small[4];
  EXPECT_REFUSED(MANNEQUIN_SHORT_BUFFER, mannequin_avatar_copy_shape(avatar_, MANNEQUIN_SHAPE_JSON, nullptr,
                                                                     small, sizeof small, nullptr));
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT,
                 mannequin_avatar_copy_shape(avatar_, 3, nullptr, small, sizeof small, nullptr));
}

TEST_F(CApiEditor, APoseReplacesTheOneBeforeAndNotTheRoot) {
  const double place[3] = {1, 2, 3}, bent[4] = {0, 0, 0.6, 0.8};
  ASSERT_EQ(mannequin_avatar_set_root(avatar_, place, unit_), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_set_rotation_of(avatar_, "mElbowLeft", bent), MANNEQUIN_OK);
  const std::string pose = R"({"rotations": {"mElbowRight": [0, 0, 0.6, 0.8]}})";
  ASSERT_EQ(mannequin_avatar_set_pose(avatar_, pose.data(), pose.size(), "pose.json"), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
  AvatarInputs wanted;
  wanted.sliders = {};
  const Skeleton& skeleton = builtin_character().skeleton;
  wanted.pose.set_rotation(skeleton, skeleton.find("mElbowRight"), Quat(0.8, 0, 0, 0.6));
  wanted.pose.root_position = {1, 2, 3};
  const AvatarState state = evaluate_avatar(builtin_character(), wanted);
  for (const char* name : {"mWristLeft", "mWristRight"}) {
    double xyz[3];
    ASSERT_EQ(mannequin_avatar_get_joint_position(avatar_, joint(name), xyz), MANNEQUIN_OK);
    const Vec3 there = state.joints[joint(name)].world_position;
    EXPECT_NEAR(glm::length(Vec3(xyz[0], xyz[1], xyz[2]) - there), 0.0, 1e-12) << name;
  }
  EXPECT_REFUSED(MANNEQUIN_CANNOT_READ, mannequin_avatar_set_pose(avatar_, "{", 1, "pose.json"));
}

TEST_F(CApiEditor, MeasuresSlidersAsTheWindowDoes) {
  const auto body = build_bound_meshes(io::read_builtin_mesh("mannequin", Sex::female).value(),
                                       builtin_character().skeleton)
                        .value();
  const MeasuredMesh measured(body.meshes[0].mesh, *body.meshes[0].skin);
  const MeasuredMesh* const all[] = {&measured};
  const Appearance& appearance = builtin_character().appearance;
  for (const int32_t id : {33, 637, 105}) {
    const SliderEffect wanted = slider_effect(builtin_character(), {}, appearance.find(id), all);
    mannequin_slider_effect effect = MANNEQUIN_INIT(mannequin_slider_effect);
    char reason[2048] = "?";
    ASSERT_EQ(mannequin_avatar_measure_slider(avatar_, &body_, 1, id, &effect, reason, sizeof reason),
              MANNEQUIN_OK)
        << mannequin_last_error();
    EXPECT_EQ(effect.metres, wanted.metres) << id;
    EXPECT_EQ(effect.bones, wanted.bones ? 1 : 0) << id;
    EXPECT_EQ(effect.volumes, wanted.volumes ? 1 : 0) << id;
    EXPECT_EQ(effect.why, static_cast<int32_t>(wanted.why)) << id;
    EXPECT_EQ(*reason != '\0', wanted.why != DeadReason::none) << id << reason;
  }
  mannequin_slider_effect effect = MANNEQUIN_INIT(mannequin_slider_effect);
  char reason[2048];
  ASSERT_EQ(mannequin_avatar_measure_slider(avatar_, nullptr, 0, 33, &effect, reason, sizeof reason),
            MANNEQUIN_OK);
  EXPECT_EQ(effect.why, MANNEQUIN_SLIDER_NO_WEIGHTS);
  EXPECT_STRNE(reason, "");
  EXPECT_REFUSED(MANNEQUIN_SHORT_BUFFER,
                 mannequin_avatar_measure_slider(avatar_, nullptr, 0, 33, &effect, reason, 2));
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT,
                 mannequin_avatar_measure_slider(avatar_, nullptr, 1, 33, &effect, nullptr, 0));
}

TEST_F(CApiEditor, TellsWhichJointsAMeshMoves) {
  load_figure();
  uint32_t count = 0, moved = 0;
  ASSERT_EQ(mannequin_mesh_offset_count(figure_, 0, &count), MANNEQUIN_OK);
  ASSERT_GT(count, 0u);
  for (uint32_t i = 0; i < count; ++i) {
    mannequin_offset_info info = MANNEQUIN_INIT(mannequin_offset_info);
    ASSERT_EQ(mannequin_mesh_get_offset(figure_, 0, i, &info), MANNEQUIN_OK);
    const double far = std::hypot(info.moved[0], info.moved[1], info.moved[2]);
    EXPECT_EQ(info.counts, far > 1e-4 ? 1 : 0);
    if (!info.counts) continue;
    ++moved;
    EXPECT_EQ(info.joint, joint("mChest"));
    EXPECT_NEAR(far, 0.05, 1e-6);
  }
  EXPECT_EQ(moved, 1u);
  mannequin_offset_info info = MANNEQUIN_INIT(mannequin_offset_info);
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_mesh_get_offset(figure_, 0, count, &info));

  uint32_t by = 77;
  EXPECT_REFUSED(MANNEQUIN_NOT_FOUND, mannequin_avatar_find_offset(avatar_, joint("mChest"), &by));
  ASSERT_EQ(mannequin_avatar_wear(avatar_, body_, nullptr), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_wear(avatar_, figure_, nullptr), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_find_offset(avatar_, joint("mChest"), &by), MANNEQUIN_OK);
  EXPECT_EQ(by, 1u);
  EXPECT_REFUSED(MANNEQUIN_NOT_FOUND, mannequin_avatar_find_offset(avatar_, joint("mElbowLeft"), &by));
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_avatar_find_offset(avatar_, 10000, &by));
}

TEST_F(CApiEditor, WritesAGlbOfWhatIsSeen) {
  EXPECT_REFUSED(MANNEQUIN_NOT_EVALUATED, mannequin_avatar_copy_glb(avatar_, &body_, 1, nullptr, 0, nullptr));
  ASSERT_EQ(mannequin_avatar_set_slider(avatar_, 33, 2.0), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
  size_t needed = 0;
  ASSERT_EQ(mannequin_avatar_copy_glb(avatar_, &body_, 1, nullptr, 0, &needed), MANNEQUIN_OK);
  std::vector<std::byte> bytes(needed);
  ASSERT_EQ(mannequin_avatar_copy_glb(avatar_, &body_, 1, bytes.data(), bytes.size(), nullptr), MANNEQUIN_OK);
  const auto read = io::read_gltf(bytes, "seen.glb", {});
  ASSERT_TRUE(read.has_value()) << read.error().message();
  ASSERT_EQ(mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out_), MANNEQUIN_OK);
  const auto& positions = read->meshes.at(0).mesh.positions;
  ASSERT_EQ(positions.size() * 3, positions_.size());
  for (std::size_t v = 0; v < positions.size(); ++v)
    for (int axis = 0; axis < 3; ++axis)
      ASSERT_NEAR(positions[v][axis], positions_[3 * v + static_cast<std::size_t>(axis)], 2e-6);
}

}  // namespace
}  // namespace mannequin::test
