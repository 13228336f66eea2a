// Left and right among the names of joints.
#pragma once

#include <string>

namespace mannequin {

// The name of the joint on the other side: "mElbowLeft" of "mElbowRight", "L_HAND" of "R_HAND"; itself where
// it has none.
std::string mirrored_name(const std::string& name);

}  // namespace mannequin
