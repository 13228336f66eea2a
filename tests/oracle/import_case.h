// Compares a bound mesh with the viewer's import of it, as recorded in ../shared/oracle/mesh.
#pragma once

#include "engine/mesh/skin.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {

// Limits of the oracle's README.
inline constexpr double kUnitPositionLimit = 3e-6;
inline constexpr double kBoxLimit = 1e-6;
inline constexpr double kInfluenceLimit = 5e-7;
inline constexpr double kNormalLimit = 1e-6;
inline constexpr double kUvLimit = 1e-6;

struct ImportLimits {
  Worst positions{kUnitPositionLimit}, boxes{kBoxLimit}, weights{kInfluenceLimit}, normals{kNormalLimit},
      uvs{kUvLimit};
};

// h = h * 31 + index over the indices of a face, modulo 1000000007.
std::int64_t triangle_hash(const Mesh& mesh, const FaceDesc& face);

// What is not compared, because we do better than the viewer on purpose.
struct ImportExceptions {
  bool joint_positions = false;  // the viewer puts joints at 0 0 0 that it did not find
  bool influences = false;
  bool uvs = false;
};

// Builds mesh and skin and compares labels, materials, box, triangles, vertices, joints, matrices and
// weights.
void compare_import(BoundMeshDesc desc, const nlohmann::json& model, const ImportExceptions& except,
                    ImportLimits& limits);

// Fails unless something was compared of each kind, and nothing was over its limit.
void expect_within(const ImportLimits& limits, const ImportExceptions& except, bool rigged);

}  // namespace mannequin::test
