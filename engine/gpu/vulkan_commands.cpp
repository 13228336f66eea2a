#include "engine/gpu/vulkan_commands.h"

#include <limits>

namespace mannequin {

Result<std::unique_ptr<VulkanCommands>> VulkanCommands::create(const VulkanDevice& device) {
  std::unique_ptr<VulkanCommands> made(new VulkanCommands(device));
  const VulkanFunctions& vk = device.vk();
  VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  pool.queueFamilyIndex = device.handles().queue_family;
  Status status = vulkan_check(vk.CreateCommandPool(device.device(), &pool, device.allocator(), &made->pool_),
                               "making commands");
  if (!status) return error_of(status);
  VkCommandBufferAllocateInfo buffer{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  buffer.commandPool = made->pool_;
  buffer.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  buffer.commandBufferCount = 1;
  status =
      vulkan_check(vk.AllocateCommandBuffers(device.device(), &buffer, &made->buffer_), "making commands");
  if (!status) return error_of(status);
  const VkFenceCreateInfo fence{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  status = vulkan_check(vk.CreateFence(device.device(), &fence, device.allocator(), &made->fence_),
                        "making a fence");
  if (!status) return error_of(status);
  return made;
}

VulkanCommands::~VulkanCommands() {
  (void)wait();
  const VulkanFunctions& vk = device_.vk();
  if (fence_ != VK_NULL_HANDLE) vk.DestroyFence(device_.device(), fence_, device_.allocator());
  if (pool_ != VK_NULL_HANDLE) vk.DestroyCommandPool(device_.device(), pool_, device_.allocator());
}

Result<VkCommandBuffer> VulkanCommands::begin() {
  if (auto status = wait(); !status) return error_of(status);
  const VulkanFunctions& vk = device_.vk();
  Status status = vulkan_check(vk.ResetCommandPool(device_.device(), pool_, 0), "recording commands");
  if (!status) return error_of(status);
  VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  status = vulkan_check(vk.BeginCommandBuffer(buffer_, &info), "recording commands");
  if (!status) return error_of(status);
  return buffer_;
}

Status VulkanCommands::submit() {
  const VulkanFunctions& vk = device_.vk();
  if (auto status = vulkan_check(vk.EndCommandBuffer(buffer_), "recording commands"); !status) return status;
  VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
  info.commandBufferCount = 1;
  info.pCommandBuffers = &buffer_;
  auto status = vulkan_check(vk.QueueSubmit(device_.handles().queue, 1, &info, fence_), "submitting work");
  submitted_ = status.has_value();
  return status;
}

Status VulkanCommands::wait() {
  if (!submitted_) return {};
  submitted_ = false;
  const VulkanFunctions& vk = device_.vk();
  if (auto status = vulkan_check(
          vk.WaitForFences(device_.device(), 1, &fence_, VK_TRUE, std::numeric_limits<std::uint64_t>::max()),
          "executing work");
      !status)
    return status;
  return vulkan_check(vk.ResetFences(device_.device(), 1, &fence_), "executing work");
}

}  // namespace mannequin
