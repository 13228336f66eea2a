// What grows on the head: weights as the skin below, and a mesh.
#pragma once

#include <functional>
#include <string>

#include "tools/body/sculpture.h"

namespace mannequin::body {

// As the skin has them. root: of each place, where on the skin that is.
std::vector<VertexWeights> weigh_as_skin(const Rig& rig, const Sculpture& sculpture,
                                         const std::function<Vec3(const Vec3&)>& root);

// In the bind pose, with every bone above its joints.
Bound feature_mesh(const Rig& rig, const Sculpture& sculpture, const std::vector<VertexWeights>& weights,
                   const std::string& name, const std::string& material, const Vec3f& color);

}  // namespace mannequin::body
