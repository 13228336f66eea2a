// The OpenGL device of the benchmarks: one context for the whole program, on the first calling thread.
#pragma once

#include <optional>
#include <string>

#include "engine/gpu/gl_context.h"

namespace mannequin::bench {

struct GlDevice {
  std::optional<GlContext> context;
  std::string name;       // the renderer as named by the driver
  std::string driver;     // vendor and version
  bool software = false;  // Mesa's drivers that render on the CPU
  std::string missing;    // "skipped: ...", the reason if there is none

  bool available() const { return context.has_value(); }
};

// Opened on the first call, and made current by every call. Without a device, `missing` gives the reason.
GlDevice& gl_device();

// A device's name as part of a benchmark's name: without spaces or slashes.
std::string name_part(std::string device);

}  // namespace mannequin::bench
