#include "tools/preview/png.h"

#include "engine/io/image_writer.h"

namespace mannequin::preview {

Status write_png(const std::filesystem::path& path, int width, int height,
                 std::span<const std::uint8_t> pixels) {
  const Result<io::Bytes> bytes = io::write_png(width, height, pixels);
  if (!bytes) return fail(bytes.error().code, path.filename().string(), bytes.error().what);
  return io::write_file(path, *bytes);
}

}  // namespace mannequin::preview
