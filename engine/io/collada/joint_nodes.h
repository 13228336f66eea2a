// The joint nodes of the visual scene, and their positions.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/io/collada/document.h"
#include "engine/math/types.h"
#include "engine/mesh/file_joint.h"

namespace mannequin::io::collada {

// Finds the nodes of joints and their translations. Source: mesh oracle 14, 15.
class JointNodes {
 public:
  explicit JointNodes(const Document& document);

  // The node of a joint of the skin in `controller`: looked up by sid below the skeletons that its instances
  // name, else below those of other skins, else anywhere by sid, name or id. Empty if there is none.
  pugi::xml_node find(const std::string& joint, pugi::xml_node controller) const;

  // Whether the viewer's importer also finds a position for the joint. If there is any <skeleton>: by sid
  // below one of them, and a matrix only if its sid is "transform"; otherwise by name, and a matrix only if
  // its sid is "matrix".
  bool viewer_finds_position(const std::string& joint) const;

  // Whether a <skeleton> of the file leads to nodes. If not, the viewer finds joint positions only under the
  // avatar's own names.
  bool has_skeletons() const { return !skeletons_.empty(); }

  // Names of nodes with spaces, which a list of names splits.
  bool is_node_name(const std::string& name) const;

  // The nodes of all scenes with the positions that position() finds, or none: those below a skeleton first,
  // where the viewer looks for joints, else in file order.
  std::vector<FileJoint> list(const Document& document) const;

  // The translation relative to the parent, found as in the viewer: sid "translate", sid "location", the
  // first <translate>, the first <matrix>; ignores preceding rotations and scales. Empty if the node has
  // none.
  static Result<std::optional<Vec3>> position(const Document& document, pugi::xml_node node);

 private:
  struct Names {
    std::unordered_map<std::string, pugi::xml_node> sid, name, id;  // the first of each, closest to the root
    void add(pugi::xml_node node);
    pugi::xml_node find(const std::string& joint, bool by_name_first) const;
  };
  static Names below(std::span<const pugi::xml_node> roots);

  Names all_;
  std::vector<Names> skeletons_;  // by skeleton root
  std::vector<pugi::xml_node> roots_;
  std::unordered_map<std::string, std::vector<std::size_t>> of_controller_;  // controller id -> skeletons_
};

}  // namespace mannequin::io::collada
