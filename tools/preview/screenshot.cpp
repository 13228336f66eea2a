#include "tools/preview/screenshot.h"

#include <algorithm>
#include <vector>

#include "engine/gpu/gl_context.h"
#include "tools/preview/png.h"
#include "tools/preview/stage.h"

namespace mannequin::preview {
namespace {

// What a window would show: one sample per pixel, values as the screen takes them.
struct Canvas {
  GlTexture color = GlTexture::create();
  GlFramebuffer framebuffer = GlFramebuffer::create();

  Canvas(int width, int height) {
    glTextureStorage2D(color.id(), 1, GL_RGBA8, width, height);
    glNamedFramebufferTexture(framebuffer.id(), GL_COLOR_ATTACHMENT0, color.id(), 0);
  }

  std::vector<std::uint8_t> read(int width, int height) const {
    const std::size_t row = static_cast<std::size_t>(width) * 3;
    std::vector<std::uint8_t> upside_down(row * static_cast<std::size_t>(height)), rgb(upside_down.size());
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer.id());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, upside_down.data());
    for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y)
      std::copy_n(
          upside_down.begin() + static_cast<std::ptrdiff_t>((static_cast<std::size_t>(height) - 1 - y) * row),
          row, rgb.begin() + static_cast<std::ptrdiff_t>(y * row));
    return rgb;
  }
};

}  // namespace

Status write_screenshot(const Character& character, const PreviewOptions& options) {
  auto context = GlContext::create_headless();
  if (!context) return tl::make_unexpected(context.error());
  // Says no to sizes that the device cannot take before anything is made of them.
  if (auto probe = RenderTarget::create(options.width, options.height, 1); !probe)
    return tl::make_unexpected(probe.error());
  auto stage = Stage::create(character, options, 1.0f, true);
  if (!stage) return tl::make_unexpected(stage.error());
  Session& session = (*stage)->session();
  const Canvas canvas(options.width, options.height);
  const auto settle = [&] {
    return (*stage)->settle(canvas.framebuffer.id(), options.width, options.height, options.panels);
  };
  // The first round lays out the view, whose shape places the camera.
  session.look(options.view, true);
  if (auto status = settle(); !status) return status;
  session.look(options.view, true);
  if (auto status = settle(); !status) return status;
  return write_png(options.screenshot, options.width, options.height,
                   canvas.read(options.width, options.height));
}

}  // namespace mannequin::preview
