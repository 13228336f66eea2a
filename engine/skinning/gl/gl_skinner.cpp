#include "engine/skinning/gl/gl_skinner.h"

#include "engine/gpu/gl_context.h"
#include "engine/skinning/device_skinner_work.h"
#include "engine/skinning/gl/gl_skin_device.h"

namespace mannequin {

Result<std::unique_ptr<GlSkinner>> GlSkinner::create(const GlSkinnerOptions& options) {
  auto device = GlSkinDevice::create(options.restore_state);
  if (!device) return error_of(device);
  return std::unique_ptr<GlSkinner>(new GlSkinner(
      std::make_unique<Work>(std::move(*device), ResultOptions{options.format, options.unit_directions},
                             options.at_most, options.log, gl_is_software())));
}

bool GlSkinner::in_its_context() const {
  return glGetString(GL_VERSION) != nullptr &&
         static_cast<const GlSkinDevice&>(work().device()).program_is_there();
}

Result<GlResults> GlSkinner::results(MeshId mesh, std::uint32_t instance) const {
  const auto results = work().results(mesh, instance);
  if (!results) return error_of(results);
  return GlResults{results->buffer,    static_cast<std::ptrdiff_t>(results->offset),
                   results->layout,    results->first_instance,
                   results->instances, results->remap};
}

}  // namespace mannequin
