#include "tools/preview/render/render_target.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace mannequin::preview {

Result<RenderTarget> RenderTarget::create(int width, int height, int samples) {
  GLint most_samples = 1, most_pixels = 1;
  glGetIntegerv(GL_MAX_SAMPLES, &most_samples);
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most_pixels);
  samples = std::clamp(samples, 1, std::max(most_samples, 1));
  if (width < 1 || height < 1 || width > most_pixels || height > most_pixels)
    return fail(ErrorCode::device, "picture",
                fmt::format("{} x {} pixels cannot be drawn; this device takes 1 to {} each way.", width,
                            height, most_pixels));
  while (glGetError() != GL_NO_ERROR) continue;
  RenderTarget made;
  made.width_ = width;
  made.height_ = height;
  made.bytes_ = GlTexture::create();
  glTextureStorage2D(made.bytes_.id(), 1, GL_RGBA8, width, height);
  made.color_ = GlTexture::name();
  glTextureView(made.color_.id(), GL_TEXTURE_2D, made.bytes_.id(), GL_SRGB8_ALPHA8, 0, 1, 0, 1);
  glTextureParameteri(made.color_.id(), GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTextureParameteri(made.color_.id(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(made.color_.id(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  made.drawn_ = GlFramebuffer::create();
  made.resolved_ = GlFramebuffer::create();
  made.bytes_framebuffer_ = GlFramebuffer::create();
  if (samples > 1) {
    made.samples_color_ = GlTextureMultisample::create();
    made.samples_depth_ = GlTextureMultisample::create();
    glTextureStorage2DMultisample(made.samples_color_.id(), samples, GL_SRGB8_ALPHA8, width, height, GL_TRUE);
    glTextureStorage2DMultisample(made.samples_depth_.id(), samples, GL_DEPTH_COMPONENT24, width, height,
                                  GL_TRUE);
  } else {
    made.depth_ = GlTexture::create();
    glTextureStorage2D(made.depth_.id(), 1, GL_DEPTH_COMPONENT24, width, height);
  }
  const GLuint color = samples > 1 ? made.samples_color_.id() : made.color_.id();
  const GLuint depth = samples > 1 ? made.samples_depth_.id() : made.depth_.id();
  glNamedFramebufferTexture(made.drawn_.id(), GL_COLOR_ATTACHMENT0, color, 0);
  glNamedFramebufferTexture(made.drawn_.id(), GL_DEPTH_ATTACHMENT, depth, 0);
  glNamedFramebufferTexture(made.resolved_.id(), GL_COLOR_ATTACHMENT0, made.color_.id(), 0);
  glNamedFramebufferTexture(made.bytes_framebuffer_.id(), GL_COLOR_ATTACHMENT0, made.bytes_.id(), 0);
  if (glGetError() != GL_NO_ERROR ||
      glCheckNamedFramebufferStatus(made.drawn_.id(), GL_DRAW_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE ||
      glCheckNamedFramebufferStatus(made.resolved_.id(), GL_DRAW_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    return fail(
        ErrorCode::device, "picture",
        fmt::format("The device has no memory for a picture of {} x {} pixels. Choose a smaller size.", width,
                    height));
  return made;
}

DepthImage RenderTarget::read_depth() const {
  constexpr int kWidest = 800;
  DepthImage image;
  image.width = std::min(width_, kWidest);
  image.height = std::max(1, height_ * image.width / width_);
  // Multisampling can only be resolved at the same size; downscales afterwards.
  GlTexture full = GlTexture::create(), small = GlTexture::create();
  GlFramebuffer to_full = GlFramebuffer::create(), to_small = GlFramebuffer::create();
  for (auto [texture, target, width, height] :
       {std::tuple{&full, &to_full, width_, height_}, {&small, &to_small, image.width, image.height}}) {
    glTextureStorage2D(texture->id(), 1, GL_DEPTH_COMPONENT24, width, height);
    glNamedFramebufferTexture(target->id(), GL_DEPTH_ATTACHMENT, texture->id(), 0);
    glNamedFramebufferDrawBuffer(target->id(), GL_NONE);
    glNamedFramebufferReadBuffer(target->id(), GL_NONE);
  }
  glBlitNamedFramebuffer(drawn_.id(), to_full.id(), 0, 0, width_, height_, 0, 0, width_, height_,
                         GL_DEPTH_BUFFER_BIT, GL_NEAREST);
  glBlitNamedFramebuffer(to_full.id(), to_small.id(), 0, 0, width_, height_, 0, 0, image.width, image.height,
                         GL_DEPTH_BUFFER_BIT, GL_NEAREST);
  image.depth.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glGetTextureImage(small.id(), 0, GL_DEPTH_COMPONENT, GL_FLOAT,
                    static_cast<GLsizei>(image.depth.size() * sizeof(float)), image.depth.data());
  return image;
}

void RenderTarget::begin() const {
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_.id());
  glViewport(0, 0, width_, height_);
  glEnable(GL_FRAMEBUFFER_SRGB);
}

void RenderTarget::take_colors(const RenderTarget& from) const {
  glCopyImageSubData(from.bytes_.id(), GL_TEXTURE_2D, 0, 0, 0, 0, bytes_.id(), GL_TEXTURE_2D, 0, 0, 0, 0,
                     width_, height_, 1);
}

void RenderTarget::resolve() const {
  if (!depth_)
    glBlitNamedFramebuffer(drawn_.id(), resolved_.id(), 0, 0, width_, height_, 0, 0, width_, height_,
                           GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glDisable(GL_FRAMEBUFFER_SRGB);
}

}  // namespace mannequin::preview
