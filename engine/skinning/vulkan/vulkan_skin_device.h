// The Vulkan 1.1 implementation of SkinDevice.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "engine/gpu/vulkan_buffer.h"
#include "engine/gpu/vulkan_commands.h"
#include "engine/gpu/vulkan_program.h"
#include "engine/skinning/skin_device.h"
#include "engine/skinning/vulkan/vulkan_skinner.h"

namespace mannequin {

// The device must outlive it. Each batch is one submission to its queue. Afterwards the results are visible
// to later work on the queue: to vertex input and vertex shaders on a graphics queue, and to compute
// shaders.
class VulkanSkinDevice final : public SkinDevice {
 public:
  // copy_uploads: copies palettes even if the device's own memory is host-visible.
  static Result<std::unique_ptr<VulkanSkinDevice>> create(const VulkanDevice& device, bool copy_uploads);
  ~VulkanSkinDevice() override;

  std::string name() const override { return device_.facts().name; }
  DeviceLimits limits() const override;
  Result<DeviceBuffer> allocate(std::size_t bytes, std::string_view purpose) override;
  void release(DeviceBuffer buffer) override;
  Status write(DeviceBuffer buffer, std::size_t offset, std::span<const std::byte> bytes) override;
  Status read(DeviceBuffer buffer, std::size_t offset, std::span<std::byte> out) override;
  Result<std::span<std::byte>> begin_batch(std::size_t bytes, bool first) override;
  Status run(std::span<const DeviceDispatch> dispatches) override;
  Status finish() override;
  std::optional<double> seconds() override;

  // Until end_recording(), records batches into a host's command buffer, one after the other, and submits
  // nothing. frame: reuses this frame's memory, so the device must have finished the commands recorded for it
  // before.
  void begin_recording(VkCommandBuffer commands, std::uint32_t frame);
  void end_recording() { hosts_ = VK_NULL_HANDLE; }

  VulkanReaders readers() const;
  VkBuffer handle(DeviceBuffer buffer) const { return buffers_.at(buffer).handle(); }

 private:
  // Segments are used in turn, so that the host fills one while the device still reads earlier ones.
  struct Segment {
    std::unique_ptr<VulkanCommands> commands;
    VulkanBuffer staging;  // empty if the host writes to `call` directly
    VulkanBuffer call;
    VkDescriptorPool sets = VK_NULL_HANDLE;
    std::uint32_t most_sets = 0;
    std::size_t bytes = 0;  // in this turn
  };

  VulkanSkinDevice(const VulkanDevice& device, bool copy_uploads)
      : device_(device), copy_uploads_(copy_uploads) {}
  Status create_parts();
  Segment& next_recorded();
  Status make_room(Segment& segment, std::size_t bytes);
  Status make_sets(Segment& segment, std::uint32_t count);
  Result<VkDescriptorSet> make_set(const Segment& segment, DeviceBuffer mesh, DeviceBuffer result);
  Status record(Segment& segment, VkCommandBuffer commands, std::span<const DeviceDispatch> dispatches);
  void record_timestamp(VkCommandBuffer commands, std::uint32_t index) const;

  const VulkanDevice& device_;
  bool copy_uploads_;
  std::unique_ptr<VulkanProgram> program_;
  std::unique_ptr<VulkanCommands> transfers_;
  std::array<Segment, 3> segments_;
  std::size_t current_ = 0;
  // For frames recorded into a host's command buffers, batch by batch; without command buffers of their own.
  std::vector<std::vector<std::unique_ptr<Segment>>> frames_;
  VkCommandBuffer hosts_ = VK_NULL_HANDLE;  // null: batches are submitted
  std::size_t frame_ = 0, recorded_ = 0;    // which frame, and how many of its segments are in use
  Segment* active_ = nullptr;               // of the batch that began last
  bool first_batch_ = true, measured_ = false;
  VkQueryPool timestamps_ = VK_NULL_HANDLE;  // null if timers are unreliable
  VulkanBuffer read_buffer_;
  std::map<DeviceBuffer, VulkanBuffer> buffers_;
  DeviceBuffer next_buffer_ = 1;
};

}  // namespace mannequin
