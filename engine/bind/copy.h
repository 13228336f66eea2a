// Weights from other meshes: copied from the nearest place, or transferred where the match is trusted and
// inpainted elsewhere.
#pragma once

#include "engine/bind/heat.h"
#include "engine/bind/source_trees.h"

namespace mannequin {

// Ignores distance and normals, and does not normalise. Of several sources the nearest is used, of equally
// near ones the first. Groups are those of all sources, in their order. Fails as the sources' status and
// check_surface.
Result<BoundWeights> copy_weights(const Surface& surface, const SourceTrees& sources);

// When to trust the nearest point of a source.
struct TransferOptions {
  double distance = 0.05;  // as a fraction of the diagonal of the sources' box; twice that if it hangs
  // Between the normals there and here. Of cloth that hangs, between its normal and the way from there to
  // here, up to 107 degrees whatever this says.
  double angle_degrees = 30.0;
  BindProgress progress;
};

// Matches within a distance and an angle are taken over; all other vertices get the weights that vary least
// over the surface from there, by a biharmonic energy of the Laplacian. A vertex is matched in the shape in
// which the cloth seems to have been made (places_where_made), with the nearest place and, where the cloth
// does not face as the skin does there, with a nearby one whose interpolated normal passes through the vertex
// (weights_near); on the edges of folds the outer side's faces alone count. Cloth that hangs free is matched
// within twice the distance, unless it faces the skin, and then evened out (even_hanging_cloth); it was made
// where these weights lead it, and is matched again there. Linings, which face the source and have the outer
// side of the cloth close behind them, take over the weights of that side (FoldedCloth). Close matches at a
// wider angle (a hem's, which is perpendicular to the skin) attract the inpainted weights, more strongly the
// closer they are: this keeps differences over more than the distance and smooths finer ones. A connected
// part without any trusted match is copied from its matches, and reported in the faults (not_matched). At
// most as many influences as the sources have are left, by `strongest`. Fails as copy_weights does. Method:
// Abdrashitov, Raichstat, Monsen, Hill 2023, "Robust Skin Weights Transfer via Weight Inpainting".
Result<BoundWeights> transfer_weights(const Surface& surface, const SourceTrees& sources,
                                      const TransferOptions& options = {});

}  // namespace mannequin
