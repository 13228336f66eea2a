#include "tools/mannequin/inspect_rig.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/core/quantity.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kStrategyNames = {"DEFAULT", "CUBE", "VERTEX", "MEAN", "XYZ"};
constexpr std::array kRollNames = {"stored", "ALIGN_Z_WORLD_Z", "ALIGN_X_WORLD_X", "ALIGN_Z_REFERENCE_Z"};

const char* name_of(EndStrategy strategy) { return kStrategyNames[static_cast<std::size_t>(strategy)]; }
const char* name_of(RollStrategy strategy) { return kRollNames[static_cast<std::size_t>(strategy)]; }

// --- rigs
struct RigCounts {
  std::map<std::string, std::size_t> strategies, roll_strategies;
  std::size_t offsets = 0, not_found = 0;
  std::size_t connected = 0, own_rotation = 0, own_location = 0, own_scale = 0;
};

RigCounts counts_of(const Rig& rig, const RigFit* fit) {
  RigCounts counts;
  for (std::size_t i = 0; i < rig.bones().size(); ++i) {
    const BoneDesc& bone = rig.bones()[i];
    ++counts.roll_strategies[name_of(bone.roll_strategy)];
    counts.connected += bone.use_connect ? 1 : 0;
    counts.own_rotation += bone.use_inherit_rotation ? 0 : 1;
    counts.own_location += bone.use_local_location ? 0 : 1;
    counts.own_scale += bone.inherit_scale == "FULL" ? 0 : 1;
    for (const BoneEnd* end : {&bone.head, &bone.tail}) {
      ++counts.strategies[name_of(end->strategy)];
      counts.offsets += end->offset ? 1 : 0;
    }
    if (fit != nullptr)
      counts.not_found += (fit->bones[i].head_found ? 0 : 1) + (fit->bones[i].tail_found ? 0 : 1);
  }
  return counts;
}

// Row vectors, as in all files: the same numbers in the same order in memory.
Json matrix_json(const Mat4& m) {
  Json list = Json::array();
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row) list.push_back(number(m[column][row]));
  return list;
}

Json bone_json(const Rig& rig, std::size_t i, const RigFit* fit, const Skeleton* skeleton) {
  const BoneDesc& bone = rig.bones()[i];
  Json json{{"name", bone.name},
            {"parent", bone.parent},
            {"head_strategy", name_of(bone.head.strategy)},
            {"tail_strategy", name_of(bone.tail.strategy)},
            {"roll_strategy", name_of(bone.roll_strategy)},
            {"inherit_scale", bone.inherit_scale},
            {"use_connect", bone.use_connect},
            {"use_inherit_rotation", bone.use_inherit_rotation},
            {"use_local_location", bone.use_local_location}};
  if (fit == nullptr) {
    json["roll"] = number(bone.roll);
    return json;
  }
  const FittedBone& fitted = fit->bones[i];
  json["head"] = numbers(fitted.head);
  json["tail"] = numbers(fitted.tail);
  json["head_found"] = fitted.head_found;
  json["tail_found"] = fitted.tail_found;
  json["roll"] = number(fitted.roll);
  json["world_matrix"] = matrix_json(fitted.world_from_bone);
  const Joint& joint = (*skeleton)[skeleton->find(bone.name)];
  json["rest_position"] = numbers(joint.rest_position);
  json["rest_rotation"] = numbers(joint.rest_rotation);
  return json;
}

Json rig_json(const LoadedRig& loaded, const RigFit* fit, const Skeleton* skeleton) {
  const RigCounts counts = counts_of(loaded.rig, fit);
  const RigDesc& desc = loaded.rig.desc();
  Json kept = Json::object(), bones = Json::array(), notes = Json::array();
  for (const auto& [key, count] : loaded.file.kept_bone_keys) kept[key] = count;
  for (std::size_t i = 0; i < desc.bones.size(); ++i)
    bones.push_back(bone_json(loaded.rig, i, fit, skeleton));
  for (const io::Note& note : loaded.file.notes)
    notes.push_back(
        {{"severity", "warning"}, {"code", note.code}, {"where", note.where}, {"message", note.what}});
  Json json{{"schema", 1},
            {"kind", "mpfb_rig"},
            {"file", desc.source},
            {"flavour", loaded.file.flat ? "flat" : "wrapped"},
            {"version", loaded.file.version},
            {"is_subrig", desc.is_subrig},
            {"scale_factor", desc.scale_factor ? Json(number(*desc.scale_factor)) : Json(nullptr)},
            {"bone_count", desc.bones.size()},
            {"strategies", counts.strategies},
            {"roll_strategies", counts.roll_strategies},
            {"offsets", counts.offsets},
            {"connected", counts.connected},
            {"without_inherited_rotation", counts.own_rotation},
            {"without_local_location", counts.own_location},
            {"without_full_scale", counts.own_scale},
            {"extra_bones", desc.extra_bones},
            {"kept_keys", loaded.file.kept_keys},
            {"kept_bone_keys", std::move(kept)}};
  if (fit != nullptr) {
    json["frame"] =
        "Blender's: Z up, facing -Y, metres; rest_position and rest_rotation: relative to the parent";
    json["relative_scale"] = number(fit->relative_scale);
    json["ends_not_found"] = counts.not_found;
  }
  json["bones"] = std::move(bones);
  json["notes"] = std::move(notes);
  return json;
}

std::string listed(const std::map<std::string, std::size_t>& counts) {
  std::string text;
  for (const auto& [name, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  return text;
}

void print_rig(const LoadedRig& loaded, const RigFit* fit) {
  const RigCounts counts = counts_of(loaded.rig, fit);
  const RigDesc& desc = loaded.rig.desc();
  say("{}: MPFB {}, {}, version {}, {} bones\n", desc.source, desc.is_subrig ? "sub-rig" : "rig",
      loaded.file.flat ? "flat" : "with \"bones\"", loaded.file.version, desc.bones.size());
  if (desc.scale_factor) say("  scale factor {:.6g} (0.1: metres)\n", *desc.scale_factor);
  say("  ends: {}; {} with an offset\n  rolls: {}\n", listed(counts.strategies), counts.offsets,
      listed(counts.roll_strategies));
  say("  {} connected to their parents; without inherited rotation {}, with locations of the armature {} and "
      "another "
      "scale than the parent's {} (which poses without scales do not show)\n",
      counts.connected, counts.own_rotation, counts.own_location, counts.own_scale);
  if (fit != nullptr) say("  ends not found on this mesh: {}\n", counts.not_found);
  for (const std::string& key : loaded.file.kept_keys) say("  kept: {}\n", key);
  for (const auto& [key, count] : loaded.file.kept_bone_keys) say("  kept: {} of {} bones\n", key, count);
  if (!desc.extra_bones.empty()) say("  bones added later: {}\n", fmt::join(desc.extra_bones, ", "));
  say("  {:<28} {:<24} {:<9} {:<9} {}\n", "bone", "parent", "head", "tail",
      fit != nullptr ? "head at (m)" : "");
  for (std::size_t i = 0; i < desc.bones.size(); ++i) {
    const BoneDesc& bone = desc.bones[i];
    say("  {:<28} {:<24} {:<9} {:<9}", bone.name, bone.parent, name_of(bone.head.strategy),
        name_of(bone.tail.strategy));
    if (fit != nullptr) {
      const Vec3& head = fit->bones[i].head;
      say(" {:.4f} {:.4f} {:.4f}", head.x, head.y, head.z);
    }
    say("\n");
  }
}

Result<int> inspect_rig(const std::filesystem::path& file, const RigOptions& options, bool json) {
  if (options.base_mesh.empty()) {
    const Result<LoadedRig> loaded = load_rig(file);
    if (!loaded) return error_of(loaded);
    json ? put_json(rig_json(*loaded, nullptr, nullptr)) : print_rig(*loaded, nullptr);
    return kDone;
  }
  RigOptions all = options;
  all.rig = file;
  const Result<FittedRig> fitted = load_fitted_rig(all);
  if (!fitted) return error_of(fitted);
  const Result<Skeleton> skeleton = Skeleton::build(make_skeleton_desc(fitted->loaded.rig, fitted->fit));
  if (!skeleton) return error_of(skeleton);
  json ? put_json(rig_json(fitted->loaded, &fitted->fit, &*skeleton))
       : print_rig(fitted->loaded, &fitted->fit);
  return kDone;
}

// --- weights
struct WeightCounts {
  std::size_t vertices = 0, over_four = 0, most = 0;
  double least_sum = 0.0, greatest_sum = 0.0;
  double largest_left_out = 0.0;
  std::map<std::size_t, std::size_t> by_influences;
};

// Without a rig every group except masks counts as a bone.
WeightCounts counts_of(const RigWeights& weights, const std::vector<GroupTarget>& targets) {
  std::map<std::uint32_t, std::map<std::string, double>> by_vertex;
  for (std::size_t g = 0; g < weights.groups.size(); ++g)
    for (const VertexWeight& entry : weights.groups[g].weights)
      if (targets[g].kind == GroupTarget::Kind::bone && entry.weight > 0.0)
        by_vertex[entry.vertex][targets[g].name] += entry.weight;
  WeightCounts counts;
  counts.vertices = by_vertex.size();
  for (const auto& [vertex, influences] : by_vertex) {
    std::vector<double> sorted;
    double sum = 0.0;
    for (const auto& [bone, weight] : influences) {
      sorted.push_back(std::min(weight, 1.0));
      sum += sorted.back();
    }
    std::ranges::sort(sorted, std::greater());
    ++counts.by_influences[sorted.size()];
    counts.most = std::max(counts.most, sorted.size());
    counts.least_sum = counts.greatest_sum == 0.0 ? sum : std::min(counts.least_sum, sum);
    counts.greatest_sum = std::max(counts.greatest_sum, sum);
    if (sorted.size() <= kMaxInfluences) continue;
    ++counts.over_four;
    counts.largest_left_out = std::max(counts.largest_left_out, sorted[kMaxInfluences] / sum);
  }
  return counts;
}

std::vector<GroupTarget> by_own_name(const RigWeights& weights) {
  std::vector<GroupTarget> targets;
  for (const WeightGroup& group : weights.groups)
    targets.push_back(is_mask_group(group.name) ? GroupTarget{GroupTarget::Kind::mask, kNoBone, {}}
                                                : GroupTarget{GroupTarget::Kind::bone, kNoBone, group.name});
  return targets;
}

const char* kind_of(const GroupTarget& target) {
  switch (target.kind) {
    case GroupTarget::Kind::bone:
      return "bone";
    case GroupTarget::Kind::extra:
      return "extra";
    case GroupTarget::Kind::mask:
      return "mask";
    case GroupTarget::Kind::none:
      break;
  }
  return "unmatched";
}

Json weights_json(const io::MpfbWeightsFile& file, const std::vector<GroupTarget>& targets,
                  const LoadedRig* rig) {
  const WeightCounts counts = counts_of(file.weights, targets);
  Json groups = Json::array(), histogram = Json::object();
  std::size_t masks = 0, unmatched = 0;
  for (std::size_t g = 0; g < targets.size(); ++g) {
    const WeightGroup& group = file.weights.groups[g];
    Json entry{{"name", group.name}, {"entries", group.weights.size()}, {"kind", kind_of(targets[g])}};
    if (rig != nullptr) entry["bone"] = targets[g].name.empty() ? Json(nullptr) : Json(targets[g].name);
    groups.push_back(std::move(entry));
    masks += targets[g].kind == GroupTarget::Kind::mask ? 1 : 0;
    unmatched += targets[g].kind == GroupTarget::Kind::none ? 1 : 0;
  }
  for (const auto& [influences, vertices] : counts.by_influences)
    histogram[std::to_string(influences)] = vertices;
  Json json{{"schema", 1},
            {"kind", "mpfb_weights"},
            {"file", file.weights.source},
            {"version", file.version},
            {"name", file.name},
            {"license", file.license},
            {"group_count", targets.size()},
            {"mask_groups", masks},
            {"vertices", counts.vertices},
            {"influences", std::move(histogram)},
            {"most_influences", counts.most},
            {"vertices_over_four", counts.over_four},
            {"largest_weight_left_out", number(counts.largest_left_out)},
            {"sums", {number(counts.least_sum), number(counts.greatest_sum)}}};
  if (rig != nullptr) json["unmatched_groups"] = unmatched;
  json["groups"] = std::move(groups);
  return json;
}

void print_weights(const io::MpfbWeightsFile& file, const std::vector<GroupTarget>& targets,
                   const LoadedRig* rig) {
  const WeightCounts counts = counts_of(file.weights, targets);
  say("{}: MPFB weights '{}', version {}, licence {}\n", file.weights.source, file.name, file.version,
      file.license.empty() ? "not stated" : file.license);
  say("  {}; {} with up to {} influences, their sums from {:.4f} to {:.4f}\n",
      quantity(targets.size(), "group", "groups"), quantity(counts.vertices, "vertex", "vertices"),
      counts.most, counts.least_sum, counts.greatest_sum);
  say("  {} more than {}: the largest weight dropped is {:.4f}\n",
      quantity(counts.over_four, "vertex has", "vertices have"), kMaxInfluences, counts.largest_left_out);
  say("  {:<28} {:>9}  {}\n", "group", "vertices", rig != nullptr ? "moves" : "kind");
  for (std::size_t g = 0; g < targets.size(); ++g)
    say("  {:<28} {:>9}  {}{}\n", file.weights.groups[g].name, file.weights.groups[g].weights.size(),
        kind_of(targets[g]), rig != nullptr && !targets[g].name.empty() ? " " + targets[g].name : "");
}

Result<int> inspect_weights(const std::filesystem::path& file, const RigOptions& options, bool json) {
  const Result<io::MpfbWeightsFile> weights = load_weights(file);
  if (!weights) return error_of(weights);
  std::optional<LoadedRig> rig;
  if (!options.rig.empty()) {
    Result<LoadedRig> loaded = load_rig(options.rig);
    if (!loaded) return error_of(loaded);
    rig = std::move(*loaded);
  }
  const std::vector<GroupTarget> targets =
      rig ? match_groups(rig->rig, weights->weights) : by_own_name(weights->weights);
  const LoadedRig* const known = rig ? &*rig : nullptr;
  json ? put_json(weights_json(*weights, targets, known)) : print_weights(*weights, targets, known);
  return kDone;
}

// --- base meshes
Result<int> inspect_base_mesh(const std::filesystem::path& file, const RigOptions& options, bool json) {
  const Result<BaseMesh> mesh = load_base_mesh(file, options);
  if (!mesh) return error_of(mesh);
  Vec3 low = mesh->positions.front(), high = low;
  for (const Vec3& p : mesh->positions) low = glm::min(low, p), high = glm::max(high, p);
  const std::size_t cubes = joint_cubes(*mesh).size();
  if (!json) {
    say("{}: {} vertices, {} faces, {} texture coordinates, {} normals\n", mesh->source,
        mesh->positions.size(), mesh->polygon_count(), mesh->uvs.size(), mesh->normals.size());
    say("  {:.3f} x {:.3f} x {:.3f} m at {} metres per unit\n  {} groups, {} of them joint cubes\n",
        high.x - low.x, high.y - low.y, high.z - low.z, *mesh->scale_factor, mesh->groups.size(), cubes);
    for (const auto& [name, vertices] : mesh->groups) say("  {:<28} {:>9} vertices\n", name, vertices.size());
    return kDone;
  }
  Json groups = Json::object();
  for (const auto& [name, vertices] : mesh->groups) groups[name] = vertices.size();
  put_json(Json{{"schema", 1},
                {"kind", "base_mesh"},
                {"file", mesh->source},
                {"frame", "Blender's: Z up, facing -Y, metres"},
                {"metres_per_unit", number(options.obj.metres_per_unit)},
                {"vertices", mesh->positions.size()},
                {"faces", mesh->polygon_count()},
                {"texture_coordinates", mesh->uvs.size()},
                {"normals", mesh->normals.size()},
                {"bounds", {numbers(low), numbers(high)}},
                {"joint_cubes", cubes},
                {"groups", std::move(groups)}});
  return kDone;
}

}  // namespace

RigFileKind rig_file_kind(const io::Bytes& bytes) {
  std::string_view text = io::as_text(bytes);
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return RigFileKind::none;
  if (text[first] == '{')
    return io::looks_like_mpfb_weights(text) ? RigFileKind::weights
           : io::looks_like_mpfb_rig(text)   ? RigFileKind::rig
                                             : RigFileKind::none;
  return io::looks_like_obj(text) ? RigFileKind::base_mesh : RigFileKind::none;
}

Result<int> inspect_rig_file(RigFileKind kind, const std::filesystem::path& file, const RigOptions& options,
                             bool json) {
  switch (kind) {
    case RigFileKind::rig:
      return inspect_rig(file, options, json);
    case RigFileKind::weights:
      return inspect_weights(file, options, json);
    case RigFileKind::base_mesh:
    case RigFileKind::none:
      break;
  }
  return inspect_base_mesh(file, options, json);
}

}  // namespace mannequin::program
