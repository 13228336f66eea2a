// The backends by name, with whatever device each needs.
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

// A skinner together with the device it lives on.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual Skinner& skinner() = 0;
};

struct BackendOptions {
  std::optional<CpuTarget> cpu_target;  // the best there is if not given
  VertexFormat format = VertexFormat::full;
};

// Fails (no_device) for a backend or CPU target that this build or this machine does not have.
Result<std::unique_ptr<Backend>> open_backend(const std::string& name, const BackendOptions& options = {});

// --cpu-target, for the subcommands that skin.
void add_cpu_target_option(CLI::App& command, std::optional<CpuTarget>& target);

}  // namespace mannequin::program
