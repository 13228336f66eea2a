// The backends by name, with the device each one needs.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/core/cpu_target.h"
#include "engine/skinning/skinner.h"

namespace CLI {
class App;
}

namespace mannequin::program {

// A skinner together with its device.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual Skinner& skinner() = 0;
};

struct BackendOptions {
  std::optional<CpuTarget> cpu_target;  // default: the best available
  VertexFormat format = VertexFormat::full;
};

// For a backend that was not compiled in (no_device).
Error missing_backend(const std::string& name);

// Fails (no_device) for a backend or CPU target missing from this build or machine.
Result<std::unique_ptr<Backend>> open_backend(const std::string& name, const BackendOptions& options = {});

// --cpu-target, for the subcommands that skin.
void add_cpu_target_option(CLI::App& command, std::optional<CpuTarget>& target);

}  // namespace mannequin::program
