#include "engine/io/image.h"

#include <fmt/format.h>

#include "engine/io/image/jpeg.h"
#include "engine/io/image/png.h"
#include "engine/io/image/tga.h"

namespace mannequin::io {

Result<Image> read_image(std::span<const std::byte> bytes, const std::string& source,
                         const ImageLimits& limits) {
  if (bytes.size() > limits.bytes)
    return fail(ErrorCode::unsupported, source,
                fmt::format("is an image of {} MiB, more than the {} MiB that can be read; make it smaller",
                            bytes.size() >> 20, limits.bytes >> 20));
  if (is_png(bytes)) return read_png(bytes, source, limits);
  if (is_jpeg(bytes)) return read_jpeg(bytes, source, limits);
  if (is_tga(bytes)) return read_tga(bytes, source, limits);
  return fail(ErrorCode::unsupported, source, "is not a PNG, JPEG or TGA image; save it as PNG");
}

}  // namespace mannequin::io
