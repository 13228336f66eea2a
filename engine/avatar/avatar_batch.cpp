#include "engine/avatar/avatar_batch.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/avatar/avatar_batch_work.h"

namespace mannequin {

Result<AvatarBatch> AvatarBatch::create(std::shared_ptr<const BatchDefinition> definition,
                                        BatchOptions options) {
  const std::vector<CpuTarget> targets = available_cpu_targets();
  if (std::find(targets.begin(), targets.end(), options.target) == targets.end())
    return fail(ErrorCode::bad_argument, "avatar batch",
                fmt::format("requires {} instructions, which this processor or build does not support; the "
                            "best available target is {}",
                            name(options.target), name(targets.back())));
  if (options.lanes != kBatchLanes && options.lanes != 1)
    return fail(ErrorCode::bad_argument, "avatar batch",
                fmt::format("has {} lanes; use {} or 1", options.lanes, kBatchLanes));
  return AvatarBatch(std::make_unique<Work>(std::move(definition), options));
}

Result<AvatarBatch> AvatarBatch::create(const Character& character, std::span<const Skin* const> skins,
                                        BatchOptions options) {
  auto definition = BatchDefinition::build(character, skins);
  if (!definition) return error_of(std::move(definition));
  return create(std::move(*definition), options);
}

Result<AvatarBatch> AvatarBatch::create(const Character& character, BatchOptions options) {
  auto definition = BatchDefinition::build(character, {}, all_joints(character.skeleton));
  if (!definition) return error_of(std::move(definition));
  return create(std::move(*definition), options);
}

AvatarBatch::AvatarBatch(std::unique_ptr<Work> work) : work_(std::move(work)) {}
AvatarBatch::AvatarBatch(AvatarBatch&&) noexcept = default;
AvatarBatch& AvatarBatch::operator=(AvatarBatch&&) noexcept = default;
AvatarBatch::~AvatarBatch() = default;

std::size_t AvatarBatch::size() const { return work_->size(); }
std::size_t AvatarBatch::add_avatar() { return work_->add_avatar(); }
void AvatarBatch::remove_avatar(std::size_t avatar) { work_->remove_avatar(avatar); }
void AvatarBatch::set_sliders(std::size_t avatar, const SliderValues& sliders) {
  work_->set_sliders(avatar, sliders);
}
void AvatarBatch::set_sliders(std::size_t avatar, std::span<const double> requested) {
  work_->set_sliders(avatar, requested);
}
void AvatarBatch::set_slider(std::size_t avatar, int parameter, double weight) {
  work_->set_slider(avatar, parameter, weight);
}
void AvatarBatch::set_weights(std::size_t avatar, const ParameterWeights& weights) {
  work_->set_weights(avatar, weights);
}
void AvatarBatch::set_offsets(std::size_t avatar, const JointOffsets& offsets) {
  work_->set_offsets(avatar, offsets);
}
void AvatarBatch::set_pose(std::size_t avatar, const Pose& pose) { work_->set_pose(avatar, pose); }
void AvatarBatch::set_pose(std::size_t avatar, const PoseArrays& pose) { work_->set_pose(avatar, pose); }
Result<void> AvatarBatch::wear(std::size_t avatar, std::shared_ptr<const WornRig> rig) {
  return work_->wear(avatar, std::move(rig));
}
bool AvatarBatch::take_off(std::size_t avatar, const WornRig& rig) { return work_->take_off(avatar, rig); }
Result<void> AvatarBatch::set_outfit(std::size_t avatar, std::vector<std::shared_ptr<const WornRig>> rigs,
                                     const JointOffsets* offsets) {
  return work_->set_outfit(avatar, std::move(rigs), offsets);
}
std::span<const std::shared_ptr<const WornRig>> AvatarBatch::worn(std::size_t avatar) const {
  return work_->worn(avatar);
}
void AvatarBatch::evaluate() { work_->evaluate(true); }
void AvatarBatch::evaluate_shapes() { work_->evaluate(false); }
void AvatarBatch::invalidate() { work_->invalidate(); }
void AvatarBatch::invalidate_palettes() { work_->invalidate_palettes(); }
std::span<const Mat34> AvatarBatch::palettes(std::size_t skin) const { return work_->palettes(skin); }
std::span<const Mat34> AvatarBatch::worn_palette(std::size_t avatar, std::size_t place) const {
  return work_->worn_palette(avatar, place);
}
std::span<const Mat34> AvatarBatch::world_matrices(std::size_t avatar) const {
  return work_->world_matrices(avatar);
}
void AvatarBatch::copy_joints(std::size_t avatar, std::span<JointTransform> out) const {
  work_->copy_joints(avatar, out);
}
Vec3f AvatarBatch::local_position(std::size_t avatar, JointIndex joint) const {
  return work_->local_position(avatar, joint);
}
Vec3f AvatarBatch::local_scale(std::size_t avatar, JointIndex joint) const {
  return work_->local_scale(avatar, joint);
}
BodySize AvatarBatch::body_size(std::size_t avatar) const { return work_->body_size(avatar); }
double AvatarBatch::root_above_ground(std::size_t avatar) const { return work_->root_above_ground(avatar); }
const BatchDefinition& AvatarBatch::definition() const { return work_->definition(); }
std::size_t AvatarBatch::bytes() const { return work_->bytes(); }

}  // namespace mannequin
