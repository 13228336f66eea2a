#include "engine/io/image/size.h"

#include <fmt/format.h>

namespace mannequin::io {

Status check_image_size(std::uint64_t width, std::uint64_t height, const std::string& source,
                        const ImageLimits& limits) {
  if (width == 0 || height == 0) return fail(ErrorCode::bad_data, source, "has no pixels; save it again");
  const auto side = static_cast<std::uint64_t>(limits.side);
  if (width > side || height > side || width * height > limits.pixels)
    return fail(ErrorCode::unsupported, source,
                fmt::format("has {} x {} pixels, which is too many; Second Life uses at most 2048 x 2048",
                            width, height));
  return {};
}

}  // namespace mannequin::io
