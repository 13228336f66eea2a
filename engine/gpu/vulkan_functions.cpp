#include "engine/gpu/vulkan_functions.h"

#include <fmt/format.h>

namespace mannequin {
namespace {

tl::unexpected<Error> missing(const char* name) {
  return fail(
      ErrorCode::no_device, "Vulkan",
      fmt::format(
          "The driver has no {}; Vulkan 1.1 is required. Install a newer driver, or use the cpu backend.",
          name));
}

}  // namespace

Status VulkanFunctions::load_instance(PFN_vkGetInstanceProcAddr get, VkInstance instance) {
#define MANNEQUIN_LOAD(name)                                        \
  name = reinterpret_cast<PFN_vk##name>(get(instance, "vk" #name)); \
  if (name == nullptr) return missing("vk" #name);
  MANNEQUIN_VULKAN_INSTANCE_FUNCTIONS(MANNEQUIN_LOAD)
#undef MANNEQUIN_LOAD
  return {};
}

Status VulkanFunctions::load_device(VkDevice device) {
#define MANNEQUIN_LOAD(name)                                                    \
  name = reinterpret_cast<PFN_vk##name>(GetDeviceProcAddr(device, "vk" #name)); \
  if (name == nullptr) return missing("vk" #name);
  MANNEQUIN_VULKAN_DEVICE_FUNCTIONS(MANNEQUIN_LOAD)
#undef MANNEQUIN_LOAD
  return {};
}

std::string vulkan_result_text(VkResult result) {
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      return "out of host memory";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return "out of device memory";
    case VK_ERROR_INITIALIZATION_FAILED:
      return "initialization failed";
    case VK_ERROR_DEVICE_LOST:
      return "device lost";
    case VK_ERROR_MEMORY_MAP_FAILED:
      return "memory map failed";
    case VK_ERROR_EXTENSION_NOT_PRESENT:
      return "extension not present";
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      return "incompatible driver";
    case VK_ERROR_TOO_MANY_OBJECTS:
      return "too many objects";
    case VK_ERROR_OUT_OF_POOL_MEMORY:
      return "out of pool memory";
    default:
      return fmt::format("VkResult {}", static_cast<int>(result));
  }
}

Status vulkan_check(VkResult result, std::string_view doing) {
  if (result == VK_SUCCESS) return {};
  return fail(
      ErrorCode::device, "Vulkan",
      fmt::format("The device failed while {} ({}). Create a new device and skinner, or use the cpu backend.",
                  doing, vulkan_result_text(result)));
}

}  // namespace mannequin
