// The passes of AvatarBatch over one group of avatars side by side, compiled once per CPU target.
//
// Rows are kBatchLanes floats, one per avatar. No lane reads another, and every sum has one order: a pass
// over one lane leaves the very bits that the pass over the group leaves. Zeros of palettes are never
// negative, so that a product with an identity may be left out.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/avatar/batch_definition.h"
#include "engine/core/cpu_target.h"

namespace mannequin {

// Which avatars of a group have a node's local value set by a worn mesh or a pose; bit = lane.
struct SetLanes {
  std::uint16_t position = 0, scale = 0, rotation = 0;
};

// One group's state: rows of `lanes` floats, aligned to 64 bytes where there are kBatchLanes of them. A
// lane's rotation is not in rows: it stands as x, y, z, w at rotation_place.
struct BatchGroup {
  std::size_t lanes;    // kBatchLanes, or 1
  float* values;        // PrunedAppearance::value_rows() rows
  float* local;         // kNodeRows rows per node
  float* root;          // 7 rows: position, rotation of mRoot
  const SetLanes* set;  // per node
};

// Where the palettes of one skin go: the group's first avatar, and the floats from one avatar to the next.
struct PaletteTarget {
  float* first;
  std::size_t stride;
};

// shape_... overwrite what worn meshes and poses set. ..._group: kBatchLanes lanes at once; ..._lane: one of
// any group.
struct BatchKernels {
  void (*weigh_group)(const PrunedAppearance&, const BatchGroup&);
  void (*weigh_lane)(const PrunedAppearance&, const BatchGroup&, std::size_t lane,
                     std::span<const std::uint32_t> steps);

  void (*shape_group)(std::span<const ShapeRun>, const BatchGroup&);
  void (*shape_lane)(std::span<const VectorRun>, const BatchGroup&, std::size_t lane);
  // Only the rows of these runs.
  void (*shape_rows)(std::span<const ShapeRun>, const BatchGroup&, std::size_t lane);

  // Local values to palettes. scratch: BatchDefinition::scratch_floats().
  void (*pose_group)(const BatchDefinition&, const BatchGroup&, std::span<const PaletteTarget>,
                     float* scratch);
  void (*pose_lane)(const BatchDefinition&, const BatchGroup&, std::size_t lane,
                    std::span<const PaletteTarget>, float* scratch);

  // In which order the lanes' rotations stand, so that vectors of them are transposed within 128 bits only.
  std::array<std::uint8_t, kBatchLanes> rotation_place;
};

// Those of one target, which must be among available_cpu_targets(). Live as long as the program.
const BatchKernels& batch_kernels(CpuTarget target);

}  // namespace mannequin
