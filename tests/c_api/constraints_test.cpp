// Constraints of clips in C: as recorded from the viewer, on ground that the host describes.
#include <cmath>
#include <limits>

#include "mannequin/c_viewer.h"
#include "tests/c_api/c_api_case.h"
#include "tests/oracle/clip_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

class CApiConstraints : public CApiTest {
 protected:
  void SetUp() override {
    MANNEQUIN_NEEDS_SHARED("oracle/anim/constraints.json.gz");
    CApiTest::SetUp();
    recorded_ = read_json(shared_path("oracle/anim/constraints.json.gz"));
    for (const json& name : recorded_.at("joint_names")) {
      uint32_t joint = 0;
      ASSERT_EQ(mannequin_joint_find(character_, name.get<std::string>().c_str(), &joint), MANNEQUIN_OK);
      joints_.push_back(joint);
    }
  }
  // Plays the scenario's clip from its start; the largest distance of a joint from where the viewer had it
  // while the clip was active.
  double play(const json& scenario, mannequin_avatar* avatar) {
    EXPECT_EQ(scenario.at("clips").size(), 1u);
    const io::Bytes bytes = from_base64(
        recorded_.at("clip_files").at(scenario.at("clips").begin()->get<std::string>()).get<std::string>());
    mannequin_clip* clip = nullptr;
    EXPECT_EQ(mannequin_clip_load(character_, bytes.data(), bytes.size(), "c.anim", &clip), MANNEQUIN_OK);
    double farthest = 0.0;
    for (const json& step : scenario.at("steps")) {
      const std::string op = step.at("op");
      if (op == "start") {
        EXPECT_EQ(mannequin_avatar_start_clip(avatar, clip), MANNEQUIN_OK) << mannequin_last_error();
      } else if (step.at("t").get<double>() > 0.0) {
        EXPECT_EQ(mannequin_avatar_update_clips(avatar, step.at("t").get<double>()), MANNEQUIN_OK)
            << mannequin_last_error();
        EXPECT_EQ(mannequin_avatar_evaluate(avatar), MANNEQUIN_OK);
      }
      if (!step.contains("state") || !step.contains("clips") ||
          !step.at("clips").begin()->at("active").get<bool>())
        continue;
      for (std::size_t k = 0; k < joints_.size(); ++k) {
        double at[3];
        EXPECT_EQ(mannequin_avatar_get_joint_position(avatar, joints_[k], at), MANNEQUIN_OK);
        for (std::size_t axis = 0; axis < 3; ++axis)
          farthest = std::max(farthest, std::abs(at[axis] - step.at("state")[k][7 + axis].get<double>()));
      }
    }
    mannequin_clip_release(clip);
    return farthest;
  }

  json recorded_;
  std::vector<uint32_t> joints_;
};

// The recording's ground.
void flat(void* user, const double*, double* point, double*) {
  point[2] = -1.06;
  ++*static_cast<int*>(user);
}

TEST_F(CApiConstraints, PlayAsInTheViewer) {
  for (const json& scenario : recorded_.at("scenarios")) {
    mannequin_avatar* avatar = nullptr;
    int asked = 0;
    ASSERT_EQ(mannequin_avatar_create(character_, &avatar), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_set_ground(avatar, flat, &asked), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_evaluate(avatar), MANNEQUIN_OK);
    EXPECT_LT(play(scenario, avatar), 1e-5) << scenario.at("name");
    EXPECT_EQ(asked > 0, scenario.at("name") != "con_body_point") << scenario.at("name");
    mannequin_avatar_release(avatar);
  }
}

// Numbers of the host's that are no place count as no ground there; the pose stays finite.
TEST_F(CApiConstraints, SurviveAnyGround) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), 1e300, -HUGE_VAL, 0.0}) {
    mannequin_avatar* avatar = nullptr;
    double given = bad;
    ASSERT_EQ(mannequin_avatar_create(character_, &avatar), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_set_ground(
                  avatar,
                  [](void* user, const double*, double* point, double* normal) {
                    const double number = *static_cast<double*>(user);
                    if (number != 0.0) point[0] = number;
                    for (int axis = 0; axis < 3; ++axis) normal[axis] = number;
                  },
                  &given),
              MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_evaluate(avatar), MANNEQUIN_OK);
    const double distance = play(recorded_.at("scenarios")[2], avatar);
    EXPECT_TRUE(std::isfinite(distance) && distance < 10.0) << bad;
    mannequin_avatar_release(avatar);
  }
  // None: flat, under the soles.
  ASSERT_EQ(mannequin_avatar_set_ground(avatar_, nullptr, nullptr), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
  const double distance = play(recorded_.at("scenarios")[2], avatar_);
  EXPECT_GT(distance, 1e-3);
  EXPECT_LT(distance, 0.2);
}

}  // namespace
}  // namespace mannequin::test
