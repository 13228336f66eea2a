// Skinning in an OpenGL 4.5 compute shader; results stay in GL buffers and can be drawn from there.
#pragma once

#include <glad/gl.h>

#include <map>
#include <vector>

#include "engine/gpu/gl_buffer.h"
#include "engine/gpu/gl_program.h"
#include "engine/skinning/gl/dispatch_plan.h"
#include "engine/skinning/skinner.h"

namespace mannequin {

// Where the results of a mesh lie: instance i, vertex v at offset + (i * vertex_count + v) * stride. A
// position of three floats, then a normal of three floats. Valid until the mesh is removed or skinned with
// more instances.
struct GlResults {
  GLuint buffer = 0;
  GLintptr offset = 0;
  GLsizei stride = 0;
  std::uint32_t vertex_count = 0;
  std::uint32_t instances = 0;
};

// Works in whatever context is current when it is made, needs the same one current in every later call and
// when it is destroyed, and leaves the bindings that it uses as it found them. Load the functions first
// (load_gl).
class GlSkinner : public Skinner {
 public:
  // Fails (no_device, device) when the current context is none, too old, or refuses the shader.
  static Result<std::unique_ptr<GlSkinner>> create();

  std::string backend() const override { return "gl"; }
  std::string device() const override { return device_; }
  Result<MeshId> add_mesh(const Mesh& mesh, const Skin& skin) override;
  void remove_mesh(MeshId mesh) override;
  Status skin(std::span<const SkinJob> jobs) override;
  Status read_back(MeshId mesh, std::uint32_t instance, std::span<SkinnedVertex> out) override;
  Status finish() override;
  Result<MeshBytes> bytes(MeshId mesh) const override;

  // For drawing without a copy; instances = 0 before the first skin(). Drawing that was issued after skin()
  // sees the new results without further synchronisation.
  Result<GlResults> results(MeshId mesh) const;

  // For tests: cuts dispatches smaller than the device needs.
  void set_limits(const DispatchLimits& limits) { limits_ = limits; }
  const DispatchLimits& limits() const { return limits_; }

 private:
  struct DeviceMesh {
    std::string name;
    GlBuffer vertices, results;
    std::uint32_t vertex_count = 0, palette_size = 0;
    std::uint32_t instances = 0;  // in results
  };
  struct Dispatch {
    const DeviceMesh* mesh;
    DispatchPiece piece;
    std::size_t palette_offset;  // bytes, of the piece's first instance
    std::size_t result_offset;   // bytes, of the piece's first vertex
    std::size_t block_offset;    // bytes, of the piece's uniform block
  };

  GlSkinner() = default;
  Status check(std::span<const SkinJob> jobs) const;
  Status make_room(std::span<const SkinJob> jobs);
  Result<std::vector<Dispatch>> plan(std::span<const SkinJob> jobs) const;
  Status upload(std::span<const SkinJob> jobs, std::span<const Dispatch> dispatches);
  void run(std::span<const Dispatch> dispatches) const;

  std::string device_;
  DispatchLimits limits_;
  std::size_t uniform_alignment_ = 256;
  GlProgram program_;
  GlBuffer palettes_, blocks_;
  std::map<MeshId, DeviceMesh> meshes_;
  MeshId next_id_ = 1;
};

}  // namespace mannequin
