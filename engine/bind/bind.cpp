#include "engine/bind/bind.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "engine/bind/face.h"
#include "engine/bind/smooth.h"
#include "engine/bind/surface_faults.h"
#include "engine/bind/voxel.h"

namespace mannequin {
namespace {

constexpr double kEyeballSize = 0.08;    // metres, across
constexpr double kEyeballOffset = 0.02;  // of its middle from the eye's joint

// mHead and whatever is below it, with the eyes.
std::vector<std::string> head_joints(const Skeleton& skeleton) {
  std::vector<std::string> names;
  const JointIndex head = skeleton.find("mHead");
  for (const Joint& joint : skeleton.joints())
    for (JointIndex above = skeleton.find(joint.name); above != kNoJoint; above = skeleton[above].parent)
      if (above == head && head != kNoJoint) names.push_back(joint.name);
  return names;
}

Result<BoundWeights> make_face_weights(const BindInput& input, const BindOptions& options) {
  if (input.skeleton == nullptr)
    return fail(ErrorCode::bad_argument, "--method face",
                "needs the avatar's skeleton, not other bones; omit --bones");
  TransferOptions transfer;
  transfer.progress = options.progress;
  const std::vector<std::string> head = head_joints(*input.skeleton);
  Result<FaceWeights> made = face_weights(*input.surface, input.sources, head, transfer);
  if (!made) return error_of(made);
  return std::move(made->bound);
}

Result<BoundWeights> make_weights(const BindInput& input, const BindOptions& options) {
  switch (options.method) {
    case BindMethod::preserve: {
      BoundWeights out;
      if (input.weights == nullptr)
        return fail(ErrorCode::bad_argument, "--method preserve",
                    "needs a mesh with weights, but this one has none; choose another method");
      out.weights = *input.weights;
      return out;
    }
    case BindMethod::empty: {
      BoundWeights out;
      for (const BindBone& bone : input.bones) out.weights.groups.push_back(bone.name);
      out.weights.vertices.resize(input.surface->positions.size());
      return out;
    }
    case BindMethod::heat: {
      HeatOptions heat{options.eye_bones, options.eye_vertices, options.progress};
      return heat_weights(*input.surface, input.bones, heat);
    }
    case BindMethod::voxel: {
      HeatOptions voxel{options.eye_bones, options.eye_vertices, options.progress};
      return voxel_weights(*input.surface, input.bones, voxel);
    }
    case BindMethod::copy:
      return copy_weights(*input.surface, input.sources, options.nearest);
    case BindMethod::transfer: {
      TransferOptions transfer;
      transfer.progress = options.progress;
      return transfer_weights(*input.surface, input.sources, transfer);
    }
    case BindMethod::face:
      return make_face_weights(input, options);
  }
  return fail(ErrorCode::bad_argument, "", "no such method");
}

// Adds the surface's faults to the method's; if both report a code, the method's is kept.
void add_surface_faults(BindFaults found, BindFaults& faults) {
  for (BindFault& fault : found)
    if (const auto same = std::ranges::find(faults, fault.code, &BindFault::code); same == faults.end())
      faults.push_back(std::move(fault));
}

// Keeps the existing weights of groups that the method did not make.
void keep_others(const WeightTable& before, WeightTable& table) {
  const std::size_t made = table.groups.size();
  std::vector<std::uint32_t> place;
  for (const std::string& name : before.groups) place.push_back(group_named(table, name));
  for (std::size_t v = 0; v < table.vertices.size(); ++v)
    for (const GroupWeight& w : before.vertices[v])
      if (place[w.group] >= made || weight_of(table.vertices[v], place[w.group]) == 0.0) {
        std::erase_if(table.vertices[v], [&](const GroupWeight& own) { return own.group == place[w.group]; });
        table.vertices[v].push_back({place[w.group], w.weight});
      }
}

Status weight_the_rest(const BindInput& input, const BindOptions& options, BindOutcome& out) {
  const std::vector<std::uint32_t> missing = out.unweighted();
  if (missing.empty()) return {};
  const bool by_voxels = options.on_failure == OnFailure::voxel;
  const HeatOptions rule{options.eye_bones, options.eye_vertices, {}};
  const Result<BoundWeights> other = by_voxels ? voxel_weights(*input.surface, input.bones, rule)
                                               : transfer_weights(*input.surface, input.sources);
  if (!other) return error_of(other);
  std::vector<std::uint32_t> place;
  for (const std::string& name : other->weights.groups) place.push_back(group_named(out.weights, name));
  for (const std::uint32_t v : missing)
    for (const GroupWeight& w : other->weights.vertices[v])
      out.weights.vertices[v].push_back({place[w.group], w.weight});
  for (BindFault& fault : out.faults) {
    if (!fault.unweighted) continue;
    fault.unweighted = false;
    fault.message += by_voxels ? "; these were weighted through voxels" : "; theirs were transferred";
  }
  return {};
}

}  // namespace

std::vector<std::uint32_t> BindOutcome::unweighted() const {
  std::vector<std::uint32_t> out;
  for (std::uint32_t v = 0; v < weights.vertices.size(); ++v)
    if (std::ranges::none_of(weights.vertices[v], [](const GroupWeight& w) { return w.weight > 0.0; }))
      out.push_back(v);
  return out;
}

Result<BindOutcome> bind_weights(const BindInput& input, const BindOptions& options) {
  if (auto status = check_surface(*input.surface); !status) return error_of(status);
  Result<BoundWeights> made = make_weights(input, options);
  if (!made) return error_of(made);
  BindOutcome out{std::move(made->weights), std::move(made->faults), {}};
  if (options.method == BindMethod::heat || options.method == BindMethod::voxel)
    add_surface_faults(surface_faults(*input.surface, input.bones), out.faults);
  if (options.on_failure != OnFailure::stop && options.method != BindMethod::empty)
    if (auto status = weight_the_rest(input, options, out); !status) return error_of(status);
  WeightTable& table = out.weights;
  if (!options.clear && input.weights != nullptr) keep_others(*input.weights, table);
  smooth_weights(table, input.surface->edges, options.smooth, options.factor);
  sharpen_weights(table, input.surface->edges, options.sharpen, options.factor);
  if (options.mirror) mirror_weights(table, *input.surface, *options.mirror);
  if (options.weld) weld_weights(table, *input.surface, *options.weld);
  if (options.fitted.all || !options.fitted.bones.empty()) {
    if (input.skeleton == nullptr)
      return fail(ErrorCode::bad_argument, "--fitted",
                  "needs the avatar's skeleton, not other bones; omit --bones");
    share_with_volumes(table, *input.surface, *input.skeleton, options.fitted);
  }
  if (options.prune > 0.0) prune_weights(table, options.prune);
  if (options.limit > 0)
    out.limit_loss = limit_weights(table, options.limit, *input.surface, input.all_bones);
  if (options.normalise) normalise_weights(table);
  if (!options.keep_empty && options.method != BindMethod::empty) drop_empty_groups(table);
  return out;
}

void weld_meshes(std::span<BindOutcome> meshes, std::span<const Surface* const> surfaces, double distance,
                 const BindOptions& options, std::span<const WeightSource> others) {
  WeightTable all;
  Surface joined;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    std::vector<std::uint32_t> place;
    for (const std::string& name : meshes[m].weights.groups) place.push_back(group_named(all, name));
    for (std::vector<GroupWeight> weights : meshes[m].weights.vertices) {
      for (GroupWeight& w : weights) w.group = place[w.group];
      all.vertices.push_back(std::move(weights));
    }
    joined.positions.insert(joined.positions.end(), surfaces[m]->positions.begin(),
                            surfaces[m]->positions.end());
  }
  if (meshes.size() > 1) {
    weld_weights(all, joined, distance);
    if (options.limit > 0) limit_weights(all, options.limit, joined, {});
    if (options.normalise) normalise_weights(all);
  }
  weld_to(all, joined, others, distance);
  std::size_t first = 0;
  for (BindOutcome& mesh : meshes) {
    const std::size_t count = mesh.weights.vertices.size();
    // Groups added by another mesh need not be kept here, but those kept before stay.
    const std::vector<std::string> had = mesh.weights.groups;
    mesh.weights.groups = all.groups;
    std::copy_n(all.vertices.begin() + static_cast<std::ptrdiff_t>(first), count,
                mesh.weights.vertices.begin());
    first += count;
    drop_empty_groups(mesh.weights);
    if (options.keep_empty || options.method == BindMethod::empty)
      for (const std::string& name : had) group_named(mesh.weights, name);
  }
}

std::vector<bool> eyeball_vertices(const Surface& surface, std::span<const Vec3> eyes) {
  const SurfaceParts parts = connected_parts(surface.positions.size(), surface.triangles);
  std::vector<Vec3> low(parts.count, Vec3(std::numeric_limits<double>::infinity())),
      high(parts.count, Vec3(-std::numeric_limits<double>::infinity()));
  for (std::size_t v = 0; v < surface.positions.size(); ++v) {
    low[parts.part[v]] = glm::min(low[parts.part[v]], surface.positions[v]);
    high[parts.part[v]] = glm::max(high[parts.part[v]], surface.positions[v]);
  }
  std::vector<bool> eyeball(parts.count);
  for (std::size_t p = 0; p < parts.count; ++p) {
    const Vec3 size = high[p] - low[p];
    eyeball[p] =
        std::max({size.x, size.y, size.z}) <= kEyeballSize && std::ranges::any_of(eyes, [&](const Vec3& eye) {
          return glm::distance(eye, 0.5 * (low[p] + high[p])) <= kEyeballOffset;
        });
  }
  std::vector<bool> out(surface.positions.size());
  for (std::size_t v = 0; v < out.size(); ++v) out[v] = eyeball[parts.part[v]];
  return out;
}

}  // namespace mannequin
