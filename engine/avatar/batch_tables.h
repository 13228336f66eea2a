// The tables of a BatchDefinition for its kernels: the joints that the worn skins use, in solving order,
// their parameters, and the destinations of their matrices.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/appearance/character.h"
#include "engine/appearance/pruned_appearance.h"
#include "engine/avatar/batch_definition.h"
#include "engine/core/span_of.h"
#include "engine/mesh/skin.h"

namespace mannequin {

// One joint to solve. Depth first, to keep few at a time.
struct PoseNode {
  JointIndex joint;
  std::uint32_t parent_slot;  // where the parent is kept; slot 0 initially holds mRoot
  std::uint32_t own_slot;     // where this one is kept for its children; kNoRow: it has none
  std::uint32_t output_begin, output_end;
  bool unrotated_at_rest;              // the rest rotation is the identity
  bool shaped_position, shaped_scale;  // changed by some slider
  float rest[10];                      // local position 0-2, scale 3-5, rotation 6-9 (x, y, z, w)
};

// Scratch: rows per slot (scaled matrix 9, position 3, rotation 4).
inline constexpr std::size_t kSlotRows = 16;
inline constexpr std::uint32_t kNodeRows = 10, kScaleRow = 3, kRotationRow = 6;

// Of an avatar alone, this many joints are solved side by side; scratch: floats for all of them, six fields
// of four numbers each (rotation, position, three columns, diagonal of the children's matrix).
inline constexpr std::size_t kAloneWidth = 4, kAloneFloats = 6 * 4 * kAloneWidth;

// Joints that do not depend on each other; where there are fewer, the last is repeated.
struct AloneStep {
  std::uint32_t local[kAloneWidth];  // first row of its local values
  std::uint32_t above[kAloneWidth];  // its parent, or mRoot, in the scratch memory
};

// Shape rows again, grouped by the number of entries, so that loop ends are predictable. Row
// k's entries begin at k * count.
struct ShapeRun {
  // The destination and initial value of one sum.
  struct Row {
    std::uint32_t to;  // row of the local values
    float start;
  };
  std::uint32_t count = 0;  // entries per row
  std::vector<Row> rows;
  std::vector<ShapeEntry> entries;
};

// The same by vector, a node's position or scale, for one avatar: vectors grouped by the number of
// effects. Vector k's effects begin at k * count, ascending by parameter. The fourth float of each is 0: it
// is computed alongside, and an index in its place would be a subnormal number, which takes Intel's
// processors 50 times as long.
struct VectorRun {
  // The destination and initial value of one vector.
  struct Start {
    float at[4];
    std::uint32_t to;  // first of three rows of the local values
  };
  // The contribution of one value.
  struct Effect {
    float delta[4];
    std::uint32_t value;  // row
  };
  std::uint32_t count = 0;
  std::vector<Start> starts;
  std::vector<Effect> effects;
};

// One matrix of one palette: world_from_joint * joint_from_bind.
struct PaletteOutput {
  std::uint32_t node;
  std::uint32_t skin;
  std::uint32_t slot;
  bool translated_only;  // joint_from_bind has neither rotation nor scale
  float bind[12];        // three rows of four
};

// Several of one palette for an avatar alone; where there are fewer, the last is repeated.
struct AloneOutputs {
  std::uint32_t skin;
  std::uint32_t solved[kAloneWidth];  // its joint in the scratch memory
  std::uint32_t to[kAloneWidth];      // first float of its matrix in the palette
  float bind[3][4 * kAloneWidth];     // by row, then by matrix
};

// Immutable. Views are valid as long as the tables; the character must outlive them.
class BatchTables {
 public:
  // As BatchDefinition::build.
  static Result<std::unique_ptr<const BatchTables>> build(const Character& character,
                                                          std::span<const Skin* const> skins,
                                                          std::span<const JointIndex> world_joints);

  const Character& character() const { return character_; }
  const PrunedAppearance& pruned() const { return pruned_; }
  std::span<const PoseNode> nodes() const { return span_of(nodes_); }
  std::span<const PaletteOutput> outputs() const { return span_of(outputs_); }  // by node
  // The same for one avatar alone: the joints, and the matrices by kind: translated only, and the others.
  std::span<const AloneStep> alone_steps() const { return span_of(alone_steps_); }
  std::span<const AloneOutputs> translated_outputs() const { return span_of(translated_); }
  std::span<const AloneOutputs> general_outputs() const { return span_of(general_); }
  // All slider effects on the nodes, for a group of avatars.
  std::span<const ShapeRun> shape_runs() const { return span_of(shape_runs_); }
  // Only the rows that a slider affects, by slider of pruned().
  std::span<const ShapeRun> touched(std::uint32_t slider) const { return touched_[slider]; }
  // Only the rows that a parameter set directly affects, by hand setting of pruned().
  std::span<const ShapeRun> touched_by_hand(std::uint32_t setting) const { return touched_by_hand_[setting]; }
  // For one avatar alone.
  std::span<const VectorRun> vector_runs() const { return span_of(vector_runs_); }
  // Per skin; last, if there are world matrices, their number plus one for an identity.
  std::span<const std::size_t> palette_sizes() const { return span_of(palette_sizes_); }
  std::span<const JointIndex> world_joints() const { return span_of(world_joints_); }
  // By joint, its place among world_joints(); kNoRow if it is not among them.
  const std::uint32_t* world_slots() const { return world_slots_.data(); }
  std::uint32_t world_slot(JointIndex joint) const {
    return joint == kNoJoint ? kNoRow : world_slots_[static_cast<std::size_t>(joint)];
  }
  // Floats of scratch memory for solving.
  std::size_t scratch_floats() const;
  // Index among the nodes; kNoRow for an unused joint.
  std::uint32_t node(JointIndex joint) const { return node_of_[static_cast<std::size_t>(joint)]; }

 private:
  BatchTables(const Character& character, PrunedAppearance pruned)
      : character_(character), pruned_(std::move(pruned)) {}

  const Character& character_;
  PrunedAppearance pruned_;
  std::vector<PoseNode> nodes_;
  std::vector<PaletteOutput> outputs_;
  std::vector<AloneStep> alone_steps_;
  std::vector<AloneOutputs> translated_, general_;
  std::vector<ShapeRun> shape_runs_;
  std::vector<std::vector<ShapeRun>> touched_, touched_by_hand_;
  std::vector<VectorRun> vector_runs_;
  std::vector<std::size_t> palette_sizes_;
  std::vector<std::uint32_t> node_of_;
  std::vector<JointIndex> world_joints_;
  std::vector<std::uint32_t> world_slots_;
  std::uint32_t slots_ = 0;  // joints kept at a time, including mRoot
};

}  // namespace mannequin
