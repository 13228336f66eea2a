// A host in C with one of each: the built-in definitions and body, an avatar, a skinner.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "mannequin/c_api.h"

namespace mannequin::test {

class CApiTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(mannequin_character_builtin(&character_), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_meshes_builtin_body(character_, &body_), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_create(character_, &avatar_), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_skinner_create(nullptr, &skinner_), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_mesh_get(body_, 0, &info_), MANNEQUIN_OK);
    positions_.resize(info_.vertex_count * std::size_t{3});
    out_.vertex_count = info_.vertex_count;
    out_.positions = positions_.data();
  }
  void TearDown() override {
    mannequin_skinner_release(skinner_);
    mannequin_avatar_release(avatar_);
    mannequin_meshes_release(body_);
    mannequin_character_release(character_);
  }

  mannequin_character* character_ = nullptr;
  mannequin_meshes* body_ = nullptr;
  mannequin_avatar* avatar_ = nullptr;
  mannequin_skinner* skinner_ = nullptr;
  mannequin_mesh_info info_ = MANNEQUIN_INIT(mannequin_mesh_info);
  mannequin_vertex_buffers out_ = MANNEQUIN_INIT(mannequin_vertex_buffers);
  std::vector<float> positions_;
  const double unit_[4] = {0, 0, 0, 1};
};

// Bends the chest forwards and back, two seconds, as a .bvh that the upload window takes.
inline std::string nodding_bvh() {
  return "HIERARCHY\nROOT mPelvis\n{\nOFFSET 0 0 0\n"
         "CHANNELS 6 Xposition Yposition Zposition Xrotation Zrotation Yrotation\n"
         "JOINT mTorso\n{\nOFFSET 0 10 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
         "JOINT mChest\n{\nOFFSET 0 10 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
         "End Site\n{\nOFFSET 0 10 0\n}\n}\n}\n}\nMOTION\nFrames: 5\nFrame Time: 0.5\n"
         "0 40 0 0 0 0 0 0 0 0 0 0\n0 40 0 0 0 0 0 0 0 0 0 0\n0 41 0 0 0 0 0 20 0 0 30 0\n"
         "0 42 0 0 0 0 0 30 0 0 50 0\n0 40 0 0 0 10 0 10 0 0 0 0\n";
}

#define EXPECT_REFUSED(expected, call)                 \
  do {                                                 \
    EXPECT_EQ((call), expected) << #call;              \
    EXPECT_STRNE(mannequin_last_error(), "") << #call; \
  } while (0)

}  // namespace mannequin::test
