/* Skinning on the host's own Vulkan device, 1.1 or later; results stay in Vulkan buffers, to be drawn from
 * there.
 *
 * The host lends instance, device and a queue that computes; no feature or extension need be enabled. Each
 * call that skins is one submission to that queue (more for a crowd too large for one), and only
 * mannequin_skinner_read_back(), _forget(), the release of the skinner and the first call with a mesh wait
 * for it. As Vulkan has it, the host sees to it that no other thread uses the queue during these calls. Needs
 * Vulkan's headers, but links no loader: functions come from the host's vkGetInstanceProcAddr.
 */
#ifndef MANNEQUIN_C_VULKAN_H
#define MANNEQUIN_C_VULKAN_H

#include <vulkan/vulkan_core.h>

#include "c_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All handles must outlive the skinner, and so must the callbacks. */
typedef struct mannequin_vulkan_host {
  uint32_t struct_size;
  uint32_t queue_family;
  PFN_vkGetInstanceProcAddr get_instance_proc_addr;
  VkInstance instance;
  VkPhysicalDevice physical_device;
  VkDevice device;
  VkQueue queue;
  const VkAllocationCallbacks* allocator; /* for all that the skinner creates; null: the driver's own */
  int32_t packed;    /* 1: directions of one word each (mannequin_result_streams), half the memory */
  mannequin_log log; /* told as long as the skinner lives */
} mannequin_vulkan_host;

/* MANNEQUIN_BAD_ARGUMENT where the host lends too little or a queue that does not compute, MANNEQUIN_DEVICE
 * where the device is older than 1.1 or refuses the shader. */
MANNEQUIN_API mannequin_status mannequin_vulkan_skinner_create(const mannequin_vulkan_host* host,
                                                               mannequin_skinner** out);

/* Where results are, and what a barrier before reading them needs to say. */
typedef struct mannequin_vulkan_results {
  uint32_t struct_size;
  /* What wrote the results: the source half of a barrier. */
  VkPipelineStageFlags written_stages;
  VkAccessFlags written_access;
  /* Who sees them without a barrier, in work submitted later to the same queue: compute shaders, and where
   * the queue draws, vertex input and vertex shaders. Whoever reads otherwise (a copy, another queue of the
   * family) begins with a barrier from the two above. The next skinning waits by itself for what was
   * submitted before it. */
  VkPipelineStageFlags visible_stages;
  VkAccessFlags visible_access;
  uint32_t reserved; /* 0 */
  VkBuffer buffer; /* vertex, storage and transfer source; of the queue's family alone; the skinner owns it */
  mannequin_result_streams streams;
} mannequin_vulkan_results;

/* Where the run of instances lies that `instance` belongs to; a crowd too large for one buffer has several
 * runs. Valid until the mesh is skinned with more instances, forgotten, or the skinner released.
 * MANNEQUIN_BAD_DATA where the instance was not skinned, MANNEQUIN_UNSUPPORTED where one instance is too
 * large for one buffer. */
MANNEQUIN_API mannequin_status mannequin_vulkan_get_results(mannequin_skinner* skinner,
                                                            const mannequin_meshes* meshes, uint32_t mesh,
                                                            uint32_t instance, mannequin_vulkan_results* out);

#ifdef __cplusplus
}
#endif

#endif
