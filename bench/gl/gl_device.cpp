#include "bench/gl/gl_device.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>

namespace mannequin::bench {
namespace {

std::string driver_says(GLenum what) {
  const auto* text = reinterpret_cast<const char*>(glGetString(what));
  return text ? text : "";
}

GlDevice open() {
  GlDevice device;
  Result<GlContext> context = GlContext::create_headless();
  if (!context) {
    device.missing = "skipped: " + context.error().message();
    return device;
  }
  device.context = std::move(*context);
  device.name = driver_says(GL_RENDERER);
  for (const char* software : {"llvmpipe", "softpipe"})
    device.software |= device.name.find(software) != std::string::npos;
  device.driver = fmt::format("{}, {}", driver_says(GL_VENDOR), driver_says(GL_VERSION));
  return device;
}

}  // namespace

GlDevice& gl_device() {
  // Never destroyed: drivers unload in an order of their own.
  static GlDevice* device = new GlDevice(open());
  if (device->context && !device->context->make_current()) {
    device->context.reset();
    device->missing = "skipped: the OpenGL context cannot be made current any more";
  }
  return *device;
}

std::string name_part(std::string device) {
  std::ranges::replace_if(
      device, [](char c) { return c == ' ' || c == '/' || c == ':'; }, '_');
  return device;
}

}  // namespace mannequin::bench
