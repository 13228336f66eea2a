// The skinning backends that benchmarks time, under their names in cases.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/cpu_target.h"
#include "engine/skinning/skinner.h"

namespace mannequin::bench {

struct SkinBackend {
  std::string name, target;
  std::function<Result<std::unique_ptr<Skinner>>(const ResultOptions&, unsigned threads)> make;
  bool software = false;  // a software GPU: its speed is meaningless

  bool on_gpu() const { return (name == "gl" || name == "vulkan") && !software; }
};

SkinBackend reference_backend();
SkinBackend cpu_backend(CpuTarget target);
// OpenGL's and Vulkan's, if built and their devices exist.
std::vector<SkinBackend> gpu_backends();

}  // namespace mannequin::bench
