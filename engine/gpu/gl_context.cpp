#include "engine/gpu/gl_context.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <string_view>

#include "engine/gpu/gl_remedy.h"
#include "engine/platform/memory_size.h"

namespace mannequin {
namespace {

const char* kind_of(GLenum type) {
  switch (type) {
    case GL_DEBUG_TYPE_ERROR:
      return "error";
    case GL_DEBUG_TYPE_DEPRECATED_BEHAVIOR:
      return "deprecated";
    case GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR:
      return "undefined behaviour";
    case GL_DEBUG_TYPE_PORTABILITY:
      return "not portable";
    case GL_DEBUG_TYPE_PERFORMANCE:
      return "slow";
    default:
      return "other";
  }
}

void GLAD_API_PTR collect(GLenum, GLenum type, GLuint, GLenum severity, GLsizei length, const GLchar* text,
                          const void* user) {
  if (severity == GL_DEBUG_SEVERITY_NOTIFICATION) return;
  const std::string_view message =
      length < 0 ? std::string_view(text) : std::string_view(text, static_cast<std::size_t>(length));
  const auto out = static_cast<std::vector<std::string>*>(const_cast<void*>(user));
  // A driver that repeats a message every frame must not exhaust memory.
  if (out->size() < 1000) out->push_back(fmt::format("{}: {}", kind_of(type), message));
}

}  // namespace

Status load_gl(GlLoader loader) {
  const int version = gladLoadGL(reinterpret_cast<GLADloadfunc>(loader));
  if (version == 0)
    return fail(ErrorCode::no_device, "OpenGL",
                std::string("There is no current OpenGL context. ") + kGlRemedy);
  if (version < GLAD_MAKE_VERSION(4, 5))
    return fail(ErrorCode::no_device, gl_device_name(),
                fmt::format("OpenGL 4.5 is required, but this is {}.{}. {}", GLAD_VERSION_MAJOR(version),
                            GLAD_VERSION_MINOR(version), kGlRemedy));
  return {};
}

std::string gl_device_name() {
  const auto text = [](GLenum name) {
    const GLubyte* value = glGetString == nullptr ? nullptr : glGetString(name);
    return value == nullptr ? std::string("unknown") : std::string(reinterpret_cast<const char*>(value));
  };
  return fmt::format("{}, OpenGL {}", text(GL_RENDERER), text(GL_VERSION));
}

bool gl_is_software() {
  const std::string device = gl_device_name();
  for (const char* name : {"llvmpipe", "softpipe", "SWR", "SwiftShader"})
    if (device.find(name) != std::string::npos) return true;
  return false;
}

std::optional<std::uint64_t> gl_memory_bytes() {
  if (gl_is_software()) {
    if (const std::uint64_t bytes = memory_bytes(); bytes > 0) return bytes;
  }
  constexpr GLenum kDedicatedKilobytes = 0x9047;  // GL_GPU_MEMORY_INFO_DEDICATED_VIDMEM_NVX
  GLint extensions = 0;
  glGetIntegerv(GL_NUM_EXTENSIONS, &extensions);
  for (GLint i = 0; i < extensions; ++i) {
    const auto name = reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i)));
    if (name == nullptr || std::string_view(name) != "GL_NVX_gpu_memory_info") continue;
    GLint kilobytes = 0;
    glGetIntegerv(kDedicatedKilobytes, &kilobytes);
    if (kilobytes > 0) return static_cast<std::uint64_t>(kilobytes) << 10;
  }
  return std::nullopt;
}

GlDebugLog::GlDebugLog() {
  glEnable(GL_DEBUG_OUTPUT);
  glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  glDebugMessageCallback(collect, &messages_);
}

GlDebugLog::~GlDebugLog() {
  glDebugMessageCallback(nullptr, nullptr);
  glDisable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
}

}  // namespace mannequin
