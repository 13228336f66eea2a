#include "engine/skinning/cpu/cpu_skinner.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/core/parallel.h"
#include "engine/core/quantity.h"
#include "engine/platform/cache_size.h"
#include "engine/skinning/cpu/block_kernels.h"
#include "engine/skinning/skin_checks.h"

namespace mannequin {
namespace {

// A job of fewer is one task, since another thread would not be awake before it is done.
constexpr std::uint64_t kUndividedBlocks = 2048;
// Of other jobs at most so many, some 12 us: a thread that wakes late or is slower than the others gets
// fewer.
constexpr std::uint64_t kBlocksPerTask = 512;

// How many blocks each task of a job gets: as many tasks for each thread, all of one size.
std::uint64_t blocks_per_task(std::uint64_t total, std::uint64_t threads) {
  if (total <= kUndividedBlocks) return total;
  const std::uint64_t rounds = (total - 1) / (kBlocksPerTask * threads) + 1;
  return (total - 1) / (rounds * threads) + 1;
}

struct Entry {
  JointBlocks blocks;
  ResultLayout layout;
  AlignedVector<std::byte> results;
  std::uint32_t instances = 0;

  CpuResults view() const { return {results.data(), layout, instances, blocks.remap}; }
};

// A run of the blocks of all instances of a job, numbered consecutively: instance i has blocks i * n ..
// (i + 1) * n - 1.
struct Task {
  Entry* entry;
  const SkinJob* job;
  BlockKernel kernel;
  std::uint64_t first, count;
};

void run(const Task& task) {
  const Entry& entry = *task.entry;
  const std::uint64_t per_instance = entry.blocks.blocks.size();
  for (std::uint64_t at = task.first; at < task.first + task.count;) {
    const std::uint64_t instance = at / per_instance, block = at % per_instance;
    const std::uint64_t count = std::min(per_instance - block, task.first + task.count - at);
    BlockRun blocks;
    blocks.mesh = &entry.blocks;
    blocks.first_block = static_cast<std::uint32_t>(block);
    blocks.block_count = static_cast<std::uint32_t>(count);
    blocks.palette = task.job->palettes.data() + instance * entry.blocks.palette_size;
    if (!task.job->morph_weights.empty())
      blocks.morph_weights = task.job->morph_weights.data() + instance * entry.blocks.morph_count;
    blocks.instance = task.entry->results.data() + instance * entry.layout.instance_bytes();
    blocks.layout = entry.layout;
    task.kernel(blocks);
    at += count;
  }
}

class BlockSkinner final : public CpuSkinner {
 public:
  BlockSkinner(const CpuSkinnerOptions& options, CpuTarget target)
      : options_(options), target_(target), parallel_(options.threads) {}

  std::string backend() const override { return "cpu"; }
  std::string device() const override {
    const unsigned threads = parallel_.threads();
    return fmt::format("{}, {}", name(target_), quantity(threads, "thread", "threads"));
  }

  Result<MeshId> add_mesh(const Mesh& mesh, const Skin& skin) override {
    Entry entry;
    entry.blocks = make_joint_blocks(mesh, skin);
    entry.layout = {entry.blocks.place_count(), entry.blocks.has_tangents(), options_.format,
                    options_.unit_directions};
    if (options_.format == VertexFormat::packed) pack(entry.blocks);
    const MeshId id = next_id_++;
    meshes_.emplace(id, std::move(entry));
    return id;
  }

  void remove_mesh(MeshId mesh) override { meshes_.erase(mesh); }

  Status skin(std::span<const SkinJob> jobs) override {
    if (auto status = check_distinct(jobs); !status) return status;
    std::size_t written = 0;
    for (const SkinJob& job : jobs) {
      const auto found = meshes_.find(job.mesh);
      if (found == meshes_.end()) return unknown_mesh(job.mesh);
      const Entry& entry = found->second;
      if (auto status = check_job(job, entry.blocks.palette_size, entry.blocks.morph_count); !status)
        return status;
      written += job.instances * entry.layout.instance_bytes();
    }
    const bool streaming = options_.stores == CpuStores::streaming ||
                           (options_.stores == CpuStores::automatic && written > cache_bytes_);
    if (auto status = plan(jobs, streaming); !status) return status;
    parallel_.for_each(tasks_.size(), [this, streaming](std::size_t i) {
      run(tasks_[i]);
      if (streaming) finish_streaming();
    });
    return {};
  }

  Status read_back(MeshId mesh, std::uint32_t instance, std::span<SkinnedVertex> out) override {
    const Result<CpuResults> view = results(mesh);
    if (!view) return error_of(view);
    if (auto status = check_read_back(view->remap.size(), view->instances, instance, out.size()); !status)
      return status;
    const std::size_t bytes = view->layout.instance_bytes();
    gather_results(view->layout, {view->data + instance * bytes, bytes}, view->remap, out);
    return {};
  }

  Status finish() override { return {}; }

  Result<MeshBytes> bytes(MeshId mesh) const override {
    const auto found = meshes_.find(mesh);
    if (found == meshes_.end()) return unknown_mesh(mesh);
    const Entry& entry = found->second;
    return MeshBytes{entry.blocks.bytes(),
                     entry.layout.instance_bytes() + entry.blocks.palette_size * sizeof(Mat34)};
  }

  Result<CpuResults> results(MeshId mesh) const override {
    const auto found = meshes_.find(mesh);
    if (found == meshes_.end()) return unknown_mesh(mesh);
    return found->second.view();
  }

 private:
  // Allocates the results and splits the work into tasks.
  Status plan(std::span<const SkinJob> jobs, bool streaming) {
    tasks_.clear();
    for (const SkinJob& job : jobs) {
      Entry& entry = meshes_.at(job.mesh);
      const std::size_t bytes = job.instances * entry.layout.instance_bytes();
      if (bytes > entry.results.size()) {
        entry.instances = 0;
        entry.results = {};  // freed first: it is about to be rewritten
        entry.results.resize(bytes);
      }
      entry.instances = job.instances;
      const BlockKernel kernel = block_kernel(target_, entry.layout, streaming);
      const std::uint64_t total = std::uint64_t{job.instances} * entry.blocks.blocks.size();
      const std::uint64_t each = blocks_per_task(total, parallel_.threads());
      for (std::uint64_t first = 0; first < total; first += each)
        tasks_.push_back({&entry, &job, kernel, first, std::min(each, total - first)});
    }
    return {};
  }

  CpuSkinnerOptions options_;
  CpuTarget target_;
  std::size_t cache_bytes_ = last_cache_bytes();
  Parallel parallel_;
  std::map<MeshId, Entry> meshes_;
  MeshId next_id_ = 1;
  std::vector<Task> tasks_;  // kept, so that frames do not allocate
};

}  // namespace

Result<std::unique_ptr<CpuSkinner>> CpuSkinner::create(const CpuSkinnerOptions& options) {
  const std::vector<CpuTarget> available = available_cpu_targets();
  const CpuTarget target = options.target.value_or(available.back());
  if (std::ranges::find(available, target) == available.end())
    return fail(
        ErrorCode::no_device, fmt::format("cpu target {}", name(target)),
        fmt::format(
            "is not compiled into this program or not supported by this processor; the best here is {}",
            name(available.back())));
  return std::unique_ptr<CpuSkinner>(new BlockSkinner(options, target));
}

}  // namespace mannequin
