// The ways to skin that benchmarks time, as they are called in cases' names.
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
  std::function<Result<std::unique_ptr<Skinner>>(VertexFormat, unsigned threads)> make;
  bool software = false;  // a GPU that is none: its speed says nothing
};

SkinBackend reference_backend();
SkinBackend cpu_backend(CpuTarget target);
// OpenGL's and Vulkan's, as far as they are in this build and their devices are there.
std::vector<SkinBackend> gpu_backends();

}  // namespace mannequin::bench
