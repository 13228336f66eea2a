// A failure's text stays with the handles passed to the failing call.
#include <string>
#include <thread>

#include "tests/c_api/c_api_case.h"

namespace mannequin::test {
namespace {

std::string kept(const void* handle) {
  char text[1000] = "";
  EXPECT_EQ(mannequin_copy_error(handle, text, sizeof text), MANNEQUIN_OK) << mannequin_last_error();
  return text;
}

using CApiErrors = CApiTest;

TEST_F(CApiErrors, AHandleKeepsTheTextOfItsOwnLastFailure) {
  EXPECT_EQ(kept(avatar_), "");
  EXPECT_REFUSED(MANNEQUIN_NOT_FOUND, mannequin_avatar_set_rotation_of(avatar_, "mElbowLef", unit_));
  const std::string text = mannequin_last_error();
  EXPECT_NE(text.find("mElbowLeft"), std::string::npos);
  EXPECT_EQ(kept(avatar_), text);
  EXPECT_EQ(kept(character_), "");

  // Neither a success nor what happens elsewhere changes it.
  EXPECT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_joint_count(character_, nullptr));
  EXPECT_EQ(kept(avatar_), text);
  EXPECT_EQ(kept(character_), mannequin_last_error());

  EXPECT_REFUSED(MANNEQUIN_NOT_FOUND, mannequin_avatar_set_slider(avatar_, 123456, 1.0));
  EXPECT_EQ(kept(avatar_), mannequin_last_error());
}

TEST_F(CApiErrors, EveryHandleOfTheCallKeepsIt) {
  EXPECT_REFUSED(MANNEQUIN_NOT_EVALUATED, mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out_));
  for (const void* handle :
       {static_cast<void*>(skinner_), static_cast<void*>(avatar_), static_cast<void*>(body_)})
    EXPECT_EQ(kept(handle), mannequin_last_error());
}

// A host may load on one thread, and show what went wrong on another.
TEST_F(CApiErrors, AnotherThreadReadsIt) {
  std::string there;
  std::thread([&] {
    mannequin_meshes* none = nullptr;
    EXPECT_REFUSED(MANNEQUIN_UNSUPPORTED,
                   mannequin_meshes_load(character_, "no mesh", 7, "x", nullptr, &none));
    there = mannequin_last_error();
  }).join();
  EXPECT_EQ(kept(character_), there);
}

TEST_F(CApiErrors, AskingWronglyIsRefusedAndLeavesTheTextAlone) {
  EXPECT_REFUSED(MANNEQUIN_NOT_FOUND, mannequin_avatar_set_slider(avatar_, 123456, 1.0));
  const std::string text = mannequin_last_error();
  std::string room(text.size(), '?');  // no room for the 0
  EXPECT_REFUSED(MANNEQUIN_SHORT_BUFFER, mannequin_copy_error(avatar_, room.data(), room.size()));
  EXPECT_EQ(room, std::string(text.size(), '?'));
  EXPECT_NE(std::string(mannequin_last_error()).find(std::to_string(text.size() + 1)), std::string::npos);
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_copy_error(avatar_, nullptr, 100));
  EXPECT_EQ(kept(avatar_), text);
  EXPECT_REFUSED(MANNEQUIN_BAD_HANDLE, mannequin_copy_error(nullptr, room.data(), room.size()));
  EXPECT_REFUSED(MANNEQUIN_BAD_HANDLE, mannequin_copy_error(this, room.data(), room.size()));
}

}  // namespace
}  // namespace mannequin::test
