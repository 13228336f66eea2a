// The passes of AvatarBatch over one group of avatars side by side, compiled once per CPU target.
//
// Rows are kBatchLanes floats, one per avatar. Lanes are independent, and every sum has a fixed order: a pass
// over one lane gives the same bits as the pass over the group. Zeros of palettes are never
// negative, so that multiplying by an identity can be skipped.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/avatar/batch_tables.h"
#include "engine/avatar/worn_rig.h"
#include "engine/core/cpu_target.h"

namespace mannequin {

// The avatars of a group whose local value of a node is set by a worn mesh or a pose; bit = lane.
struct SetLanes {
  std::uint16_t position = 0, scale = 0, rotation = 0;
};

// One group's state: rows of `lanes` floats, aligned to 64 bytes if there are kBatchLanes of them. A
// lane's rotation is not in rows: it is stored as x, y, z, w at rotation_place.
struct BatchGroup {
  std::size_t lanes;    // kBatchLanes, or 1
  float* values;        // PrunedAppearance::value_rows() rows
  float* local;         // kNodeRows rows per node
  float* root;          // 7 rows: position, rotation of mRoot
  const SetLanes* set;  // per node
};

// The destination of one skin's palettes: the group's first avatar, and the floats between avatars.
struct PaletteTarget {
  float* first;
  std::size_t stride;
};

// shape_... overwrite values set by worn meshes and poses. ..._group: kBatchLanes lanes at once; ..._lane:
// one of any group.
struct BatchKernels {
  void (*weigh_group)(const PrunedAppearance&, const BatchGroup&);
  void (*weigh_lane)(const PrunedAppearance&, const BatchGroup&, std::size_t lane,
                     std::span<const std::uint32_t> steps);
  // Runs all given steps, instead of steps from the tables.
  void (*weigh_by_hand)(const PrunedAppearance&, const BatchGroup&, std::size_t lane,
                        std::span<const WeightStep> steps);

  void (*shape_group)(std::span<const ShapeRun>, const BatchGroup&);
  void (*shape_lane)(std::span<const VectorRun>, const BatchGroup&, std::size_t lane);
  // Only the rows of these runs.
  void (*shape_rows)(std::span<const ShapeRun>, const BatchGroup&, std::size_t lane);

  // From local values to palettes. scratch: BatchTables::scratch_floats().
  void (*pose_group)(const BatchTables&, const BatchGroup&, std::span<const PaletteTarget>, float* scratch);
  void (*pose_lane)(const BatchTables&, const BatchGroup&, std::size_t lane, std::span<const PaletteTarget>,
                    float* scratch);

  // From one avatar's world matrices to the palette of a rig, without the identity at its end. slots: by
  // joint, the index of its world matrix.
  void (*apply_binds)(std::span<const RigBind>, const std::uint32_t* slots, const float* world, float* out);

  // The order of the lanes' rotations, so that vectors of them are transposed within 128 bits only.
  std::array<std::uint8_t, kBatchLanes> rotation_place;
};

// The kernels of one target, which must be in available_cpu_targets(). Valid for the program's lifetime.
const BatchKernels& batch_kernels(CpuTarget target);

}  // namespace mannequin
