// One interface for every way to skin: reference, CPU, OpenGL, Vulkan. Calls are per batch, never per vertex.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/core/result.h"
#include "engine/mesh/mesh.h"
#include "engine/mesh/skin.h"

namespace mannequin {

using MeshId = std::uint32_t;

struct SkinnedVertex {
  Vec3f position;  // avatar's world frame, metres
  Vec3f normal;    // unit
};

// One mesh for any number of avatars.
struct SkinJob {
  MeshId mesh = 0;
  std::span<const Mat34> palettes;  // instances x palette_size() matrices, instance by instance
  std::uint32_t instances = 1;
};

// Owns device copies of meshes and results; never the device, context or window it works on.
// One thread at a time, the one on which a graphics context is current where there is one.
class Skinner {
 public:
  virtual ~Skinner() = default;

  virtual std::string backend() const = 0;  // "reference", "cpu", "gl", "vulkan"
  virtual std::string device() const = 0;   // what it runs on, in the driver's words

  // Copies the mesh to the device; the arguments may go afterwards. Fails (device) when memory runs out.
  virtual Result<MeshId> add_mesh(const Mesh& mesh, const Skin& skin) = 0;
  virtual void remove_mesh(MeshId mesh) = 0;

  // Skins; the results stay on the device until the next call. Jobs name distinct meshes.
  virtual Status skin(std::span<const SkinJob> jobs) = 0;

  // Waits for the device and copies one instance's vertices out, in mesh order.
  virtual Status read_back(MeshId mesh, std::uint32_t instance, std::span<SkinnedVertex> out) = 0;
};

std::unique_ptr<Skinner> make_reference_skinner();
std::unique_ptr<Skinner> make_cpu_skinner();

}  // namespace mannequin
