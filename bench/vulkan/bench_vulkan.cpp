#include "bench/vulkan/bench_vulkan.h"

#include <fmt/format.h>

namespace mannequin::bench {
namespace {

BenchVulkan open() {
  BenchVulkan vulkan;
  Result<std::unique_ptr<VulkanDevice>> device = VulkanDevice::create_headless();
  if (!device) {
    vulkan.missing = "skipped: " + device.error().message();
    return vulkan;
  }
  vulkan.device = std::move(*device);
  VkPhysicalDeviceDriverProperties driver{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
  VkPhysicalDeviceProperties2 facts{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &driver, {}};
  vulkan.device->vk().GetPhysicalDeviceProperties2(vulkan.device->handles().physical_device, &facts);
  const std::uint32_t version = facts.properties.apiVersion;
  vulkan.name = facts.properties.deviceName;
  // Drivers older than Vulkan 1.2 leave the names empty.
  vulkan.driver = fmt::format("{} {}, Vulkan {}.{}.{}", driver.driverName, driver.driverInfo,
                              VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                              VK_API_VERSION_PATCH(version));
  return vulkan;
}

}  // namespace

BenchVulkan& bench_vulkan() {
  static BenchVulkan* vulkan = new BenchVulkan(open());
  return *vulkan;
}

}  // namespace mannequin::bench
