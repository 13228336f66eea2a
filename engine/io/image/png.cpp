#include "engine/io/image/png.h"

#include <fmt/format.h>
#include <png.h>

#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "engine/io/image/size.h"

namespace mannequin::io {
namespace {

// Limit for a stored chunk: only palettes and their transparency are stored, and they are short.
constexpr std::size_t kMaxPngChunk = std::size_t{1} << 16;

// The state of one decode. libpng reports errors by longjmp(), so no function below that calls setjmp() may
// have anything to destroy.
struct PngReading {
  std::span<const std::byte> rest;
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::jmp_buf way_out;
  bool out_of_memory = false;
  char fault[80] = "";

  explicit PngReading(std::span<const std::byte> bytes) : rest(bytes) {}
  PngReading(const PngReading&) = delete;
  PngReading& operator=(const PngReading&) = delete;
  ~PngReading() { png_destroy_read_struct(&png, &info, nullptr); }
};

[[noreturn]] void leave_png(png_structp png, png_const_charp what) {
  auto* reading = static_cast<PngReading*>(png_get_error_ptr(png));
  std::snprintf(reading->fault, sizeof reading->fault, "%s", what);
  std::longjmp(reading->way_out, 1);
}

void ignore_png_warning(png_structp, png_const_charp) {}

void next_png_bytes(png_structp png, png_bytep to, png_size_t count) {
  auto* reading = static_cast<PngReading*>(png_get_io_ptr(png));
  if (count > reading->rest.size()) png_error(png, "it ends too early");
  std::memcpy(to, reading->rest.data(), count);
  reading->rest = reading->rest.subspan(count);
}

png_voidp allocate_for_png(png_structp png, png_alloc_size_t size) {
  void* memory = std::malloc(size);
  if (memory == nullptr) static_cast<PngReading*>(png_get_mem_ptr(png))->out_of_memory = true;
  return memory;
}

void free_for_png(png_structp, png_voidp memory) { std::free(memory); }

// Reads up to the first pixel. False: see `fault`.
bool read_png_header(PngReading& reading) {
  if (setjmp(reading.way_out) != 0) return false;
  reading.png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &reading, leave_png, ignore_png_warning,
                                         &reading, allocate_for_png, free_for_png);
  if (reading.png == nullptr) return false;
  reading.info = png_create_info_struct(reading.png);
  if (reading.info == nullptr) return false;
  png_set_read_fn(reading.png, &reading, next_png_bytes);
  // The caller's limits report oversized images; this one bounds libpng's own allocations.
  png_set_user_limits(reading.png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_malloc_max(reading.png, kMaxPngChunk);
  // Skips profiles, texts and dates: nothing here uses them, and they may expand a thousandfold.
  png_set_keep_unknown_chunks(reading.png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
  png_read_info(reading.png, reading.info);
  return true;
}

// Converts to eight-bit RGBA. False: see `fault`.
bool convert_png(PngReading& reading, png_uint_32 width) {
  if (setjmp(reading.way_out) != 0) return false;
  png_set_expand(reading.png);
  png_set_strip_16(reading.png);
  png_set_gray_to_rgb(reading.png);
  png_set_add_alpha(reading.png, 0xff, PNG_FILLER_AFTER);
  png_set_interlace_handling(reading.png);
  png_read_update_info(reading.png, reading.info);
  if (png_get_rowbytes(reading.png, reading.info) != 4 * png_size_t{width})
    png_error(reading.png, "its pixel format is unknown");
  return true;
}

bool read_png_rows(PngReading& reading, png_bytepp rows) {
  if (setjmp(reading.way_out) != 0) return false;
  png_read_image(reading.png, rows);
  return true;
}

}  // namespace

bool is_png(std::span<const std::byte> bytes) {
  return bytes.size() >= 8 && png_sig_cmp(reinterpret_cast<png_const_bytep>(bytes.data()), 0, 8) == 0;
}

Result<Image> read_png(std::span<const std::byte> bytes, const std::string& source,
                       const ImageLimits& limits) {
  PngReading reading(bytes);
  const auto fault = [&] {
    if (reading.out_of_memory || reading.png == nullptr) throw std::bad_alloc();
    return fail(ErrorCode::bad_data, source,
                fmt::format("is a damaged PNG image ({}); save it again", reading.fault));
  };
  if (!read_png_header(reading)) return fault();
  const png_uint_32 width = png_get_image_width(reading.png, reading.info);
  const png_uint_32 height = png_get_image_height(reading.png, reading.info);
  if (auto status = check_image_size(width, height, source, limits); !status) return error_of(status);
  if (!convert_png(reading, width)) return fault();

  Image image{static_cast<int>(width), static_cast<int>(height), {}};
  image.rgba.resize(4 * std::size_t{width} * height);
  std::vector<png_bytep> rows(height);
  for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = image.rgba.data() + 4 * row * width;
  // Ignores everything after the last row: a stream may go on for a gigabyte there.
  if (!read_png_rows(reading, rows.data())) return fault();
  return image;
}

}  // namespace mannequin::io
