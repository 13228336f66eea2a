#include "tests/preview/image.h"

#include "engine/io/file.h"
#include "engine/io/image.h"

namespace mannequin::test {

Image read_png(const std::filesystem::path& path) {
  const auto bytes = io::read_file(path);
  if (!bytes) return {};
  auto image = io::read_image(*bytes, path.string());
  return image ? Image{image->width, image->height, std::move(image->rgba)} : Image{};
}

}  // namespace mannequin::test
