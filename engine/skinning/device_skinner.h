// Shared by the skinners of all graphics APIs.
#pragma once

#include <memory>
#include <string>

#include "engine/core/log.h"
#include "engine/skinning/device_limits.h"
#include "engine/skinning/skinner.h"

namespace mannequin {

// Device memory used for meshes and results.
struct DeviceMemory {
  std::size_t mesh_pages = 0, result_pages = 0;
  std::uint64_t bytes = 0;
};

// One thread at a time. Owns meshes and results on the device.
class DeviceSkinner : public Skinner {
 public:
  ~DeviceSkinner() override;
  std::string device() const override;
  Result<MeshId> add_mesh(const Mesh& mesh, const Skin& skin) override;
  void remove_mesh(MeshId mesh) override;
  Result<void> skin(std::span<const SkinJob> jobs) override;
  Result<void> read_back(MeshId mesh, std::uint32_t instance, std::span<SkinnedVertex> out) override;
  Result<void> finish() override;
  std::optional<double> device_seconds() override;
  Result<MeshBytes> bytes(MeshId mesh) const override;

  // The current usage.
  DeviceMemory memory() const;
  // The remap, by vertex of the mesh.
  Result<std::span<const std::uint32_t>> remap(MeshId mesh) const;

 protected:
  class Work;
  // The base of an API's skinner.
  explicit DeviceSkinner(std::unique_ptr<Work> work);
  // The implementation.
  Work& work() { return *work_; }
  const Work& work() const { return *work_; }

 private:
  std::unique_ptr<Work> work_;
};

}  // namespace mannequin
