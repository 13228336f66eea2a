// Two hosts in one process, each on its own thread with its own avatars, at the same time.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <string_view>
#include <thread>

#include "tests/host/c_host.h"
#include "tests/host/cpp_host.h"

namespace mannequin::test {
namespace {

// What a host's vertices come to over some frames, from its making to its end.
template <typename Host>
std::vector<float> play(double height) {
  Host host(2);
  host.make_crowd(33, 2);
  std::vector<float> all;
  const auto keep = [&] { all.insert(all.end(), host.result().begin(), host.result().end()); };
  for (int n = 0; n < 3; ++n) {
    host.frame(height - 0.5 * n, 0.2 * n);
    keep();
    host.crowd_frame(height + 0.2 * n, 0.1 * n);
    keep();
  }
  return all;
}

template <typename First, typename Second>
void expect_as_alone() {
  std::vector<float> one, two;
  std::thread first([&] { one = play<First>(-1.0); });
  std::thread second([&] { two = play<Second>(1.0); });
  first.join();
  second.join();
  EXPECT_FALSE(one.empty());
  EXPECT_EQ(one, play<First>(-1.0));
  EXPECT_EQ(two, play<Second>(1.0));
  EXPECT_NE(one, two);
}

TEST(TwoHosts, InCpp) { expect_as_alone<CppHost, CppHost>(); }
TEST(TwoHosts, InC) { expect_as_alone<CHost, CHost>(); }
TEST(TwoHosts, OneInEach) { expect_as_alone<CHost, CppHost>(); }

// What does not change may be shared, and released by one while the other still uses it.
TEST(TwoHosts, ShareDefinitions) {
  mannequin_character* character = nullptr;
  mannequin_meshes* body = nullptr;
  mannequin_clip* clip = nullptr;
  const std::string text = nodding_bvh();
  ASSERT_EQ(mannequin_character_builtin(&character), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_meshes_builtin_body(character, &body), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_clip_load(character, text.data(), text.size(), "nod.bvh", &clip), MANNEQUIN_OK);
  const auto work = [&](double height, std::vector<float>& palette) {
    mannequin_avatar* avatar = nullptr;
    mannequin_mesh_info info = MANNEQUIN_INIT(mannequin_mesh_info);
    ASSERT_EQ(mannequin_avatar_create(character, &avatar), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_mesh_get(body, 0, &info), MANNEQUIN_OK);
    palette.resize(info.palette_size * std::size_t{12});
    for (int n = 0; n < 20; ++n) {
      EXPECT_EQ(mannequin_avatar_set_slider(avatar, 33, height), MANNEQUIN_OK);
      EXPECT_EQ(mannequin_avatar_set_clip(avatar, clip, 0.05 * n), MANNEQUIN_OK);
      EXPECT_EQ(mannequin_avatar_evaluate(avatar), MANNEQUIN_OK);
      EXPECT_EQ(mannequin_avatar_copy_palette(avatar, body, 0, 0, palette.data(), palette.size()),
                MANNEQUIN_OK);
    }
    mannequin_avatar_release(avatar);
  };
  std::vector<float> one, two, alone;
  std::thread first([&] { work(-1.0, one); });
  work(1.0, two);
  first.join();
  work(1.0, alone);
  EXPECT_EQ(two, alone);
  EXPECT_NE(one, two);
  mannequin_character_release(character);
  std::thread late([&] { mannequin_meshes_release(body); });
  mannequin_clip_release(clip);
  late.join();
}

// One reads odd files and fails, the other changes its log and reads the last error.
TEST(TwoHosts, ShareACharactersLogAndItsLastFailure) {
  const std::string_view odd = R"({"params": {"424242": 1.0}})";
  mannequin_character* character = nullptr;
  ASSERT_EQ(mannequin_character_builtin(&character), MANNEQUIN_OK);
  std::atomic<int> told = 0;
  const mannequin_log log = {
      [](void* user, int32_t, const char*) { ++*static_cast<std::atomic<int>*>(user); }, &told};
  std::thread other([&] {
    mannequin_avatar* avatar = nullptr;
    uint32_t joint = 0;
    ASSERT_EQ(mannequin_avatar_create(character, &avatar), MANNEQUIN_OK);
    for (int n = 0; n < 200; ++n) {
      EXPECT_EQ(mannequin_avatar_set_shape(avatar, odd.data(), odd.size(), "odd.json"), MANNEQUIN_OK);
      const std::string name = "none" + std::to_string(n);
      EXPECT_EQ(mannequin_joint_find(character, name.c_str(), &joint), MANNEQUIN_NOT_FOUND);
    }
    mannequin_avatar_release(avatar);
  });
  for (int n = 0; n < 200; ++n) {
    char text[500] = "";
    EXPECT_EQ(mannequin_character_set_log(character, n % 2 ? nullptr : &log), MANNEQUIN_OK);
    EXPECT_EQ(mannequin_copy_error(character, text, sizeof text), MANNEQUIN_OK);
    EXPECT_TRUE(*text == '\0' || std::string(text).find("'none") != std::string::npos) << text;
  }
  other.join();
  EXPECT_LE(told, 200);
  mannequin_character_release(character);
}

}  // namespace
}  // namespace mannequin::test
