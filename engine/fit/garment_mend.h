// Mends a garment so that a body stays under it over a whole sweep: takes weights from the body where the
// garment's own let it through, and moves rest vertices outwards. The change is the same for all shapes,
// since a worn mesh cannot carry one per shape.
//
// The steps have files of their own: garment_places (the vertices), garment_cases (what is measured),
// garment_weights and garment_changes (what is changed), garment_rollback (where not).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/bind/copy.h"
#include "engine/bind/skin_table.h"
#include "engine/fit/garment_cases.h"

namespace mannequin {

// The built meshes as worn; surface() refers to them.
struct WornGarment {
  struct Part {
    Mesh mesh;
    Skin skin;
  };
  std::vector<Part> parts;

  FitSurface surface() const;
};

// What to mend. Everything referred to must outlive the call.
struct GarmentMendInput {
  const Character& character;
  std::span<const WornOffsets> worn;  // joint positions that count
  const FitSurface& body;
  std::span<const WeightSource> sources;          // the body's weights
  const std::map<std::string, JointBind>& binds;  // how the body's joints are bound
  std::span<const BoundMeshDesc> garment;         // as in its file; all of them rigged
  // Builds the worn meshes from the file's; must keep the vertices and their order.
  std::function<Result<WornGarment>(std::span<const BoundMeshDesc>)> build;
  std::span<const MendCase> cases;  // used for solving
  // Only measured; those in which the body still comes through, or comes out deeper than before, are then
  // added to the solved ones.
  std::span<const MendCase> checks = {};

  // The body and the original garment, which `pair` must be made from.
  CaseMeter meter(const GarmentPair& pair, unsigned threads = 0) const {
    return {character, worn, body, pair, threads};
  }
};

struct GarmentMendOptions {
  bool keep_weights = false, keep_shape = false;
  double limit = 0.010;       // metres: how far a rest vertex may be moved
  double clearance = 0.0008;  // metres that the body is kept under the garment where it came through
  double worse = 0.0005;      // metres by which no case may become deeper
  unsigned threads = 0;       // upper limit; 0: all
  std::function<bool(double part)> progress;  // fraction done, now and then; false: cancel. May be empty
};

// Totals over some cases.
struct MendMeasure {
  std::vector<GarmentDepth> cases;

  double area() const;   // square metres, summed up
  double depth() const;  // metres, of the worst
};

// The cases in order. Independent of the number of threads. `pair`: of the body and the original garment, so
// that the same vertices count before and after.
MendMeasure measure_garment(const GarmentMendInput& input, const GarmentPair& pair,
                            const WornGarment& garment, std::span<const MendCase> cases,
                            unsigned threads = 0);

enum class MendWeights { own, transferred, copied };

// Why the body still comes through, in numbers of vertices over all cases and checks.
struct MendResidual {
  std::size_t too_deep = 0;    // deeper than a vertex may be moved
  std::size_t at_limit = 0;    // moved to the limit already
  std::size_t along = 0;       // the garment is parallel to its moves: a hem, or a fold
  std::size_t taken_back = 0;  // other cases would have become deeper
  std::size_t open = 0;        // more rounds could mend it

  std::size_t all() const { return too_deep + at_limit + along + taken_back + open; }
};

struct MendedGarment {
  std::vector<BoundMeshDesc> meshes;           // as in the file, with new positions and weights
  std::vector<std::vector<float>> moved;       // per mesh and vertex, metres
  std::vector<std::vector<float>> reweighted;  // per mesh and vertex: the share of new weight, 0 to 1
  MendWeights weights = MendWeights::own;      // source of the new weights
  MendMeasure before, after;                   // on input.cases
  MendResidual remains;
  bool changed = false;
};

// Nothing is changed where the body stays under the garment in all cases. Otherwise weights from the body are
// tried around the vertices that let it through (at most four, fading out over the surface) and kept if they
// let less through; then moves of the vertices along the body's normals up to the limit (with `keep_shape`
// the share of new weights instead), smooth over the surface, are the least changes that satisfy linear
// constraints: one per case and
// vertex of the body that is not under the garment, or comes out further than before; then measured again,
// and so on. Cases and checks that are left join what is solved on.
// Cases that became deeper by more than `worse` are then solved for alone, with shares, too; around places
// where that does not help, changes are taken back, weights before moves, wider each time, until no case or
// check is deeper; at worst all of them are. Fails (bad_argument) where it was stopped, and as `build` does.
Result<MendedGarment> mend_garment(const GarmentMendInput& input, const GarmentPair& pair,
                                   const GarmentMendOptions& options);

}  // namespace mannequin
