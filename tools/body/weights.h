// Which joints and volumes carry the body's skin, and how much of each vertex.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tools/body/rig.h"
#include "tools/body/surface.h"

namespace mannequin::body {

// The joints of the skin, at most 110, and of the eyes. Where a volume does all that its bone does, the bone
// is left out.
const std::vector<std::string>& skin_joints();

// A number per joint of skin_joints().
using WeightRow = std::vector<double>;

// By place alone, sums to 1, any number of joints. Mirror places get mirrored rows.
WeightRow weights_at(const Rig& rig, const Vec3& p);

// Of each joint of skin_joints() the one on the other side of the body, itself for those in the middle.
const std::vector<std::size_t>& mirrored_joints();

struct VertexWeights {
  std::array<std::uint16_t, 4> joint{};  // into skin_joints()
  std::array<double, 4> weight{};        // descending, sum 1; unused: 0
};

// The same on the other side of the body.
VertexWeights mirrored(VertexWeights weights);

// Cut down to the four greatest, without a jump where another joint comes in.
VertexWeights strongest(const WeightRow& row);

// weights_at, evened out along the surface, cut down to the four greatest. twin: each vertex' mirror image.
std::vector<VertexWeights> weigh(const Rig& rig, const std::vector<Vec3>& positions,
                                 const std::vector<Triangle>& triangles,
                                 const std::vector<std::uint32_t>& twin);

}  // namespace mannequin::body
