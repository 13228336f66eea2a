// A base mesh of a few vertices, and hand-made rigs.
#pragma once

#include "engine/rig/fit.h"

namespace mannequin::test {

// A cube of side 2 about (0, 0, 10) as the group "joint-a", whose vertices are 0 to 7; vertices 8 to 11 apart
// from it.
inline BaseMesh small_base_mesh() {
  BaseMesh mesh;
  mesh.source = "small.obj";
  mesh.scale_factor = 0.1;
  for (int corner = 0; corner < 8; ++corner)
    mesh.positions.push_back(Vec3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 11 : 9));
  mesh.positions.insert(mesh.positions.end(), {Vec3(1, 2, 3), Vec3(4, 5, 6), Vec3(7, 8, 9), Vec3(0, 0, 20)});
  mesh.groups["joint-a"] = {0, 1, 2, 3, 4, 5, 6, 7};
  mesh.groups["JointCubes"] = {8};
  mesh.groups["joint-empty"] = {};
  return mesh;
}

inline BoneEnd end_at(const Vec3& position) {
  BoneEnd end;
  end.default_position = position;
  return end;
}
inline BoneEnd end_at(EndStrategy strategy, std::vector<int> vertices) {
  BoneEnd end;
  end.strategy = strategy;
  end.vertices = std::move(vertices);
  end.default_position = Vec3(-1, -2, -3);
  return end;
}
inline BoneEnd end_at_cube(std::string cube) {
  BoneEnd end = end_at(EndStrategy::cube, {});
  end.cube = std::move(cube);
  return end;
}

inline BoneDesc bone(std::string name, std::string parent, BoneEnd head, BoneEnd tail) {
  BoneDesc desc;
  desc.name = std::move(name);
  desc.parent = std::move(parent);
  desc.head = std::move(head);
  desc.tail = std::move(tail);
  return desc;
}

inline Rig rig_of(std::vector<BoneDesc> bones) {
  RigDesc desc;
  desc.source = "small.json";
  desc.bones = std::move(bones);
  return Rig::build(std::move(desc)).value();
}

}  // namespace mannequin::test
