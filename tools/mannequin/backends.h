// The backends by name, with whatever device each needs.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "engine/skinning/skinner.h"

namespace mannequin::program {

// In the order in which they are listed and tried.
inline constexpr const char* kBackends[] = {"reference", "cpu", "gl", "vulkan"};

// A skinner together with the device it lives on.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual Skinner& skinner() = 0;
};

// Fails (no_device) for a backend that this build or this machine does not have.
Result<std::unique_ptr<Backend>> open_backend(const std::string& name);

}  // namespace mannequin::program
