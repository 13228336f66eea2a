// A small figure of boxes for the window's tests: one box per limb, bound to the rest pose.
#pragma once

#include <filesystem>

#include "engine/appearance/character.h"
#include "engine/io/bound_mesh.h"
#include "tests/builtin_character.h"

namespace mannequin::test {

// Boxes on pelvis, belly (a volume), chest, head, upper arms and legs. joint_positions: mChest 5 cm off its
// place.
BoundMeshDesc box_figure(const Skeleton& skeleton, bool joint_positions = false);

// One box bound to one joint, whose place in the file is `moved` from its default.
BoundMeshDesc box_on(const Skeleton& skeleton, const char* joint, const Vec3& moved);

// A box in place of the belly, this many metres larger on all sides: this share of it follows the volume, the
// rest its bone.
BoundMeshDesc belly_box(const Skeleton& skeleton, float share, float larger);

// A box around the origin without weights, longest along X: 4 x 3 x 2 decimetres.
BoundMeshDesc rigid_box();

// The same with every triangle divided into four, `times` times.
BoundMeshDesc divided(BoundMeshDesc desc, int times);

// The figure as a .glb; returns `path`.
std::filesystem::path write_box_figure(const Skeleton& skeleton, const std::filesystem::path& path);

}  // namespace mannequin::test
