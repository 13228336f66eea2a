// Edits that need all meshes of a file: what bind_weights does to one mesh ends at its border.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/bind/bind.h"

namespace mannequin {

// Replaces the fault `no_counterpart`, which names the vertices that mirroring left unchanged; none: no
// fault.
void set_no_counterpart(std::vector<std::uint32_t> vertices, BindFaults& faults);

// Mirrors what has no counterpart in its own mesh, as the right of two eyeballs or boots that are meshes of
// their own: from places of the other meshes within 2 cm of the mirror image. For meshes that bind_weights
// has mirrored by options.mirror; `surfaces` are theirs.
void mirror_meshes(std::span<BindOutcome> meshes, std::span<const Surface* const> surfaces,
                   const BindOptions& options);

// Averages the weights of vertices of different meshes within `distance` of each
// other (neck, wrist and ankle seams), then limits and normalises the changed ones
// as the options say. Then vertices within the distance of a vertex of `others`
// copy that one's weights; `others` do not change. `surfaces`: one per outcome.
void weld_meshes(std::span<BindOutcome> meshes, std::span<const Surface* const> surfaces, double distance,
                 const BindOptions& options, std::span<const WeightSource> others = {});

}  // namespace mannequin
