// Skinning without a skinner: a mesh is prepared once and then only read, so that any thread may skin it
// at any time into its own memory.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

#include "engine/core/cpu_target.h"
#include "engine/core/result.h"
#include "engine/mesh/skin.h"
#include "engine/skinning/result_layout.h"

namespace mannequin {

// The alignment in bytes of the results of SharedMesh::skin.
inline constexpr std::size_t kSharedAlignment = 64;

// Immutable: any number of threads may skin it at once. Needs neither mesh nor skin afterwards.
class SharedMesh {
 public:
  // target: the best available if none is given. Fails (no_device) if it is not compiled in or not supported
  // by this processor.
  static Result<std::shared_ptr<const SharedMesh>> build(const Mesh& mesh, const Skin& skin,
                                                         VertexFormat format = VertexFormat::full,
                                                         std::optional<CpuTarget> target = std::nullopt);
  ~SharedMesh();

  // Runs on the calling thread. palette: of the skin; morph_weights: one per morph of the mesh, or none; out:
  // layout().instance_bytes() bytes, aligned to kSharedAlignment. Allocates nothing. Fails (bad_argument) on
  // other sizes.
  Result<void> skin(std::span<const Mat34> palette, std::span<const float> morph_weights,
                    std::span<std::byte> out) const;

  // The layout of the results, and the place of each mesh vertex in them; valid as long as this.
  const ResultLayout& layout() const;
  std::span<const std::uint32_t> remap() const;

 private:
  struct Blocks;
  explicit SharedMesh(std::unique_ptr<const Blocks> blocks);
  std::unique_ptr<const Blocks> blocks_;
};

}  // namespace mannequin
