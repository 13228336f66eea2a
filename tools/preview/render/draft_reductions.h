// How many of their triangles the drafts of several meshes leave out.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mannequin::preview {

// By mesh, from its number of triangles: as coarse_triangles() takes it, 1 for all of them. No mesh has a
// larger share than another: so light ones, as clothes mostly are, stay as they are beside a heavy one.
// Coarse triangles of several meshes that lie close over each other would cut through each other.
std::vector<std::size_t> draft_reductions(std::span<const std::size_t> triangles);

}  // namespace mannequin::preview
