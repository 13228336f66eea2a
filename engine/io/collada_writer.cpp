#include "engine/io/collada_writer.h"

#include <fmt/format.h>

#include <utility>

#include "engine/io/collada/dae_text.h"
#include "engine/io/collada/limits.h"
#include "engine/io/collada/mesh_text.h"
#include "engine/io/joint_tree.h"
#include "engine/io/xml_text.h"

namespace mannequin::io {
namespace {

using collada::append_number;
using collada::append_rows;
using collada::one_word;
using collada::UniqueNames;

class DaeWriter {
 public:
  explicit DaeWriter(const Skeleton* skeleton, bool gltf_binds = false)
      : tree_(skeleton), gltf_binds_(gltf_binds) {}

  Status add(const BoundMeshDesc& bound);
  void add_joints(const SkinDesc& skin) { tree_.add_skin(skin); }
  // Fails (bad_data) beyond the limits of the reader.
  Result<std::string> finish();

 private:
  struct Instance {
    std::string name, target;
    bool skinned;
    std::vector<std::pair<std::string, std::string>> materials;  // symbol, id
  };

  std::vector<std::string> add_materials(const MeshDesc& mesh, Instance& instance);
  void append_joint(std::string& text, std::span<const JointTree::Node> nodes,
                    std::span<const std::vector<std::size_t>> children, std::span<const std::string> ids,
                    std::size_t node);

  collada::Ids ids_;
  JointTree tree_;
  bool gltf_binds_;
  std::size_t skin_joints_ = 0;  // of all skins
  std::string images_, effects_, materials_, geometries_, controllers_;
  std::vector<Instance> instances_;
};

// One material element per material of the mesh. Faces refer to symbols.
std::vector<std::string> DaeWriter::add_materials(const MeshDesc& mesh, Instance& instance) {
  std::vector<std::string> symbols;
  UniqueNames names("_");
  for (const MaterialDesc& material : mesh.materials) {
    const std::string symbol = names.make(one_word(material.name.empty() ? "material" : material.name));
    symbols.push_back(symbol);
    const std::string id = ids_.make(symbol, "-material"), effect = ids_.make(symbol, "-effect");
    instance.materials.emplace_back(symbol, id);
    materials_ += fmt::format("<material id=\"{}\" name=\"{}\"><instance_effect url=\"#{}\"/></material>\n",
                              id, xml_text(symbol), effect);
    effects_ += fmt::format("<effect id=\"{}\"><profile_COMMON>", effect);
    std::string diffuse = "<color>";
    if (material.texture.empty()) {
      for (int i = 0; i < 4; ++i) append_number(diffuse, material.base_color[i]);
      diffuse += "</color>";
    } else {
      const std::string image = ids_.make(symbol, "-image");
      images_ += fmt::format("<image id=\"{}\"><init_from>{}</init_from></image>\n", image,
                             xml_text(material.texture));
      effects_ += fmt::format(
          "<newparam sid=\"{0}-surface\"><surface type=\"2D\"><init_from>{0}</init_from></surface></newparam>"
          "<newparam sid=\"{0}-sampler\"><sampler2D><source>{0}-surface</source></sampler2D></newparam>",
          image);
      diffuse = fmt::format("<texture texture=\"{}-sampler\" texcoord=\"map\"/>", image);
    }
    effects_ += fmt::format(
        "<technique "
        "sid=\"common\"><lambert><diffuse>{}</diffuse></lambert></technique></profile_COMMON></effect>\n",
        diffuse);
  }
  return symbols;
}

Status DaeWriter::add(const BoundMeshDesc& bound) {
  if (auto status = collada::check_bound_mesh(bound); !status) return status;
  if (bound.skin.joint_names.size() > kMaxViewerJoints) {
    BoundMeshDesc pruned = bound;
    if (prune_unused_joints(pruned.skin) > 0) return add(pruned);
  }
  const collada::PositionArray positions = collada::make_position_array(bound);
  Instance instance{bound.mesh.name.empty() ? "mesh" : bound.mesh.name,
                    ids_.make(bound.mesh.name, "-mesh"),
                    bound.rigged(),
                    {}};
  const std::vector<std::string> symbols = add_materials(bound.mesh, instance);
  collada::append_geometry(geometries_, bound.mesh, positions, instance.target, symbols);
  if (bound.rigged()) {
    const std::string geometry = instance.target;
    instance.target = ids_.make(bound.mesh.name, "-skin");
    std::vector<std::string> joints;
    for (const std::size_t handle : tree_.add_skin(bound.skin))
      joints.push_back(one_word(tree_.name(handle)));
    skin_joints_ += joints.size();
    collada::append_controller(controllers_, bound, positions, instance.target, geometry, joints);
  }
  instances_.push_back(std::move(instance));
  return {};
}

void DaeWriter::append_joint(std::string& text, std::span<const JointTree::Node> nodes,
                             std::span<const std::vector<std::size_t>> children,
                             std::span<const std::string> ids, std::size_t node) {
  // Without recursion: files may chain any number of joints.
  std::vector<std::pair<std::size_t, std::size_t>> open = {{node, 0}};
  while (!open.empty()) {
    auto& [current, next] = open.back();
    if (next == 0) {
      const std::string name = xml_text(one_word(nodes[current].name));
      text += fmt::format("<node id=\"{}\" name=\"{}\" sid=\"{}\" type=\"JOINT\"><matrix sid=\"transform\">",
                          ids[current], name, name);
      append_rows(text, nodes[current].local());
      text += "</matrix>\n";
    }
    if (next < children[current].size()) {
      const std::size_t child = children[current][next++];
      open.emplace_back(child, 0);
    } else {
      text += "</node>\n";
      open.pop_back();
    }
  }
}

Result<std::string> DaeWriter::finish() {
  if (skin_joints_ > collada::kMaxSkinJoints)
    return fail(
        ErrorCode::bad_data, "",
        fmt::format("the skins name {} joints, more than the {} that are read from a .dae; write fewer "
                    "meshes",
                    skin_joints_, collada::kMaxSkinJoints));
  const std::vector<JointTree::Node> nodes = tree_.nodes();
  std::vector<std::vector<std::size_t>> children(nodes.size());
  std::vector<std::string> ids;
  std::vector<std::size_t> roots;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    ids.push_back(ids_.make(nodes[n].name, ""));
    if (nodes[n].parent == JointTree::kNone)
      roots.push_back(n);
    else
      children[nodes[n].parent].push_back(n);
  }

  std::string text =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
      "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n"
      "<asset><contributor><authoring_tool>mannequin</authoring_tool></contributor>"
      // The schema wants dates; a fixed one keeps equal input equal.
      "<created>2000-01-01T00:00:00Z</created>";
  if (gltf_binds_) text += fmt::format("<keywords>{}</keywords>", collada::kGltfBinds);
  text +=
      "<modified>2000-01-01T00:00:00Z</modified>"
      "<unit name=\"meter\" meter=\"1\"/><up_axis>Z_UP</up_axis></asset>\n";
  constexpr std::size_t kRest = 1 << 16;
  text.reserve(geometries_.size() + controllers_.size() + kRest);
  // Releases each library once it is in the text: together they may be larger than the mesh.
  const auto library = [&](const char* name, std::string& content) {
    if (content.empty()) return;
    text += fmt::format("<library_{}>\n", name);
    text += std::exchange(content, std::string());
    text += fmt::format("</library_{}>\n", name);
  };
  library("images", images_);
  library("effects", effects_);
  library("materials", materials_);
  library("geometries", geometries_);
  library("controllers", controllers_);
  text += "<library_visual_scenes><visual_scene id=\"scene\" name=\"scene\">\n";
  if (!nodes.empty()) {
    text += fmt::format("<node id=\"{}\" name=\"avatar\" type=\"NODE\">\n", ids_.make("avatar", "-armature"));
    for (const std::size_t root : roots) append_joint(text, nodes, children, ids, root);
    text += "</node>\n";
  }
  for (const Instance& instance : instances_) {
    const char* kind = instance.skinned ? "controller" : "geometry";
    text += fmt::format("<node id=\"{}\" name=\"{}\" type=\"NODE\"><instance_{} url=\"#{}\">",
                        ids_.make(instance.name, "-node"), xml_text(instance.name), kind, instance.target);
    if (instance.skinned)
      for (const std::size_t root : roots) text += fmt::format("<skeleton>#{}</skeleton>", ids[root]);
    if (!instance.materials.empty()) {
      text += "<bind_material><technique_common>";
      for (const auto& [symbol, id] : instance.materials)
        text += fmt::format(
            "<instance_material symbol=\"{}\" target=\"#{}\"><bind_vertex_input semantic=\"map\" "
            "input_semantic=\"TEXCOORD\" input_set=\"0\"/></instance_material>",
            xml_text(symbol), id);
      text += "</technique_common></bind_material>";
    }
    text += fmt::format("</instance_{}></node>\n", kind);
  }
  text +=
      "</visual_scene></library_visual_scenes>\n<scene><instance_visual_scene "
      "url=\"#scene\"/></scene>\n</COLLADA>\n";
  const std::size_t marks = collada::count_marks(text);
  if (marks > collada::kMaxMarks)
    return fail(
        ErrorCode::bad_data, "",
        fmt::format("the .dae would have {} XML elements and attributes, more than the {} that are read; "
                    "write fewer meshes",
                    marks, collada::kMaxMarks));
  return text;
}

}  // namespace

Result<std::string> write_collada(std::span<const BoundMeshDesc> meshes, const Skeleton* skeleton,
                                  bool gltf_binds) {
  DaeWriter document(skeleton, gltf_binds);
  for (const BoundMeshDesc& bound : meshes)
    if (auto added = document.add(bound); !added) return error_of(added);
  return document.finish();
}

Result<std::string> write_collada_armature(const SkinDesc& joints, const Skeleton& skeleton) {
  DaeWriter document(&skeleton);
  document.add_joints(joints);
  return document.finish();
}

}  // namespace mannequin::io
