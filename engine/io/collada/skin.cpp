#include "engine/io/collada/skin.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/io/collada/vertex_weights.h"
#include "engine/mesh/bind_orientation.h"

namespace mannequin::io::collada {
namespace {

constexpr std::size_t kMaxWordsInName = 4;
constexpr std::size_t kNamesInNote = 5;
constexpr std::size_t kMaxNamedJoints = 4096;  // far more than any real skeleton

pugi::xml_node input_of(pugi::xml_node element, std::string_view semantic) {
  for (const auto input : element.children("input"))
    if (input.attribute("semantic").value() == semantic) return input;
  return {};
}

// A joint name with spaces, which the list splits into several.
struct SplitName {
  std::size_t first, words;  // in the list of words
  std::string name;          // "Left Shoulder"
};

// Finds names of nodes that the list splits into words that are not nodes themselves.
std::vector<SplitName> find_split_names(const std::vector<std::string>& words, const JointNodes& nodes) {
  std::vector<SplitName> found;
  for (std::size_t i = 0; i < words.size(); ++i) {
    SplitName best{i, 1, words[i]};
    std::string joined = words[i];
    for (std::size_t n = 2; n <= kMaxWordsInName && i + n <= words.size(); ++n) {
      joined += ' ' + words[i + n - 1];
      if (nodes.is_node_name(joined)) best = {i, n, joined};
    }
    if (best.words == 1) continue;
    found.push_back(best);
    i += best.words - 1;
  }
  return found;
}

// Fallback if the scene lacks the name, too: two adjacent words that are not nodes.
std::vector<SplitName> find_stray_pairs(const std::vector<std::string>& words, const JointNodes& nodes) {
  std::vector<SplitName> found;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (nodes.is_node_name(words[i]) || nodes.is_node_name(words[i + 1])) continue;
    found.push_back({i, 2, words[i] + ' ' + words[i + 1]});
    ++i;
  }
  return found;
}

// The same where `fewer` words are too many: runs of such words, each one name, if that makes the number
// right.
std::vector<SplitName> find_stray_runs(const std::vector<std::string>& words, const JointNodes& nodes,
                                       std::size_t fewer) {
  std::vector<SplitName> found;
  std::size_t joined = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    SplitName run{i, 0, ""};
    for (; i < words.size() && run.words < kMaxWordsInName && !nodes.is_node_name(words[i]); ++i, ++run.words)
      run.name += (run.words == 0 ? "" : " ") + words[i];
    if (run.words < 2) continue;
    joined += run.words - 1;
    found.push_back(std::move(run));
    --i;
  }
  return joined == fewer ? found : std::vector<SplitName>();
}

void join_names(std::vector<std::string>& words, const std::vector<SplitName>& split) {
  for (auto name = split.rbegin(); name != split.rend(); ++name) {
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(name->first);
    *first = name->name;
    words.erase(first + 1, first + static_cast<std::ptrdiff_t>(name->words));
  }
}

// "'Left' and 'Shoulder'"
std::string quoted_words(const std::string& name) {
  std::string text = "'";
  for (const char c : name) text += c == ' ' ? std::string("' and '") : std::string(1, c);
  return text + "'";
}

// The skin being read.
class Reader {
 public:
  Reader(const Document& document, Sources& sources, NoteCollector& noticed, const JointNodes& nodes,
         pugi::xml_node controller, const std::string& mesh)
      : document_(document),
        sources_(sources),
        noticed_(noticed),
        nodes_(nodes),
        controller_(controller),
        node_(controller.child("skin")),
        mesh_(mesh) {}

  Result<SkinDesc> read(const Geometry& geometry) {
    Status status = read_bind_shape()
                        .and_then([&] { return read_joints(); })
                        .and_then([&] { return read_inverse_binds(); })
                        .and_then([&] { return settle_names(); })
                        .and_then([&] { return read_weights(geometry); })
                        .and_then([&] { return read_positions(); });
    if (!status) return error_of(status);
    notice_joints();
    return std::move(skin_);
  }

 private:
  Status read_bind_shape() {
    const auto element = node_.child("bind_shape_matrix");
    if (!element) return {};  // the default of the specification
    const auto numbers = read_exactly(document_, element, 16);
    if (!numbers) return error_of(numbers);
    skin_.bind_shape = matrix_from_rows(numbers->data());
    if (bind_orientation(skin_.bind_shape).warning)
      noticed_.add(Severity::warning, "bind_shape_orientation", element, mesh_,
                   "the bind shape matrix rotates the mesh, so its own space is not X forward; the viewer "
                   "warns about it, the "
                   "result is right");
    return {};
  }

  Status read_joints() {
    joints_ = node_.child("joints");
    const auto input = input_of(joints_, "JOINT");
    if (!input)
      return document_.bad(node_,
                           "<skin> has no <joints> with an input JOINT; bind the mesh and export it again");
    const auto source = document_.resolve(input, "source", {"source"});
    if (!source) return error_of(source);
    auto array = source->child("Name_array");
    if (!array) array = source->child("IDREF_array");
    if (!array)
      return document_.bad(*source, "the joints' <source> has no <Name_array>; export the model again");
    skin_.joint_names = read_names(document_, array, kMaxNamedJoints + 1);
    if (skin_.joint_names.size() > kMaxNamedJoints)
      return document_.bad(
          array, fmt::format("the skin names more than {} joints, far more than any skeleton has; remove "
                             "those without weights",
                             kMaxNamedJoints));
    names_ = array;
    if (skin_.joint_names.empty())
      return document_.bad(array, "the skin names no joints; bind the mesh and export it again");
    return {};
  }

  Status read_inverse_binds() {
    const auto input = input_of(joints_, "INV_BIND_MATRIX");
    if (!input)
      return document_.bad(joints_,
                           "<joints> has no input INV_BIND_MATRIX; bind the mesh and export it again");
    const auto source = document_.resolve(input, "source", {"source"});
    if (!source) return error_of(source);
    const auto array = source->child("float_array");
    const auto numbers = read_doubles(document_, array);
    if (!numbers) return error_of(numbers);
    binds_ = array ? array : *source;
    bind_numbers_ = numbers->size();
    for (std::size_t j = 0; j < numbers->size() / 16; ++j)
      skin_.inverse_binds.push_back(matrix_from_rows(numbers->data() + 16 * j));
    return {};
  }

  // The viewer reads words, so a name with a space becomes two joints there. We join it where the matrices or
  // the declared count call for it: the mesh can be shown, but not uploaded.
  Status settle_names() {
    std::vector<std::string>& names = skin_.joint_names;
    const auto declared = attribute_number(names_, "count");
    const std::size_t words = names.size();
    std::vector<SplitName> split = find_split_names(names, nodes_);
    const bool fewer = bind_numbers_ < words * 16 || (declared && *declared < words);
    if (!fewer)
      std::erase_if(split, [&](const SplitName& name) {
        return std::any_of(names.begin() + static_cast<std::ptrdiff_t>(name.first),
                           names.begin() + static_cast<std::ptrdiff_t>(name.first + name.words),
                           [&](const std::string& word) { return nodes_.is_node_name(word); });
      });
    if (fewer && split.empty()) {
      split = find_stray_pairs(names, nodes_);
      const std::size_t rest = words - split.size();
      if (rest * 16 != bind_numbers_ && !(declared && *declared == rest))
        split = bind_numbers_ / 16 < words ? find_stray_runs(names, nodes_, words - bind_numbers_ / 16)
                                           : std::vector<SplitName>();
    }
    std::string told;
    for (std::size_t i = 0; i < std::min(split.size(), kNamesInNote); ++i)
      told +=
          fmt::format("{}'{}' is read as {}", i == 0 ? "" : "; ", split[i].name, quoted_words(split[i].name));
    if (split.size() > kNamesInNote) told += fmt::format("; and {} more", split.size() - kNamesInNote);
    if (!split.empty()) {
      std::string with_underscore = split.front().name;
      std::replace(with_underscore.begin(), with_underscore.end(), ' ', '_');
      told = fmt::format(
          "joint names with spaces fall apart in the viewer: {}, so the joints no longer match their "
          "matrices. "
          "Write underscores instead ('{}')",
          told, with_underscore);
      noticed_.add(Severity::error, "split_joint_name", names_, mesh_, told);
    }
    std::vector<std::string> joined = names;
    join_names(joined, split);
    if (fewer && joined.size() * 16 == bind_numbers_) names = std::move(joined);
    if (bind_numbers_ != names.size() * 16)
      return document_.bad(
          binds_, fmt::format("there are {} numbers of inverse bind matrices for {} joints instead of {}; {}",
                              bind_numbers_, names.size(), names.size() * 16,
                              told.empty() ? "bind the mesh again" : told));
    for (std::string& name : names) name = shortened(clean_name(name), kMaxNameBytes);
    if (declared && *declared != names.size())
      noticed_.add(Severity::warning, "array_count", names_, mesh_,
                   fmt::format("the array declares {} joint names, but has {}; these are used", *declared,
                               names.size()));
    return {};
  }

  Status read_weights(const Geometry& geometry) {
    const auto influences = read_vertex_weights(document_, sources_, noticed_, node_,
                                                skin_.joint_names.size(), geometry.position_count, mesh_);
    if (!influences) return error_of(influences);
    notice_weights(noticed_, *influences, geometry.mesh.source_indices, mesh_);
    return spread_influences(document_, *influences, geometry.mesh.source_indices, skin_);
  }

  Status read_positions() {
    std::size_t missing = 0, lost = 0;
    std::string names, lost_name;
    std::unordered_map<const void*, std::optional<Vec3>> positions;  // by node: a list may repeat it
    for (const std::string& joint : skin_.joint_names) {
      std::optional<Vec3> position;
      if (const auto node = nodes_.find(joint, controller_)) {
        const auto [known, is_new] = positions.try_emplace(node.internal_object());
        if (is_new) {
          const auto found = JointNodes::position(document_, node);
          if (!found) return error_of(found);
          known->second = *found;
        }
        position = known->second;
      }
      skin_.joint_positions.push_back(position);
      if (position && !nodes_.viewer_finds_position(joint) && lost++ == 0) lost_name = joint;
      if (!position && ++missing <= kNamesInNote)
        names += fmt::format("{}'{}'", missing == 1 ? "" : ", ", joint);
    }
    if (lost > 0)
      noticed_.add(
          Severity::warning, "joint_positions_unknown", joints_, mesh_,
          fmt::format("{} of {} joints have positions that the viewer does not find (such as '{}'): it looks "
                      "for {}. With "
                      "\"include joint positions\" it would put them on their parent",
                      lost, skin_.joint_names.size(), lost_name,
                      nodes_.has_skeletons()
                          ? "nodes with that sid below a <skeleton>, with a <translate> or a <matrix "
                            "sid=\"transform\">"
                          : "nodes with that name, with a <translate> or a <matrix sid=\"matrix\">, since "
                            "no <skeleton> is given"));
    if (missing > 0)
      noticed_.add(
          Severity::warning, "joint_positions_unknown", joints_, mesh_,
          fmt::format(
              "{} of {} joints have no position in the scene ({}{}); they keep the avatar's own, where the "
              "viewer's \"include joint positions\" would put them on their parent",
              missing, skin_.joint_names.size(), names, missing > kNamesInNote ? ", ..." : ""));
    return {};
  }

  void notice_joints() {
    const std::size_t joints = skin_.joint_names.size();
    if (joints > kMaxViewerJoints)
      noticed_.add(Severity::error, "too_many_joints", joints_, mesh_,
                   fmt::format("is bound to {} joints; the viewer does not skin meshes with more than {}: "
                               "remove joints without "
                               "weights or split the mesh",
                               joints, kMaxViewerJoints));
    std::unordered_set<std::string_view> seen;
    std::size_t repeated = 0;
    std::string first;
    for (const std::string& name : skin_.joint_names)
      if (!seen.insert(name).second && ++repeated == 1) first = name;
    if (repeated > 0)
      noticed_.add(
          Severity::warning, "duplicate_joint", joints_, mesh_,
          fmt::format(
              "{} joint names are listed twice ('{}'); both entries follow the same joint, merge them",
              repeated, first));
  }

  const Document& document_;
  Sources& sources_;
  NoteCollector& noticed_;
  const JointNodes& nodes_;
  pugi::xml_node controller_, node_, joints_, names_, binds_;
  const std::string& mesh_;
  std::size_t bind_numbers_ = 0;
  SkinDesc skin_;
};

}  // namespace

Result<pugi::xml_node> skinned_geometry(const Document& document, pugi::xml_node controller) {
  pugi::xml_node from = controller.child("skin") ? controller.child("skin") : controller.child("morph");
  // Morphs may be chained between skin and geometry; more than a few mean a cycle.
  for (int step = 0; step < 8; ++step) {
    const auto target = document.resolve(from, "source", {"geometry", "controller"});
    if (!target || std::string_view(target->name()) == "geometry") return target;
    from = target->child("morph");
    if (!from)
      return document.bad(
          controller, fmt::format("<{}> deforms controller '{}', which is not a morph; a mesh can have one "
                                  "skin only: bind it again",
                                  controller.first_child().name(), target->attribute("id").value()));
  }
  return document.bad(controller,
                      "the controllers refer to each other in a cycle; bind the mesh and export it again");
}

Result<SkinDesc> read_skin(const Document& document, Sources& sources, NoteCollector& noticed,
                           const JointNodes& nodes, pugi::xml_node controller, const Geometry& geometry) {
  return Reader(document, sources, noticed, nodes, controller, geometry.mesh.name).read(geometry);
}

}  // namespace mannequin::io::collada
