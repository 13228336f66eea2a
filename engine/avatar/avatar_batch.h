// Avatars by the thousand: sliders, worn meshes and poses to palettes, 16 avatars side by side, in single
// precision. evaluate_avatar() and make_palette() state the same in double precision, one avatar at a time;
// tests compare the two.
//
// A result is a function of the avatar's own inputs: the same to the last bit whether one slider was moved or
// everything was evaluated anew, whatever its neighbours are. A batch belongs to one thread at a time;
// batches on different threads may share one BatchDefinition.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "engine/appearance/weights.h"
#include "engine/avatar/batch_definition.h"
#include "engine/avatar/batch_kernels.h"
#include "engine/avatar/batch_state.h"
#include "engine/core/cpu_target.h"
#include "engine/core/parallel.h"
#include "engine/skeleton/body_size.h"
#include "engine/skeleton/joint_offsets.h"
#include "engine/skeleton/pose.h"

namespace mannequin {

// How a batch works; the results' bits depend on `target` alone.
struct BatchOptions {
  CpuTarget target = best_cpu_target();
  unsigned threads = 1;      // that evaluate() uses at most, the caller's among them; 0: all
  std::size_t capacity = 0;  // avatars to make room for at once; more may come
  // Kept side by side: kBatchLanes for many, or 1 for a few that change one at a time. The bits are the same.
  std::size_t lanes = kBatchLanes;
};

// Owns inputs and palettes of its avatars. One thread at a time.
class AvatarBatch {
 public:
  // Fails (bad_argument) for a target this processor has not, or another number of lanes.
  static Result<AvatarBatch> create(std::shared_ptr<const BatchDefinition> definition,
                                    BatchOptions options = {});
  // With a definition of its own: the character must live as long. Fails as BatchDefinition::build does too.
  static Result<AvatarBatch> create(const Character& character, std::span<const Skin* const> skins,
                                    BatchOptions options = {});

  // Avatars are numbered from 0 without gaps. A new one has the default shape, wears nothing, and rests.
  std::size_t size() const { return size_; }
  // Returns its number. Palettes that palettes() gave before are no longer valid.
  std::size_t add_avatar();
  // The last avatar takes the number of the one removed.
  void remove_avatar(std::size_t avatar);

  // Inputs; memory may be allocated. A parameter that is not named takes its default.
  void set_sliders(std::size_t avatar, const SliderValues& sliders);
  // The same, by parameter index of the appearance (Appearance::size() numbers): parameters that no
  // appearance message carries are left alone, and what is not a number takes its default.
  void set_sliders(std::size_t avatar, std::span<const double> requested);
  // One slider, the others as they are: makes anew only what this one touches.
  void set_slider(std::size_t avatar, int parameter, double weight);
  // As resolve_offsets() made them for the same skeleton; replaces those set before.
  void set_offsets(std::size_t avatar, const JointOffsets& offsets);
  // As evaluate_avatar() takes it; replaces the one set before.
  void set_pose(std::size_t avatar, const Pose& pose);

  // Everything that changed since the last call. Allocates nothing on one thread.
  void evaluate();
  // Only the first half, sliders to local positions and scales.
  void evaluate_shapes();
  // Marks all avatars as changed, or only their palettes, as if inputs had been set again.
  void invalidate();
  void invalidate_palettes();

  // size() palettes of one skin (by its place in the definition), avatar by avatar, as SkinJob takes them:
  // per avatar one matrix per skin joint and last the identity. Of the last evaluate(); stays until avatars
  // are added.
  std::span<const Mat34> palettes(std::size_t skin) const;

  // Of the last evaluate() or evaluate_shapes(). joint: one that a skin or the body size reaches, else the
  // rest's.
  Vec3f local_position(std::size_t avatar, JointIndex joint) const;
  Vec3f local_scale(std::size_t avatar, JointIndex joint) const;
  // Metres; as of the last evaluation, before the pose.
  BodySize body_size(std::size_t avatar) const;
  double root_above_ground(std::size_t avatar) const;  // as AvatarState's

  // The one it was created with; lives as long as the batch.
  const BatchDefinition& definition() const { return *definition_; }
  std::size_t bytes() const;  // held by this batch, the definition not counted

 private:
  AvatarBatch(std::shared_ptr<const BatchDefinition> definition, const BatchOptions& options);

  BatchState& group(std::size_t avatar) { return groups_[avatar / lanes_]; }
  const BatchState& group(std::size_t avatar) const { return groups_[avatar / lanes_]; }
  std::size_t lane_of(std::size_t avatar) const { return avatar % lanes_; }
  std::size_t groups_for(std::size_t avatars) const { return (avatars + lanes_ - 1) / lanes_; }
  void reserve(std::size_t avatars);
  void place(std::size_t avatar);
  void write_placed(std::size_t avatar);
  void ask_exactly(std::size_t avatar, SliderValues requested);
  void forget_exact(std::size_t avatar);
  SliderValues requests(std::size_t avatar) const;
  void evaluate(bool poses);
  void evaluate_group(std::size_t group, bool poses, float* scratch);
  void evaluate_shape(std::size_t group);
  void evaluate_pose(std::size_t group, float* scratch);
  void copy_exact(BatchState& state, std::size_t first_avatar);

  std::shared_ptr<const BatchDefinition> definition_;
  const BatchKernels* kernels_;
  std::size_t lanes_;
  std::size_t group_from_;  // so many lanes of a group changed are cheaper made with the whole group
  std::size_t size_ = 0;
  std::vector<BatchState> groups_;
  std::vector<BatchExtras> extras_;             // per avatar
  std::vector<AlignedVector<float>> palettes_;  // per skin, for all lanes of all groups
  std::vector<std::uint32_t> all_steps_;
  std::vector<std::uint32_t> once_placed_;  // nodes, for place()
  Parallel parallel_;
  std::vector<AlignedVector<float>> scratch_;  // per piece of work
};

}  // namespace mannequin
