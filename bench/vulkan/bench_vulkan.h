// The Vulkan device of the benchmarks: one for the whole program.
#pragma once

#include <memory>
#include <string>

#include "engine/gpu/vulkan_device.h"

namespace mannequin::bench {

struct BenchVulkan {
  std::unique_ptr<VulkanDevice> device;
  std::string name;     // in the driver's words
  std::string driver;   // its name and version
  std::string missing;  // "skipped: ...", why there is none
};

// Opened at the first call; never closed, since drivers unload in an order of their own.
BenchVulkan& bench_vulkan();

}  // namespace mannequin::bench
