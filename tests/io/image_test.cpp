// Pictures of every kind are decoded to their pixels; damaged and oversized ones give a message.
#include "engine/io/image.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/io/small_images.h"

namespace mannequin {
namespace {

using io::Bytes;
using io::Image;
using test::small_jpeg;
using test::small_png;
using Pixel = std::array<int, 4>;

Pixel pixel_of(const Image& image, int x, int y) {
  const std::size_t at =
      4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x));
  return {image.rgba[at], image.rgba[at + 1], image.rgba[at + 2], image.rgba[at + 3]};
}

void expect_near(const Pixel& pixel, const Pixel& wanted) {
  for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(pixel[c], wanted[c], 3) << "channel " << c;
}

TEST(Images, EveryKindOfPngIsRead) {
  const auto read = [](int width, int height, std::vector<std::uint8_t> rows, test::PngKind kind) {
    auto image = io::read_image(small_png(width, height, rows, kind), "a.png");
    EXPECT_TRUE(image) << image.error().message();
    EXPECT_EQ(image->width, width);
    EXPECT_EQ(image->rgba.size(), static_cast<std::size_t>(4 * width * height));
    return *image;
  };
  const Image rgba = read(1, 2, {1, 2, 3, 4, 5, 6, 7, 8}, {6});
  EXPECT_EQ(pixel_of(rgba, 0, 0), (Pixel{1, 2, 3, 4})) << "the top row comes first";
  EXPECT_EQ(pixel_of(rgba, 0, 1), (Pixel{5, 6, 7, 8}));
  EXPECT_EQ(pixel_of(read(2, 1, {1, 2, 3, 4, 5, 6}, {2}), 1, 0), (Pixel{4, 5, 6, 255}));
  EXPECT_EQ(pixel_of(read(2, 1, {9, 200}, {0}), 1, 0), (Pixel{200, 200, 200, 255}));
  EXPECT_EQ(pixel_of(read(8, 1, {0b00000001}, {0, 1}), 7, 0), (Pixel{255, 255, 255, 255}));
  EXPECT_EQ(pixel_of(read(1, 1, {50, 60}, {4}), 0, 0), (Pixel{50, 50, 50, 60}));
  const Image palette = read(4, 1, {0b00011011}, {3, 2});
  EXPECT_EQ(pixel_of(palette, 1, 0), (Pixel{0, 255, 0, 255}));
  EXPECT_EQ(pixel_of(palette, 3, 0), (Pixel{255, 255, 255, 128}));
  EXPECT_EQ(pixel_of(read(1, 1, {1, 255, 2, 255, 3, 255, 4, 255}, {6, 16}), 0, 0), (Pixel{1, 2, 3, 4}));

  std::vector<std::uint8_t> rows(4 * 9 * 7);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::uint8_t>(i);
  EXPECT_EQ(read(9, 7, rows, {6, 8, true}).rgba, rows);
}

TEST(Images, EveryKindOfJpegIsRead) {
  const auto read = [](const Bytes& bytes) {
    auto image = io::read_image(bytes, "a.jpg");
    EXPECT_TRUE(image) << image.error().message();
    EXPECT_EQ(image->width, 19);
    EXPECT_EQ(image->height, 10);
    return *image;
  };
  expect_near(pixel_of(read(small_jpeg(19, 10, {200, 100, 50})), 18, 9), {200, 100, 50, 255});
  expect_near(pixel_of(read(small_jpeg(19, 10, {77}, test::JpegKind::grey)), 3, 3), {77, 77, 77, 255});
  expect_near(pixel_of(read(small_jpeg(19, 10, {9, 90, 190}, test::JpegKind::progressive)), 0, 9),
              {9, 90, 190, 255});
  // Adobe's convention: inks are stored inverted.
  expect_near(pixel_of(read(small_jpeg(19, 10, {255, 128, 0, 128}, test::JpegKind::cmyk)), 0, 0),
              {128, 64, 0, 255});
}

TEST(Images, EveryKindOfTgaIsRead) {
  const auto read = [](int width, int height, std::vector<std::uint8_t> data, test::TgaKind kind) {
    auto image = io::read_image(test::small_tga(width, height, data, kind), "a.tga");
    EXPECT_TRUE(image) << image.error().message();
    EXPECT_EQ(image->width, width);
    EXPECT_EQ(image->rgba.size(), static_cast<std::size_t>(4 * width * height));
    return *image;
  };
  EXPECT_EQ(pixel_of(read(1, 2, {3, 2, 1, 6, 5, 4}, {2, 24}), 0, 1), (Pixel{4, 5, 6, 255}));
  EXPECT_EQ(pixel_of(read(1, 2, {3, 2, 1, 6, 5, 4}, {2, 24, 0}), 0, 1), (Pixel{1, 2, 3, 255}))
      << "the lowest row comes first";
  EXPECT_EQ(pixel_of(read(2, 1, {3, 2, 1, 6, 5, 4}, {2, 24, 0x30}), 0, 0), (Pixel{4, 5, 6, 255}));
  EXPECT_EQ(pixel_of(read(1, 1, {3, 2, 1, 77}, {2, 32}), 0, 0), (Pixel{1, 2, 3, 77}));
  EXPECT_EQ(pixel_of(read(1, 1, {0x1f, 0x7c}, {2, 16}), 0, 0), (Pixel{255, 0, 255, 255}));
  EXPECT_EQ(pixel_of(read(2, 1, {50, 60}, {3, 8}), 1, 0), (Pixel{60, 60, 60, 255}));
  EXPECT_EQ(pixel_of(read(1, 1, {50, 60}, {3, 16}), 0, 0), (Pixel{50, 50, 50, 60}));
  EXPECT_EQ(pixel_of(read(1, 1, {0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2}, {1, 8}), 0, 0),
            (Pixel{6, 5, 4, 255}));
  // A packet of three equal pixels, over the end of a row, then one of two as they are.
  const Image packed = read(2, 2, {0x82, 3, 2, 1, 0x00, 6, 5, 4}, {10, 24});
  EXPECT_EQ(pixel_of(packed, 0, 1), (Pixel{1, 2, 3, 255}));
  EXPECT_EQ(pixel_of(packed, 1, 1), (Pixel{4, 5, 6, 255}));
}

TEST(Images, ATgaWithoutItsPixelsIsRefusedBeforeMemoryIsTaken) {
  const std::vector<std::uint8_t> none, outside_palette(13, 9);
  for (const test::TgaKind& kind : {test::TgaKind{2, 32}, test::TgaKind{10, 32}, test::TgaKind{3, 8}}) {
    const auto image = io::read_image(test::small_tga(4096, 4096, none, kind), "a.tga");
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().code, ErrorCode::bad_data) << image.error().message();
  }
  EXPECT_EQ(io::read_image(test::small_tga(1, 1, outside_palette, {1, 8}), "a.tga").error().code,
            ErrorCode::bad_data);
}

TEST(Images, CutOffOnesAreRefused) {
  const std::vector<std::uint8_t> rows(4 * 32 * 32, 77);
  for (const Bytes& whole : {small_png(32, 32, rows), small_jpeg(32, 32, {200, 100, 50})}) {
    ASSERT_TRUE(io::read_image(whole, "whole"));
    // The last bytes say only that the picture ends.
    for (std::size_t bytes = 0; bytes + 24 < whole.size(); ++bytes) {
      const auto image = io::read_image(std::span(whole).first(bytes), "cut");
      ASSERT_FALSE(image) << bytes << " of " << whole.size();
      EXPECT_EQ(image.error().where, "cut");
      EXPECT_NE(image.error().what.find("save it"), std::string::npos) << image.error().what;
    }
  }
}

TEST(Images, AnyChangedByteGivesAnImageOrASentence) {
  std::vector<std::uint8_t> rows(4 * 16 * 16);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::uint8_t>(i * i);
  const Bytes files[] = {small_png(16, 16, rows),
                         small_png(16, 16, rows, {6, 8, true}),
                         small_jpeg(16, 16, {1, 2, 3}),
                         small_jpeg(16, 16, {1, 2, 3}, test::JpegKind::progressive),
                         small_jpeg(16, 16, {1, 2, 3, 4}, test::JpegKind::cmyk),
                         test::small_tga(16, 16, rows, {2, 32}),
                         test::small_tga(16, 12, rows, {10, 24}),
                         test::small_tga(16, 16, rows, {1, 8})};
  for (const Bytes& whole : files)
    for (std::size_t at = 0; at < whole.size(); ++at)
      for (const unsigned value : {0x00u, 0x01u, 0x7fu, 0xffu}) {
        Bytes changed = whole;
        changed[at] = static_cast<std::byte>(value);
        const auto image = io::read_image(changed, "changed");
        if (image)
          EXPECT_EQ(image->rgba.size(), 4u * static_cast<unsigned>(image->width * image->height));
        else
          EXPECT_FALSE(image.error().what.empty());
      }
}

TEST(Images, LimitsComeBeforeMemory) {
  const std::vector<std::uint8_t> rows(4 * 64 * 64);
  const Bytes png = small_png(64, 64, rows), jpeg = small_jpeg(64, 64, {1, 2, 3});
  for (const Bytes& image : {png, jpeg}) {
    EXPECT_TRUE(io::read_image(image, "a", {64, 64 * 64, image.size()}));
    EXPECT_EQ(io::read_image(image, "a", {63, 64 * 64, image.size()}).error().code, ErrorCode::unsupported);
    EXPECT_EQ(io::read_image(image, "a", {64, 64 * 64 - 1, image.size()}).error().code,
              ErrorCode::unsupported);
    EXPECT_EQ(io::read_image(image, "a", {64, 64 * 64, image.size() - 1}).error().code,
              ErrorCode::unsupported);
  }
  const auto huge = io::read_image(test::overlong_png(0x7fffffff, 0x7fffffff, 16), "huge.png");
  ASSERT_FALSE(huge);
  EXPECT_NE(huge.error().what.find("2147483647 x 2147483647 pixels"), std::string::npos) << huge.error().what;
}

// 16 x 16 pixels, followed by 64 MB of unused data.
TEST(Images, WhatFollowsThePixelsIsLeftPacked) {
  const auto image = io::read_image(test::overlong_png(16, 16, std::size_t{64} << 20), "bomb.png");
  ASSERT_TRUE(image) << image.error().message();
  EXPECT_EQ(image->rgba.size(), 4u * 16 * 16);
}

// More symbols in a Huffman table than a byte can name: some decoders write past their tables.
TEST(Images, AnOverfullHuffmanTableIsRefused) {
  const Bytes whole = small_jpeg(16, 16, {1, 2, 3});
  std::vector<std::byte> table = {std::byte{0xff}, std::byte{0xd8}, std::byte{0xff}, std::byte{0xc4},
                                  std::byte{0x0f}, std::byte{0xf2}, std::byte{0x00}};
  for (int bits = 0; bits < 16; ++bits) table.push_back(std::byte{0xfe});
  table.resize(table.size() + 16 * 0xfe);
  table.insert(table.end(), whole.begin() + 2, whole.end());
  const auto image = io::read_image(table, "table.jpg");
  ASSERT_FALSE(image);
  EXPECT_EQ(image.error().code, ErrorCode::bad_data);
}

TEST(Images, WhatIsNoPictureSaysSo) {
  for (const std::string_view text : {"", "GIF89a", "\x89PNG", "\xff\xd8"}) {
    const auto image = io::read_image(std::as_bytes(std::span(text)), "a.gif");
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().code, ErrorCode::unsupported);
    EXPECT_EQ(image.error().message(), "a.gif: is not a PNG, JPEG or TGA image; save it as PNG");
  }
}

}  // namespace
}  // namespace mannequin
