// The Vulkan functions used here, as a table instead of the loader's global names, so that hosts that link
// those, or have their own tables, can coexist in the same process.
#pragma once

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <vulkan/vulkan.h>

#include "engine/core/result.h"

namespace mannequin {

// The functions of an instance, and those of a device: X(name without "vk").
#define MANNEQUIN_VULKAN_INSTANCE_FUNCTIONS(X) \
  X(DestroyInstance)                           \
  X(EnumeratePhysicalDevices)                  \
  X(GetPhysicalDeviceProperties2)              \
  X(GetPhysicalDeviceMemoryProperties)         \
  X(GetPhysicalDeviceQueueFamilyProperties)    \
  X(CreateDevice)                              \
  X(GetDeviceProcAddr)

#define MANNEQUIN_VULKAN_DEVICE_FUNCTIONS(X) \
  X(DestroyDevice)                           \
  X(GetDeviceQueue)                          \
  X(CreateBuffer)                            \
  X(DestroyBuffer)                           \
  X(GetBufferMemoryRequirements)             \
  X(AllocateMemory)                          \
  X(FreeMemory)                              \
  X(BindBufferMemory)                        \
  X(MapMemory)                               \
  X(CreateShaderModule)                      \
  X(DestroyShaderModule)                     \
  X(CreateDescriptorSetLayout)               \
  X(DestroyDescriptorSetLayout)              \
  X(CreatePipelineLayout)                    \
  X(DestroyPipelineLayout)                   \
  X(CreateComputePipelines)                  \
  X(DestroyPipeline)                         \
  X(CreateDescriptorPool)                    \
  X(DestroyDescriptorPool)                   \
  X(ResetDescriptorPool)                     \
  X(AllocateDescriptorSets)                  \
  X(UpdateDescriptorSets)                    \
  X(CreateCommandPool)                       \
  X(DestroyCommandPool)                      \
  X(ResetCommandPool)                        \
  X(AllocateCommandBuffers)                  \
  X(BeginCommandBuffer)                      \
  X(EndCommandBuffer)                        \
  X(CmdBindPipeline)                         \
  X(CmdBindDescriptorSets)                   \
  X(CmdDispatch)                             \
  X(CmdPipelineBarrier)                      \
  X(CmdCopyBuffer)                           \
  X(CmdResetQueryPool)                       \
  X(CmdWriteTimestamp)                       \
  X(CreateQueryPool)                         \
  X(DestroyQueryPool)                        \
  X(GetQueryPoolResults)                     \
  X(CreateFence)                             \
  X(DestroyFence)                            \
  X(WaitForFences)                           \
  X(ResetFences)                             \
  X(QueueSubmit)                             \
  X(DeviceWaitIdle)                          \
  X(QueueWaitIdle)

// All of them, null until loaded. Copyable; any thread may read it.
struct VulkanFunctions {
#define MANNEQUIN_MEMBER(name) PFN_vk##name name = nullptr;
  MANNEQUIN_VULKAN_INSTANCE_FUNCTIONS(MANNEQUIN_MEMBER)
  MANNEQUIN_VULKAN_DEVICE_FUNCTIONS(MANNEQUIN_MEMBER)
#undef MANNEQUIN_MEMBER

  // Each fails (no_device) with the name of the missing function.
  Result<void> load_instance(PFN_vkGetInstanceProcAddr get, VkInstance instance);
  Result<void> load_device(VkDevice device);  // after load_instance
};

// "VK_ERROR_OUT_OF_DEVICE_MEMORY", or the number.
std::string vulkan_result_text(VkResult result);

// Fails (device) unless the result is success. `doing`: "submitting work".
Result<void> vulkan_check(VkResult result, std::string_view doing);

}  // namespace mannequin
