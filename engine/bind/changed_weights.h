// Writes the weights of a few vertices back to a skin.
#pragma once

#include <map>
#include <span>
#include <string>

#include "engine/bind/skin_table.h"

namespace mannequin {

// Replaces the weights of the mesh vertices at these surface vertices (ascending) by the table's, and keeps
// all others as they are. Groups that have weight there and are no joints of the skin yet become joints after
// the existing ones, bound as in `binds`; one that is not there is bound at the origin of bind space. `skin`:
// of the mesh that `welded` was made from.
void change_weights(SkinDesc& skin, const WeldedSurface& welded, const WeightTable& table,
                    std::span<const std::uint32_t> changed, const std::map<std::string, JointBind>& binds);

}  // namespace mannequin
