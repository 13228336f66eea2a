#include "tests/preview/image.h"

#include "engine/io/file.h"
#include "tools/document/texture_image.h"

namespace mannequin::test {

Image read_png(const std::filesystem::path& path) {
  const auto bytes = io::read_file(path);
  if (!bytes) return {};
  auto image = document::decode_texture(*bytes, path.string(), document::kMaxTexturePixels);
  return image ? Image{image->width, image->height, std::move(image->rgba)} : Image{};
}

}  // namespace mannequin::test
