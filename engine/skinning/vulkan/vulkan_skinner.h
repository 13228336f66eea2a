// Skinning in a Vulkan 1.1 compute shader; results stay in Vulkan buffers and can be drawn in place.
#pragma once

#include "engine/gpu/vulkan_device.h"
#include "engine/skinning/device_skinner.h"

namespace mannequin {

// How a Vulkan skinner works.
struct VulkanSkinnerOptions {
  VertexFormat format = VertexFormat::full;
  bool unit_directions = true;  // see ResultOptions
  DeviceLimits at_most;         // for tests: stricter limits than the device's own
  bool copy_uploads = false;    // for tests: as on a device whose memory is not host-visible
  Log log;                      // called by create() and add_mesh()
};

// Where results of a mesh are: instance i of the run, first_instance <= i < first_instance + instances,
// begins at offset + (i - first_instance) * layout.instance_bytes(). Valid until the mesh is removed or
// skinned with more instances. remap: by vertex of the mesh, see ResultLayout.
struct VulkanResults {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceSize offset = 0;
  ResultLayout layout;
  std::uint32_t first_instance = 0, instances = 0;
  std::span<const std::uint32_t> remap;
};

// Where results are visible without a barrier by the host, in later submissions to the same queue.
struct VulkanReaders {
  VkPipelineStageFlags stages = 0;
  VkAccessFlags access = 0;
};

inline constexpr std::uint32_t kVulkanFrames = 16;  // maximum that a host may have in flight

// Submits to the device's queue, its own or a host's, and waits only in read_back(), finish() and
// device_seconds().
class VulkanSkinner final : public DeviceSkinner {
 public:
  // The device must outlive the skinner. Fails (device) if it rejects the shader.
  static Result<std::unique_ptr<VulkanSkinner>> create(const VulkanDevice& device,
                                                       const VulkanSkinnerOptions& options = {});

  std::string backend() const override { return "vulkan"; }

  // For drawing without a copy: the run of instances that contains `instance`; no buffer before the first
  // skin(). Work submitted to the same queue after skin() sees the new results without further
  // synchronisation in vertex input, vertex and compute shaders; for copies, and on other queues, synchronise
  // with compute-shader writes. The next skin() waits by itself for earlier submissions to this queue.
  // Fails (unsupported) for a mesh of which one instance exceeds what a shader can address.
  Result<VulkanResults> results(MeshId mesh, std::uint32_t instance = 0) const;
  // Where results are visible without a barrier, in later submissions to the same queue.
  VulkanReaders readers() const;

  // Like skin(), but records into a host's command buffer of the device's queue family, outside a render
  // pass, and neither submits nor waits. Later commands and submissions of the host see the results as above.
  // Call it once per frame. frame: below kVulkanFrames; its memory is reused, so the device must have
  // finished the commands recorded for it. Growing and removing meshes, read_back() and finish() wait for the
  // queue: first submit everything recorded.
  Result<void> record(std::span<const SkinJob> jobs, VkCommandBuffer commands, std::uint32_t frame);

 private:
  using DeviceSkinner::DeviceSkinner;
};

}  // namespace mannequin
