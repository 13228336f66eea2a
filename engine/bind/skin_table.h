// Converts between a mesh's skin and the weight table used for editing.
#pragma once

#include <map>
#include <span>

#include "engine/bind/surface.h"
#include "engine/bind/weight_table.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// A mesh's weights, by surface vertex; where several mesh vertices share one, the first one's. If the skin
// names a joint twice, its weights are added up.
WeightTable weights_of_skin(const SkinDesc& skin, const WeldedSurface& welded);

// How a joint is bound: by a mesh's own skin, or at rest in bind space.
struct JointBind {
  Mat4 inverse_bind{1.0};        // joint from bind space
  std::optional<Vec3> position;  // as SkinDesc::joint_positions
};
// From a file's own skin, by joint name.
std::map<std::string, JointBind> joint_binds(const SkinDesc& skin);
// From the avatar's joints at rest, by name.
std::map<std::string, JointBind> joint_binds(const Skeleton& skeleton);

// The skin with its weights replaced by the table's. The bind shape stays. Each group becomes a joint, bound
// as in the first of `binds` that has it; a joint in none of them is bound at the origin of bind space. Keeps
// all groups, empty or not. `skin` may be that of an unrigged mesh.
SkinDesc skin_of_weights(const WeightTable& table, const WeldedSurface& welded, const SkinDesc& skin,
                         std::span<const std::map<std::string, JointBind>* const> binds);

}  // namespace mannequin
