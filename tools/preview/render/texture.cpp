#include "tools/preview/render/texture.h"

#include <algorithm>
#include <bit>

namespace mannequin::preview {
namespace {

void fill_texture(GLuint texture, std::span<const std::uint8_t> rgba, int width, int height) {
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTextureSubImage2D(texture, 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  glGenerateTextureMipmap(texture);
}

Result<GlTexture> filled_texture(std::span<const std::uint8_t> rgba, int width, int height,
                                 const std::string& name) {
  while (glGetError() != GL_NO_ERROR) continue;
  GlTexture texture = GlTexture::create();
  const auto levels = static_cast<GLsizei>(std::bit_width(static_cast<unsigned>(std::max(width, height))));
  glTextureStorage2D(texture.id(), levels, GL_SRGB8_ALPHA8, width, height);
  fill_texture(texture.id(), rgba, width, height);
  glTextureParameteri(texture.id(), GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTextureParameteri(texture.id(), GL_TEXTURE_WRAP_S, GL_REPEAT);
  glTextureParameteri(texture.id(), GL_TEXTURE_WRAP_T, GL_REPEAT);
  if (glGetError() == GL_NO_ERROR) return texture;
  return fail(ErrorCode::device, name, "does not fit into the memory of the graphics card");
}

}  // namespace

Result<GlTexture> make_texture(const io::Image& image, const std::string& name) {
  return filled_texture(image.rgba, image.width, image.height, name);
}

Result<GlTexture> make_texture(std::span<const std::uint8_t> rgba, int side, const std::string& name) {
  return filled_texture(rgba, side, side, name);
}

void update_texture(const GlTexture& texture, std::span<const std::uint8_t> rgba, int side) {
  fill_texture(texture.id(), rgba, side, side);
}

}  // namespace mannequin::preview
