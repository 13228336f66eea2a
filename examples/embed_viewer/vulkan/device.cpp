#include "device.h"

#include <string>

void vk_check(VkResult result, const char* doing) {
  if (result != VK_SUCCESS)
    throw std::runtime_error(std::string("Vulkan failed at ") + doing + " (" + std::to_string(result) + ")");
}

Device::Device() {
  VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo make_instance{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  make_instance.pApplicationInfo = &application;
  if (vkCreateInstance(&make_instance, nullptr, &instance) != VK_SUCCESS) throw NoDevice("no driver");

  std::uint32_t count = 1;
  const VkResult found = vkEnumeratePhysicalDevices(instance, &count, &physical);
  if ((found != VK_SUCCESS && found != VK_INCOMPLETE) || count == 0) throw NoDevice("no device");
  std::vector<VkQueueFamilyProperties> families;
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
  families.resize(count);
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
  constexpr VkQueueFlags kBoth = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
  while (family < count && (families[family].queueFlags & kBoth) != kBoth) ++family;
  if (family == count) throw NoDevice("no queue that draws and computes");

  const float priority = 1.0f;
  VkDeviceQueueCreateInfo make_queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  make_queue.queueFamilyIndex = family;
  make_queue.queueCount = 1;
  make_queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo make_device{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  make_device.queueCreateInfoCount = 1;
  make_device.pQueueCreateInfos = &make_queue;
  vk_check(vkCreateDevice(physical, &make_device, nullptr, &device), "making a device");
  vkGetDeviceQueue(device, family, 0, &queue);
}

Device::~Device() {
  vkDestroyDevice(device, nullptr);
  vkDestroyInstance(instance, nullptr);
}

std::uint32_t Device::memory_type(std::uint32_t allowed, VkMemoryPropertyFlags flags) const {
  VkPhysicalDeviceMemoryProperties memory;
  vkGetPhysicalDeviceMemoryProperties(physical, &memory);
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i)
    if ((allowed >> i & 1) && (memory.memoryTypes[i].propertyFlags & flags) == flags) return i;
  throw std::runtime_error("no such memory");
}

Buffer::Buffer(const Device& of, VkDeviceSize bytes, VkBufferUsageFlags usage) : device(of) {
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = bytes;
  info.usage = usage;
  vk_check(vkCreateBuffer(device.device, &info, nullptr, &buffer), "making a buffer");
  VkMemoryRequirements needed;
  vkGetBufferMemoryRequirements(device.device, buffer, &needed);
  VkMemoryAllocateInfo room{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  room.allocationSize = needed.size;
  room.memoryTypeIndex = device.memory_type(
      needed.memoryTypeBits, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  vk_check(vkAllocateMemory(device.device, &room, nullptr, &memory), "making room");
  vk_check(vkBindBufferMemory(device.device, buffer, memory, 0), "making room");
  vk_check(vkMapMemory(device.device, memory, 0, VK_WHOLE_SIZE, 0, &mapped), "mapping memory");
}

Buffer::~Buffer() {
  vkDestroyBuffer(device.device, buffer, nullptr);
  vkFreeMemory(device.device, memory, nullptr);
}

Image::Image(const Device& of, VkFormat format, VkExtent2D size, VkImageUsageFlags usage,
             VkImageAspectFlags aspect)
    : device(of) {
  VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = format;
  info.extent = {size.width, size.height, 1};
  info.mipLevels = info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.usage = usage;
  vk_check(vkCreateImage(device.device, &info, nullptr, &image), "making a picture");
  VkMemoryRequirements needed;
  vkGetImageMemoryRequirements(device.device, image, &needed);
  VkMemoryAllocateInfo room{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  room.allocationSize = needed.size;
  room.memoryTypeIndex = device.memory_type(needed.memoryTypeBits, 0);
  vk_check(vkAllocateMemory(device.device, &room, nullptr, &memory), "making room");
  vk_check(vkBindImageMemory(device.device, image, memory, 0), "making room");
  VkImageViewCreateInfo seen{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
  seen.image = image;
  seen.viewType = VK_IMAGE_VIEW_TYPE_2D;
  seen.format = format;
  seen.subresourceRange = {aspect, 0, 1, 0, 1};
  vk_check(vkCreateImageView(device.device, &seen, nullptr, &view), "making a picture");
}

Image::~Image() {
  vkDestroyImageView(device.device, view, nullptr);
  vkDestroyImage(device.device, image, nullptr);
  vkFreeMemory(device.device, memory, nullptr);
}
