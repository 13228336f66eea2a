#include "engine/c_api/handles.h"
#include "engine/gpu/gl_context.h"
#include "engine/skinning/gl/gl_skinner.h"
#include "mannequin/c_gl.h"

using namespace mannequin;
using namespace mannequin::c_api;

mannequin_status mannequin_gl_skinner_create(const mannequin_gl_options* given, mannequin_skinner** out) {
  return guarded([&]() -> mannequin_status {
    const auto options = read_struct(given, "options");
    if (!options) return MANNEQUIN_BAD_ARGUMENT;
    if (!options->load) return null_argument("options->load");
    if (!out) return null_argument("out");
    if (auto status = load_gl(options->load); !status) return report(status.error());
    auto made = GlSkinner::create({.format = options->packed ? VertexFormat::packed : VertexFormat::full,
                                   .log = log_of(options->log),
                                   .restore_state = options->leave_state == 0});
    if (!made) return report(made.error());
    auto object = std::make_shared<SkinnerObject>();
    object->skinner = std::move(*made);
    object->thread = this_thread();
    object->in_its_context = [](const Skinner& skinner) {
      return static_cast<const GlSkinner&>(skinner).in_its_context();
    };
    *out = static_cast<mannequin_skinner*>(add_object(std::move(object)));
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_gl_get_results(mannequin_skinner* skinner, const mannequin_meshes* meshes,
                                          uint32_t mesh, uint32_t instance, mannequin_gl_results* out) {
  return with<SkinnerObject, MeshesObject>(
      skinner, meshes, [&](const auto& object, const auto& set) -> mannequin_status {
        if (const auto status = check_context(*object); status != MANNEQUIN_OK) return status;
        if (!has_size(out, "out")) return MANNEQUIN_BAD_ARGUMENT;
        const auto* gl = dynamic_cast<const GlSkinner*>(object->skinner.get());
        if (!gl) return wrong_backend(*object, "OpenGL");
        MeshId id = 0;
        if (const auto status = prepare(*object, set, mesh, id); status != MANNEQUIN_OK) return status;
        const auto results = gl->results(id, instance);
        if (!results) return report(results.error());
        if (results->buffer == 0) return not_skinned(set->meshes[mesh]);
        mannequin_gl_results made{};
        made.buffer = results->buffer;
        made.barriers = kGlResultBarriers;
        made.reserved = 0;
        made.streams = streams_of(results->layout, static_cast<std::uint64_t>(results->offset),
                                  results->first_instance, results->instances);
        write_struct(made, out);
        return MANNEQUIN_OK;
      });
}
