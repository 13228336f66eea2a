#include "engine/skinning/vulkan/vulkan_skinner.h"

#include "engine/skinning/vulkan/vulkan_skin_device.h"

namespace mannequin {

Result<std::unique_ptr<VulkanSkinner>> VulkanSkinner::create(const VulkanDevice& device,
                                                             const VulkanSkinnerOptions& options) {
  auto made = VulkanSkinDevice::create(device, options.writes, options.copy_uploads);
  if (!made) return error_of(made);
  return std::unique_ptr<VulkanSkinner>(new VulkanSkinner(std::move(*made), options.format, options.at_most,
                                                          options.log, device.facts().software));
}

Result<VulkanResults> VulkanSkinner::results(MeshId mesh, std::uint32_t instance) const {
  const auto results = device_results(mesh, instance);
  if (!results) return error_of(results);
  const auto& device = static_cast<const VulkanSkinDevice&>(skin_device());
  return VulkanResults{results->buffer == 0 ? VK_NULL_HANDLE : device.handle(results->buffer),
                       results->offset,
                       results->layout,
                       results->first_instance,
                       results->instances,
                       results->remap};
}

VulkanReaders VulkanSkinner::readers() const {
  return static_cast<const VulkanSkinDevice&>(skin_device()).readers();
}

}  // namespace mannequin
