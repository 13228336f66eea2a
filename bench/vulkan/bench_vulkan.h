// The Vulkan device of the benchmarks: one for the whole program.
#pragma once

#include <memory>
#include <string>

#include "engine/gpu/vulkan_device.h"

namespace mannequin::bench {

struct BenchVulkan {
  std::unique_ptr<VulkanDevice> device;
  std::string name;     // as named by the driver
  std::string driver;   // its name and version
  std::string missing;  // "skipped: ...", the reason if there is none
};

// Opened on the first call; never closed, since drivers unload in an order of their own.
BenchVulkan& bench_vulkan();

}  // namespace mannequin::bench
