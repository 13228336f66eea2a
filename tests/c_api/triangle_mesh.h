// A mesh as passed in by a C host: a triangle bound to one joint, which may have a joint position.
#pragma once

#include "mannequin/c_api.h"

namespace mannequin::test {

// What `data` points to is in here, so that it cannot be copied.
struct TriangleMesh {
  explicit TriangleMesh(const char* joint = "mHead", float height = 0.2f)
      : names{joint}, places{0, 0, height} {
    data.vertex_count = 3;
    data.name = "triangle";
    data.positions = positions;
    data.normals = normals;
    data.joints = joints;
    data.weights = weights;
    data.indices = indices;
    data.index_count = 3;
    data.joint_count = 1;
    data.joint_names = names;
    data.inverse_binds = inverse_binds;
    data.joint_positions = places;
  }
  TriangleMesh(const TriangleMesh&) = delete;
  TriangleMesh& operator=(const TriangleMesh&) = delete;

  float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, normals[9] = {0, 0, 1, 0, 0, 1, 0, 0, 1};
  uint16_t joints[12] = {};
  float weights[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
  uint32_t indices[3] = {0, 1, 2};
  const char* names[1];
  float inverse_binds[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  float places[3];  // of the joint, relative to its parent, metres
  mannequin_mesh_data data = MANNEQUIN_INIT(mannequin_mesh_data);
};

}  // namespace mannequin::test
