// Shared by the skinners of all graphics APIs: meshes and results in pages of device memory, checks, plans,
// readback. An API adds a SkinDevice and the handles with which a host draws the results.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/log.h"
#include "engine/skinning/device_pages.h"
#include "engine/skinning/joint_blocks.h"
#include "engine/skinning/skin_device.h"
#include "engine/skinning/skinner.h"

namespace mannequin {

// Device memory used for meshes and results.
struct DeviceMemory {
  std::size_t mesh_pages = 0, result_pages = 0;
  std::uint64_t bytes = 0;
};

// Where results are: instance i of the run, first_instance <= i < first_instance + instances, begins at
// offset + (i - first_instance) x layout.instance_bytes().
struct DeviceResults {
  DeviceBuffer buffer = 0;
  std::uint64_t offset = 0;
  ResultLayout layout;
  std::uint32_t first_instance = 0, instances = 0;
  std::span<const std::uint32_t> remap;  // by vertex of the mesh, see ResultLayout
};

// One thread at a time. Owns meshes and results on the device.
class DeviceSkinner : public Skinner {
 public:
  std::string device() const override { return device_->name(); }
  Result<MeshId> add_mesh(const Mesh& mesh, const Skin& skin) override;
  void remove_mesh(MeshId mesh) override;
  Status skin(std::span<const SkinJob> jobs) override;
  Status read_back(MeshId mesh, std::uint32_t instance, std::span<SkinnedVertex> out) override;
  Status finish() override { return device_->finish(); }
  std::optional<double> device_seconds() override { return worked_ ? device_->seconds() : std::nullopt; }
  Result<MeshBytes> bytes(MeshId mesh) const override;

  // The current usage.
  DeviceMemory memory() const;
  // The remap, by vertex of the mesh.
  Result<std::span<const std::uint32_t>> remap(MeshId mesh) const;

 protected:
  // at_most: stricter limits than the device's own, for tests.
  // software: the device renders on the CPU, which is reported to `log`.
  DeviceSkinner(std::unique_ptr<SkinDevice> device, VertexFormat format, const DeviceLimits& at_most, Log log,
                bool software);

  // The run of consecutive instances that contains `instance`; buffer 0 before the first skin().
  // Fails (unsupported) for a mesh of which one instance exceeds a page: its results are in several parts.
  Result<DeviceResults> device_results(MeshId mesh, std::uint32_t instance) const;
  // The underlying device.
  SkinDevice& skin_device() { return *device_; }
  const SkinDevice& skin_device() const { return *device_; }

 private:
  struct Run {  // consecutive instances
    DeviceRange range;
    std::uint32_t first_instance, instances;
  };
  struct Part {
    std::uint32_t block_count, first_place;
    DeviceRange words;
    ResultLayout layout;
    std::vector<Run> runs;
  };
  struct Entry {
    std::string name;
    std::vector<std::uint32_t> remap;
    std::uint32_t palette_size = 0, morph_count = 0;
    std::size_t mesh_bytes = 0;
    std::vector<Part> parts;
    std::uint32_t room = 0, instances = 0;  // capacity of the runs; number skinned
  };

  Result<const Entry*> find(MeshId mesh) const;
  Result<Entry> make_entry(const Mesh& mesh, const Skin& skin);
  void release(Entry& entry);
  void release_runs(Entry& entry);
  Status make_room(Entry& entry, std::uint32_t instances);
  Status take_runs(Entry& entry, std::uint32_t instances);
  Status check(std::span<const SkinJob> jobs) const;
  Status run(std::span<const SkinJob> jobs);
  Status read_part(const Entry& entry, const Part& part, std::uint32_t instance,
                   std::span<SkinnedVertex> out);

  std::unique_ptr<SkinDevice> device_;
  VertexFormat format_;
  DeviceLimits limits_;
  Log log_;
  DevicePages mesh_pages_, result_pages_;
  std::map<MeshId, Entry> meshes_;
  bool worked_ = false;  // the last skin() had something to do
  MeshId next_id_ = 1;
};

}  // namespace mannequin
