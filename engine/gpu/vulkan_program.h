// An owned Vulkan compute pipeline built from an embedded shader.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "engine/gpu/vulkan_device.h"

namespace mannequin {

struct VulkanBinding {
  std::uint32_t binding = 0;
  VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
};

class VulkanProgram {
 public:
  // file_name in shaders/: "skin.comp". All bindings are in set 0. The device must outlive it. Fails (device)
  // with the driver's messages.
  static Result<std::unique_ptr<VulkanProgram>> create(const VulkanDevice& device, std::string_view file_name,
                                                       std::span<const VulkanBinding> bindings);
  VulkanProgram(const VulkanProgram&) = delete;
  VulkanProgram& operator=(const VulkanProgram&) = delete;
  ~VulkanProgram();

  VkPipeline pipeline() const { return pipeline_; }
  VkPipelineLayout layout() const { return layout_; }
  VkDescriptorSetLayout set_layout() const { return set_layout_; }

 private:
  explicit VulkanProgram(const VulkanDevice& device) : device_(device) {}
  Status make_layout(std::span<const VulkanBinding> bindings);
  Status make_pipeline(std::string_view file_name);

  const VulkanDevice& device_;
  VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
};

}  // namespace mannequin
