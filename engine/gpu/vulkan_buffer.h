// An owned Vulkan buffer with its own memory. The device must outlive it, and must have finished using it
// before its destruction.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "engine/gpu/vulkan_device.h"

namespace mannequin {

enum class VulkanMemory {
  device,         // device-local
  device_mapped,  // device-local and host-visible: not available everywhere
  upload,         // host memory, for writing
  read_back       // host memory, for reading
};

class VulkanBuffer {
 public:
  VulkanBuffer() = default;
  // For shaders, copies and, if device-local, vertices; all but `device` are mapped.
  // `purpose` names it in messages. Fails (device) if memory runs out, or there is no such memory type.
  static Result<VulkanBuffer> create(const VulkanDevice& device, std::size_t bytes, VulkanMemory memory,
                                     std::string_view purpose);

  VulkanBuffer(VulkanBuffer&& other) noexcept { *this = std::move(other); }
  VulkanBuffer& operator=(VulkanBuffer&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(buffer_, other.buffer_);
    std::swap(memory_, other.memory_);
    std::swap(mapped_, other.mapped_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~VulkanBuffer();

  VkBuffer handle() const { return buffer_; }
  std::size_t bytes() const { return bytes_; }
  std::byte* mapped() const { return mapped_; }

 private:
  Status allocate(VulkanMemory memory, std::string_view purpose);

  const VulkanDevice* device_ = nullptr;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  std::byte* mapped_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace mannequin
