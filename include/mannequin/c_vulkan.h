/* Skinning on the host's own Vulkan device, 1.1 or later; results stay in Vulkan buffers, to be drawn in
 * place.
 *
 * The host provides instance, device and a compute queue; no feature or extension is required. Each skinning
 * call is one submission to that queue (more for a crowd too large for one), and only
 * mannequin_skinner_read_back(), _forget(), the release of the skinner and the first call with a mesh wait
 * for it. The host synchronises the queue externally: no other thread may use it during these calls. Needs
 * Vulkan's headers, but links no loader: functions come from the host's vkGetInstanceProcAddr.
 */
#ifndef MANNEQUIN_C_VULKAN_H
#define MANNEQUIN_C_VULKAN_H

#include <vulkan/vulkan_core.h>

#include "c_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All handles and callbacks must outlive the skinner. */
typedef struct mannequin_vulkan_host {
  uint32_t struct_size;
  uint32_t queue_family;
  PFN_vkGetInstanceProcAddr get_instance_proc_addr;
  VkInstance instance;
  VkPhysicalDevice physical_device;
  VkDevice device;
  VkQueue queue;
  const VkAllocationCallbacks* allocator; /* for all objects of the skinner; null: the driver's own */
  int32_t packed;    /* 1: directions of one word each (mannequin_result_streams), half the memory */
  mannequin_log log; /* used for the skinner's lifetime */
} mannequin_vulkan_host;

/* MANNEQUIN_BAD_ARGUMENT if a handle is missing or the queue has no compute support, MANNEQUIN_DEVICE if the
 * device is older than 1.1 or rejects the shader. */
MANNEQUIN_API mannequin_status mannequin_vulkan_skinner_create(const mannequin_vulkan_host* host,
                                                               mannequin_skinner** out);

/* Where results are, and the masks for a barrier before reading them. */
typedef struct mannequin_vulkan_results {
  uint32_t struct_size;
  /* How the results were written: the source half of a barrier. */
  VkPipelineStageFlags written_stages;
  VkAccessFlags written_access;
  /* Where they are visible without a barrier, in later submissions to the same queue: compute shaders, and on
   * a graphics queue, vertex input and vertex shaders. Other reads (a copy, another queue of the family) need
   * a barrier with the two masks above as its source. The next skinning call waits for earlier submissions by
   * itself. */
  VkPipelineStageFlags visible_stages;
  VkAccessFlags visible_access;
  uint32_t reserved; /* 0 */
  VkBuffer
      buffer; /* vertex, storage, transfer source; exclusive to the queue's family; owned by the skinner */
  mannequin_result_streams streams;
} mannequin_vulkan_results;

/* The run of consecutive instances that contains `instance`; a crowd too large for one buffer has several
 * runs. Valid until the mesh is skinned with more instances, forgotten, or the skinner released.
 * MANNEQUIN_BAD_DATA if the instance was not skinned, MANNEQUIN_UNSUPPORTED if one instance exceeds a
 * buffer. */
MANNEQUIN_API mannequin_status mannequin_vulkan_get_results(mannequin_skinner* skinner,
                                                            const mannequin_meshes* meshes, uint32_t mesh,
                                                            uint32_t instance, mannequin_vulkan_results* out);

#ifdef __cplusplus
}
#endif

#endif
