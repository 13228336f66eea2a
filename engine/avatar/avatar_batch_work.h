// The implementation of AvatarBatch, in its own header so that hosts need not compile it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "engine/avatar/avatar_batch.h"
#include "engine/avatar/batch_kernels.h"
#include "engine/avatar/batch_state.h"
#include "engine/core/parallel.h"

namespace mannequin {

class AvatarBatch::Work {
 public:
  Work(std::shared_ptr<const BatchDefinition> definition, const BatchOptions& options);

  // See AvatarBatch.
  std::size_t size() const { return size_; }
  std::size_t add_avatar();
  void remove_avatar(std::size_t avatar);
  void set_sliders(std::size_t avatar, const SliderValues& sliders);
  void set_sliders(std::size_t avatar, std::span<const double> requested);
  void set_slider(std::size_t avatar, int parameter, double weight);
  void set_weights(std::size_t avatar, const ParameterWeights& weights);
  void set_offsets(std::size_t avatar, const JointOffsets& offsets);
  void set_pose(std::size_t avatar, const Pose& pose);
  void set_pose(std::size_t avatar, const PoseArrays& pose);
  Status wear(std::size_t avatar, std::shared_ptr<const WornRig> rig);
  bool take_off(std::size_t avatar, const WornRig& rig);
  Status set_outfit(std::size_t avatar, std::vector<std::shared_ptr<const WornRig>> rigs,
                    const JointOffsets* offsets);
  std::span<const std::shared_ptr<const WornRig>> worn(std::size_t avatar) const;
  void evaluate(bool poses);
  void invalidate();
  void invalidate_palettes();
  std::span<const Mat34> palettes(std::size_t skin) const;
  std::span<const Mat34> worn_palette(std::size_t avatar, std::size_t place) const;
  std::span<const Mat34> world_matrices(std::size_t avatar) const;
  void copy_joints(std::size_t avatar, std::span<JointTransform> out) const;
  Vec3f local_position(std::size_t avatar, JointIndex joint) const;
  Vec3f local_scale(std::size_t avatar, JointIndex joint) const;
  BodySize body_size(std::size_t avatar) const;
  double root_above_ground(std::size_t avatar) const;
  const BatchDefinition& definition() const { return *definition_; }
  std::size_t bytes() const;

 private:
  BatchState& group(std::size_t avatar) { return groups_[avatar / lanes_]; }
  const BatchState& group(std::size_t avatar) const { return groups_[avatar / lanes_]; }
  std::size_t lane_of(std::size_t avatar) const { return avatar % lanes_; }
  std::size_t groups_for(std::size_t avatars) const { return (avatars + lanes_ - 1) / lanes_; }
  void reserve(std::size_t avatars);
  void place(std::size_t avatar);
  void write_placed(std::size_t avatar);
  void request_exactly(std::size_t avatar, SliderValues requested);
  void forget_exact(std::size_t avatar);
  void forget_by_hand(std::size_t avatar);
  void set_by_hand(std::size_t avatar, std::uint32_t setting, double weight);
  void weigh_by_hand(std::size_t avatar);
  SliderValues requests(std::size_t avatar) const;
  void bind_outfit(std::size_t avatar);
  void bind_other_slot(std::size_t avatar, RigBind bind, SlotFrame frame, float* out) const;
  void place_root(std::size_t avatar, const Vec3& position, const Quat& rotation);
  template <typename RotationOf>
  void rotate(std::size_t avatar, bool any, const RotationOf& rotation_of);
  template <typename PositionOf>
  void move(std::size_t avatar, bool any, const PositionOf& position_of);
  void evaluate_group(std::size_t group, bool poses, std::size_t piece);
  void evaluate_shape(std::size_t group);
  void evaluate_pose(std::size_t group, std::size_t piece);
  void copy_exact(BatchState& state, std::size_t first_avatar);

  std::shared_ptr<const BatchDefinition> definition_;
  const BatchTables& tables_;  // of the definition
  const BatchKernels* kernels_;
  std::size_t lanes_;
  std::size_t group_from_;  // from this many changed lanes on, evaluating the whole group is cheaper
  std::size_t size_ = 0;
  std::vector<BatchState> groups_;
  std::vector<BatchExtras> extras_;             // per avatar
  std::vector<BatchOutfit> outfits_;            // per avatar
  std::vector<AlignedVector<float>> palettes_;  // per skin, for all lanes of all groups
  std::vector<std::uint32_t> all_steps_;
  std::vector<std::uint32_t> once_placed_;          // nodes, for place()
  std::vector<const FoundOffsets*> found_offsets_;  // for set_outfit()
  JointOffsets offsets_;
  Parallel parallel_;
  std::vector<AlignedVector<float>> scratch_;        // per work item
  std::vector<std::vector<PaletteTarget>> targets_;  // per work item, by skin
};

}  // namespace mannequin
