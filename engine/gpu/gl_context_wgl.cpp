// Contexts on Windows.
#include <string>

#include "engine/gpu/gl_context.h"
#include "engine/gpu/gl_remedy.h"
#include "engine/platform/windows/hidden_gl.h"

namespace mannequin {

const char* const kGlRemedy = "Install the graphics card's own driver, or use the cpu backend.";

struct GlContext::Handles {
  std::unique_ptr<HiddenGl> context;
};

GlContext::GlContext(std::unique_ptr<Handles> handles) : handles_(std::move(handles)) {}
GlContext::GlContext(GlContext&&) noexcept = default;
GlContext& GlContext::operator=(GlContext&&) noexcept = default;
GlContext::~GlContext() = default;

Result<GlContext> GlContext::create_headless() {
  auto handles = std::make_unique<Handles>();
  handles->context = HiddenGl::create(4, 5);
  if (handles->context == nullptr)
    return fail(ErrorCode::no_device, "OpenGL",
                std::string("No device on this machine supports an OpenGL 4.5 core context. ") + kGlRemedy);
  GlContext made(std::move(handles));
  if (auto status = load_gl(HiddenGl::function); !status) return error_of(status);
  return made;
}

Status GlContext::make_current() {
  if (!handles_->context->make_current())
    return fail(
        ErrorCode::device, "OpenGL",
        "The context cannot be made current on this thread. First release it on the thread that has it.");
  return {};
}

void GlContext::release_current() { handles_->context->release_current(); }

}  // namespace mannequin
