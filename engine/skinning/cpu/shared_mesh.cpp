#include "engine/skinning/cpu/shared_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/skinning/cpu/block_kernels.h"

namespace mannequin {

struct SharedMesh::Blocks {
  JointBlocks blocks;
  ResultLayout layout;
  BlockKernel kernel;
};

SharedMesh::SharedMesh(std::unique_ptr<const Blocks> blocks) : blocks_(std::move(blocks)) {}
SharedMesh::~SharedMesh() = default;

Result<std::shared_ptr<const SharedMesh>> SharedMesh::build(const Mesh& mesh, const Skin& skin,
                                                            VertexFormat format,
                                                            std::optional<CpuTarget> wanted) {
  const CpuTarget target = wanted.value_or(best_cpu_target());
  const std::vector<CpuTarget> targets = available_cpu_targets();
  if (std::ranges::find(targets, target) == targets.end())
    return fail(ErrorCode::no_device, "shared mesh",
                fmt::format("requires {} instructions, which this processor or build lacks", name(target)));
  auto made = std::make_unique<Blocks>();
  made->blocks = make_joint_blocks(mesh, skin);
  if (format == VertexFormat::packed) pack(made->blocks);
  made->layout = {made->blocks.place_count(), made->blocks.has_tangents(), format};
  made->kernel = block_kernel(target, made->layout, false);
  return std::shared_ptr<const SharedMesh>(new SharedMesh(std::move(made)));
}

Status SharedMesh::skin(std::span<const Mat34> palette, std::span<const float> morph_weights,
                        std::span<std::byte> out) const {
  const JointBlocks& blocks = blocks_->blocks;
  const std::size_t bytes = blocks_->layout.instance_bytes();
  const auto wrong = [](std::size_t given, std::size_t needed, const char* what) {
    return fail(ErrorCode::bad_argument, "shared mesh",
                fmt::format("got {} {}, not {}", given, what, needed));
  };
  if (palette.size() != blocks.palette_size) return wrong(palette.size(), blocks.palette_size, "matrices");
  if (!morph_weights.empty() && morph_weights.size() != blocks.morph_count)
    return wrong(morph_weights.size(), blocks.morph_count, "morph weights");
  if (out.size() < bytes) return wrong(out.size(), bytes, "bytes for the results");
  if (reinterpret_cast<std::uintptr_t>(out.data()) % kSharedAlignment != 0)
    return fail(ErrorCode::bad_argument, "shared mesh",
                fmt::format("got memory for the results that is not aligned to {} bytes", kSharedAlignment));
  BlockRun run;
  run.mesh = &blocks;
  run.block_count = static_cast<std::uint32_t>(blocks.blocks.size());
  run.palette = palette.data();
  run.morph_weights = morph_weights.empty() ? nullptr : morph_weights.data();
  run.instance = out.data();
  run.layout = blocks_->layout;
  blocks_->kernel(run);
  return {};
}

const ResultLayout& SharedMesh::layout() const { return blocks_->layout; }
std::span<const std::uint32_t> SharedMesh::remap() const { return blocks_->blocks.remap; }

}  // namespace mannequin
