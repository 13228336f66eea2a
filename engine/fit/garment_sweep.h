// A sweep: how far a body pokes out of its garments over many shapes and poses.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/appearance/character.h"
#include "engine/fit/cloth_strain.h"
#include "engine/fit/garment_depth.h"
#include "engine/fit/sweep_plan.h"
#include "engine/mesh/skin.h"

namespace mannequin {

// One mesh of a body or garment. Refers to both, which must outlive the sweep.
struct FitMesh {
  const Mesh* mesh;
  const Skin* skin;
};

// The meshes of a body or of a garment as one surface with concatenated vertices.
struct FitSurface {
  std::vector<FitMesh> meshes;

  // Of all meshes.
  std::size_t vertex_count() const;
  // Of all meshes, with vertices numbered over them.
  std::vector<Surface::Triangle> triangles() const;
  // Bind space, metres. Normals are not of unit length.
  std::vector<Vec3> bound_positions() const;
  std::vector<Vec3> bound_normals() const;
};

// Body and garment in the bind pose.
GarmentPair make_garment_pair(const FitSurface& body, const FitSurface& garment,
                              bool outer_sides_only = false);

// The same surface posed by the joints: world space, metres; concatenated as in FitSurface.
struct PosedSurface {
  std::vector<Vec3f> positions, normals;
};
// `joints`: as written by solve_pose.
PosedSurface pose_surface(const FitSurface& surface, std::span<const JointTransform> joints);

// What to sweep. Everything referred to must outlive the call.
struct GarmentSweep {
  const Character& character;
  std::span<const WornOffsets> worn;  // joint positions that count
  const FitSurface& body;
  std::span<const FitSurface> garments;
  std::span<const SweepShape> shapes;
  std::span<const SweepPose> poses;  // at least one
  // Every part_count-th posed shape, beginning with `part`: the share of one of several machines.
  std::size_t part = 0, part_count = 1;
  unsigned threads = 0;  // upper limit; 0: all
  // Called now and then from any thread, one at a time, with the number of posed shapes done and in total;
  // returning false cancels the sweep. May be empty.
  std::function<bool(std::size_t done, std::size_t all)> progress;
  bool outer_sides_only = false;  // see GarmentPairInput
};

// The result for one shape, pose and garment.
struct SweptCase {
  std::size_t shape = 0, pose = 0, garment = 0;
  GarmentDepth at;
  double gap = 0.0;    // metres; the largest distance of a counted vertex under the floating garment
  ClothStrain strain;  // of the garment
  std::vector<std::uint32_t> outside;  // the body's vertices outside by more than kOutsideAbove, ascending
  std::vector<float> depths;           // of those, metres
};

// The result of sweep_garments().
struct SweptGarments {
  // In the plan's order: every shape, in every pose, under every garment; without the other parts' cases.
  std::vector<SweptCase> cases;
  // Per garment and body vertex the largest depth over all cases, metres.
  std::vector<std::vector<float>> worst;
  std::vector<GarmentPair> pairs;  // per garment
  bool cancelled = false;          // cases not reached are left out
};

// Independent of the number of threads. Fails (device) if memory for skinning runs out.
Result<SweptGarments> sweep_garments(const GarmentSweep& sweep);

// A small set of cases that together show every (garment, vertex) that is outside in any case. Greedy: always
// the case that shows most new ones; of equal ones the first. Indices into `cases`, in that order.
std::vector<std::size_t> covering_cases(std::span<const SweptCase> cases);

}  // namespace mannequin
