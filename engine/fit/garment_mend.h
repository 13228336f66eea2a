// Mends a garment so that a body stays under it over a whole sweep: weights taken from the body where its own
// let the body through, and rest vertices moved outwards. One change for all shapes, since a worn mesh cannot
// carry one for each.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/bind/copy.h"
#include "engine/bind/skin_table.h"
#include "engine/fit/garment_sweep.h"

namespace mannequin {

// One shape in one pose.
struct MendCase {
  SliderValues sliders;
  Pose pose;
};

// Built meshes, as their wearer has them; surface() refers to them.
struct WornGarment {
  struct Part {
    Mesh mesh;
    Skin skin;
  };
  std::vector<Part> parts;

  FitSurface surface() const;
};

// What is mended. Everything referred to must outlive the call.
struct GarmentMendInput {
  const Character& character;
  std::span<const WornOffsets> worn;  // joint positions that count
  const FitSurface& body;
  std::span<const WeightSource> sources;          // the body's weights
  const std::map<std::string, JointBind>& binds;  // how the body's joints are bound
  std::span<const BoundMeshDesc> garment;         // as in its file; all of them rigged
  // From the file's meshes to those that are worn, with as many vertices in the same order.
  std::function<Result<WornGarment>(std::span<const BoundMeshDesc>)> build;
  std::span<const MendCase> cases;  // solved on
};

struct GarmentMendOptions {
  bool keep_weights = false, keep_shape = false;
  double limit = 0.010;       // metres: how far a rest vertex may be moved
  double clearance = 0.0008;  // metres that the body is kept under the garment where it came through
  double worse = 0.0005;      // metres that no case may become deeper by
  unsigned threads = 0;       // at most; 0: all
  std::function<bool(double part)> progress;  // of all work, now and then; false: stop. Or none
};

// Over some cases, together.
struct MendMeasure {
  std::vector<GarmentDepth> cases;

  double area() const;   // square metres, summed up
  double depth() const;  // metres, of the worst
};

// The cases in order. Does not depend on the number of threads. `pair`: of the body and the garment as it was
// given, so that the same vertices count before and after.
MendMeasure measure_garment(const GarmentMendInput& input, const GarmentPair& pair,
                            const WornGarment& garment, std::span<const MendCase> cases,
                            unsigned threads = 0);

enum class MendWeights { own, transferred, copied };

struct MendedGarment {
  std::vector<BoundMeshDesc> meshes;           // as in the file, with new positions and weights
  std::vector<std::vector<float>> moved;       // per mesh and vertex, metres
  std::vector<std::vector<float>> reweighted;  // per mesh and vertex: the share of weight that is new, 0 to 1
  MendWeights weights = MendWeights::own;      // where new weights came from
  MendMeasure before, after;                   // on input.cases
  bool changed = false;
};

// Nothing is changed where the body stays under the garment in all cases. Otherwise weights from the body are
// tried around the vertices that let it through (at most four, fading out over the surface) and kept if they
// let less through; then the vertices are moved along the body's normals, by a field that is smooth, up to
// the limit: least changes that satisfy linear constraints, one per case and vertex of the body that is not
// under the garment, projected on one after another (Kaczmarz, with bounds), then measured again, and so on.
// Cases that become deeper than `worse` are constraints, too, and where these do not help new weights are
// taken back. Fails (bad_argument) where it was stopped, and as `build` does.
Result<MendedGarment> mend_garment(const GarmentMendInput& input, const GarmentPair& pair,
                                   const GarmentMendOptions& options);

// Which of the body can be left out under a garment.
struct HiddenBodyOptions {
  double clearance = 0.0005;  // metres that a vertex must be under the garment in every case
  int rim = 2;                // rings of vertices that stay along what is seen, since one looks under a hem
  unsigned threads = 0;
};

// Per triangle of the body (input.body.triangles()): whether it is under the garment in all of these cases,
// so that it can be left out, or hidden by alpha.
std::vector<bool> hidden_triangles(const GarmentMendInput& input, const GarmentPair& pair,
                                   const WornGarment& garment, std::span<const MendCase> cases,
                                   const HiddenBodyOptions& options = {});

}  // namespace mannequin
