#include "tools/mannequin/backends.h"

#include "engine/skinning/cpu/cpu_skinner.h"

#ifdef MANNEQUIN_HAS_GL
#include "engine/gpu/gl_context.h"
#include "engine/skinning/gl/gl_skinner.h"
#endif
#ifdef MANNEQUIN_HAS_VULKAN
#include "engine/gpu/vulkan_device.h"
#include "engine/skinning/vulkan/vulkan_skinner.h"
#endif

namespace mannequin::program {
namespace {

class CpuBackend final : public Backend {
 public:
  explicit CpuBackend(std::unique_ptr<Skinner> skinner) : skinner_(std::move(skinner)) {}
  Skinner& skinner() override { return *skinner_; }

 private:
  std::unique_ptr<Skinner> skinner_;
};

#ifdef MANNEQUIN_HAS_GL
class GlBackend final : public Backend {
 public:
  static Result<std::unique_ptr<Backend>> open() {
    Result<GlContext> context = GlContext::create_headless();
    if (!context) return tl::make_unexpected(context.error());
    Result<std::unique_ptr<GlSkinner>> skinner = GlSkinner::create();
    if (!skinner) return tl::make_unexpected(skinner.error());
    return std::unique_ptr<Backend>(new GlBackend(std::move(*context), std::move(*skinner)));
  }
  Skinner& skinner() override { return *skinner_; }

 private:
  GlBackend(GlContext context, std::unique_ptr<GlSkinner> skinner)
      : context_(std::move(context)), skinner_(std::move(skinner)) {}
  GlContext context_;  // outlives the skinner
  std::unique_ptr<GlSkinner> skinner_;
};
#endif

#ifdef MANNEQUIN_HAS_VULKAN
class VulkanBackend final : public Backend {
 public:
  static Result<std::unique_ptr<Backend>> open() {
    Result<std::unique_ptr<VulkanDevice>> device = VulkanDevice::create_headless();
    if (!device) return tl::make_unexpected(device.error());
    Result<std::unique_ptr<VulkanSkinner>> skinner = VulkanSkinner::create(**device);
    if (!skinner) return tl::make_unexpected(skinner.error());
    return std::unique_ptr<Backend>(new VulkanBackend(std::move(*device), std::move(*skinner)));
  }
  Skinner& skinner() override { return *skinner_; }

 private:
  VulkanBackend(std::unique_ptr<VulkanDevice> device, std::unique_ptr<VulkanSkinner> skinner)
      : device_(std::move(device)), skinner_(std::move(skinner)) {}
  std::unique_ptr<VulkanDevice> device_;  // outlives the skinner
  std::unique_ptr<VulkanSkinner> skinner_;
};
#endif

}  // namespace

Result<std::unique_ptr<Backend>> open_backend(const std::string& name) {
  if (name == "reference") return std::make_unique<CpuBackend>(make_reference_skinner());
  if (name == "cpu") {
    Result<std::unique_ptr<CpuSkinner>> skinner = CpuSkinner::create();
    if (!skinner) return tl::make_unexpected(skinner.error());
    return std::make_unique<CpuBackend>(std::move(*skinner));
  }
#ifdef MANNEQUIN_HAS_GL
  if (name == "gl") return GlBackend::open();
#endif
#ifdef MANNEQUIN_HAS_VULKAN
  if (name == "vulkan") return VulkanBackend::open();
#endif
  return fail(ErrorCode::no_device, "backend " + name,
              name == "gl" ? "is not in this build; configure with MANNEQUIN_GL=ON"
                           : "is not in this build; install libvulkan-dev and configure with MANNEQUIN_VULKAN=ON");
}

}  // namespace mannequin::program
