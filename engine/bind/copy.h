// Weights from other meshes: copied from the nearest place, or transferred where that can be trusted and
// inpainted elsewhere.
#pragma once

#include <span>
#include <string>

#include "engine/bind/heat.h"

namespace mannequin {

// A mesh that weights are taken from, in the bind space of the mesh that gets them.
struct WeightSource {
  std::string name;  // for messages
  Surface surface;
  WeightTable weights;  // one entry per vertex of the surface
};

// What of a source is nearest: a point of its surface, interpolated in its triangle, or a vertex.
enum class Nearest { face, vertex };

// Neither distance nor normals matter, and nothing is normalised. Of several sources the nearest counts, of
// equally near ones the first. Groups of all sources, in their order. Fails (bad_argument) without a source
// that has triangles (face) or vertices (vertex), (bad_data) as check_surface.
Result<BoundWeights> copy_weights(const Surface& surface, std::span<const WeightSource> sources,
                                  Nearest nearest);

// When the nearest point of a source is trusted.
struct TransferOptions {
  double distance = 0.05;       // as a part of the diagonal of the sources' box
  double angle_degrees = 30.0;  // between the normals there and here
  BindProgress progress;
};

// Matches within a distance and an angle are taken as they are; all other vertices get the weights that
// change least over the surface from there, by a biharmonic energy of the Laplacian. A vertex's match is the
// place of a source near it whose interpolated normal leads to it, or the nearest one where there is none.
// Close matches at a wider angle (a hem's, which stands across the skin) pull what is inpainted, more the
// closer they are: differences over more than the distance are kept, finer ones evened out. A connected part
// in which nothing is trusted is copied from its matches, and named in the faults (not_matched). Fails as
// copy_weights. Method: Abdrashitov, Raichstat, Monsen, Hill 2023, "Robust Skin Weights Transfer via Weight
// Inpainting".
Result<BoundWeights> transfer_weights(const Surface& surface, std::span<const WeightSource> sources,
                                      const TransferOptions& options = {});

}  // namespace mannequin
