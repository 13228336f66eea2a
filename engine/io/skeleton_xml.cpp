// avatar_skeleton.xml: nested bones and collision volumes. Source: ALGORITHM 1.
#include <fmt/format.h>

#include <set>

#include "engine/io/definition_xml.h"
#include "engine/io/definitions.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

constexpr const char* kSkeletonKind = "a viewer's avatar_skeleton.xml";

class SkeletonReader {
 public:
  SkeletonReader(DefinitionXml& xml, SkeletonDesc& out) : xml_(xml), out_(out) {}

  // node: a bone or a volume, with its subtree.
  void read(pugi::xml_node node, const std::string& parent, int depth) {
    if (!xml_.ok()) return;
    const std::string_view element = node.name();
    if (element != "bone" && element != "collision_volume")
      return xml_.blame(
          node, fmt::format("the element {} is not allowed here; only bone and collision_volume may be "
                            "in a skeleton: correct or remove it",
                            in_quotes(element)));
    if (depth > kMaxTextFileDepth)
      return xml_.blame(node,
                        fmt::format("bones are nested more than {} deep; the file is damaged: fetch {} again",
                                    kMaxTextFileDepth, kSkeletonKind));
    const bool is_bone = element == "bone";
    out_.joints.push_back(joint(node, parent, is_bone));
    const std::string name = out_.joints.back().name;
    if (!names_.insert(name).second)
      xml_.blame(node,
                 fmt::format("{} is listed twice, so references by worn meshes would be ambiguous; rename or "
                             "remove one",
                             DefinitionXml::label(node)));
    ++(is_bone ? bones_ : volumes_);
    for (const pugi::xml_node child : node.children()) {
      if (child.type() != pugi::node_element) continue;
      if (!is_bone)
        return xml_.blame(child,
                          fmt::format("{} is inside a collision volume, which cannot have children; move "
                                      "it to the enclosing bone",
                                      DefinitionXml::label(child)));
      read(child, name, depth + 1);
    }
  }

  // An optional count in the root reveals files with missing parts.
  void check_counts(pugi::xml_node root) {
    check_count(root, "num_bones", bones_);
    check_count(root, "num_collision_volumes", volumes_);
  }

 private:
  JointDesc joint(pugi::xml_node node, const std::string& parent, bool is_bone) {
    JointDesc joint;
    joint.kind = is_bone ? JointKind::bone : JointKind::collision_volume;
    joint.name = xml_.required_text(node, "name", "name=\"mNeck\"");
    joint.parent = parent;
    joint.group = xml_.text(node, "group");
    joint.position = xml_.required_vector(node, "pos", "pos=\"x y z\" (metres from the parent)");
    joint.rotation_degrees = xml_.required_vector(node, "rot", "rot=\"0 0 0\" (degrees)");
    joint.scale = xml_.required_vector(node, "scale", "scale=\"1 1 1\"");
    joint.tail = xml_.vector(node, "end");
    if (is_bone) {
      joint.pivot = xml_.required_vector(node, "pivot", "pivot=\"x y z\" (metres)");
      joint.aliases = words(xml_.text(node, "aliases"));
    }
    const std::string support = xml_.text(node, "support", "base");
    if (support == "extended")
      joint.support = JointSupport::extended;
    else if (support != "base")
      xml_.blame(node, fmt::format("{} has support = {}; it must be base or extended",
                                   DefinitionXml::label(node), in_quotes(support)));
    return joint;
  }

  static std::vector<std::string> words(const std::string& text) {
    std::vector<std::string> out;
    for (std::size_t begin = 0; (begin = text.find_first_not_of(" \t\r\n", begin)) != std::string::npos;) {
      const std::size_t end = std::min(text.find_first_of(" \t\r\n", begin), text.size());
      out.push_back(text.substr(begin, end - begin));
      begin = end;
    }
    return out;
  }

  void check_count(pugi::xml_node root, const char* attribute, int count) {
    if (!xml_.ok() || !root.attribute(attribute)) return;
    const int stated = xml_.required_integer(root, attribute, "");
    if (stated != count)
      xml_.blame(
          root,
          fmt::format("declares {} = {}, but there are {}; something was lost or added: correct the number "
                      "or fetch {} again",
                      attribute, stated, count, kSkeletonKind));
  }

  DefinitionXml& xml_;
  SkeletonDesc& out_;
  std::set<std::string> names_;
  int bones_ = 0, volumes_ = 0;
};

}  // namespace

Result<SkeletonDesc> read_skeleton_xml(std::string_view text, const std::string& source) {
  DefinitionXml xml(text, source);
  SkeletonDesc desc;
  desc.source = source;
  const pugi::xml_node root = xml.open("linden_skeleton", kSkeletonKind);
  SkeletonReader reader(xml, desc);
  for (const pugi::xml_node child : root.children())
    if (child.type() == pugi::node_element) reader.read(child, "", 1);
  reader.check_counts(root);
  if (xml.ok() && desc.joints.empty())
    xml.blame(root, fmt::format("contains no bone; fetch {} again", kSkeletonKind));
  if (!xml.ok()) return tl::make_unexpected(xml.fault());
  return desc;
}

}  // namespace mannequin::io
