#include "tools/preview/png.h"

#include <fmt/format.h>

#include <vector>

#include "engine/io/file.h"

// libstb-dev's header is what Dear ImGui's package depends on already; libpng would be one more for a single
// call. The static variant keeps its symbols out of the way of the copy inside libstb.
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace mannequin::preview {

Status write_png(const std::filesystem::path& path, int width, int height,
                 std::span<const std::uint8_t> pixels) {
  const int channels =
      static_cast<int>(pixels.size() / (static_cast<std::size_t>(width) * static_cast<std::size_t>(height)));
  std::vector<std::byte> bytes;
  const auto append = [](void* context, void* data, int size) {
    const auto from = static_cast<const std::byte*>(data);
    static_cast<std::vector<std::byte>*>(context)->insert(
        static_cast<std::vector<std::byte>*>(context)->end(), from, from + size);
  };
  if (stbi_write_png_to_func(append, &bytes, width, height, channels, pixels.data(), width * channels) == 0)
    return fail(
        ErrorCode::cannot_write, path.filename().string(),
        fmt::format("A picture of {} x {} pixels could not be encoded; make it smaller.", width, height));
  return io::write_file(path, bytes);
}

}  // namespace mannequin::preview
