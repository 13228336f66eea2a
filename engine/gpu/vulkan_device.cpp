#include "engine/gpu/vulkan_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "engine/platform/dynamic_library.h"

namespace mannequin {
namespace {

constexpr const char* kRemedy =
    "Install a driver that has Vulkan 1.1 (on Debian: mesa-vulkan-drivers, which also works without a "
    "graphics "
    "card), or use the cpu backend.";
constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

tl::unexpected<Error> no_device(std::string what) {
  return fail(ErrorCode::no_device, "Vulkan", fmt::format("{} {}", what, kRemedy));
}

PFN_vkGetInstanceProcAddr loader() {
  void* const library = open_library(kVulkanLibrary);
  if (library == nullptr) return nullptr;
  return reinterpret_cast<PFN_vkGetInstanceProcAddr>(library_function(library, "vkGetInstanceProcAddr"));
}

template <typename Function>
Function global(PFN_vkGetInstanceProcAddr get, VkInstance instance, const char* name) {
  return reinterpret_cast<Function>(get(instance, name));
}

bool has_validation_layer(PFN_vkGetInstanceProcAddr get) {
  const auto enumerate =
      global<PFN_vkEnumerateInstanceLayerProperties>(get, nullptr, "vkEnumerateInstanceLayerProperties");
  if (enumerate == nullptr) return false;
  std::uint32_t count = 0;
  enumerate(&count, nullptr);
  std::vector<VkLayerProperties> layers(count);
  enumerate(&count, layers.data());
  return std::ranges::any_of(
      layers, [](const auto& layer) { return std::strcmp(layer.layerName, kValidationLayer) == 0; });
}

VKAPI_ATTR VkBool32 VKAPI_CALL collect(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                       VkDebugUtilsMessageTypeFlagsEXT types,
                                       const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
  // General messages of the loader are about other drivers; ours are about validity and speed.
  if (types == VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT) return VK_FALSE;
  auto& messages = *static_cast<std::vector<std::string>*>(user);
  // A layer that repeats a message every frame must not exhaust memory.
  if (messages.size() < 1000) messages.emplace_back(data->pMessage);
  return VK_FALSE;
}

std::optional<std::uint32_t> compute_family(const VulkanFunctions& vk, VkPhysicalDevice device) {
  std::uint32_t count = 0;
  vk.GetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vk.GetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  // Skinning waits less on a queue that does not draw.
  for (const VkQueueFlags unwanted : {VkQueueFlags{VK_QUEUE_GRAPHICS_BIT}, VkQueueFlags{0}})
    for (std::uint32_t i = 0; i < count; ++i)
      if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) && !(families[i].queueFlags & unwanted)) return i;
  return std::nullopt;
}

int rank(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return 4;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return 3;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return 2;
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
      return 1;
    default:
      return 0;
  }
}

}  // namespace

Result<std::unique_ptr<VulkanDevice>> VulkanDevice::create_headless(const VulkanDeviceOptions& options) {
  std::unique_ptr<VulkanDevice> made(new VulkanDevice());
  made->owned_ = true;
  made->handles_.get_instance_proc_addr = loader();
  if (made->handles_.get_instance_proc_addr == nullptr)
    return no_device(fmt::format("There is no Vulkan loader ({}).", kVulkanLibrary));
  if (auto status = made->create_instance(options); !status) return error_of(status);
  if (auto status = made->choose_physical_device(); !status) return error_of(status);
  if (auto status = made->create_device(); !status) return error_of(status);
  if (auto status = made->query_properties(); !status) return error_of(status);
  return made;
}

Result<std::unique_ptr<VulkanDevice>> VulkanDevice::adopt(const VulkanHost& host) {
  if (host.get_instance_proc_addr == nullptr || host.instance == VK_NULL_HANDLE ||
      host.physical_device == VK_NULL_HANDLE || host.device == VK_NULL_HANDLE || host.queue == VK_NULL_HANDLE)
    return fail(ErrorCode::bad_argument, "Vulkan host",
                "has no instance, device, queue or vkGetInstanceProcAddr; all are required");
  std::unique_ptr<VulkanDevice> made(new VulkanDevice());
  made->handles_ = host;
  if (auto status = made->vk_.load_instance(host.get_instance_proc_addr, host.instance); !status)
    return error_of(status);
  if (auto status = made->vk_.load_device(host.device); !status) return error_of(status);
  if (auto status = made->query_properties(); !status) return error_of(status);
  return made;
}

VulkanDevice::~VulkanDevice() {
  if (!owned_) return;
  if (handles_.device != VK_NULL_HANDLE) vk_.DestroyDevice(handles_.device, nullptr);
  if (messenger_ != VK_NULL_HANDLE)
    global<PFN_vkDestroyDebugUtilsMessengerEXT>(handles_.get_instance_proc_addr, handles_.instance,
                                                "vkDestroyDebugUtilsMessengerEXT")(handles_.instance,
                                                                                   messenger_, nullptr);
  if (handles_.instance != VK_NULL_HANDLE && vk_.DestroyInstance != nullptr)
    vk_.DestroyInstance(handles_.instance, nullptr);
}

Status VulkanDevice::create_instance(const VulkanDeviceOptions& options) {
  const auto get = handles_.get_instance_proc_addr;
  const auto create = global<PFN_vkCreateInstance>(get, nullptr, "vkCreateInstance");
  if (create == nullptr) return no_device("The Vulkan loader is broken.");
  const bool validate = options.validation && has_validation_layer(get);
  VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.pApplicationName = "mannequin";
  application.apiVersion = VK_API_VERSION_1_1;
  VkDebugUtilsMessengerCreateInfoEXT messenger{VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
  messenger.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  messenger.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT |
                          VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                          VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  messenger.pfnUserCallback = collect;
  messenger.pUserData = &messages_;
  const VkValidationFeatureEnableEXT barriers = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  VkValidationFeaturesEXT features{VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT};
  features.pNext = &messenger;
  features.enabledValidationFeatureCount = 1;
  features.pEnabledValidationFeatures = &barriers;
  const std::array extensions = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
                                 VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME};
  VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  info.pApplicationInfo = &application;
  if (validate) {
    info.pNext = &features;
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &kValidationLayer;
    info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
  }
  if (const VkResult result = create(&info, nullptr, &handles_.instance); result != VK_SUCCESS)
    return no_device(fmt::format("There is no Vulkan driver ({}).", vulkan_result_text(result)));
  if (auto status = vk_.load_instance(get, handles_.instance); !status) return status;
  if (!validate) return {};
  const auto create_messenger =
      global<PFN_vkCreateDebugUtilsMessengerEXT>(get, handles_.instance, "vkCreateDebugUtilsMessengerEXT");
  return vulkan_check(create_messenger(handles_.instance, &messenger, nullptr, &messenger_),
                      "creating the validation messenger");
}

Status VulkanDevice::choose_physical_device() {
  std::uint32_t count = 0;
  vk_.EnumeratePhysicalDevices(handles_.instance, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  vk_.EnumeratePhysicalDevices(handles_.instance, &count, devices.data());
  int best = -1;
  for (const VkPhysicalDevice device : devices) {
    VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    vk_.GetPhysicalDeviceProperties2(device, &properties);
    const auto family = compute_family(vk_, device);
    if (!family || properties.properties.apiVersion < VK_API_VERSION_1_1) continue;
    if (rank(properties.properties.deviceType) <= best) continue;
    best = rank(properties.properties.deviceType);
    handles_.physical_device = device;
    handles_.queue_family = *family;
  }
  if (best < 0) return no_device("No device on this machine has Vulkan 1.1 and a compute queue.");
  return {};
}

Status VulkanDevice::create_device() {
  const float priority = 1.0f;
  VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queue.queueFamilyIndex = handles_.queue_family;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  if (const VkResult result = vk_.CreateDevice(handles_.physical_device, &info, nullptr, &handles_.device);
      result != VK_SUCCESS)
    return no_device(fmt::format("The driver cannot create a device ({}).", vulkan_result_text(result)));
  if (auto status = vk_.load_device(handles_.device); !status) return status;
  vk_.GetDeviceQueue(handles_.device, handles_.queue_family, 0, &handles_.queue);
  return {};
}

Status VulkanDevice::query_properties() {
  VkPhysicalDeviceMaintenance3Properties allocation{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
  VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &allocation, {}};
  vk_.GetPhysicalDeviceProperties2(handles_.physical_device, &properties);
  const VkPhysicalDeviceProperties& basic = properties.properties;
  if (basic.apiVersion < VK_API_VERSION_1_1)
    return no_device(fmt::format("{} is too old.", basic.deviceName));
  std::uint32_t count = 0;
  vk_.GetPhysicalDeviceQueueFamilyProperties(handles_.physical_device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vk_.GetPhysicalDeviceQueueFamilyProperties(handles_.physical_device, &count, families.data());
  if (handles_.queue_family >= count || !(families[handles_.queue_family].queueFlags & VK_QUEUE_COMPUTE_BIT))
    return fail(ErrorCode::bad_argument, "Vulkan host",
                "has a queue without compute support; give a compute queue");
  facts_.name = fmt::format("{}, Vulkan {}.{}.{}", basic.deviceName, VK_API_VERSION_MAJOR(basic.apiVersion),
                            VK_API_VERSION_MINOR(basic.apiVersion), VK_API_VERSION_PATCH(basic.apiVersion));
  facts_.software = basic.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  facts_.graphics_queue = (families[handles_.queue_family].queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0;
  facts_.timestamp_bits = families[handles_.queue_family].timestampValidBits;
  facts_.limits = basic.limits;
  facts_.largest_allocation = allocation.maxMemoryAllocationSize;
  vk_.GetPhysicalDeviceMemoryProperties(handles_.physical_device, &facts_.memory);
  return {};
}

Result<std::uint32_t> VulkanDevice::memory_type(std::uint32_t allowed, VkMemoryPropertyFlags flags) const {
  for (std::uint32_t i = 0; i < facts_.memory.memoryTypeCount; ++i)
    if ((allowed >> i & 1u) && (facts_.memory.memoryTypes[i].propertyFlags & flags) == flags) return i;
  return fail(ErrorCode::device, facts_.name,
              fmt::format("has no memory with the properties {:#x}. Use the cpu backend.", flags));
}

}  // namespace mannequin
