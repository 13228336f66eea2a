// The viewer's own drawing in Vulkan: vertex buffers are bound where Mannequin left the skinned vertices.
#pragma once

#include <vector>

#include "crowd.h"
#include "device.h"

class Drawing {
 public:
  Drawing(const Device& device, VkExtent2D size, const std::vector<std::uint32_t>& indices);
  ~Drawing();
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;

  // Draws the crowd as last updated, after its skinning on the same queue, and waits. Four bytes per pixel,
  // the top row first.
  std::vector<unsigned char> frame(const Crowd& crowd);

 private:
  void make_pass();
  void make_pipeline();
  void record(VkCommandBuffer commands, const Crowd& crowd) const;

  const Device& device_;
  VkExtent2D size_;
  Image color_, depth_;
  Buffer indices_, pixels_;
  std::uint32_t index_count_;
  VkRenderPass pass_ = VK_NULL_HANDLE;
  VkFramebuffer target_ = VK_NULL_HANDLE;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
  VkCommandPool pool_ = VK_NULL_HANDLE;
};
