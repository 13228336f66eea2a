#include "engine/skinning/skin_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace mannequin {

tl::unexpected<Error> unknown_mesh(MeshId mesh) {
  return fail(ErrorCode::bad_argument, fmt::format("mesh {}", mesh),
              "was never added to this skinner, or was removed");
}

Status check_job(const SkinJob& job, std::size_t palette_size, std::size_t morph_count) {
  if (job.palettes.size() != palette_size * job.instances)
    return fail(ErrorCode::bad_argument, fmt::format("mesh {}", job.mesh),
                fmt::format("has {} palette matrices for {} instances; each needs {}", job.palettes.size(),
                            job.instances, palette_size));
  if (!job.morph_weights.empty() && job.morph_weights.size() != morph_count * job.instances)
    return fail(ErrorCode::bad_argument, fmt::format("mesh {}", job.mesh),
                fmt::format("has {} morph weights for {} instances; each needs {}, or give none",
                            job.morph_weights.size(), job.instances, morph_count));
  return {};
}

Status check_distinct(std::span<const SkinJob> jobs) {
  const auto twice_named = [](MeshId mesh) {
    return fail(ErrorCode::bad_argument, fmt::format("mesh {}", mesh),
                "is used by two jobs of one call; put its instances into one job");
  };
  // Few ids are compared pairwise, which needs no memory; many are sorted.
  if (jobs.size() <= 64) {
    for (std::size_t i = 1; i < jobs.size(); ++i)
      if (std::ranges::find(jobs.first(i), jobs[i].mesh, &SkinJob::mesh) != jobs.begin() + i)
        return twice_named(jobs[i].mesh);
    return {};
  }
  std::vector<MeshId> seen;
  seen.reserve(jobs.size());
  for (const SkinJob& job : jobs) seen.push_back(job.mesh);
  std::ranges::sort(seen);
  if (const auto twice = std::ranges::adjacent_find(seen); twice != seen.end()) return twice_named(*twice);
  return {};
}

Status check_read_back(std::size_t vertex_count, std::uint32_t instances, std::uint32_t instance,
                       std::size_t out_size) {
  if (instance >= instances)
    return fail(ErrorCode::bad_argument, fmt::format("instance {}", instance),
                fmt::format("was not skinned; there are {}", instances));
  if (out_size != vertex_count)
    return fail(ErrorCode::bad_argument, fmt::format("instance {}", instance),
                fmt::format("has {} vertices, but there is room for {}", vertex_count, out_size));
  return {};
}

}  // namespace mannequin
