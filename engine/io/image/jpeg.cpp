#include "engine/io/image/jpeg.h"

#include <fmt/format.h>
#include <jerror.h>
#include <jpeglib.h>

#include <csetjmp>
#include <cstdio>  // before jpeglib.h, which uses FILE without including it
#include <new>

#include "engine/io/image/size.h"

namespace mannequin::io {
namespace {

// Encoders write about a dozen scans. Each covers the whole picture, however few bytes it has.
constexpr int kMaxJpegScans = 64;

// The state of one decode. libjpeg reports errors by longjmp(), so no function below that calls setjmp() may
// have anything to destroy.
struct JpegReading {
  jpeg_decompress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg_progress_mgr progress{};
  std::jmp_buf way_out;
  char fault[JMSG_LENGTH_MAX] = "";

  JpegReading() = default;
  JpegReading(const JpegReading&) = delete;
  JpegReading& operator=(const JpegReading&) = delete;
  ~JpegReading() { jpeg_destroy_decompress(&jpeg); }
};

[[noreturn]] void leave_jpeg(j_common_ptr jpeg) {
  auto* reading = static_cast<JpegReading*>(jpeg->client_data);
  jpeg->err->format_message(jpeg, reading->fault);
  std::longjmp(reading->way_out, 1);
}

// libjpeg warns about lost pixels and continues with grey. Such a picture counts as damaged.
void judge_jpeg_message(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  switch (jpeg->err->msg_code) {
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_ADOBE_XFORM:
    case JWRN_JFIF_MAJOR:
    case JWRN_TOO_MUCH_DATA:
    case JWRN_BOGUS_ICC:
      return;
    default:
      leave_jpeg(jpeg);
  }
}

void drop_jpeg_message(j_common_ptr) {}

void watch_jpeg_scans(j_common_ptr jpeg) {
  if (reinterpret_cast<j_decompress_ptr>(jpeg)->input_scan_number <= kMaxJpegScans) return;
  auto* reading = static_cast<JpegReading*>(jpeg->client_data);
  std::snprintf(reading->fault, sizeof reading->fault, "it has more than %d scans", kMaxJpegScans);
  std::longjmp(reading->way_out, 1);
}

// Reads up to the first pixel. False: see `fault`.
bool read_jpeg_header(JpegReading& reading, const unsigned char* bytes, unsigned long size) {
  jpeg_decompress_struct& jpeg = reading.jpeg;
  jpeg.err = jpeg_std_error(&reading.errors);
  jpeg.client_data = &reading;
  reading.errors.error_exit = leave_jpeg;
  reading.errors.emit_message = judge_jpeg_message;
  reading.errors.output_message = drop_jpeg_message;
  if (setjmp(reading.way_out) != 0) return false;
  jpeg_create_decompress(&jpeg);
  jpeg.client_data = &reading;
  reading.progress.progress_monitor = watch_jpeg_scans;
  jpeg.progress = &reading.progress;
  jpeg_mem_src(&jpeg, bytes, size);
  jpeg_read_header(&jpeg, TRUE);
  return true;
}

bool start_jpeg(JpegReading& reading) {
  if (setjmp(reading.way_out) != 0) return false;
  const J_COLOR_SPACE color = reading.jpeg.jpeg_color_space;
  reading.jpeg.out_color_space = color == JCS_CMYK || color == JCS_YCCK ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg_start_decompress(&reading.jpeg);
  if (reading.jpeg.output_components != 4) {
    std::snprintf(reading.fault, sizeof reading.fault, "its pixel format is unknown");
    return false;
  }
  return true;
}

bool read_jpeg_rows(JpegReading& reading, std::uint8_t* rgba) {
  if (setjmp(reading.way_out) != 0) return false;
  while (reading.jpeg.output_scanline < reading.jpeg.output_height) {
    JSAMPROW row = rgba + std::size_t{4} * reading.jpeg.output_width * reading.jpeg.output_scanline;
    jpeg_read_scanlines(&reading.jpeg, &row, 1);
  }
  return true;
}

// In place. Adobe's files, the only ones in practice, store inverted inks: 255 is none.
void rgba_from_cmyk(std::span<std::uint8_t> pixels, bool upside_down) {
  for (std::size_t at = 0; at + 4 <= pixels.size(); at += 4) {
    const auto ink = [&](std::size_t i) {
      return static_cast<unsigned>(upside_down ? pixels[at + i] : 255 - pixels[at + i]);
    };
    const unsigned black = ink(3);
    for (std::size_t i = 0; i < 3; ++i)
      pixels[at + i] = static_cast<std::uint8_t>((ink(i) * black + 127) / 255);
    pixels[at + 3] = 255;
  }
}

}  // namespace

bool is_jpeg(std::span<const std::byte> bytes) {
  return bytes.size() >= 3 && bytes[0] == std::byte{0xff} && bytes[1] == std::byte{0xd8} &&
         bytes[2] == std::byte{0xff};
}

Result<Image> read_jpeg(std::span<const std::byte> bytes, const std::string& source,
                        const ImageLimits& limits) {
  JpegReading reading;
  const auto fault = [&] {
    if (reading.errors.msg_code == JERR_OUT_OF_MEMORY) throw std::bad_alloc();
    return fail(ErrorCode::bad_data, source,
                fmt::format("is a damaged JPEG image ({}); save it again", reading.fault));
  };
  if (!read_jpeg_header(reading, reinterpret_cast<const unsigned char*>(bytes.data()),
                        static_cast<unsigned long>(bytes.size())))
    return fault();
  const auto width = reading.jpeg.image_width, height = reading.jpeg.image_height;
  if (auto status = check_image_size(width, height, source, limits); !status) return error_of(status);
  if (!start_jpeg(reading)) return fault();

  Image image{static_cast<int>(width), static_cast<int>(height), {}};
  image.rgba.resize(std::size_t{4} * width * height);
  if (!read_jpeg_rows(reading, image.rgba.data())) return fault();
  if (reading.jpeg.out_color_space == JCS_CMYK)
    rgba_from_cmyk(image.rgba, reading.jpeg.saw_Adobe_marker != FALSE);
  return image;
}

}  // namespace mannequin::io
