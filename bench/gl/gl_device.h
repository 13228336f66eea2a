// The OpenGL device of the benchmarks: one context for the whole program, on the thread that asks first.
#pragma once

#include <optional>
#include <string>

#include "engine/gpu/gl_context.h"

namespace mannequin::bench {

struct GlDevice {
  std::optional<GlContext> context;
  std::string name;       // the renderer in the driver's words
  std::string driver;     // vendor and version
  bool software = false;  // Mesa's drivers that compute on the processor
  std::string missing;    // "skipped: ...", why there is none

  bool available() const { return context.has_value(); }
};

// Opened at the first call, and made current by every call. Without a device `missing` says why.
GlDevice& gl_device();

// A device's name as a part of a benchmark's name: without blanks or slashes.
std::string name_part(std::string device);

}  // namespace mannequin::bench
