// Errors common to all skinners.
#pragma once

#include "engine/skinning/skinner.h"

namespace mannequin {

tl::unexpected<Error> unknown_mesh(MeshId mesh);

// Checks that the numbers of palettes and morph weights match the job's instances.
Status check_job(const SkinJob& job, std::size_t palette_size, std::size_t morph_count);

// Checks that no two jobs of one call use the same mesh.
Status check_distinct(std::span<const SkinJob> jobs);

Status check_read_back(std::size_t vertex_count, std::uint32_t instances, std::uint32_t instance,
                       std::size_t out_size);

}  // namespace mannequin
