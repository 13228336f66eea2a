#include "engine/skinning/vulkan/vulkan_skinner.h"

#include <string>

#include "engine/skinning/device_skinner_work.h"
#include "engine/skinning/vulkan/vulkan_skin_device.h"

namespace mannequin {

Result<std::unique_ptr<VulkanSkinner>> VulkanSkinner::create(const VulkanDevice& device,
                                                             const VulkanSkinnerOptions& options) {
  auto made = VulkanSkinDevice::create(device, options.copy_uploads);
  if (!made) return error_of(made);
  return std::unique_ptr<VulkanSkinner>(new VulkanSkinner(
      std::make_unique<Work>(std::move(*made), ResultOptions{options.format, options.unit_directions},
                             options.at_most, options.log, device.facts().software)));
}

Result<VulkanResults> VulkanSkinner::results(MeshId mesh, std::uint32_t instance) const {
  const auto results = work().results(mesh, instance);
  if (!results) return error_of(results);
  const auto& device = static_cast<const VulkanSkinDevice&>(work().device());
  return VulkanResults{results->buffer == 0 ? VK_NULL_HANDLE : device.handle(results->buffer),
                       results->offset,
                       results->layout,
                       results->first_instance,
                       results->instances,
                       results->remap};
}

Status VulkanSkinner::record(std::span<const SkinJob> jobs, VkCommandBuffer commands, std::uint32_t frame) {
  if (commands == VK_NULL_HANDLE || frame >= kVulkanFrames)
    return fail(ErrorCode::bad_argument, "recording",
                "needs a command buffer, and a frame below " + std::to_string(kVulkanFrames));
  auto& device = static_cast<VulkanSkinDevice&>(work().device());
  device.begin_recording(commands, frame);
  Status status = work().skin(jobs);
  device.end_recording();
  return status;
}

VulkanReaders VulkanSkinner::readers() const {
  return static_cast<const VulkanSkinDevice&>(work().device()).readers();
}

}  // namespace mannequin
