// Mends a garment so that a body stays under it over a whole sweep: by weights from the body where the
// garment's own let it through, and by rest vertices moved outwards, or closer to the body or aside where
// other cloth is in the way. The change is the same for all shapes, since a worn mesh cannot carry one per
// shape.
//
// The steps have files of their own: garment_places and garment_patches (what is changed together),
// garment_cases (what is measured) and garment_costs (how bad that is), garment_weights and garment_shifts
// (what can be changed) with garment_changes (the garment with a choice of these), garment_field (what all of
// these are tried on), garment_search (which choice), garment_refinement (single places), garment_watch
// (poses that must not get deeper), garment_coarse and garment_spread (garments of many vertices).
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
  // Builds the worn meshes from the file's, or from some of their vertices; must keep these and their order.
  std::function<Result<WornGarment>(std::span<const BoundMeshDesc>)> build;
  std::span<const MendCase> cases;  // used for solving
  // What is chosen must be good in these, too.
  std::span<const MendCase> checks = {};
  // Bounded, in other poses than the usual one: none of these should become deeper. They are measured now and
  // then, so that there can be many; of a large body only the first ones are.
  std::span<const MendCase> watched = {};

  // The body and the original garment, which `pair` must be made from.
  CaseMeter meter(const GarmentPair& pair, unsigned threads = 0) const {
    return {character, worn, body, pair, threads};
  }
};

struct GarmentMendOptions {
  bool keep_weights = false, keep_shape = false;
  double limit = 0.010;   // metres: how far a rest vertex may be moved
  double worse = 0.0005;  // metres by which cases may become deeper
  unsigned threads = 0;   // upper limit; 0: all
  // Vertices of the body for which the garment was searched, summed up over measured cases, after which
  // nothing else is tried: a minute or two on two cores. One that needs no search, since nothing near it was
  // changed, counts an eighth.
  std::size_t most_searched = 225'000'000;
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

// Where weights come from: the garment itself; transfer_weights(); the places of the body that it covers, as
// attach_to_body() finds them; or weights balanced between the transferred ones, from shape to shape, and the
// garment's own, in poses (balanced_weights).
enum class MendWeights { own, transferred, copied, balanced };

// Why the body still comes through, in numbers of vertices over all cases and checks.
struct MendResidual {
  std::size_t too_deep = 0;  // deeper than a vertex may be moved
  std::size_t open = 0;      // no remedy suits all cases

  std::size_t all() const { return too_deep + open; }
};

struct MendedGarment {
  std::vector<BoundMeshDesc> meshes;           // as in the file, with new positions and weights
  std::vector<std::vector<float>> moved;       // per mesh and vertex, metres; below 0: inwards
  std::vector<std::vector<float>> reweighted;  // per mesh and vertex: the share of new weight, 0 to 1
  MendWeights weights = MendWeights::own;      // source of most new weights
  MendMeasure before, after;                   // on input.cases
  MendResidual remains;
  std::size_t measured = 0;      // cases, checks and watched ones, of which
  std::size_t deeper = 0;        // became deeper by more than `worse`
  std::size_t deeper_poses = 0;  // poses whose deepest case became deeper by more than that
  bool changed = false;
  bool spent = false;  // it ended since most_searched was reached; trying more might help
};

// Nothing is changed where the body stays under the garment in all cases. Otherwise every remedy, which is a
// source of weights and a way to move (make_shifts), is measured on the whole garment. It starts with the
// best of these, or with a choice for each patch of the garment around faults, of the remedy that lets least
// through there, its neighbours preferably the same; or with the garment as it is, if all of these make cases
// deeper. Then single places are moved, or get other weights, where the body still comes through, until
// nothing helps, or so much was measured that large garments would take minutes. Twice on the way the watched
// cases are looked at, and what makes these deeper is taken back where hardly more comes through. Cases that
// become deeper than they were cost most. Around such places the change is held back: by other remedies of
// these patches, those that promise most first whatever they made deeper elsewhere, after a few none, then of
// the patches around them; unless that lets far more through, as it can in folds, whose walls cross.
//
// A garment of more than 8,000 places is mended by a coarse one; what that was changed by is spread over the
// vertices between those that were kept, and taken back around cloth that makes cases deeper. All that is
// reported was measured with the garment itself. Fails (bad_argument) where it was stopped, and as `build`
// does, also of meshes with fewer vertices than the garment's.
Result<MendedGarment> mend_garment(const GarmentMendInput& input, const GarmentPair& pair,
                                   const GarmentMendOptions& options);

}  // namespace mannequin
