#include "engine/io/collada/joint_nodes.h"

#include <algorithm>
#include <deque>

#include "engine/io/collada/numbers.h"

namespace mannequin::io::collada {
namespace {

// Each skeleton needs a map of its nodes; no real model has this many.
constexpr std::size_t kMaxSkeletons = 64;

}  // namespace

void JointNodes::Names::add(pugi::xml_node node) {
  if (const auto a = node.attribute("sid")) sid.try_emplace(clean_name(a.value()), node);
  if (const auto a = node.attribute("name")) name.try_emplace(clean_name(a.value()), node);
  if (const auto a = node.attribute("id")) id.try_emplace(clean_name(a.value()), node);
}

pugi::xml_node JointNodes::Names::find(const std::string& joint, bool by_name_first) const {
  for (const auto* names : {by_name_first ? &name : &sid, by_name_first ? &sid : &name, &id})
    if (const auto found = names->find(joint); found != names->end()) return found->second;
  return {};
}

JointNodes::Names JointNodes::below(std::span<const pugi::xml_node> roots) {
  Names names;
  std::deque<pugi::xml_node> queue(roots.begin(), roots.end());
  while (!queue.empty()) {
    const pugi::xml_node node = queue.front();
    queue.pop_front();
    names.add(node);
    for (const auto child : node.children("node")) queue.push_back(child);
  }
  return names;
}

JointNodes::JointNodes(const Document& document) {
  for (const auto node : document.all("node")) all_.add(node);
  std::unordered_map<const void*, std::size_t> known;
  for (const auto instance : document.all("instance_controller")) {
    const auto controller = document.resolve(instance, "url", {"controller"});
    for (const auto skeleton : instance.children("skeleton")) {
      const auto root = document.resolve(skeleton, "", {"node"});
      // The viewer skips a missing skeleton; so does the search.
      if (!root) continue;
      auto found = known.find(root->internal_object());
      if (found == known.end()) {
        if (skeletons_.size() >= kMaxSkeletons) continue;
        found = known.emplace(root->internal_object(), skeletons_.size()).first;
        skeletons_.push_back(below(std::span(&*root, 1)));
        roots_.push_back(*root);
      }
      if (!controller) continue;
      auto& own = of_controller_[controller->attribute("id").value()];
      if (std::find(own.begin(), own.end(), found->second) == own.end()) own.push_back(found->second);
    }
  }
}

pugi::xml_node JointNodes::find(const std::string& joint, pugi::xml_node controller) const {
  const std::string name = clean_name(joint);
  if (const auto own = of_controller_.find(controller.attribute("id").value()); own != of_controller_.end())
    for (const std::size_t skeleton : own->second)
      if (const auto node = skeletons_[skeleton].find(name, false)) return node;
  for (const Names& names : skeletons_)
    if (const auto node = names.find(name, false)) return node;
  return all_.find(name, true);
}

bool JointNodes::viewer_finds_position(const std::string& joint) const {
  const std::string name = clean_name(joint);
  const auto has_position = [](pugi::xml_node node, const char* matrix_sid) {
    return node.child("translate") || node.find_child_by_attribute("matrix", "sid", matrix_sid);
  };
  for (const Names& names : skeletons_)
    if (const auto found = names.sid.find(name); found != names.sid.end())
      return has_position(found->second, "transform");
  if (has_skeletons()) return false;
  const auto found = all_.name.find(name);
  return found != all_.name.end() && has_position(found->second, "matrix");
}

bool JointNodes::is_node_name(const std::string& name) const {
  return static_cast<bool>(all_.find(clean_name(name), true));
}

std::vector<FileJoint> JointNodes::list(const Document& document) const {
  std::vector<pugi::xml_node> nodes;
  std::unordered_map<const void*, std::int32_t> index_of;
  const auto take = [&](pugi::xml_node node) {
    if (nodes.size() < kMaxFileJoints &&
        index_of.emplace(node.internal_object(), static_cast<std::int32_t>(nodes.size())).second)
      nodes.push_back(node);
  };
  const auto is_below_a_skeleton = [&](pugi::xml_node node) {
    for (; node; node = node.parent())
      if (std::ranges::find(roots_, node) != roots_.end()) return true;
    return false;
  };
  for (const auto node : document.all("node"))
    if (nodes.size() < kMaxFileJoints && is_below_a_skeleton(node)) take(node);
  for (const auto node : document.all("node")) take(node);
  std::vector<FileJoint> joints;
  for (const pugi::xml_node node : nodes) {
    FileJoint joint;
    for (const char* attribute : {"id", "name", "sid"})
      if (const auto name = node.attribute(attribute))
        joint.name = shortened(clean_name(name.value()), kMaxNameBytes);
    joint.is_bone = std::string_view(node.attribute("type").value()) == "JOINT";
    if (const auto above = index_of.find(node.parent().internal_object()); above != index_of.end())
      joint.parent = above->second;
    joint.position = position(document, node).value_or(std::nullopt);
    joints.push_back(std::move(joint));
  }
  return joints;
}

Result<std::optional<Vec3>> JointNodes::position(const Document& document, pugi::xml_node node) {
  const auto with_sid = [&](const char* sid) {
    return node.find_child_by_attribute("translate", "sid", sid);
  };
  pugi::xml_node translate = with_sid("translate");
  if (!translate) translate = with_sid("location");
  if (!translate) translate = node.child("translate");
  const pugi::xml_node matrix = node.child("matrix");
  if (!translate && !matrix) return std::optional<Vec3>();
  const auto numbers = read_exactly(document, translate ? translate : matrix, translate ? 3 : 16);
  if (!numbers) return error_of(numbers);
  const double* n = numbers->data();
  return std::optional<Vec3>(translate ? Vec3(n[0], n[1], n[2]) : Vec3(n[3], n[7], n[11]));
}

}  // namespace mannequin::io::collada
