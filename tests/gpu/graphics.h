// A graphics device by its backend's name, with the messages of the layers that validate its use.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/gpu/gl_context.h"
#include "engine/skinning/device_skinner.h"

#ifdef MANNEQUIN_HAS_VULKAN
#include "engine/gpu/vulkan_device.h"
#endif

namespace mannequin::test {

class Graphics {
 public:
  static const std::vector<std::string>& backends();  // of this build: "gl", "vulkan"
  // Fails (no_device) where there is none.
  static Result<std::unique_ptr<Graphics>> open(const std::string& backend);

  Result<std::unique_ptr<DeviceSkinner>> make_skinner(const ResultOptions& options = {},
                                                      const DeviceLimits& at_most = {}, Log log = {}) const;
  // What debug output and validation have said.
  std::vector<std::string> complaints() const;
  void forgive();  // the driver's messages about intended errors

 private:
  Graphics() = default;
  std::optional<GlContext> context_;
  std::optional<GlDebugLog> log_;
#ifdef MANNEQUIN_HAS_VULKAN
  std::unique_ptr<VulkanDevice> vulkan_;
#endif
};

}  // namespace mannequin::test
