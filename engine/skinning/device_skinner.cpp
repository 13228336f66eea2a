#include <fmt/format.h>

#include <algorithm>

#include "engine/skinning/device_blocks.h"
#include "engine/skinning/device_plan.h"
#include "engine/skinning/device_skinner_work.h"
#include "engine/skinning/joint_blocks.h"
#include "engine/skinning/skin_checks.h"

namespace mannequin {
namespace {

static_assert(sizeof(Mat34) == layout::kPaletteRows * layout::kSkinQuadBytes,
              "palettes are uploaded as they are");

std::uint32_t quads(std::uint64_t bytes) {
  return static_cast<std::uint32_t>(bytes / layout::kSkinQuadBytes);
}

std::uint32_t flags_of(const ResultLayout& layout) {
  return (layout.tangents ? layout::kSkinTangents : 0u) |
         (layout.format == VertexFormat::packed ? layout::kSkinPacked
          : layout.unit_directions              ? 0u
                                                : layout::kSkinAnyLength);
}

}  // namespace

DeviceSkinner::Work::Work(std::unique_ptr<SkinDevice> device, const ResultOptions& options,
                          const DeviceLimits& at_most, Log log, bool software)
    : device_(std::move(device)),
      options_(options),
      limits_(stricter(device_->limits(), at_most)),
      log_(std::move(log)),
      mesh_pages_(*device_, limits_),
      result_pages_(*device_, limits_) {
  if (log_ && software)
    log_(Severity::warning, device_->name() +
                                ": runs on the CPU, where the cpu backend skins the same in less "
                                "time. Install the GPU's driver. [software_device]");
}

Result<const DeviceSkinner::Work::Entry*> DeviceSkinner::Work::find(MeshId mesh) const {
  const auto found = meshes_.find(mesh);
  if (found == meshes_.end()) return unknown_mesh(mesh);
  return &found->second;
}

Result<DeviceSkinner::Work::Entry> DeviceSkinner::Work::make_entry(const Mesh& mesh, const Skin& skin) {
  JointBlocks blocks = make_joint_blocks(mesh, skin);
  if (options_.format == VertexFormat::packed) pack(blocks);
  if (smallest_batch_bytes(blocks.palette_size, blocks.morph_count, limits_) > limits_.call_bytes)
    return fail(
        ErrorCode::device, fmt::format("mesh '{}'", mesh.name()),
        fmt::format("Its palette of {} matrices is larger than a shader can address on this device ({} "
                    "bytes). Use the cpu backend.",
                    blocks.palette_size, limits_.call_bytes));
  auto parts = make_device_parts(blocks, options_.format, limits_);
  if (!parts) return error_of(parts);
  Entry entry;
  entry.name = mesh.name();
  entry.palette_size = blocks.palette_size;
  entry.morph_count = blocks.morph_count;
  const std::string purpose = fmt::format("the {} vertices of mesh '{}'", mesh.vertex_count(), mesh.name());
  for (const DevicePart& part : *parts) {
    const auto bytes = std::as_bytes(std::span(part.words));
    const auto range = mesh_pages_.take(bytes.size(), purpose);
    Status written = range ? Status() : error_of(range);
    if (range) {
      entry.parts.push_back(
          {part.block_count,
           part.first_place(),
           *range,
           ResultLayout{part.place_count(), blocks.has_tangents(), options_.format, options_.unit_directions},
           {}});
      written = device_->write(range->buffer, range->offset, bytes);
    }
    if (!written) {
      release(entry);
      return error_of(written);
    }
    entry.mesh_bytes += bytes.size();
  }
  entry.remap = std::move(blocks.remap);
  return entry;
}

Result<MeshId> DeviceSkinner::Work::add_mesh(const Mesh& mesh, const Skin& skin) {
  auto entry = make_entry(mesh, skin);
  if (!entry) return error_of(entry);
  if (log_ && entry->parts.size() > 1)
    log_(Severity::warning, fmt::format("mesh '{}': is skinned in {} parts, since a shader of this device "
                                        "cannot address all of it. Read its results back: they cannot be "
                                        "drawn in place. [mesh_in_parts]",
                                        entry->name, entry->parts.size()));
  const MeshId id = next_id_++;
  meshes_.emplace(id, std::move(*entry));
  return id;
}

void DeviceSkinner::Work::remove_mesh(MeshId mesh) {
  const auto found = meshes_.find(mesh);
  if (found == meshes_.end()) return;
  release(found->second);
  meshes_.erase(found);
}

void DeviceSkinner::Work::release(Entry& entry) {
  release_runs(entry);
  for (const Part& part : entry.parts) mesh_pages_.give_back(part.words);
  entry.parts.clear();
}

void DeviceSkinner::Work::release_runs(Entry& entry) {
  for (Part& part : entry.parts) {
    for (const Run& run : part.runs) result_pages_.give_back(run.range);
    part.runs.clear();
  }
  entry.room = entry.instances = 0;
}

Status DeviceSkinner::Work::make_room(Entry& entry, std::uint32_t instances) {
  if (instances <= entry.room) return {};
  // Freed first: it is about to be rewritten.
  release_runs(entry);
  std::uint64_t needed = 0;
  for (const Part& part : entry.parts) needed += part.layout.instance_bytes() * std::uint64_t{instances};
  // Check up front, so that we do not fill a device that overcommits memory page by page before it fails.
  if (needed > limits_.total_bytes)
    return fail(
        ErrorCode::device, device_->name(),
        fmt::format(
            "has no memory for {} skinned instances of mesh '{}' ({:.1f} MB). Use fewer avatars at once, "
            "or the cpu backend.",
            instances, entry.name, static_cast<double>(needed) / 1e6));
  if (auto status = take_runs(entry, instances); !status) {
    release_runs(entry);
    return status;
  }
  entry.room = instances;
  return {};
}

Status DeviceSkinner::Work::take_runs(Entry& entry, std::uint32_t instances) {
  const std::string purpose = fmt::format("{} skinned instances of mesh '{}'", instances, entry.name);
  const std::uint64_t page = limits_.page_bytes / kDeviceAlignment * kDeviceAlignment;
  for (Part& part : entry.parts) {
    const std::uint64_t each = part.layout.instance_bytes(), most = page / each;
    for (std::uint32_t first = 0; first < instances;) {
      const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(most, instances - first));
      const auto range = result_pages_.take(count * each, purpose);
      if (!range) return error_of(range);
      part.runs.push_back({*range, first, count});
      first += count;
    }
  }
  return {};
}

Status DeviceSkinner::Work::check(std::span<const SkinJob> jobs) const {
  for (const SkinJob& job : jobs) {
    const auto entry = find(job.mesh);
    if (!entry) return error_of(entry);
    if (auto status = check_job(job, (*entry)->palette_size, (*entry)->morph_count); !status) return status;
  }
  return check_distinct(jobs);
}

Status DeviceSkinner::Work::skin(std::span<const SkinJob> jobs) {
  if (auto status = check(jobs); !status) return status;
  for (const SkinJob& job : jobs)
    if (auto status = make_room(meshes_.at(job.mesh), job.instances); !status) return status;
  for (const SkinJob& job : jobs) meshes_.at(job.mesh).instances = 0;
  if (auto status = run(jobs); !status) return status;
  for (const SkinJob& job : jobs) meshes_.at(job.mesh).instances = job.instances;
  return {};
}

Status DeviceSkinner::Work::run(std::span<const SkinJob> jobs) {
  std::vector<SkinItem> items;
  for (const SkinJob& job : jobs) {
    const Entry& entry = meshes_.at(job.mesh);
    for (const Part& part : entry.parts)
      for (const Run& run : part.runs) {
        if (run.first_instance >= job.instances) break;
        SkinItem item;
        item.mesh = part.words.buffer;
        item.mesh_begin = quads(part.words.offset);
        item.block_count = part.block_count;
        item.result = run.range.buffer;
        item.result_begin = quads(run.range.offset);
        item.result_stride = quads(part.layout.instance_bytes());
        item.place_count = part.layout.place_count;
        item.flags = flags_of(part.layout);
        item.palettes = job.palettes.data() + std::size_t{run.first_instance} * entry.palette_size;
        item.palette_size = entry.palette_size;
        if (!job.morph_weights.empty())
          item.morph_weights = job.morph_weights.data() + std::size_t{run.first_instance} * entry.morph_count;
        item.morph_count = entry.morph_count;
        item.instances = std::min(run.instances, job.instances - run.first_instance);
        items.push_back(item);
      }
  }
  worked_ = false;
  for (const SkinBatch& batch : plan_batches(items, limits_)) {
    const auto room = device_->begin_batch(batch.bytes, !worked_);
    if (!room) return error_of(room);
    batch.write(*room);
    if (auto status = device_->run(batch.dispatches); !status) return status;
    worked_ = true;
  }
  return {};
}

Status DeviceSkinner::Work::read_back(MeshId mesh, std::uint32_t instance, std::span<SkinnedVertex> out) {
  const auto entry = find(mesh);
  if (!entry) return error_of(entry);
  if (auto status = check_read_back((*entry)->remap.size(), (*entry)->instances, instance, out.size());
      !status)
    return status;
  for (const Part& part : (*entry)->parts)
    if (auto status = read_part(**entry, part, instance, out); !status) return status;
  return {};
}

Status DeviceSkinner::Work::read_part(const Entry& entry, const Part& part, std::uint32_t instance,
                                      std::span<SkinnedVertex> out) {
  const auto run = std::ranges::find_if(
      part.runs, [&](const Run& r) { return instance < r.first_instance + r.instances; });
  std::vector<std::byte> bytes(part.layout.instance_bytes());
  const std::uint64_t offset = run->range.offset + (instance - run->first_instance) * bytes.size();
  if (auto status = device_->read(run->range.buffer, offset, bytes); !status) return status;
  if (entry.parts.size() == 1) {
    gather_results(part.layout, bytes, entry.remap, out);
    return {};
  }
  std::vector<std::uint32_t> vertices, remap;
  for (std::uint32_t v = 0; v < out.size(); ++v) {
    const std::uint32_t place = entry.remap[v] - part.first_place;  // wraps around before the part
    if (place >= part.layout.place_count) continue;
    vertices.push_back(v);
    remap.push_back(place);
  }
  std::vector<SkinnedVertex> gathered(remap.size());
  gather_results(part.layout, bytes, remap, gathered);
  for (std::size_t i = 0; i < vertices.size(); ++i) out[vertices[i]] = gathered[i];
  return {};
}

Result<MeshBytes> DeviceSkinner::Work::bytes(MeshId mesh) const {
  const auto entry = find(mesh);
  if (!entry) return error_of(entry);
  MeshBytes bytes{(*entry)->mesh_bytes, (*entry)->palette_size * sizeof(Mat34)};
  for (const Part& part : (*entry)->parts) bytes.instance += part.layout.instance_bytes();
  return bytes;
}

DeviceMemory DeviceSkinner::Work::memory() const {
  return {mesh_pages_.page_count(), result_pages_.page_count(), mesh_pages_.bytes() + result_pages_.bytes()};
}

Result<std::span<const std::uint32_t>> DeviceSkinner::Work::remap(MeshId mesh) const {
  const auto entry = find(mesh);
  if (!entry) return error_of(entry);
  return std::span<const std::uint32_t>((*entry)->remap);
}

Result<DeviceResults> DeviceSkinner::Work::results(MeshId mesh, std::uint32_t instance) const {
  const auto entry = find(mesh);
  if (!entry) return error_of(entry);
  if ((*entry)->parts.size() != 1)
    return fail(
        ErrorCode::unsupported, fmt::format("mesh '{}'", (*entry)->name),
        fmt::format("is larger than the {} bytes that a shader can address on this device, so its results "
                    "are in several parts. Read them back, or split the mesh.",
                    limits_.page_bytes));
  const Part& part = (*entry)->parts.front();
  DeviceResults results;
  results.layout = part.layout;
  results.remap = (*entry)->remap;
  if ((*entry)->instances == 0 && instance == 0) return results;
  if (instance >= (*entry)->instances)
    return fail(ErrorCode::bad_argument, fmt::format("instance {}", instance),
                fmt::format("was not skinned; there are {}", (*entry)->instances));
  for (const Run& run : part.runs) {
    if (instance >= run.first_instance + run.instances) continue;
    results.buffer = run.range.buffer;
    results.offset = run.range.offset;
    results.first_instance = run.first_instance;
    results.instances = std::min(run.instances, (*entry)->instances - run.first_instance);
    break;
  }
  return results;
}

DeviceSkinner::DeviceSkinner(std::unique_ptr<Work> work) : work_(std::move(work)) {}
DeviceSkinner::~DeviceSkinner() = default;

std::string DeviceSkinner::device() const { return work_->device().name(); }
Result<MeshId> DeviceSkinner::add_mesh(const Mesh& mesh, const Skin& skin) {
  return work_->add_mesh(mesh, skin);
}
void DeviceSkinner::remove_mesh(MeshId mesh) { work_->remove_mesh(mesh); }
Status DeviceSkinner::skin(std::span<const SkinJob> jobs) { return work_->skin(jobs); }
Status DeviceSkinner::read_back(MeshId mesh, std::uint32_t instance, std::span<SkinnedVertex> out) {
  return work_->read_back(mesh, instance, out);
}
Status DeviceSkinner::finish() { return work_->device().finish(); }
std::optional<double> DeviceSkinner::device_seconds() { return work_->device_seconds(); }
Result<MeshBytes> DeviceSkinner::bytes(MeshId mesh) const { return work_->bytes(mesh); }
DeviceMemory DeviceSkinner::memory() const { return work_->memory(); }
Result<std::span<const std::uint32_t>> DeviceSkinner::remap(MeshId mesh) const { return work_->remap(mesh); }

}  // namespace mannequin
