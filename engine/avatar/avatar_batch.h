// Thousands of avatars: sliders, worn meshes and poses to palettes, 16 avatars side by side, in single
// precision. evaluate_avatar() and make_palette() define the same in double precision, one avatar at a time;
// tests compare the two.
//
// A result is a function of the avatar's own inputs: bit-identical whether one slider was moved or
// everything was re-evaluated, regardless of its neighbours. A batch belongs to one thread at a time;
// batches on different threads may share one BatchDefinition.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "engine/appearance/weights.h"
#include "engine/avatar/batch_definition.h"
#include "engine/avatar/worn_rig.h"
#include "engine/core/cpu_target.h"
#include "engine/skeleton/body_size.h"
#include "engine/skeleton/joint_offsets.h"
#include "engine/skeleton/pose.h"
#include "engine/skeleton/solve.h"

namespace mannequin {

// How a batch works; the bits of results depend only on `target`.
struct BatchOptions {
  CpuTarget target = best_cpu_target();
  unsigned threads = 1;      // maximum for evaluate(), including the caller's; 0: all
  std::size_t capacity = 0;  // avatars to reserve memory for; more can be added
  // Avatars side by side: kBatchLanes for many, or 1 for a few that change singly. Same bits in both cases.
  std::size_t lanes = kBatchLanes;
};

// Owns inputs and palettes of its avatars. One thread at a time.
class AvatarBatch {
 public:
  // Fails (bad_argument) for an unsupported target, or an invalid number of lanes.
  static Result<AvatarBatch> create(std::shared_ptr<const BatchDefinition> definition,
                                    BatchOptions options = {});
  // Builds its own definition: the character must outlive the batch. Also fails as BatchDefinition::build.
  static Result<AvatarBatch> create(const Character& character, std::span<const Skin* const> skins,
                                    BatchOptions options = {});
  // Avatars that share no worn mesh; each wears its own: see wear().
  static Result<AvatarBatch> create(const Character& character, BatchOptions options = {});

  AvatarBatch(AvatarBatch&&) noexcept;
  AvatarBatch& operator=(AvatarBatch&&) noexcept;
  ~AvatarBatch();

  // Avatars are numbered from 0 without gaps. A new one has the default shape, wears nothing, and is at rest.
  std::size_t size() const;
  // Returns its number. Invalidates palettes from palettes().
  std::size_t add_avatar();
  // The last avatar takes the number of the one removed.
  void remove_avatar(std::size_t avatar);

  // Inputs. Setting the same kind of input again does not allocate, except for NaN weights. Missing
  // parameters have their default; parameters that are not transmitted (groups 1 and 2, which drivers and
  // avatar physics set) keep the weight given here, whatever their drivers say.
  void set_sliders(std::size_t avatar, const SliderValues& sliders);
  // The same, by parameter index of the appearance (Appearance::size() numbers): ignores parameters that are
  // not transmitted; NaN means the default.
  void set_sliders(std::size_t avatar, std::span<const double> requested);
  // One parameter, the others unchanged: recomputes only what this one affects.
  void set_slider(std::size_t avatar, int parameter, double weight);
  // Weights instead of sliders, as from evaluate_weights() or ShapeTransition for the same appearance; not
  // clamped. They hold until sliders are set; set_slider() continues from them, clamped.
  void set_weights(std::size_t avatar, const ParameterWeights& weights);
  // From resolve_offsets() for the same skeleton; replaces the previous ones.
  void set_offsets(std::size_t avatar, const JointOffsets& offsets);
  // As for evaluate_avatar(); replaces the previous one.
  void set_pose(std::size_t avatar, const Pose& pose);
  // The same from arrays.
  void set_pose(std::size_t avatar, const PoseArrays& pose);

  // Adds a rig that only this avatar wears: its palette, and its joint positions instead of those of
  // set_offsets(). At run time, any number of rigs; other avatars' data neither changes nor moves.
  // Fails (bad_argument) if a joint of the rig is not among the definition's world_joints().
  Result<void> wear(std::size_t avatar, std::shared_ptr<const WornRig> rig);
  // Removes the first one if it is worn several times; later ones move up. False if it is not worn.
  bool take_off(std::size_t avatar, const WornRig& rig);
  // Replaces everything it wears at once. offsets: used instead of the rigs' own; null: the rigs'. Fails like
  // wear(); on failure, or if memory runs out, nothing changes.
  Result<void> set_outfit(std::size_t avatar, std::vector<std::shared_ptr<const WornRig>> rigs,
                          const JointOffsets* offsets = nullptr);
  // In the order of wearing. Valid until the avatar's outfit changes.
  std::span<const std::shared_ptr<const WornRig>> worn(std::size_t avatar) const;

  // Updates everything that changed since the last call. Allocates nothing on one thread.
  void evaluate();
  // Only the first half: from sliders to local positions and scales.
  void evaluate_shapes();
  // Marks all avatars as changed, or only their palettes, as if their inputs had been set again.
  void invalidate();
  void invalidate_palettes();

  // size() palettes of one skin (by its index in the definition), avatar by avatar, as for SkinJob:
  // per avatar one matrix per skin joint and last the identity. From the last evaluate(); valid until avatars
  // are added.
  std::span<const Mat34> palettes(std::size_t skin) const;

  // The palette of one avatar for the rig at an index of worn(), as for SkinJob. From the last evaluate(),
  // meaningless before it; valid until the avatar's outfit changes.
  std::span<const Mat34> worn_palette(std::size_t avatar, std::size_t place) const;
  // World from joint, with the joint's own scale, by place in the definition's world_joints(): for rigid
  // attachments, name tags, cameras. From the last evaluate(); valid until avatars are added.
  std::span<const Mat34> world_matrices(std::size_t avatar) const;

  // All joints of one avatar as evaluate_avatar() returns them, in single precision: the input of its
  // motions, of constraints of clips, of physics and of boxes. Local positions and scales from the last
  // evaluate() or evaluate_shapes(), rotations and mRoot as last set. Joints that no skin uses, and that are
  // not among the definition's world_joints(), are at rest. out: one per joint of the skeleton. Allocates
  // nothing.
  void copy_joints(std::size_t avatar, std::span<JointTransform> out) const;

  // From the last evaluate() or evaluate_shapes(). joint: one that a skin or the body size uses, else its
  // rest transform.
  Vec3f local_position(std::size_t avatar, JointIndex joint) const;
  Vec3f local_scale(std::size_t avatar, JointIndex joint) const;
  // Metres; from the last evaluation, before the pose.
  BodySize body_size(std::size_t avatar) const;
  double root_above_ground(std::size_t avatar) const;  // as AvatarState's

  // The one it was created with; valid as long as the batch.
  const BatchDefinition& definition() const;
  std::size_t bytes() const;  // memory of this batch, without the definition

 private:
  class Work;
  explicit AvatarBatch(std::unique_ptr<Work> work);

  std::unique_ptr<Work> work_;
};

}  // namespace mannequin
