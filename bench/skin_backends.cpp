#include "bench/skin_backends.h"

#include "bench/machine.h"
#include "engine/skinning/cpu/cpu_skinner.h"
#ifdef MANNEQUIN_HAS_GL
#include "bench/gl/gl_device.h"
#include "engine/skinning/gl/gl_skinner.h"
#endif
#ifdef MANNEQUIN_HAS_VULKAN
#include "bench/vulkan/bench_vulkan.h"
#include "engine/skinning/vulkan/vulkan_skinner.h"
#endif

namespace mannequin::bench {

SkinBackend reference_backend() {
  return {"reference", "scalar", [](const ResultOptions&, unsigned) -> Result<std::unique_ptr<Skinner>> {
            return make_reference_skinner();
          }};
}

SkinBackend cpu_backend(CpuTarget target) {
  return {"cpu", std::string(mannequin::name(target)),
          [target](const ResultOptions& results, unsigned threads) {
            return CpuSkinner::create(
                       {target, threads, results.format, CpuStores::automatic, results.unit_directions})
                .map([](auto made) { return std::unique_ptr<Skinner>(std::move(made)); });
          }};
}

std::vector<SkinBackend> gpu_backends() {
  std::vector<SkinBackend> backends;
#ifdef MANNEQUIN_HAS_GL
  if (const GlDevice& gl = gl_device(); gl.available())
    backends.push_back(
        {"gl", name_part(gl.name),
         [](const ResultOptions& results, unsigned) -> Result<std::unique_ptr<Skinner>> {
           gl_device();  // makes its context current
           return GlSkinner::create({.format = results.format, .at_most = {}}).map([](auto made) {
             return std::unique_ptr<Skinner>(std::move(made));
           });
         },
         gl.software});
#endif
#ifdef MANNEQUIN_HAS_VULKAN
  if (const BenchVulkan& vulkan = bench_vulkan(); vulkan.device)
    backends.push_back(
        {"vulkan", name_part(vulkan.name),
         [&vulkan](const ResultOptions& results, unsigned) -> Result<std::unique_ptr<Skinner>> {
           return VulkanSkinner::create(*vulkan.device, {.format = results.format, .at_most = {}})
               .map([](auto made) { return std::unique_ptr<Skinner>(std::move(made)); });
         },
         vulkan.device->facts().software});
#endif
  return backends;
}

}  // namespace mannequin::bench
