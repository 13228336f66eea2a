#include "engine/io/gltf/viewer_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_inverse.hpp>
#include <set>

#include "engine/core/quantity.h"
#include "engine/io/gltf/accessor.h"
#include "engine/io/gltf/quarter_turn.h"
#include "engine/io/gltf/skin.h"

namespace mannequin::io {
namespace {

constexpr std::size_t kViewerFaces = 8;

// Whether two matrices differ by more than rounding.
bool differ(const Mat4& a, const Mat4& b) {
  for (int column = 0; column < 4; ++column)
    if (glm::length(a[column] - b[column]) > 1e-5) return true;
  return false;
}

class Faults {
 public:
  Faults(const GltfDocument& document, const GltfNodes& nodes) : document_(document), nodes_(nodes) {
    parent_.assign(model().nodes.size(), -1);
    for (std::size_t n = 0; n < model().nodes.size(); ++n)
      for (const int child : model().nodes[n].children)
        if (child >= 0 && static_cast<std::size_t>(child) < parent_.size())
          parent_[static_cast<std::size_t>(child)] = static_cast<int>(n);
  }

  Notes find() {
    look_at_file();
    look_at_animations();
    std::set<int> skins;
    for (const std::size_t n : nodes_.in_scene) {
      const GltfNode& node = model().nodes[n];
      if (node.mesh < 0 || static_cast<std::size_t>(node.mesh) >= model().meshes.size()) continue;
      const bool skinned = node.skin >= 0 && static_cast<std::size_t>(node.skin) < model().skins.size();
      look_at_name(n);
      look_at_mesh(node.mesh, skinned);
      if (!skinned) continue;
      look_at_mesh_node(n);
      if (skins.insert(node.skin).second) look_at_skin(node.skin);
    }
    if (!skins.empty()) look_for_quarter_turn();
    return std::move(notes_);
  }

 private:
  const GltfModel& model() const { return document_.model; }
  std::string place(std::size_t node) const {
    return document_.at(fmt::format("nodes[{}] '{}'", node, node_name(document_, node)));
  }
  void add(Severity severity, const char* code, std::string where, std::string what) {
    notes_.push_back({severity, code, std::move(where), std::move(what)});
  }

  void look_at_file() {
    if (!document_.data_uris.empty())
      add(Severity::error, "viewer_data_uri", document_.at(document_.data_uris.front()),
          "has its data as a data: URI; the viewer's importer rejects such files. Export as .glb");
    static constexpr std::array kKnown = {"KHR_materials_unlit", "KHR_texture_transform",
                                          "KHR_materials_pbrSpecularGlossiness"};
    for (const std::string& extension : model().required_extensions)
      if (std::ranges::find(kKnown, extension) == kKnown.end())
        add(Severity::error, "viewer_extension", document_.at("extensionsRequired"),
            fmt::format("requires {}, which the viewer's importer does not support; export without it",
                        extension));
  }

  // The viewer prepares animations even though it does not use them.
  void look_at_animations() {
    for (const std::string& path : document_.inputs_without_min)
      add(Severity::error, "viewer_crash", document_.at(path),
          "is the time of an animation and has no 'min'; export without animations. The viewer closes when "
          "it imports "
          "that");
  }

  void look_at_name(std::size_t node) {
    const std::string name = node_name(document_, node);
    for (const char* mark : {"_LOD", "_PHYS"})
      if (name.find(mark) != std::string::npos)
        return add(Severity::warning, "viewer_name_cut", place(node),
                   fmt::format("has {} in its name, so the viewer shortens the name to '{}' and may take the "
                               "mesh for a level of "
                               "detail; rename it if that is not intended",
                               mark, name.substr(0, name.rfind('_'))));
  }

  void look_at_mesh(int number, bool skinned) {
    const GltfMesh& mesh = model().meshes[static_cast<std::size_t>(number)];
    if (!meshes_.insert(number).second) return;
    for (std::size_t p = 0; p < mesh.primitives.size(); ++p)
      look_at_primitive(mesh.primitives[p], skinned,
                        document_.at(fmt::format("meshes[{}].primitives[{}]", number, p)));
    if (mesh.primitives.size() > kViewerFaces)
      add(Severity::info, "viewer_parts", document_.at(fmt::format("meshes[{}]", number)),
          fmt::format("has {} primitives; beyond {} the viewer makes further objects, named b, c, ...; "
                      "merge materials if that is not intended",
                      mesh.primitives.size(), kViewerFaces));
  }

  const GltfAccessor* accessor(int number) const {
    return number >= 0 && static_cast<std::size_t>(number) < model().accessors.size()
               ? &model().accessors[static_cast<std::size_t>(number)]
               : nullptr;
  }
  const GltfAccessor* attribute(const GltfPrimitive& primitive, const char* name) const {
    const auto found = primitive.attributes.find(name);
    return found == primitive.attributes.end() ? nullptr : accessor(found->second);
  }

  void look_at_primitive(const GltfPrimitive& primitive, bool skinned, const std::string& where) {
    const bool tangents = attribute(primitive, "TANGENT") != nullptr;
    const GltfAccessor *positions = attribute(primitive, "POSITION"), *indices = accessor(primitive.indices);
    const std::size_t count = indices != nullptr     ? indices->count
                              : positions != nullptr ? positions->count
                                                     : 0;
    if (primitive.mode < gltf_mode::kTriangles)
      add(Severity::warning, "viewer_lines", where,
          "contains points or lines, which the viewer takes for triangles; remove them from the export");
    else if (primitive.mode != gltf_mode::kTriangles && tangents)
      add(Severity::warning, "viewer_strip", where,
          "is a strip or fan with tangents, whose indices the viewer reads as a list: most triangles "
          "come out "
          "wrong. Export triangle lists, or without tangents");
    // Only strips and fans without tangents are converted before this check; lists are trimmed.
    if (count % 3 != 0 && (primitive.mode < gltf_mode::kTriangles || tangents))
      add(Severity::error, "viewer_mesh_lost", where,
          fmt::format("has {} indices, which is not a multiple of 3: the viewer drops the whole mesh. Export "
                      "triangles, "
                      "without tangents",
                      count));
    if (attribute(primitive, "TEXCOORD_1") != nullptr)
      add(Severity::info, "viewer_ignores", where, "has TEXCOORD_1, which the viewer does not use");
    look_at_further_weights(primitive, where);
    if (!primitive.targets.empty())
      add(Severity::info, "viewer_ignores", where, "has morph targets, which the viewer does not use");
    for (const auto& [name, number] : primitive.attributes)
      if (const GltfAccessor* data = accessor(number); data != nullptr && data->sparse)
        add(Severity::warning, "viewer_sparse", where,
            fmt::format("has sparse data in {}, which the viewer ignores; export without sparse accessors",
                        name));
    look_at_crashes(primitive, skinned, where);
  }

  // The viewer reads only the first four influences, which matters if later ones are larger.
  void look_at_further_weights(const GltfPrimitive& primitive, const std::string& where) {
    const auto first = primitive.attributes.find("WEIGHTS_0"),
               second = primitive.attributes.find("WEIGHTS_1");
    if (first == primitive.attributes.end() || second == primitive.attributes.end()) return;
    const AccessorUse use{GltfShape::vec4, component::kFloat, component::kU8 | component::kU16};
    const auto four = read_accessor(document_, first->second, use, where, false);
    const auto more = read_accessor(document_, second->second, use, where, false);
    if (!four || !more) return;
    std::size_t lost = 0;
    for (std::size_t v = 0; v < std::min(four->count, more->count); ++v) {
      const auto a = (*four)[v], b = (*more)[v];
      lost +=
          *std::max_element(b.begin(), b.begin() + 4) > *std::min_element(a.begin(), a.begin() + 4) + 1e-4;
    }
    if (lost > 0)
      add(Severity::warning, "viewer_weights_lost", where,
          fmt::format(
              "has more than four influences per vertex, and at {} the viewer's first four (WEIGHTS_0) "
              "are not the largest; limit them to four",
              quantity(lost, "vertex", "vertices")));
  }

  // Valid glTF that crashes the viewer.
  void look_at_crashes(const GltfPrimitive& primitive, bool skinned, const std::string& where) {
    const auto crash = [&](const std::string& why) {
      add(Severity::error, "viewer_crash", where, why + ". The viewer closes when it imports that");
    };
    for (const char* name : {"POSITION", "TEXCOORD_0"})
      if (const GltfAccessor* data = attribute(primitive, name);
          data != nullptr && data->number != gltf_number::kFloat)
        crash(fmt::format("has {} as {}-bit integers; export floats", name,
                          data->number == gltf_number::kI8 || data->number == gltf_number::kU8 ? 8 : 16));
    if (const GltfAccessor* color = attribute(primitive, "COLOR_0");
        color != nullptr && color->shape == GltfShape::vec3 && color->number == gltf_number::kU8)
      crash("has COLOR_0 as three bytes; export four, or omit vertex colours");
    const bool joints = attribute(primitive, "JOINTS_0") != nullptr,
               weights = attribute(primitive, "WEIGHTS_0") != nullptr;
    if (skinned && !(joints && weights))
      crash(fmt::format("belongs to a skinned mesh but has no {}; weight the whole mesh, or remove its skin",
                        joints    ? "weights (WEIGHTS_0)"
                        : weights ? "joints (JOINTS_0)"
                                  : "weights (JOINTS_0, WEIGHTS_0)"));
  }

  void look_at_mesh_node(std::size_t n) {
    if (differ(nodes_.world_from_node[n], Mat4(1.0)))
      add(Severity::warning, "viewer_mesh_node", place(n),
          "is translated, rotated or scaled, by itself or its ancestors. glTF says that this is ignored for "
          "a skinned mesh; the "
          "viewer applies it to the vertices but not to the joints. Apply the transforms of mesh and "
          "armature, and export "
          "again");
  }

  void look_at_skin(int number) {
    const GltfSkin& skin = model().skins[static_cast<std::size_t>(number)];
    const std::string where = document_.at(fmt::format("skins[{}]", number));
    const std::set<int> joints(skin.joints.begin(), skin.joints.end());
    if (joints.empty())
      add(Severity::error, "viewer_crash", where,
          "names no joints; remove the skin. The viewer closes when it imports that");
    bool shoulder = false;
    for (const int joint : joints) {
      if (joint < 0 || static_cast<std::size_t>(joint) >= parent_.size()) continue;
      const std::string name = node_name(document_, static_cast<std::size_t>(joint));
      shoulder |= !shoulder_called(name).empty();
      look_above(joint, joints);
    }
    if (skin.inverse_binds < 0)
      add(shoulder ? Severity::error : Severity::warning, shoulder ? "viewer_crash" : "viewer_no_binds",
          where,
          shoulder ? "has no inverse bind matrices, but a shoulder; export them. The viewer closes when it "
                     "imports that"
                   : "has no inverse bind matrices; the viewer binds it rotated by 90 degrees. Export them");
  }

  // Where the file puts a joint, as the viewer sees it: follows the ancestors as long as they are joints of
  // the skin, and one more.
  Mat4 seen_rest(int joint, const std::set<int>& joints) const {
    int top = joint;
    while (joints.contains(top)) top = parent_[static_cast<std::size_t>(top)];
    const int ignored = top < 0 ? -1 : parent_[static_cast<std::size_t>(top)];
    const Mat4& world = nodes_.world_from_node[static_cast<std::size_t>(joint)];
    return ignored < 0
               ? world
               : glm::affineInverse(nodes_.world_from_node[static_cast<std::size_t>(ignored)]) * world;
  }

  void look_for_quarter_turn() {
    const GltfSkin& skin = model().skins.front();
    const std::set<int> joints(skin.joints.begin(), skin.joints.end());
    Notes ignored;
    if (!read_skin(document_, 0, nodes_, ignored)) return;
    const auto binds =
        read_accessor(document_, skin.inverse_binds, {GltfShape::mat4, component::kFloat, 0}, "");
    if (!binds) return;
    std::set<std::string> turned;
    for (std::size_t j = 0; j < std::min(skin.joints.size(), binds->count); ++j) {
      const std::string name =
          shoulder_called(node_name(document_, static_cast<std::size_t>(skin.joints[j])));
      if (name.empty()) continue;
      Mat4 bind;
      for (int i = 0; i < 16; ++i) bind[i / 4][i % 4] = (*binds)[j][i];
      if (looks_turned(seen_rest(skin.joints[j], joints), bind)) turned.insert(name);
    }
    if (turned.size() == 2)
      add(Severity::warning, "viewer_quarter_turn", document_.at("skins[0]"),
          "the bones of both shoulders are rotated so that the viewer takes the model for one that faces "
          "another way: it turns mesh and joints by 90 degrees about the vertical, and they end up to half a "
          "metre from the avatar's. Write it again: mannequin convert IN.glb OUT.glb puts another skin "
          "first");
  }

  // The viewer ignores all but one node above the topmost joint.
  void look_above(int joint, const std::set<int>& joints) {
    int above = parent_[static_cast<std::size_t>(joint)];
    if (joints.contains(above) || above < 0) return;
    const int further = parent_[static_cast<std::size_t>(above)];
    if (further < 0 || !differ(nodes_.world_from_node[static_cast<std::size_t>(further)], Mat4(1.0))) return;
    if (!reported_above_.insert(further).second) return;
    const auto name_of = [&](int node) { return node_name(document_, static_cast<std::size_t>(node)); };
    if (joints.contains(further))
      add(Severity::warning, "viewer_two_nodes_above", place(static_cast<std::size_t>(above)),
          fmt::format(
              "stands between the joints '{}' and '{}' and is none itself; the viewer ignores what is "
              "above it for the joints below, so mesh and joints come apart. Remove it, and parent "
              "'{}' to '{}'",
              name_of(further), name_of(joint), name_of(joint), name_of(further)));
    else
      add(Severity::warning, "viewer_two_nodes_above", place(static_cast<std::size_t>(further)),
          "is translated, rotated or scaled two levels above the joints; the viewer ignores it for the "
          "joints and "
          "applies it to the vertices, so mesh and joints come apart. Apply its transform");
  }

  const GltfDocument& document_;
  const GltfNodes& nodes_;
  std::vector<int> parent_;  // by node
  std::set<int> meshes_, reported_above_;
  Notes notes_;
};

}  // namespace

Notes viewer_faults(const GltfDocument& document, const GltfNodes& nodes) {
  return Faults(document, nodes).find();
}

}  // namespace mannequin::io
