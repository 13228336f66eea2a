// The common interface of all skinning backends: reference, CPU, OpenGL, Vulkan. Calls are per batch, never
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/core/result.h"
#include "engine/mesh/mesh.h"
#include "engine/mesh/skin.h"
#include "engine/skinning/result_layout.h"

namespace mannequin {

// Identifies a mesh in one skinner; never reused there.
using MeshId = std::uint32_t;

// One mesh for any number of avatars.
struct SkinJob {
  MeshId mesh = 0;
  std::span<const Mat34> palettes;  // instances x palette_size() matrices, instance by instance
  std::uint32_t instances = 1;
  // instances x mesh.morphs().size() weights of the mesh's morph targets; empty: all 0.
  std::span<const float> morph_weights;
};

// The memory a mesh costs on its device.
struct MeshBytes {
  std::size_t mesh = 0;      // once per mesh
  std::size_t instance = 0;  // per avatar that wears it: palette and results
};

// Owns device copies of meshes and results; never the device, context or window it uses.
// One thread at a time; with a graphics context, the one on which it is current.
class Skinner {
 public:
  virtual ~Skinner() = default;

  virtual std::string backend() const = 0;  // "reference", "cpu", "gl", "vulkan"
  virtual std::string device() const = 0;   // what it runs on, as reported by the driver

  // Copies the mesh to the device; the arguments may be freed afterwards. Fails (device) if memory runs out.
  virtual Result<MeshId> add_mesh(const Mesh& mesh, const Skin& skin) = 0;
  // Also removes its results. Ignores unknown ids.
  virtual void remove_mesh(MeshId mesh) = 0;

  // Skins; a mesh's results stay on the device until the next call that names it. Jobs name distinct meshes.
  // Fails (bad_argument) on an unknown or repeated mesh and on palettes or morph weights of the wrong size,
  // (device) if the device fails.
  virtual Result<void> skin(std::span<const SkinJob> jobs) = 0;

  // Waits for the device and copies one instance's vertices out, in mesh order. `out`: one per vertex.
  // Fails (bad_argument) on a mesh or instance that was not skinned or a wrong size, (device).
  virtual Result<void> read_back(MeshId mesh, std::uint32_t instance, std::span<SkinnedVertex> out) = 0;

  // Waits until the device has finished all work from skin(). Fails (device).
  virtual Result<void> finish() = 0;

  // The duration of the last skin() by the device's own timer, if it has a reliable one; waits for it.
  virtual std::optional<double> device_seconds() { return std::nullopt; }

  // Fails (bad_argument) for an unknown mesh.
  virtual Result<MeshBytes> bytes(MeshId mesh) const = 0;
};

// The reference with the same interface: double precision on the calling thread, rounded at the end.
std::unique_ptr<Skinner> make_reference_skinner();

}  // namespace mannequin
