#include "engine/avatar/worn_rig.h"

namespace mannequin {

Result<std::shared_ptr<const WornRig>> WornRig::build(const Skin& skin, const Skeleton& skeleton,
                                                      const Uuid& mesh_id, bool joint_positions) {
  if (!skin.desc().frames.empty())
    return fail(ErrorCode::bad_argument, "worn rig",
                "is of the system avatar, which does not follow joints only; use make_palette for it");
  std::shared_ptr<WornRig> made(new WornRig());
  for (std::size_t slot = 0; slot < skin.joint_count(); ++slot) {
    RigBind bind{skin.joints()[slot], {}};
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

}  // namespace mannequin
