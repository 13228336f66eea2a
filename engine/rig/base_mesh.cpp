#include "engine/rig/base_mesh.h"

namespace mannequin {

std::map<std::string, Vec3> joint_cubes(const BaseMesh& mesh) {
  std::map<std::string, Vec3> cubes;
  for (const auto& [name, vertices] : mesh.groups) {
    if (name.find("joint") == std::string::npos || vertices.empty()) continue;
    Vec3 sum(0.0);
    for (const std::uint32_t v : vertices) sum += mesh.positions[v];
    cubes[name] = sum / static_cast<double>(vertices.size());
  }
  return cubes;
}

}  // namespace mannequin
