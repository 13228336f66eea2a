// Targa files are decoded to their pixels, from the bottom row; damaged and oversized ones give a message.

#include "engine/io/texel_picture_file.h"

#include <gtest/gtest.h>

#include "tests/io/small_images.h"
#include "tests/io/small_tga.h"

namespace mannequin {
namespace {

using test::small_tga;

TEST(Tga, EveryKindIsRead) {
  const std::vector<std::uint8_t> grey = {1, 2, 2, 2, 9, 9};
  for (const int type : {3, 11}) {
    const auto picture = io::read_texel_picture(small_tga(type, 2, 3, 1, grey), "a.tga");
    ASSERT_TRUE(picture) << picture.error().message();
    EXPECT_EQ(picture->components, 1u);
    EXPECT_EQ(picture->texels, grey) << "the first row is the bottom";
    EXPECT_EQ(io::read_texel_picture(small_tga(type, 2, 3, 1, grey, 0x20), "a.tga")->texels,
              (std::vector<std::uint8_t>{9, 9, 2, 2, 1, 2}))
        << "unless the file says that it is the top";
  }
  const std::vector<std::uint8_t> bgra = {10, 20, 30, 40, 50, 60, 70, 80};
  for (const int type : {2, 10}) {
    const auto picture = io::read_texel_picture(small_tga(type, 2, 1, 4, bgra, 8), "a.tga");
    ASSERT_TRUE(picture) << picture.error().message();
    EXPECT_EQ(picture->components, 4u);
    EXPECT_EQ(picture->texels, (std::vector<std::uint8_t>{30, 70, 20, 60, 10, 50, 40, 80}));
    EXPECT_EQ(io::read_texel_picture(small_tga(type, 1, 2, 3, {1, 2, 3, 4, 5, 6}), "a.tga")->texels,
              (std::vector<std::uint8_t>{3, 6, 2, 5, 1, 4}));
  }
  const auto opaque = io::read_texel_picture(small_tga(2, 1, 1, 4, {1, 2, 3, 255}), "a.tga");
  EXPECT_EQ(opaque->components, 3u) << "an alpha of 255 everywhere is none";
  EXPECT_EQ(opaque->texels, (std::vector<std::uint8_t>{3, 2, 1}));
}

TEST(Tga, RunsMayCrossRowsAndIdsAreSkipped) {
  const std::vector<std::uint8_t> same(6 * 5, 7);
  EXPECT_EQ(io::read_texel_picture(small_tga(11, 6, 5, 1, same), "a.tga")->texels, same);
  io::Bytes named = small_tga(3, 2, 1, 1, {4, 5});
  named[0] = std::byte{3};
  named.insert(named.begin() + 18, 3, std::byte{'x'});
  EXPECT_EQ(io::read_texel_picture(named, "a.tga")->texels, (std::vector<std::uint8_t>{4, 5}));
}

TEST(Tga, FaultsAreNamed) {
  const auto fault = [](const io::Bytes& bytes) {
    const auto picture = io::read_texel_picture(bytes, "bad.tga");
    return picture ? std::string("none") : picture.error().message();
  };
  const io::Bytes good = small_tga(11, 300, 200, 1, std::vector<std::uint8_t>(60000, 3));
  for (std::size_t length = 0; length < good.size(); ++length)
    EXPECT_NE(fault(io::Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length))), "none")
        << length;
  EXPECT_NE(fault(small_tga(3, 60000, 60000, 1, {0})).find("bad.tga"), std::string::npos);
  EXPECT_NE(fault(small_tga(3, 0, 5, 1, {})), "none");
  EXPECT_NE(fault(small_tga(11, 4096, 4096, 1, {1, 2, 3})), "none");
}

TEST(TexelPictures, AreReadFromEveryFormat) {
  const auto png = io::read_texel_picture(
      test::small_png(1, 2, std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8}), "a.png");
  ASSERT_TRUE(png) << png.error().message();
  EXPECT_EQ(png->texels, (std::vector<std::uint8_t>{5, 1, 6, 2, 7, 3, 8, 4})) << "the bottom row comes first";
  const std::vector<std::uint8_t> grey = {9, 200};
  EXPECT_EQ(io::read_texel_picture(test::small_png(2, 1, grey, {0}), "a.png")->components, 3u);
  EXPECT_EQ(io::read_texel_picture(test::small_png(2, 1, grey, {0}), "a.png", true)->texels, grey);
  EXPECT_EQ(io::read_texel_picture(test::small_jpeg(8, 8, {200, 100, 50}), "a.jpg")->components, 3u);
  const io::Image back = io::image_of(*png);
  EXPECT_EQ(back.rgba, (std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8}));
}

}  // namespace
}  // namespace mannequin
