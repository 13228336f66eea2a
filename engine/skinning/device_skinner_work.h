// The implementation of skinners on graphics devices: meshes and results in pages of device memory, checks,
// plans, readback. An API adds a SkinDevice and the handles with which a host draws the results.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/skinning/device_pages.h"
#include "engine/skinning/device_skinner.h"
#include "engine/skinning/skin_device.h"

namespace mannequin {

// Where results are: instance i of the run, first_instance <= i < first_instance + instances, begins at
// offset + (i - first_instance) x layout.instance_bytes().
struct DeviceResults {
  DeviceBuffer buffer = 0;
  std::uint64_t offset = 0;
  ResultLayout layout;
  std::uint32_t first_instance = 0, instances = 0;
  std::span<const std::uint32_t> remap;  // by vertex of the mesh, see ResultLayout
};

class DeviceSkinner::Work {
 public:
  // at_most: stricter limits than the device's own, for tests.
  // software: the device renders on the CPU, which is reported to `log`.
  Work(std::unique_ptr<SkinDevice> device, const ResultOptions& options, const DeviceLimits& at_most, Log log,
       bool software);

  // See DeviceSkinner.
  Result<MeshId> add_mesh(const Mesh& mesh, const Skin& skin);
  void remove_mesh(MeshId mesh);
  Status skin(std::span<const SkinJob> jobs);
  Status read_back(MeshId mesh, std::uint32_t instance, std::span<SkinnedVertex> out);
  std::optional<double> device_seconds() { return worked_ ? device_->seconds() : std::nullopt; }
  Result<MeshBytes> bytes(MeshId mesh) const;
  DeviceMemory memory() const;
  Result<std::span<const std::uint32_t>> remap(MeshId mesh) const;

  // The run of consecutive instances that contains `instance`; buffer 0 before the first skin().
  // Fails (unsupported) for a mesh of which one instance exceeds a page: its results are in several parts.
  Result<DeviceResults> results(MeshId mesh, std::uint32_t instance) const;
  // The underlying device.
  SkinDevice& device() { return *device_; }
  const SkinDevice& device() const { return *device_; }

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
  Result<void> make_room(Entry& entry, std::uint32_t instances);
  Result<void> take_runs(Entry& entry, std::uint32_t instances);
  Result<void> check(std::span<const SkinJob> jobs) const;
  Result<void> run(std::span<const SkinJob> jobs);
  Result<void> read_part(const Entry& entry, const Part& part, std::uint32_t instance,
                         std::span<SkinnedVertex> out);

  std::unique_ptr<SkinDevice> device_;
  ResultOptions options_;
  DeviceLimits limits_;
  Log log_;
  DevicePages mesh_pages_, result_pages_;
  std::map<MeshId, Entry> meshes_;
  bool worked_ = false;  // the last skin() had work
  MeshId next_id_ = 1;
};

}  // namespace mannequin
