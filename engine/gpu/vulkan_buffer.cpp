#include "engine/gpu/vulkan_buffer.h"

#include <fmt/format.h>

namespace mannequin {
namespace {

constexpr VkMemoryPropertyFlags kMapped =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

VkMemoryPropertyFlags needed(VulkanMemory memory) {
  switch (memory) {
    case VulkanMemory::device:
      return VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
    case VulkanMemory::device_mapped:
      return VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | kMapped;
    case VulkanMemory::upload:
      return kMapped;
    case VulkanMemory::read_back:
      return kMapped | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  }
  return 0;
}

}  // namespace

Result<VulkanBuffer> VulkanBuffer::create(const VulkanDevice& device, std::size_t bytes, VulkanMemory memory,
                                          std::string_view purpose) {
  VulkanBuffer made;
  made.device_ = &device;
  made.bytes_ = bytes == 0 ? 4 : bytes;  // Vulkan does not allow empty buffers
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = made.bytes_;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
               VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
               VK_BUFFER_USAGE_VERTEX_BUFFER_BIT;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  Status status = vulkan_check(
      device.vk().CreateBuffer(device.device(), &info, device.allocator(), &made.buffer_), "making a buffer");
  if (status) status = made.allocate(memory, purpose);
  if (!status) return error_of(status);
  return made;
}

Status VulkanBuffer::allocate(VulkanMemory memory, std::string_view purpose) {
  const VulkanFunctions& vk = device_->vk();
  VkMemoryRequirements requirements{};
  vk.GetBufferMemoryRequirements(device_->device(), buffer_, &requirements);
  auto type = device_->memory_type(requirements.memoryTypeBits, needed(memory));
  // Reading uncached memory is slow, not wrong.
  if (!type && memory == VulkanMemory::read_back)
    type = device_->memory_type(requirements.memoryTypeBits, kMapped);
  if (!type) return error_of(type);
  VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  info.allocationSize = requirements.size;
  info.memoryTypeIndex = *type;
  if (const VkResult result = vk.AllocateMemory(device_->device(), &info, device_->allocator(), &memory_);
      result != VK_SUCCESS)
    return fail(
        ErrorCode::device, "Vulkan",
        fmt::format(
            "The device has no memory for {} ({:.1f} MB; {}). Use fewer avatars or meshes at once, or the "
            "cpu backend.",
            purpose, static_cast<double>(bytes_) / 1e6, vulkan_result_text(result)));
  if (auto status =
          vulkan_check(vk.BindBufferMemory(device_->device(), buffer_, memory_, 0), "binding memory");
      !status)
    return status;
  if (memory == VulkanMemory::device) return {};
  void* mapped = nullptr;
  auto status =
      vulkan_check(vk.MapMemory(device_->device(), memory_, 0, VK_WHOLE_SIZE, 0, &mapped), "mapping memory");
  mapped_ = static_cast<std::byte*>(mapped);
  return status;
}

VulkanBuffer::~VulkanBuffer() {
  if (device_ == nullptr) return;
  const VulkanFunctions& vk = device_->vk();
  if (buffer_ != VK_NULL_HANDLE) vk.DestroyBuffer(device_->device(), buffer_, device_->allocator());
  if (memory_ != VK_NULL_HANDLE) vk.FreeMemory(device_->device(), memory_, device_->allocator());
}

}  // namespace mannequin
