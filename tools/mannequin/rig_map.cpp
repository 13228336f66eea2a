#include "tools/mannequin/rig_map.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/core/quantity.h"
#include "engine/io/joint_parents.h"
#include "engine/io/json_file.h"
#include "engine/io/text_file.h"
#include "engine/platform/path.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

constexpr std::size_t kMapNamesShown = 12;

std::string pairs_text(std::span<const std::pair<std::string, std::string>> pairs) {
  std::string text;
  for (std::size_t i = 0; i < std::min(pairs.size(), kMapNamesShown); ++i)
    text += fmt::format("{}{} -> {}", i ? ", " : "", pairs[i].first, pairs[i].second);
  return pairs.size() > kMapNamesShown ? fmt::format("{} and {} more", text, pairs.size() - kMapNamesShown)
                                       : text;
}

}  // namespace

Result<RigNames> load_rig_map(const std::string& map, const Skeleton& skeleton) {
  if (Result<RigNames> known = known_rig(map); known) return known;
  const Result<io::Bytes> bytes = read_input(path_of_utf8(map));
  if (!bytes)
    return fail(ErrorCode::cannot_read, "--map " + map,
                "is neither a known rig (mixamo, vrm, rigify, makehuman) nor a readable file");
  const std::string name = path_of_utf8(map).filename().string();
  const auto tree = io::parse_json_file(io::as_text(*bytes), name);
  if (!tree) return error_of(tree);
  const nlohmann::json& json = tree->value;
  if (!json.is_object())
    return fail(ErrorCode::bad_data, name,
                "is not a JSON object of names; write {\"their name\": \"mElbowLeft\", ...}");
  RigNames names;
  for (const auto& [theirs, ours] : json.items()) {
    if (!ours.is_string())
      return fail(ErrorCode::bad_data, fmt::format("{}, {}", name, io::in_quotes(theirs)),
                  "needs the name of a joint");
    const JointIndex joint = skeleton.find(ours.get<std::string>());
    if (joint == kNoJoint) {
      const std::string near = skeleton.nearest_name(ours.get<std::string>());
      return fail(ErrorCode::bad_argument, fmt::format("{}, {}", name, io::in_quotes(theirs)),
                  fmt::format("the avatar has no joint {}{}", io::in_quotes(ours.get<std::string>()),
                              near.empty() ? "; 'mannequin joints' lists them"
                                           : fmt::format("; is {} meant?", near)));
    }
    names[simple_joint_name(theirs)] = skeleton[joint].name;
  }
  return names;
}

Status apply_rig_map(io::BoundMeshFile& file, const std::filesystem::path& path, const RigNames& names,
                     const Skeleton& skeleton) {
  const Result<io::Bytes> bytes = read_input(path);
  if (!bytes) return error_of(bytes);
  const std::map<std::string, std::string> parents = io::read_joint_parents(*bytes);
  for (BoundMeshDesc& bound : file.meshes) {
    if (!bound.rigged()) continue;
    const RenamedRig renamed = rename_rig(bound.skin, names, parents, skeleton);
    say(stderr, "{}, mesh '{}': {} renamed{}{}\n", file.source, bound.mesh.name,
        quantity(renamed.renamed.size(), "joint", "joints"),
        renamed.merged.empty() ? "" : "; merged: ", pairs_text(renamed.merged));
    std::string unknown;
    for (std::size_t i = 0; i < std::min(renamed.unknown.size(), kMapNamesShown); ++i)
      unknown += (i ? ", " : "") + renamed.unknown[i];
    if (!unknown.empty())
      say(stderr,
          "warning: {}, mesh '{}': {} no counterpart and no ancestor with one: {}. Remedy: name {} in a map "
          "of your own. [unknown_joints]\n",
          file.source, bound.mesh.name, quantity(renamed.unknown.size(), "joint has", "joints have"), unknown,
          renamed.unknown.size() == 1 ? "it" : "them");
  }
  return {};
}

}  // namespace mannequin::program
