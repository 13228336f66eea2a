#include "tools/mannequin/backends.h"

#include "engine/skinning/cpu/cpu_skinner.h"
#include "tools/mannequin/command_line.h"

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
  static Result<std::unique_ptr<Backend>> open(VertexFormat format) {
    Result<GlContext> context = GlContext::create_headless();
    if (!context) return error_of(context);
    Result<std::unique_ptr<GlSkinner>> skinner = GlSkinner::create({.format = format, .at_most = {}});
    if (!skinner) return error_of(skinner);
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
  static Result<std::unique_ptr<Backend>> open(VertexFormat format) {
    Result<std::unique_ptr<VulkanDevice>> device = VulkanDevice::create_headless();
    if (!device) return error_of(device);
    Result<std::unique_ptr<VulkanSkinner>> skinner =
        VulkanSkinner::create(**device, {.format = format, .at_most = {}});
    if (!skinner) return error_of(skinner);
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

Error missing_backend(const std::string& name) {
  return {ErrorCode::no_device, "backend " + name,
          name == "gl"
              ? "is not in this build; configure with MANNEQUIN_GL=ON"
              : "is not in this build; install libvulkan-dev and configure with MANNEQUIN_VULKAN=ON"};
}

Result<std::unique_ptr<Backend>> open_backend(const std::string& name, const BackendOptions& options) {
  if (name == "reference") return std::make_unique<CpuBackend>(make_reference_skinner());
  if (name == "cpu") {
    Result<std::unique_ptr<CpuSkinner>> skinner =
        CpuSkinner::create({.target = options.cpu_target, .format = options.format});
    if (!skinner) return error_of(skinner);
    return std::make_unique<CpuBackend>(std::move(*skinner));
  }
#ifdef MANNEQUIN_HAS_GL
  if (name == "gl") return GlBackend::open(options.format);
#endif
#ifdef MANNEQUIN_HAS_VULKAN
  if (name == "vulkan") return VulkanBackend::open(options.format);
#endif
  return tl::make_unexpected(missing_backend(name));
}

void add_cpu_target_option(CLI::App& command, std::optional<CpuTarget>& target) {
  command
      .add_option_function<std::string>(
          "--cpu-target", [&target](const std::string& name) { target = cpu_target_named(name); },
          "Instruction set of the cpu backend (default: the best available)")
      ->check(CLI::IsMember({"scalar", "sse4", "avx2", "avx512", "neon"}));
}

}  // namespace mannequin::program
