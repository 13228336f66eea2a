#include "tests/gpu/graphics.h"

#include "engine/skinning/gl/gl_skinner.h"

#ifdef MANNEQUIN_HAS_VULKAN
#include "engine/skinning/vulkan/vulkan_skinner.h"
#endif

namespace mannequin::test {

const std::vector<std::string>& Graphics::backends() {
#ifdef MANNEQUIN_HAS_VULKAN
  static const std::vector<std::string> all = {"gl", "vulkan"};
#else
  static const std::vector<std::string> all = {"gl"};
#endif
  return all;
}

Result<std::unique_ptr<Graphics>> Graphics::open(const std::string& backend) {
  std::unique_ptr<Graphics> made(new Graphics());
#ifdef MANNEQUIN_HAS_VULKAN
  if (backend == "vulkan") {
    auto device = VulkanDevice::create_headless({.validation = true});
    if (!device) return error_of(device);
    made->vulkan_ = std::move(*device);
    return made;
  }
#endif
  if (backend != "gl") return fail(ErrorCode::no_device, backend, "is not in this build");
  auto context = GlContext::create_headless();
  if (!context) return error_of(context);
  made->context_.emplace(std::move(*context));
  made->log_.emplace();
  return made;
}

Result<std::unique_ptr<DeviceSkinner>> Graphics::make_skinner(const ResultOptions& options,
                                                              const DeviceLimits& at_most, Log log) const {
#ifdef MANNEQUIN_HAS_VULKAN
  if (vulkan_)
    return VulkanSkinner::create(*vulkan_, {.format = options.format,
                                            .unit_directions = options.unit_directions,

                                            .at_most = at_most,
                                            .log = std::move(log)});
#endif
  return GlSkinner::create({.format = options.format,
                            .unit_directions = options.unit_directions,

                            .at_most = at_most,
                            .log = std::move(log)});
}

std::vector<std::string> Graphics::complaints() const {
#ifdef MANNEQUIN_HAS_VULKAN
  if (vulkan_) return vulkan_->validation_messages();
#endif
  return log_->messages();
}

void Graphics::forgive() {
  if (log_) log_->clear();
}

}  // namespace mannequin::test
