// mannequin_skinner_skin_jobs: many meshes in one call.
#include <algorithm>
#include <cstring>

#include "engine/c_api/handles.h"
#include "engine/skinning/palette.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

mannequin_status check_numbers(const ResolvedJob& job) {
  const std::size_t floats = job.mesh->skin->palette_size() * 12 * job.instances;
  const std::size_t weights = job.mesh->morphs.size() * job.instances;
  if (job.asked.float_count != floats)
    return report(MANNEQUIN_BAD_ARGUMENT, "The palettes have " + std::to_string(job.asked.float_count) +
                                              " floats, but " + std::to_string(floats) +
                                              " belong to this mesh and its instances.");
  if (job.asked.morph_weights && job.asked.weight_count != weights)
    return report(MANNEQUIN_BAD_ARGUMENT, "There are " + std::to_string(job.asked.weight_count) +
                                              " morph weights, but " + std::to_string(weights) +
                                              " belong to this mesh and its instances.");
  return MANNEQUIN_OK;
}

// Checks whose palettes it gets, and that they are available.
mannequin_status resolve(SkinnerObject& skinner, ResolvedJob& job) {
  const mannequin_skin_job& asked = job.asked;
  if ((asked.avatar != nullptr) + (asked.crowd != nullptr) + (asked.palettes != nullptr) != 1)
    return report(MANNEQUIN_BAD_ARGUMENT,
                  "A job names none or several of avatar, crowd and palettes; name exactly one.");
  job.meshes = use<MeshesObject>(asked.meshes);
  if (!job.meshes) return MANNEQUIN_BAD_HANDLE;
  if (const auto status = prepare(skinner, job.meshes, asked.mesh, job.id); status != MANNEQUIN_OK)
    return status;
  job.mesh = &job.meshes->meshes[asked.mesh];
  if (asked.avatar) {
    job.avatar = use<AvatarObject>(asked.avatar);
    if (!job.avatar) return MANNEQUIN_BAD_HANDLE;
    job.weights = job.mesh->morphs.size();
    // Checks that it was evaluated, and is of the meshes' character.
    return palette_of(*job.avatar, *job.meshes, *job.mesh, skinner.palette);
  }
  if (asked.crowd) {
    job.crowd = use<CrowdObject>(asked.crowd);
    if (!job.crowd) return MANNEQUIN_BAD_HANDLE;
    job.instances = static_cast<std::uint32_t>(job.crowd->batch->size());
    std::span<const Mat34> palettes;
    return palettes_of(*job.crowd, job.meshes, asked.mesh, palettes);
  }
  job.instances = asked.instance_count;
  return check_numbers(job);
}

// A crowd's palettes are used in place; avatars' and the host's are copied.
std::size_t matrices_to_copy(const ResolvedJob& job) {
  return job.crowd ? 0 : job.mesh->skin->palette_size() * job.instances;
}

mannequin_status resolve_all(SkinnerObject& skinner, const mannequin_skin_job* jobs, std::uint32_t count) {
  skinner.resolved.clear();
  const auto* place = reinterpret_cast<const unsigned char*>(jobs);
  for (std::uint32_t j = 0; j < count; ++j, place += jobs->struct_size) {
    const auto asked = read_struct(reinterpret_cast<const mannequin_skin_job*>(place), "jobs");
    if (!asked) return MANNEQUIN_BAD_ARGUMENT;
    if (asked->struct_size != jobs->struct_size || asked->struct_size % alignof(mannequin_skin_job) != 0)
      return report(MANNEQUIN_BAD_ARGUMENT,
                    "jobs: struct_size is not one and the same; begin each with MANNEQUIN_INIT.");
    skinner.resolved.emplace_back().asked = *asked;
    if (const auto status = resolve(skinner, skinner.resolved.back()); status != MANNEQUIN_OK) return status;
  }
  return MANNEQUIN_OK;
}

mannequin_status skin_all(SkinnerObject& skinner, const SkinCall& call) {
  const std::span<ResolvedJob> jobs = skinner.resolved;
  std::size_t matrices = 0, weights = 0;
  for (ResolvedJob& job : jobs) {
    job.first_matrix = matrices;
    job.first_weight = weights;
    matrices += matrices_to_copy(job);
    weights += job.weights;
  }
  skinner.palette.resize(matrices);
  skinner.morph_weights.resize(weights);
  skinner.jobs.clear();
  for (const ResolvedJob& job : jobs) {
    SkinJob made{job.id, {}, job.instances, {}};
    const std::span<Mat34> own = std::span(skinner.palette).subspan(job.first_matrix, matrices_to_copy(job));
    made.palettes = own;
    if (job.avatar) {
      const std::span<float> morphs = std::span(skinner.morph_weights).subspan(job.first_weight, job.weights);
      make_palette(*job.mesh->skin, job.avatar->state.joints, own);
      morph_weights_of(*job.avatar, *job.mesh, morphs);
      made.morph_weights = morphs;
    } else if (job.crowd) {
      if (const auto status = palettes_of(*job.crowd, job.meshes, job.asked.mesh, made.palettes);
          status != MANNEQUIN_OK)
        return status;
    } else {
      std::memcpy(static_cast<void*>(own.data()), job.asked.palettes, own.size_bytes());
      if (job.asked.morph_weights) made.morph_weights = {job.asked.morph_weights, job.asked.weight_count};
    }
    skinner.jobs.push_back(made);
  }
  const Status status = call(*skinner.skinner, skinner.jobs);
  return status ? MANNEQUIN_OK : report(status.error());
}

}  // namespace

mannequin_status mannequin_skinner_skin_jobs(mannequin_skinner* skinner, const mannequin_skin_job* jobs,
                                             uint32_t job_count) {
  return with<SkinnerObject>(skinner, [&](const auto& object) -> mannequin_status {
    return call_with_jobs(*object, jobs, job_count,
                          [](Skinner& on, std::span<const SkinJob> made) { return on.skin(made); });
  });
}

namespace mannequin::c_api {

mannequin_status call_with_jobs(SkinnerObject& skinner, const mannequin_skin_job* jobs, std::uint32_t count,
                                const SkinCall& call) {
  if (const auto status = check_context(skinner); status != MANNEQUIN_OK) return status;
  if (!jobs && count > 0) return null_argument("jobs");
  const auto status = resolve_all(skinner, jobs, count);
  const auto skinned = status == MANNEQUIN_OK ? skin_all(skinner, call) : status;
  skinner.resolved.clear();  // holds no handle any longer
  return skinned;
}

}  // namespace mannequin::c_api
