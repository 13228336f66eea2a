// Skinning in an OpenGL 4.5 compute shader; results stay in GL buffers and can be drawn in place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/skinning/device_skinner.h"

namespace mannequin {

// How an OpenGL skinner works.
struct GlSkinnerOptions {
  VertexFormat format = VertexFormat::full;
  bool unit_directions = true;  // see ResultOptions
  DeviceLimits at_most;         // for tests: stricter limits than the device's own
  Log log;                      // called by create() and add_mesh()
  // False: skin() does not restore program and buffer bindings, for hosts that set their own before they
  // draw; querying them costs 18 calls.
  bool restore_state = true;
};

// Where results of a mesh are: instance i of the run, first_instance <= i < first_instance + instances,
// begins at offset + (i - first_instance) * layout.instance_bytes(). Valid until the mesh is removed or
// skinned with more instances. remap: by vertex of the mesh, see ResultLayout.
struct GlResults {
  std::uint32_t buffer = 0;  // its GL name
  std::ptrdiff_t offset = 0;
  ResultLayout layout;
  std::uint32_t first_instance = 0, instances = 0;
  std::span<const std::uint32_t> remap;
};

// glMemoryBarrier bits issued by skin() for the results: vertex attributes, storage buffers, readback.
inline constexpr std::uint32_t kGlResultBarriers = 0x1u | 0x2000u | 0x200u;

// Uses the context current at creation, such as a host's, needs the same one current in
// every later call and at destruction, and restores the bindings it uses. Load the
// functions first (load_gl).
class GlSkinner final : public DeviceSkinner {
 public:
  // Fails (no_device, device) if there is no current context, it is too old, or it rejects the shader.
  static Result<std::unique_ptr<GlSkinner>> create(const GlSkinnerOptions& options = {});

  std::string backend() const override { return "gl"; }
  // Whether the current context knows the skinner's program: false without a context, and in a context that
  // shares nothing with its own, as far as object names reveal that.
  bool in_its_context() const;

  // For drawing without a copy: the run of instances that contains `instance`; buffer 0 before the first
  // skin(). Drawing that was issued after skin() sees the new results without further synchronisation. Fails
  // (unsupported) for a mesh of which one instance exceeds what a shader can address.
  Result<GlResults> results(MeshId mesh, std::uint32_t instance = 0) const;

 private:
  using DeviceSkinner::DeviceSkinner;
};

}  // namespace mannequin
