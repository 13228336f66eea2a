// Chooses the points of a base mesh that bone ends are tied to, as MPFB does when it saves a rig.
#pragma once

#include <string>
#include <vector>

#include "engine/rig/base_mesh.h"
#include "engine/rig/fit.h"
#include "engine/rig/point_tree.h"
#include "engine/rig/rig.h"

namespace mannequin {

// Points of one mesh, looked up by position. Keeps a reference to the mesh.
class VertexRemaps {
 public:
  // `cube_mesh`: the mesh with the joint cubes; the same except for sub-rigs.
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

// What happens to strategies when a fitted rig is saved.
enum class StrategySaving {
  keep,    // keep them
  choose,  // choose new ones, but keep them if nothing is near
};

// The rig after a fit: default positions are the fitted ends, offsets and scale factor are
// the mesh's, rolls aligned to world axes are written as 0, as in MPFB.
RigDesc saved_rig(const Rig& rig, const RigFit& fit, const BaseMesh& mesh, const BaseMesh* parent_mesh,
                  StrategySaving saving);

}  // namespace mannequin
