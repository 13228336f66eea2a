// The state of an AvatarBatch: 16 avatars side by side as rows of floats, and data of single avatars.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/appearance/weights.h"
#include "engine/avatar/batch_kernels.h"
#include "engine/core/aligned.h"

namespace mannequin {

using LaneBits = std::uint16_t;  // bit = lane of a group

// Whether a lane's bit is set.
inline bool has(LaneBits bits, std::size_t lane) { return (bits >> lane & 1) != 0; }
// Sets or clears it.
inline void put(LaneBits& bits, std::size_t lane, bool on) {
  bits = static_cast<LaneBits>((bits & ~(1u << lane)) | static_cast<unsigned>(on) << lane);
}

// One group of avatars. Lanes without an avatar hold the default one.
class BatchState {
 public:
  // lanes: kBatchLanes or 1. rotation_place: as in BatchKernels; must outlive this.
  BatchState(const BatchTables& tables, std::size_t lanes, const std::uint8_t* rotation_place);

  // The rows for the kernels, and single values of them; valid until this is moved or destroyed.
  BatchGroup view() { return {lanes_, values_, local_, root_, set_.data()}; }
  float& value(std::size_t row, std::size_t lane) { return values_[row * lanes_ + lane]; }
  float value(std::size_t row, std::size_t lane) const { return values_[row * lanes_ + lane]; }
  // row: below kRotationRow.
  float& local(std::size_t node, std::size_t row, std::size_t lane) {
    return local_[(node * kNodeRows + row) * lanes_ + lane];
  }
  float local(std::size_t node, std::size_t row, std::size_t lane) const {
    return local_[(node * kNodeRows + row) * lanes_ + lane];
  }
  // x, y, z, w
  float* rotation(std::size_t node, std::size_t lane) const {
    return local_ + (node * kNodeRows + kRotationRow) * lanes_ + rotation_place_[lane] * 4u;
  }
  // Of mRoot: position 0-2, rotation 3-6 (x, y, z, w).
  float& root(std::size_t row, std::size_t lane) { return root_[row * lanes_ + lane]; }
  float root(std::size_t row, std::size_t lane) const { return root_[row * lanes_ + lane]; }
  // The lanes of a node that are set by a worn mesh or a pose.
  SetLanes& set(std::size_t node) { return set_[node]; }

  // Default sliders, nothing worn, at rest; nothing to evaluate, as there is no avatar.
  void reset(const BatchTables& tables, std::size_t lane);
  // All data of one avatar: its numbers and its bits.
  void copy_lane(std::size_t lane, const BatchState& from, std::size_t from_lane);
  // Its memory.
  std::size_t bytes() const { return memory_.size() * sizeof(float) + set_.capacity() * sizeof(SetLanes); }

  LaneBits shape_due = 0;  // lanes whose weights and local values must be recomputed
  LaneBits pose_due = 0;   // lanes whose palettes must be recomputed
  LaneBits placed = 0;     // lanes with a local value not from the sliders
  LaneBits by_hand = 0;    // lanes with a parameter set directly, after the sliders
  LaneBits exact = 0;      // lanes whose weights are given, not computed from sliders

 private:
  AlignedVector<float> memory_;  // all rows
  std::size_t lanes_;
  const std::uint8_t* rotation_place_;
  float *values_, *local_, *root_;
  std::vector<SetLanes> set_;
};

// A local value that does not come from the sliders.
struct Placed {
  std::uint32_t node;
  Vec3f value;
};

// Data of one avatar outside the rows.
struct BatchExtras {
  std::vector<Placed> worn_positions, worn_scales, posed_positions;
  bool rotated = false;  // some joint's rotation is set
  double pelvis_offset = 0.0;
  // Hand settings in use, ascending; their requests are in their rows.
  std::vector<std::uint32_t> by_hand;
  // Requests not covered by the pruned tables. If there are any, or weights were given, exact_values has the
  // value of every row; else both are empty.
  std::optional<SliderValues> requested;
  std::vector<float> exact_values;

  // Its memory.
  std::size_t bytes() const;
};

// The rigs that only this avatar wears.
struct BatchOutfit {
  std::vector<std::shared_ptr<const WornRig>> rigs;
  std::vector<std::size_t> first;  // of each rig, the first float of its palette
  AlignedVector<float> palettes;

  // Its memory, without the rigs.
  std::size_t bytes() const;
};

}  // namespace mannequin
