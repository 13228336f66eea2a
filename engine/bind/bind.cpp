#include "engine/bind/bind.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "engine/bind/across_meshes.h"
#include "engine/bind/bind_progress.h"
#include "engine/bind/eyeballs.h"
#include "engine/bind/face.h"
#include "engine/bind/place_faults.h"
#include "engine/bind/smooth.h"
#include "engine/bind/surface_faults.h"
#include "engine/bind/voxel.h"
#include "engine/core/quantity.h"

namespace mannequin {
namespace {

// Of the progress: weights by the method, faults of the surface, and weights for the rest; then the edits.
constexpr double kWeighted = 0.9, kLookedAt = 0.96, kFilledIn = 0.99;

// A remedy without its end, which says what fills in vertices without weight.
std::string without_filling_in(const std::string& remedy) {
  const std::size_t option = remedy.find("on-failure");
  return option == std::string::npos ? remedy : remedy.substr(0, remedy.rfind(',', option));
}

bool has_weight(const std::vector<GroupWeight>& weights) {
  return std::ranges::any_of(weights, [](const GroupWeight& w) { return w.weight > 0.0; });
}

// mHead and whatever is below it, with the eyes.
std::vector<std::string> head_joints(const Skeleton& skeleton) {
  std::vector<std::string> names;
  const JointIndex head = skeleton.find("mHead");
  for (const Joint& joint : skeleton.joints())
    for (JointIndex above = skeleton.find(joint.name); above != kNoJoint; above = skeleton[above].parent)
      if (above == head && head != kNoJoint) names.push_back(joint.name);
  return names;
}

Result<BoundWeights> with_eyes_apart(const BindInput& input, const BindOptions& options,
                                     const std::function<Result<BoundWeights>(const SourceTrees&)>& make) {
  return weights_with_eyes_apart(*input.surface, *input.sources,
                                 {input.bones, options.eye_bones, options.eye_vertices}, make);
}

Result<BoundWeights> make_face_weights(const BindInput& input, const BindOptions& options) {
  if (input.skeleton == nullptr)
    return fail(ErrorCode::bad_argument, "--method face",
                "needs the avatar's skeleton, not other bones; omit --bones");
  TransferOptions transfer;
  transfer.progress = options.progress;
  const std::vector<std::string> head = head_joints(*input.skeleton);
  return with_eyes_apart(input, options, [&](const SourceTrees& sources) -> Result<BoundWeights> {
    Result<FaceWeights> made = face_weights(*input.surface, sources, head, transfer);
    if (!made) return error_of(made);
    return std::move(made->bound);
  });
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
      return copy_weights(*input.surface, options.nearest == Nearest::vertex ? input.sources->vertices()
                                                                             : input.sources->all());
    case BindMethod::transfer: {
      TransferOptions transfer;
      transfer.progress = options.progress;
      return with_eyes_apart(input, options, [&](const SourceTrees& sources) {
        return transfer_weights(*input.surface, sources, transfer);
      });
    }
    case BindMethod::face:
      return make_face_weights(input, options);
  }
  return fail(ErrorCode::bad_argument, "", "no such method");
}

// Those that matter to the method.
BindFaults faults_for(const BindInput& input, BindMethod method) {
  const auto add_misplaced = [&](BindFaults faults) {
    if (input.body != nullptr) find_misplaced(*input.surface, input.body->all(), faults);
    return faults;
  };
  switch (method) {
    case BindMethod::preserve:
    case BindMethod::empty:
      return {};
    case BindMethod::heat:
    case BindMethod::voxel:
      return add_misplaced(surface_faults(*input.surface, input.bones));
    case BindMethod::copy: {
      BindFaults faults = add_misplaced(surface_faults(*input.surface));
      find_far_from_source(*input.surface, input.sources->all(), faults);
      return faults;
    }
    case BindMethod::transfer:
      return add_misplaced(surface_faults(*input.surface));
    case BindMethod::face:
      return surface_faults(*input.surface);
  }
  return {};
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

// Faults whose vertices all have a weight by now no longer count, and say why. Their remedies then name
// nothing to fill in what is missing.
void set_weighted(BindOutcome& out, std::string_view why) {
  for (BindFault& fault : out.faults) {
    if (!fault.unweighted || std::ranges::any_of(fault.vertices, [&](std::uint32_t v) {
          return !has_weight(out.weights.vertices[v]);
        }))
      continue;
    fault.unweighted = false;
    fault.message += why;
    fault.remedy = without_filling_in(fault.remedy);
  }
}

// Those that no fault names yet.
void name_unweighted(BindOutcome& out, bool pruned) {
  BindFault fault{pruned ? "all_pruned" : "no_weight",
                  {},
                  "",
                  pruned ? "prune less: give a smaller --prune, or none"
                         : "weight them in the file, or use --on-failure voxel or transfer",
                  true};
  std::vector<bool> named(out.weights.vertices.size());
  for (const BindFault& other : out.faults)
    if (other.unweighted)
      for (const std::uint32_t v : other.vertices) named[v] = true;
  for (const std::uint32_t v : out.unweighted())
    if (!named[v]) fault.vertices.push_back(v);
  if (fault.vertices.empty()) return;
  const std::string which = quantity(fault.vertices.size(), "vertex has", "vertices have");
  fault.message =
      pruned ? fmt::format("{} only weights that are pruned", which) : fmt::format("{} no weight", which);
  out.faults.push_back(std::move(fault));
}

Status weight_the_rest(const BindInput& input, const BindOptions& options, const BindProgress& progress,
                       BindOutcome& out) {
  const std::vector<std::uint32_t> missing = out.unweighted();
  if (missing.empty()) return {};
  const bool by_voxels = options.on_failure == OnFailure::voxel;
  const HeatOptions rule{options.eye_bones, options.eye_vertices, progress};
  TransferOptions transfer;
  transfer.progress = progress;
  const Result<BoundWeights> other = by_voxels
                                         ? voxel_weights(*input.surface, input.bones, rule)
                                         : transfer_weights(*input.surface, input.sources->all(), transfer);
  if (!other) return error_of(other);
  std::vector<std::uint32_t> place;
  for (const std::string& name : other->weights.groups) place.push_back(group_named(out.weights, name));
  for (const std::uint32_t v : missing)
    for (const GroupWeight& w : other->weights.vertices[v])
      out.weights.vertices[v].push_back({place[w.group], w.weight});
  set_weighted(out, by_voxels ? "; these were weighted through voxels" : "; theirs were transferred");
  return {};
}

}  // namespace

std::vector<std::uint32_t> BindOutcome::unweighted() const {
  std::vector<std::uint32_t> out;
  for (std::uint32_t v = 0; v < weights.vertices.size(); ++v)
    if (!has_weight(weights.vertices[v])) out.push_back(v);
  return out;
}

void name_left_unweighted(const BindOptions& options, BindOutcome& out) {
  if (options.method == BindMethod::empty) return;
  set_weighted(out, "; the edits gave them some");
  name_unweighted(out, options.prune > 0.0);
}

Result<BindOutcome> bind_weights(const BindInput& given, const BindOptions& options) {
  // Methods that copy say so themselves if there is nothing to copy from.
  const BindSources none{std::span<const WeightSource>()};
  BindInput input = given;
  if (input.sources == nullptr) input.sources = &none;
  if (auto status = check_surface(*input.surface); !status) return error_of(status);
  const auto goes_on = [&](double part) { return !options.progress || options.progress(part); };
  const auto stopped = [] { return fail(ErrorCode::bad_argument, "", "was stopped before it was done"); };
  BindOptions making = options;
  making.progress = part_of(options.progress, 0.0, kWeighted);
  Result<BoundWeights> made = make_weights(input, making);
  if (!made) return error_of(made);
  if (!goes_on(kWeighted)) return stopped();
  BindOutcome out{std::move(made->weights), std::move(made->faults), {}};
  add_surface_faults(faults_for(input, options.method), out.faults);
  if (!goes_on(kLookedAt)) return stopped();
  if (options.on_failure != OnFailure::stop && options.method != BindMethod::empty)
    if (auto status = weight_the_rest(input, options, part_of(options.progress, kLookedAt, kFilledIn), out);
        !status)
      return error_of(status);
  WeightTable& table = out.weights;
  if (!options.clear && input.weights != nullptr) {
    keep_others(*input.weights, table);
    set_weighted(out, "; they keep what they had");
  }
  smooth_weights(table, input.surface->edges, options.smooth, options.factor);
  sharpen_weights(table, input.surface->edges, options.sharpen, options.factor);
  if (options.mirror) set_no_counterpart(mirror_weights(table, *input.surface, *options.mirror), out.faults);
  if (options.weld) weld_weights(table, *input.surface, *options.weld);
  if (options.fitted.all || !options.fitted.bones.empty()) {
    if (input.skeleton == nullptr)
      return fail(ErrorCode::bad_argument, "--fitted",
                  "needs the avatar's skeleton, not other bones; omit --bones");
    share_with_volumes(table, *input.surface, *input.skeleton, options.fitted);
  }
  if (options.method != BindMethod::empty) name_unweighted(out, false);
  if (options.prune > 0.0) prune_weights(table, options.prune);
  if (options.limit > 0)
    out.limit_loss = limit_weights(table, options.limit, *input.surface, input.all_bones);
  if (options.normalise) normalise_weights(table);
  if (!options.keep_empty && options.method != BindMethod::empty) drop_empty_groups(table);
  name_left_unweighted(options, out);
  if (!goes_on(1.0)) return stopped();
  return out;
}

}  // namespace mannequin
