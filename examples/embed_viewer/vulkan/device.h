// The viewer's own Vulkan: a device with one queue that draws and computes, its memory, and a picture to draw
// into.
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

// Throws std::runtime_error unless the result is success.
void vk_check(VkResult result, const char* doing);

struct NoDevice : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws NoDevice where there is none that draws and computes.
struct Device {
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  std::uint32_t family = 0;

  Device();
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  std::uint32_t memory_type(std::uint32_t allowed, VkMemoryPropertyFlags flags) const;
};

// Memory that the host sees.
struct Buffer {
  const Device& device;
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  void* mapped = nullptr;

  Buffer(const Device& of, VkDeviceSize bytes, VkBufferUsageFlags usage);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
};

struct Image {
  const Device& device;
  VkImage image = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;

  Image(const Device& of, VkFormat format, VkExtent2D size, VkImageUsageFlags usage,
        VkImageAspectFlags aspect);
  ~Image();
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;
};
