#include "tools/mannequin/convert_rig.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/core/quantity.h"
#include "engine/io/file.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {

namespace {

Status check_rig_ending(const std::filesystem::path& out) {
  if (lower_ending(out) == ".json") return {};
  return fail(ErrorCode::bad_argument, out.string(),
              "is not a .json file name; MakeHuman rigs and weights are written as .json");
}

// Groups of bones that hold no weight are not written: their names.
void report_emptied(const RigWeights& read, const Rig& rig, const RigWeights& written) {
  const std::vector<GroupTarget> targets = match_groups(rig, read);
  std::vector<std::string> names;
  for (std::size_t g = 0; g < read.groups.size(); ++g)
    if (targets[g].kind == GroupTarget::Kind::bone &&
        std::ranges::none_of(read.groups[g].weights, [](const VertexWeight& w) { return w.weight > 0.0; }))
      names.push_back(read.groups[g].name);
  std::erase_if(names, [&](const std::string& name) {
    return std::ranges::find(written.groups, name, &WeightGroup::name) != written.groups.end();
  });
  if (!names.empty())
    say(stderr, "warning: {}: {} without any weight, and {} left out: {}. [dropped_groups]\n", read.source,
        quantity(names.size(), "group is", "groups are"), names.size() == 1 ? "is" : "are",
        fmt::to_string(fmt::join(names, ", ")));
}

}  // namespace

Status convert_rig(const RigOptions& options, StrategySaving saving, const std::filesystem::path& out) {
  if (auto status = check_rig_ending(out); !status) return status;
  io::MpfbRigFile file;
  if (options.base_mesh.empty()) {
    Result<LoadedRig> loaded = load_rig(options.rig);
    if (!loaded) return error_of(loaded);
    file = std::move(loaded->file);
  } else {
    Result<FittedRig> fitted = load_fitted_rig(options);
    if (!fitted) return error_of(fitted);
    file = std::move(fitted->loaded.file);
    file.rig = saved_rig(fitted->loaded.rig, fitted->fit, fitted->mesh, fitted->parent(), saving);
  }
  const Result<std::string> text = io::write_mpfb_rig(file);
  if (!text) return error_of(text);
  return io::write_file(out, *text);
}

Status convert_weights(const RigOptions& options, const WeightSaving& saving,
                       const std::filesystem::path& out) {
  if (auto status = check_rig_ending(out); !status) return status;
  for (const auto& [option, given] :
       {std::pair{"--rig", &options.rig}, std::pair{"--base-mesh", &options.base_mesh}})
    if (given->empty())
      return fail(
          ErrorCode::bad_argument, option,
          fmt::format("is missing: weights ({}) are refitted with the rig whose bones they move and its "
                      "base mesh (.obj)",
                      options.weights.filename().string()));
  const Result<LoadedRig> loaded = load_rig(options.rig);
  if (!loaded) return error_of(loaded);
  const Result<BaseMesh> mesh = load_base_mesh(options.base_mesh, options);
  if (!mesh) return error_of(mesh);
  Result<io::MpfbWeightsFile> file = load_weights(options.weights);
  if (!file) return error_of(file);
  report_dropped(file->weights, loaded->rig);
  if (saving.evaluated) {
    const auto by_vertex =
        weights_by_vertex(file->weights, match_groups(loaded->rig, file->weights), mesh->positions.size());
    if (!by_vertex) return error_of(by_vertex);
    InfluenceLoss loss;
    for (const std::vector<BoneWeight>& of_vertex : *by_vertex) {
      std::vector<double> weights;
      weights.reserve(of_vertex.size());
      for (const BoneWeight& influence : of_vertex) weights.push_back(influence.weight);
      add_loss(std::move(weights), loss);
    }
    report_loss(options.weights.filename().string(), loss);
  }
  Result<RigWeights> kept =
      saving.evaluated ? evaluated_weights(loaded->rig, file->weights, mesh->positions.size(), kMaxInfluences)
                       : weights_by_bone(loaded->rig, file->weights, mesh->positions.size());
  if (!kept) return error_of(kept);
  report_emptied(file->weights, loaded->rig, *kept);
  if (!saving.masks)
    std::erase_if(kept->groups, [](const WeightGroup& group) { return is_mask_group(group.name); });
  file->weights = io::rounded_weights(std::move(*kept));
  const Result<std::string> text = io::write_mpfb_weights(*file);
  if (!text) return error_of(text);
  return io::write_file(out, *text);
}

}  // namespace mannequin::program
