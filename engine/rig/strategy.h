// Choosing by which places of a base mesh the ends of bones are tied, as MPFB does when it saves a rig.
#pragma once

#include <string>
#include <vector>

#include "engine/rig/base_mesh.h"
#include "engine/rig/fit.h"
#include "engine/rig/point_tree.h"
#include "engine/rig/rig.h"

namespace mannequin {

// The places of one mesh, looked up by position. Keeps the mesh by reference.
class VertexRemaps {
 public:
  // `cube_mesh`: which has the joint cubes; the mesh itself but for sub-rigs.
  VertexRemaps(const BaseMesh& mesh, const BaseMesh& cube_mesh);

  // The strategy for an end at `position` (Blender's frame, metres), which becomes its default position. In
  // this order: a joint cube within 1 cm, unless it is off by over 1 mm and a vertex is not; a vertex within
  // 1 cm; the mean of two vertices where it is nearer than a vertex off by over 1 mm, at most 2 cm off; else
  // none.
  BoneEnd choose(const Vec3& position) const;

 private:
  std::vector<int> best_pair(const Vec3& position, double reach, double& distance) const;

  const BaseMesh& mesh_;
  std::vector<std::string> cube_names_;
  PointTree cubes_, vertices_;
  double height_ = 0.0;
};

// What becomes of strategies when a fitted rig is saved.
enum class StrategySaving {
  keep,    // they stay
  choose,  // they are chosen anew, but stay where nothing is near
};

// The rig as it stands after a fit: default positions are where its ends are, offsets and scale factor are
// the mesh's, rolls that follow the world's axes are written as 0, as MPFB does.
RigDesc saved_rig(const Rig& rig, const RigFit& fit, const BaseMesh& mesh, const BaseMesh* parent_mesh,
                  StrategySaving saving);

}  // namespace mannequin
