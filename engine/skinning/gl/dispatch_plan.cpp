#include "engine/skinning/gl/dispatch_plan.h"

#include <algorithm>

#include "shaders/skin_layout.h"

namespace mannequin {

std::vector<DispatchPiece> plan_dispatches(std::uint32_t vertex_count, std::uint32_t palette_size,
                                           std::uint32_t instances, const DispatchLimits& limits) {
  if (vertex_count == 0 || instances == 0) return {};
  // A range starts at the aligned place before its first byte, which costs up to one alignment.
  const std::uint64_t room = limits.block_bytes - std::min(limits.block_bytes, limits.alignment);
  const std::uint64_t result_bytes = std::uint64_t{layout::kResultFloats} * sizeof(float);
  const std::uint64_t palette_bytes = std::uint64_t{palette_size} * sizeof(layout::PaletteMatrix);
  if (palette_bytes == 0 || palette_bytes > room) return {};

  std::uint64_t most_vertices = std::min(
      {limits.groups_x * layout::kSkinGroupSize, room / sizeof(layout::BoundVertex), room / result_bytes});
  const bool whole = most_vertices >= vertex_count;
  // Whole groups, so that every piece's vertices begin at an aligned place (64 x 48 bytes = 12 x 256).
  most_vertices = whole ? vertex_count : most_vertices / layout::kSkinGroupSize * layout::kSkinGroupSize;
  if (most_vertices == 0) return {};
  const std::uint64_t most_instances =
      whole ? std::min({limits.groups_y, room / palette_bytes, room / (vertex_count * result_bytes),
                        std::uint64_t{instances}})
            : 1;

  std::vector<DispatchPiece> pieces;
  for (std::uint64_t i = 0; i < instances; i += most_instances)
    for (std::uint64_t v = 0; v < vertex_count; v += most_vertices)
      pieces.push_back(
          {static_cast<std::uint32_t>(i),
           static_cast<std::uint32_t>(std::min<std::uint64_t>(most_instances, instances - i)),
           static_cast<std::uint32_t>(v),
           static_cast<std::uint32_t>(std::min<std::uint64_t>(most_vertices, vertex_count - v))});
  return pieces;
}

}  // namespace mannequin
