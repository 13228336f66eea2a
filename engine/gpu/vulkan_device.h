// A Vulkan 1.1 device with a compute queue: our own without a window, or a host's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/gpu/vulkan_functions.h"

namespace mannequin {

// What a host lends. The queue must support compute; while it is lent, only one thread at a time may use it.
// No features or extensions need be enabled.
struct VulkanHost {
  PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr;
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  std::uint32_t queue_family = 0;
  const VkAllocationCallbacks* allocator = nullptr;  // for all that is created; null: the driver's own
};

// For a device of our own.
struct VulkanDeviceOptions {
  bool validation = false;  // with the Khronos layer, where it is installed
};

// Facts about a physical device.
struct VulkanFacts {
  std::string name;  // "llvmpipe (LLVM 15.0.6, 256 bits), Vulkan 1.3.230"
  bool software = false;
  bool graphics_queue = false;  // the queue can draw too
  std::uint32_t timestamp_bits = 0;
  VkPhysicalDeviceLimits limits{};
  std::uint64_t largest_allocation = 0;  // bytes
  VkPhysicalDeviceMemoryProperties memory{};
};

// Owns what create_headless() made and nothing that a host lent. Its queue: one thread at a time; all else
// may be read by any.
class VulkanDevice {
 public:
  // Prefers a graphics card to a software device. Fails (no_device) where there is no loader, driver or
  // device.
  static Result<std::unique_ptr<VulkanDevice>> create_headless(const VulkanDeviceOptions& options = {});
  // Uses what the host lends and destroys none of it. Fails (bad_argument, no_device) if something is missing
  // or old.
  static Result<std::unique_ptr<VulkanDevice>> adopt(const VulkanHost& host);
  VulkanDevice(const VulkanDevice&) = delete;
  VulkanDevice& operator=(const VulkanDevice&) = delete;
  ~VulkanDevice();

  // Functions, handles and facts; live as long as the device.
  const VulkanFunctions& vk() const { return vk_; }
  const VulkanHost& handles() const { return handles_; }
  VkDevice device() const { return handles_.device; }
  const VkAllocationCallbacks* allocator() const { return handles_.allocator; }
  const VulkanFacts& facts() const { return facts_; }

  // What the validation layer has complained about; validating() says whether it is there.
  bool validating() const { return messenger_ != VK_NULL_HANDLE; }
  const std::vector<std::string>& validation_messages() const { return messages_; }

  // The first memory type that `allowed` (a bit mask) permits and that has all of `flags`; fails (device).
  Result<std::uint32_t> memory_type(std::uint32_t allowed, VkMemoryPropertyFlags flags) const;

 private:
  VulkanDevice() = default;
  Status create_instance(const VulkanDeviceOptions& options);
  Status choose_physical_device();
  Status create_device();
  Status query_properties();

  VulkanFunctions vk_;
  VulkanHost handles_;
  VulkanFacts facts_;
  bool owned_ = false;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  std::vector<std::string> messages_;
};

}  // namespace mannequin
