#include "tools/preview/render/texture.h"

#include <algorithm>
#include <bit>

namespace mannequin::preview {

Result<GlTexture> make_texture(const io::Image& image, const std::string& name) {
  while (glGetError() != GL_NO_ERROR) continue;
  GlTexture texture = GlTexture::create();
  const auto levels =
      static_cast<GLsizei>(std::bit_width(static_cast<unsigned>(std::max(image.width, image.height))));
  glTextureStorage2D(texture.id(), levels, GL_SRGB8_ALPHA8, image.width, image.height);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTextureSubImage2D(texture.id(), 0, 0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE,
                      image.rgba.data());
  glGenerateTextureMipmap(texture.id());
  glTextureParameteri(texture.id(), GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTextureParameteri(texture.id(), GL_TEXTURE_WRAP_S, GL_REPEAT);
  glTextureParameteri(texture.id(), GL_TEXTURE_WRAP_T, GL_REPEAT);
  if (glGetError() == GL_NO_ERROR) return texture;
  return fail(ErrorCode::device, name, "does not fit into the memory of the graphics card");
}

}  // namespace mannequin::preview
