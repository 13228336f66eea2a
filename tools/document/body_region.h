// Where on the body a vertex is, in words.
#pragma once

#include <cstdint>
#include <string>

#include "engine/mesh/skin.h"

namespace mannequin::document {

// "left armpit", "right thigh, front", from the joints that the vertex follows and the way it faces in the
// bind pose (any length). "body" where its joints have no plain names.
std::string body_region(const Skeleton& skeleton, const Skin& skin, std::uint32_t vertex, const Vec3& normal);

}  // namespace mannequin::document
