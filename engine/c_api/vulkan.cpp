#include "engine/c_api/handles.h"
#include "engine/skinning/vulkan/vulkan_skinner.h"
// After the headers that disable the loader's own prototypes.
#include "mannequin/c_vulkan.h"

using namespace mannequin;
using namespace mannequin::c_api;

mannequin_status mannequin_vulkan_skinner_create(const mannequin_vulkan_host* given,
                                                 mannequin_skinner** out) {
  return guarded([&]() -> mannequin_status {
    const auto host = read_struct(given, "host");
    if (!host) return MANNEQUIN_BAD_ARGUMENT;
    if (!out) return null_argument("out");
    VulkanHost lent;
    lent.get_instance_proc_addr = host->get_instance_proc_addr;
    lent.instance = host->instance;
    lent.physical_device = host->physical_device;
    lent.device = host->device;
    lent.queue = host->queue;
    lent.queue_family = host->queue_family;
    lent.allocator = host->allocator;
    auto device = VulkanDevice::adopt(lent);
    if (!device) return report(device.error());
    auto made = VulkanSkinner::create(
        **device,
        {.format = host->packed ? VertexFormat::packed : VertexFormat::full, .log = log_of(host->log)});
    if (!made) return report(made.error());
    auto object = std::make_shared<SkinnerObject>();
    object->device = std::move(*device);
    object->skinner = std::move(*made);
    *out = static_cast<mannequin_skinner*>(add_object(std::move(object)));
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_vulkan_record_jobs(mannequin_skinner* skinner, const mannequin_skin_job* jobs,
                                              uint32_t job_count, VkCommandBuffer commands, uint32_t frame) {
  return with<SkinnerObject>(skinner, [&](const auto& object) -> mannequin_status {
    auto* vulkan = dynamic_cast<VulkanSkinner*>(object->skinner.get());
    if (!vulkan) return wrong_backend(*object, "Vulkan");
    return call_with_jobs(*object, jobs, job_count, [&](Skinner&, std::span<const SkinJob> made) {
      return vulkan->record(made, commands, frame);
    });
  });
}

mannequin_status mannequin_vulkan_get_results(mannequin_skinner* skinner, const mannequin_meshes* meshes,
                                              uint32_t mesh, uint32_t instance,
                                              mannequin_vulkan_results* out) {
  return with<SkinnerObject, MeshesObject>(
      skinner, meshes, [&](const auto& object, const auto& set) -> mannequin_status {
        if (!has_size(out, "out")) return MANNEQUIN_BAD_ARGUMENT;
        const auto* vulkan = dynamic_cast<const VulkanSkinner*>(object->skinner.get());
        if (!vulkan) return wrong_backend(*object, "Vulkan");
        MeshId id = 0;
        if (const auto status = prepare(*object, set, mesh, id); status != MANNEQUIN_OK) return status;
        const auto results = vulkan->results(id, instance);
        if (!results) return report(results.error());
        if (results->buffer == VK_NULL_HANDLE) return not_skinned(set->meshes[mesh]);
        const VulkanReaders readers = vulkan->readers();
        mannequin_vulkan_results made{};
        made.written_stages = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
        made.written_access = VK_ACCESS_SHADER_WRITE_BIT;
        made.visible_stages = readers.stages;
        made.visible_access = readers.access;
        made.reserved = 0;
        made.buffer = results->buffer;
        made.streams =
            streams_of(results->layout, results->offset, results->first_instance, results->instances);
        write_struct(made, out);
        return MANNEQUIN_OK;
      });
}
