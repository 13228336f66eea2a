/* Skinning on the host's own Vulkan device, 1.1 or later; results stay in Vulkan buffers, to be drawn in
 * place.
 *
 * The host provides instance, device and a compute queue; no feature or extension is required. Each call that
 * skins is one submission to that queue (more for a crowd too large for one), or is recorded into the host's
 * command buffer (mannequin_vulkan_record_jobs()). These wait for the queue: mannequin_skinner_read_back(),
 * _forget(), _skin() and _skin_palette() with buffers to fill, the release of the skinner, a call with a mesh
 * new to the skinner or with more instances of it than ever before, and the fourth submission while the
 * device still works on the first. All others only record or submit. The host synchronises the queue
 * externally: no other thread may use it during these calls. Needs Vulkan's headers, but links no
 * loader: functions come from the host's vkGetInstanceProcAddr.
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
  int32_t packed;    /* 1: one word per direction (mannequin_result_streams), half the memory */
  mannequin_log log; /* used for the skinner's lifetime */
} mannequin_vulkan_host;

/* MANNEQUIN_BAD_ARGUMENT if a handle is missing or the queue has no compute support, MANNEQUIN_DEVICE if the
 * device is older than 1.1 or rejects the shader. */
MANNEQUIN_API mannequin_status mannequin_vulkan_skinner_create(const mannequin_vulkan_host* host,
                                                               mannequin_skinner** out);

/* Like mannequin_skinner_skin_jobs(), but records into `commands`, a command buffer of the queue's family in
 * the recording state, outside a render pass, and submits nothing. Later commands and submissions of the host
 * see the results as mannequin_vulkan_results says. Call it once per frame of the host. `frame`: the frame's
 * number among those in flight, below 16. Its memory is reused: the device must have finished the commands
 * recorded for it before. Before a call that waits for the queue, submit everything recorded.
 * MANNEQUIN_UNSUPPORTED for a skinner that does not work on Vulkan. */
MANNEQUIN_API mannequin_status mannequin_vulkan_record_jobs(mannequin_skinner* skinner,
                                                            const mannequin_skin_job* jobs,
                                                            uint32_t job_count, VkCommandBuffer commands,
                                                            uint32_t frame);

/* The location of results, and the masks for a barrier before reading them. */
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
