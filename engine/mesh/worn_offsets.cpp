#include "engine/mesh/skin.h"

namespace mannequin {

WornOffsets worn_offsets(const SkinDesc& skin, const Uuid& mesh_id) {
  WornOffsets worn;
  worn.mesh_id = mesh_id;
  // The viewer ignores a list whose length differs from the joint names.
  if (skin.joint_positions.size() != skin.joint_names.size()) return worn;
  worn.lock_scale = skin.lock_scale;
  worn.pelvis_offset = skin.pelvis_offset;
  for (std::size_t j = 0; j < skin.joint_names.size(); ++j)
    if (skin.joint_positions[j]) worn.joints.push_back({skin.joint_names[j], *skin.joint_positions[j]});
  return worn;
}

}  // namespace mannequin
