#include "engine/avatar/worn_rig.h"

namespace mannequin {

Result<std::shared_ptr<const WornRig>> WornRig::build(const Skin& skin, const Skeleton& skeleton,
                                                      const Uuid& mesh_id, bool joint_positions) {
  std::shared_ptr<WornRig> made(new WornRig());
  for (std::size_t slot = 0; slot < skin.joint_count(); ++slot) {
    const SlotFrame frame = skin.frame(slot);
    if (frame != SlotFrame::joint) made->other_slots_.push_back({static_cast<std::uint32_t>(slot), frame});
    // mRoot is not a joint of the skeleton; another joint stands in until the slot is written.
    RigBind bind{frame == SlotFrame::root ? 0 : skin.joints()[slot], {}};
    const Mat34 rows = to_mat34(skin.inverse_binds()[slot]);
    for (int k = 0; k < 12; ++k) bind.bind[k] = rows[k / 4][k % 4];
    made->binds_.push_back(bind);
  }
  if (joint_positions)
    made->offsets_ = find_offsets(skeleton, worn_offsets(skin.desc(), mesh_id));
  else
    made->offsets_.mesh_id = mesh_id;
  return std::shared_ptr<const WornRig>(std::move(made));
}

std::span<const RigBind> WornRig::binds() const { return binds_; }
std::span<const RigSlot> WornRig::other_slots() const { return other_slots_; }

}  // namespace mannequin
