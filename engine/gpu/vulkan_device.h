// A Vulkan 1.1 device with a compute queue: our own without a window, or a host's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/gpu/vulkan_functions.h"

namespace mannequin {

// The host's objects. The queue must support compute, and only one thread at a time may use it.
// No features or extensions are required.
struct VulkanHost {
  PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr;
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  std::uint32_t queue_family = 0;
  const VkAllocationCallbacks* allocator = nullptr;  // for all created objects; null: the driver's own
};

// Options for our own device.
struct VulkanDeviceOptions {
  bool validation = false;  // with the Khronos layer, if installed
};

// Facts about a physical device.
struct VulkanFacts {
  std::string name;  // "llvmpipe (LLVM 15.0.6, 256 bits), Vulkan 1.3.230"
  bool software = false;
  bool graphics_queue = false;  // the queue also supports graphics
  std::uint32_t timestamp_bits = 0;
  VkPhysicalDeviceLimits limits{};
  std::uint64_t largest_allocation = 0;  // bytes
  VkPhysicalDeviceMemoryProperties memory{};
};

// Owns the objects made by create_headless() and none of a host's. Only one thread at a time may use its
// queue; any may read all else.
class VulkanDevice {
 public:
  // Prefers a GPU to a software device. Fails (no_device) if there is no loader, driver or
  // device.
  static Result<std::unique_ptr<VulkanDevice>> create_headless(const VulkanDeviceOptions& options = {});
  // Uses the host's objects without taking ownership. Fails
  // (bad_argument, no_device) if one is missing or too old.
  static Result<std::unique_ptr<VulkanDevice>> adopt(const VulkanHost& host);
  VulkanDevice(const VulkanDevice&) = delete;
  VulkanDevice& operator=(const VulkanDevice&) = delete;
  ~VulkanDevice();

  // Functions, handles and facts; valid as long as the device.
  const VulkanFunctions& vk() const { return vk_; }
  const VulkanHost& handles() const { return handles_; }
  VkDevice device() const { return handles_.device; }
  const VkAllocationCallbacks* allocator() const { return handles_.allocator; }
  const VulkanFacts& facts() const { return facts_; }

  // Messages of the validation layer; validating() tells whether it is active.
  bool validating() const { return messenger_ != VK_NULL_HANDLE; }
  const std::vector<std::string>& validation_messages() const { return messages_; }

  // The first memory type permitted by `allowed` (a bit mask) that has all of `flags`; fails (device).
  Result<std::uint32_t> memory_type(std::uint32_t allowed, VkMemoryPropertyFlags flags) const;

 private:
  VulkanDevice() = default;
  Result<void> create_instance(const VulkanDeviceOptions& options);
  Result<void> choose_physical_device();
  Result<void> create_device();
  Result<void> query_properties();

  VulkanFunctions vk_;
  VulkanHost handles_;
  VulkanFacts facts_;
  bool owned_ = false;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  std::vector<std::string> messages_;
};

}  // namespace mannequin
