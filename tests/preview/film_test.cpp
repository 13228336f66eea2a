// Films, with a script in the encoder's place that keeps what it was called with and what it was given.
#include "tools/preview/platform/film.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "engine/io/file.h"
#include "tests/own_folder.h"

namespace mannequin::preview {
namespace {

class FilmTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = test::own_folder();
    before_ = std::getenv("PATH");
    ::setenv("PATH", (folder_.string() + ":" + before_).c_str(), 1);
  }
  void TearDown() override { ::setenv("PATH", before_.c_str(), 1); }

  void write_encoder(const std::string& then) {
    const std::string text = "#!/bin/sh\nprintf '%s\\n' \"$@\" > '" + (folder_ / "asked").string() +
                             "'\nfor last; do :; done\n" + then + "\n";
    ASSERT_TRUE(io::write_file(folder_ / "ffmpeg", std::string_view(text)));
    std::filesystem::permissions(folder_ / "ffmpeg", std::filesystem::perms::owner_all);
  }
  std::string content(const std::string& name) const {
    const auto bytes = io::read_file(folder_ / name);
    return bytes ? std::string(io::as_text(*bytes)) : "none";
  }
  static Status finish(Film& film) {
    while (true) {
      const auto complete = film.finish();
      if (!complete) return error_of(complete);
      if (*complete) return {};
    }
  }
  // Larger than any buffer in between.
  static std::vector<std::uint8_t> picture(std::uint8_t of) {
    return std::vector<std::uint8_t>(std::size_t{400} * 300 * 3, of);
  }
  static constexpr Film::Format kFormat{.width = 400, .height = 300, .alpha = false, .per_second = 12.0};

  std::filesystem::path folder_;
  std::string before_;
};

TEST_F(FilmTest, TheEndingOfTheNameDecides) {
  EXPECT_TRUE(is_film("a.webp"));
  EXPECT_TRUE(is_film("A.MP4"));
  EXPECT_FALSE(is_film("a.png"));
  EXPECT_TRUE(film_can_be_transparent("a.webp"));
  EXPECT_FALSE(film_can_be_transparent("a.mp4"));
}

TEST_F(FilmTest, EveryPictureGoesToTheEncoderAndTheFileIsThereOnceItIsComplete) {
  write_encoder("cat > \"${last#file:}\"");
  ASSERT_TRUE(io::write_file(folder_ / "x.webp", std::string_view("the earlier one")));
  auto film = Film::begin(folder_ / "x.webp", kFormat);
  ASSERT_TRUE(film) << film.error().message();
  ASSERT_TRUE(film->add(picture('a')));
  ASSERT_TRUE(film->add(picture('b')));
  EXPECT_EQ(content("x.webp"), "the earlier one");
  const auto status = finish(*film);
  ASSERT_TRUE(status) << status.error().message();
  EXPECT_EQ(content("x.webp"), std::string(360000, 'a') + std::string(360000, 'b'));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "x.webp.part"));
  const std::string asked = content("asked");
  for (const char* argument : {"rgb24\n", "400x300\n", "-framerate\n12\n", "libwebp_anim\n", "webp\n"})
    EXPECT_NE(asked.find(argument), std::string::npos) << argument << " in " << asked;
}

TEST_F(FilmTest, AnMp4IsForEveryPlayer) {
  write_encoder("cat > \"${last#file:}\"");
  auto film = Film::begin(folder_ / "a film 'of' mine.mp4", kFormat);
  ASSERT_TRUE(film) << film.error().message();
  ASSERT_TRUE(film->add(picture('a')));
  ASSERT_TRUE(finish(*film));
  EXPECT_EQ(content("a film 'of' mine.mp4").size(), 360000u);
  for (const char* argument : {"libx264\n", "yuv420p\n", "mp4\n"})
    EXPECT_NE(content("asked").find(argument), std::string::npos) << argument;
}

TEST_F(FilmTest, WhatTheEncoderSaysIsTheReason) {
  write_encoder("echo 'Unknown encoder' >&2\nexit 1");
  auto film = Film::begin(folder_ / "x.webp", kFormat);
  ASSERT_TRUE(film) << film.error().message();
  Status status;
  for (int i = 0; i < 40 && status; ++i) status = film->add(picture('a'));
  if (status) status = finish(*film);
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message().find("x.webp"), std::string::npos) << status.error().message();
  EXPECT_NE(status.error().message().find("Unknown encoder"), std::string::npos) << status.error().message();
}

TEST_F(FilmTest, AFilmThatIsGivenUpLeavesNothing) {
  write_encoder("cat > \"${last#file:}\"");
  {
    auto film = Film::begin(folder_ / "x.webp", kFormat);
    ASSERT_TRUE(film);
    ASSERT_TRUE(film->add(picture('a')));
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "x.webp"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "x.webp.part"));
}

TEST_F(FilmTest, WithoutAnEncoderTheErrorSaysWhatToDo) {
  ::setenv("PATH", folder_.c_str(), 1);
  const auto film = Film::begin(folder_ / "x.webp", kFormat);
  ASSERT_FALSE(film);
  EXPECT_NE(film.error().what.find("ffmpeg"), std::string::npos);
  EXPECT_NE(film.error().what.find(".png"), std::string::npos);
}

}  // namespace
}  // namespace mannequin::preview
