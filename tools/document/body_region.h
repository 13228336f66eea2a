// Describes in words where a vertex is on the body.
#pragma once

#include <cstdint>
#include <string>

#include "engine/mesh/skin.h"

namespace mannequin::document {

// "left armpit", "right thigh, front", from the joints that the vertex follows and its normal in the bind
// pose (any length). "body" if its joints have no plain names. In English: shown is tr_sentence() of it.
std::string body_region(const Skeleton& skeleton, const Skin& skin, std::uint32_t vertex, const Vec3& normal);

}  // namespace mannequin::document
