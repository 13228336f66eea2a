#include "tests/io/small_images.h"

#include <jpeglib.h>
#include <png.h>
#include <zlib.h>

#include <cstdio>  // before jpeglib.h, which uses FILE without including it
#include <cstdlib>

namespace mannequin::test {
namespace {

void append_to(io::Bytes& bytes, const void* data, std::size_t size) {
  const auto from = static_cast<const std::byte*>(data);
  bytes.insert(bytes.end(), from, from + size);
}

void append_chunk(io::Bytes& png, const char* type, const io::Bytes& data) {
  io::Bytes typed;
  append_to(typed, type, 4);
  typed.insert(typed.end(), data.begin(), data.end());
  const auto big_endian = [&](std::size_t number) {
    for (int shift = 24; shift >= 0; shift -= 8)
      png.push_back(static_cast<std::byte>(number >> shift & 0xff));
  };
  big_endian(data.size());
  append_to(png, typed.data(), typed.size());
  big_endian(crc32(0, reinterpret_cast<const Bytef*>(typed.data()), static_cast<uInt>(typed.size())));
}

}  // namespace

io::Bytes small_png(int width, int height, std::span<const std::uint8_t> rows, const PngKind& kind) {
  io::Bytes bytes;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &bytes,
      [](png_structp to, png_bytep data, png_size_t size) {
        append_to(*static_cast<io::Bytes*>(png_get_io_ptr(to)), data, size);
      },
      nullptr);
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), kind.depth,
               kind.color, kind.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  const png_color palette[] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 255}};
  const png_byte alpha[] = {255, 255, 255, 128};
  if (kind.color == PNG_COLOR_TYPE_PALETTE) {
    png_set_PLTE(png, info, palette, 4);
    png_set_tRNS(png, info, alpha, 4, nullptr);
  }
  png_write_info(png, info);
  std::vector<png_bytep> starts;
  const std::size_t row = rows.size() / static_cast<std::size_t>(height);
  for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y)
    starts.push_back(const_cast<png_bytep>(rows.data() + y * row));
  png_write_image(png, starts.data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return bytes;
}

io::Bytes small_jpeg(int width, int height, std::vector<std::uint8_t> color, JpegKind kind) {
  jpeg_compress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char* out = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &out, &size);
  jpeg.image_width = static_cast<JDIMENSION>(width);
  jpeg.image_height = static_cast<JDIMENSION>(height);
  jpeg.input_components = static_cast<int>(color.size());
  jpeg.in_color_space = kind == JpegKind::grey ? JCS_GRAYSCALE : kind == JpegKind::cmyk ? JCS_CMYK : JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, 100, TRUE);
  if (kind == JpegKind::progressive) jpeg_simple_progression(&jpeg);
  jpeg_start_compress(&jpeg, TRUE);
  std::vector<std::uint8_t> row;
  for (int x = 0; x < width; ++x) row.insert(row.end(), color.begin(), color.end());
  JSAMPROW rows = row.data();
  while (jpeg.next_scanline < jpeg.image_height) jpeg_write_scanlines(&jpeg, &rows, 1);
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  io::Bytes bytes;
  append_to(bytes, out, size);
  std::free(out);
  return bytes;
}

io::Bytes small_tga(int width, int height, std::span<const std::uint8_t> data, const TgaKind& kind) {
  const bool palette = kind.type % 8 == 1;
  const int header[] = {0,
                        palette,
                        kind.type,
                        0,
                        0,
                        palette ? 4 : 0,
                        0,
                        palette ? 24 : 0,
                        0,
                        0,
                        0,
                        0,
                        width % 256,
                        width / 256,
                        height % 256,
                        height / 256,
                        kind.bits,
                        kind.flags};
  io::Bytes bytes;
  for (const int value : header) bytes.push_back(static_cast<std::byte>(value));
  append_to(bytes, data.data(), data.size());
  return bytes;
}

io::Bytes overlong_png(std::uint32_t width, std::uint32_t height, std::size_t unpacked) {
  io::Bytes png, header;
  const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  append_to(png, signature, sizeof signature);
  for (const std::uint32_t side : {width, height})
    for (int shift = 24; shift >= 0; shift -= 8)
      header.push_back(static_cast<std::byte>(side >> shift & 0xff));
  const unsigned char kind[] = {8, 0, 0, 0, 0};
  append_to(header, kind, sizeof kind);
  append_chunk(png, "IHDR", header);
  const std::vector<unsigned char> zeros(unpacked);
  uLongf size = compressBound(static_cast<uLong>(unpacked));
  io::Bytes packed(size);
  compress2(reinterpret_cast<Bytef*>(packed.data()), &size, zeros.data(), static_cast<uLong>(unpacked), 1);
  packed.resize(size);
  append_chunk(png, "IDAT", packed);
  append_chunk(png, "IEND", {});
  return png;
}

}  // namespace mannequin::test
