// Between the skin of a mesh and the table that weights are worked on in.
#pragma once

#include <map>
#include <span>

#include "engine/bind/surface.h"
#include "engine/bind/weight_table.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// The weights that a mesh has, by surface vertex; of several mesh vertices the first one's. Weights of one
// joint that is named twice are added up.
WeightTable weights_of_skin(const SkinDesc& skin, const WeldedSurface& welded);

// How a joint is bound: by a mesh's own skin, or as the skeleton stands in bind space.
struct JointBind {
  Mat4 inverse_bind{1.0};        // joint from bind space
  std::optional<Vec3> position;  // as SkinDesc::joint_positions
};
// Of a file's own skin, by joint name.
std::map<std::string, JointBind> joint_binds(const SkinDesc& skin);
// Of the avatar's joints at rest, by name.
std::map<std::string, JointBind> joint_binds(const Skeleton& skeleton);

// The skin with the table's weights in place of its own. The bind shape stays. Each group becomes a joint,
// bound as in the first of `binds` that has it; a joint that none of them has is bound where bind space
// begins. All groups are kept, empty or not. `skin` may be that of an unrigged mesh.
SkinDesc skin_of_weights(const WeightTable& table, const WeldedSurface& welded, const SkinDesc& skin,
                         std::span<const std::map<std::string, JointBind>* const> binds);

}  // namespace mannequin
