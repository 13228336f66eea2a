// Turns the work of one call into dispatches. Pure bookkeeping: needs no device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/math/types.h"
#include "engine/skinning/skin_device.h"
#include "shaders/skin_layout.h"

namespace mannequin {

// One part of a mesh for a run of consecutive instances. Quads (16 bytes)
// count from the start of the buffer. Palettes and weights must stay valid until the batches are written.
struct SkinItem {
  DeviceBuffer mesh = 0, result = 0;
  std::uint32_t mesh_begin = 0, block_count = 0;
  std::uint32_t result_begin = 0, result_stride = 0;
  std::uint32_t place_count = 0, flags = 0;
  const Mat34* palettes = nullptr;  // instances x palette_size
  std::uint32_t palette_size = 0;
  const float* morph_weights = nullptr;  // instances x morph_count; null for none
  std::uint32_t morph_count = 0;
  std::uint32_t instances = 0;
};

// The upload of one batch: palettes, morph weights, rows, then the uniforms of each dispatch.
struct SkinBatch {
  struct Copy {
    const void* from;
    std::size_t bytes, offset;
  };
  std::vector<Copy> copies;
  std::vector<layout::SkinRow> rows;  // dispatch by dispatch
  std::vector<DeviceDispatch> dispatches;
  std::vector<layout::SkinDispatch> uniforms;  // one per dispatch
  std::size_t rows_offset = 0, bytes = 0;

  void write(std::span<std::byte> out) const;  // of `bytes`
};

// Bytes of a batch with a single instance: the minimum of call_bytes.
std::size_t smallest_batch_bytes(std::uint32_t palette_size, std::uint32_t morph_count,
                                 const DeviceLimits& limits);

// Covers every (block, instance) of every item once. Items of unequal width share a dispatch only if
// little of its grid stays empty. Each item's smallest batch must be within limits.
std::vector<SkinBatch> plan_batches(std::span<const SkinItem> items, const DeviceLimits& limits);

}  // namespace mannequin
