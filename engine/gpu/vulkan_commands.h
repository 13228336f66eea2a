// A command buffer that is re-recorded and submitted repeatedly, with a fence that signals its
// completion.
#pragma once

#include <memory>

#include "engine/gpu/vulkan_device.h"

namespace mannequin {

class VulkanCommands {
 public:
  // The device must outlive it. Fails (device) if memory runs out.
  static Result<std::unique_ptr<VulkanCommands>> create(const VulkanDevice& device);
  VulkanCommands(const VulkanCommands&) = delete;
  VulkanCommands& operator=(const VulkanCommands&) = delete;
  ~VulkanCommands();  // waits

  // Waits for the previous submission. Fails (device) if the device is lost.
  Result<VkCommandBuffer> begin();
  Status submit();
  Status wait();

 private:
  explicit VulkanCommands(const VulkanDevice& device) : device_(device) {}

  const VulkanDevice& device_;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer buffer_ = VK_NULL_HANDLE;
  VkFence fence_ = VK_NULL_HANDLE;
  bool submitted_ = false;
};

}  // namespace mannequin
