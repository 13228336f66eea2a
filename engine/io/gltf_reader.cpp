// read_gltf: from the parsed document to bound meshes.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "engine/core/quantity.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/gltf/document.h"
#include "engine/io/gltf/nodes.h"
#include "engine/io/gltf/primitive.h"
#include "engine/io/gltf/skin.h"
#include "engine/io/gltf/viewer_faults.h"

namespace mannequin::io {
namespace {

// Bytes that primitives may take from buffers beyond the buffers' own size: many may share one accessor.
constexpr std::size_t kFreeBudget = 8'000'000;

class Reader {
 public:
  Reader(const GltfDocument& document, Notes& notes) : document_(document), notes_(notes) {
    budget_ = kFreeBudget;
    for (const auto buffer : document.buffers) budget_ += buffer.size();
  }

  // One look per mesh.
  Status read(std::vector<BoundMeshDesc>& meshes, std::vector<MeshLook>& looks);

  const GltfNodes& nodes() const { return nodes_; }

 private:
  Status read_node(std::size_t number, std::vector<BoundMeshDesc>& meshes, std::vector<MeshLook>& looks);
  Result<const SkinDesc*> skin_of(std::size_t node);
  void append(BoundMeshDesc& bound, MeshLook& look, PrimitiveData data, std::uint32_t material);
  std::uint32_t material(BoundMeshDesc& bound, MeshLook& look, int number, const std::string& where);
  MaterialDesc material_desc(int number) const;
  int image_of(int material) const;  // of its base colour; -1 for none
  void note_unweighted(const BoundMeshDesc& bound, const std::string& where);

  const GltfDocument& document_;
  Notes& notes_;
  GltfNodes nodes_;
  std::map<int, SkinDesc> skins_;      // by skin index, without influences
  std::vector<int> material_numbers_;  // of the mesh being read
  std::size_t budget_;
};

Result<const SkinDesc*> Reader::skin_of(std::size_t node) {
  const int number = document_.model.nodes[node].skin;
  if (number < 0) return nullptr;
  if (const auto known = skins_.find(number); known != skins_.end()) return &known->second;
  const std::size_t count = document_.model.skins.size();
  if (static_cast<std::size_t>(number) >= count)
    return fail(ErrorCode::bad_data, document_.at(fmt::format("nodes[{}].skin", node)),
                fmt::format("is skin {} of {}; export the file again", number, count));
  auto skin = read_skin(document_, static_cast<std::size_t>(number), nodes_, notes_);
  if (!skin) return error_of(std::move(skin));
  return &skins_.emplace(number, std::move(*skin)).first->second;
}

MaterialDesc Reader::material_desc(int number) const {
  MaterialDesc desc;
  desc.base_color = Vec4f(1.0f);  // glTF's default
  if (number < 0) {
    desc.name = "mat_default";  // the viewer's name for unnamed ones
    return desc;
  }
  const auto& model = document_.model;
  const GltfMaterial& material = model.materials[static_cast<std::size_t>(number)];
  desc.name = material.name.empty() ? fmt::format("mat{}", number) : material.name;
  for (int i = 0; i < 4; ++i)
    desc.base_color[i] =
        static_cast<float>(std::clamp(material.base_color[static_cast<std::size_t>(i)], 0.0, 1.0));
  if (const int image = image_of(number); image >= 0)
    desc.texture = document_.image_files[static_cast<std::size_t>(image)];
  return desc;
}

int Reader::image_of(int material) const {
  const auto& model = document_.model;
  if (material < 0) return -1;
  const int texture = model.materials[static_cast<std::size_t>(material)].base_texture;
  if (texture < 0 || static_cast<std::size_t>(texture) >= model.texture_images.size()) return -1;
  const int image = model.texture_images[static_cast<std::size_t>(texture)];
  return image >= 0 && static_cast<std::size_t>(image) < document_.image_files.size() ? image : -1;
}

std::uint32_t Reader::material(BoundMeshDesc& bound, MeshLook& look, int number, const std::string& where) {
  const std::size_t count = document_.model.materials.size();
  if (number >= 0 && static_cast<std::size_t>(number) >= count) {
    notes_.push_back({Severity::warning, "material_does_not_exist", where,
                      fmt::format("has material {} of {}; plain white is used", number, count)});
    number = -1;
  }
  const auto known = std::find(material_numbers_.begin(), material_numbers_.end(), number);
  const auto index = static_cast<std::uint32_t>(known - material_numbers_.begin());
  if (known == material_numbers_.end()) {
    material_numbers_.push_back(number);
    bound.mesh.materials.push_back(material_desc(number));
    const int image = image_of(number);
    look.images.push_back(image < 0 ? nullptr : document_.image_bytes[static_cast<std::size_t>(image)]);
    look.see_through.push_back(number >= 0 &&
                               !document_.model.materials[static_cast<std::size_t>(number)].opaque);
  }
  return index;
}

void Reader::append(BoundMeshDesc& bound, MeshLook& look, PrimitiveData data, std::uint32_t material) {
  MeshDesc& mesh = bound.mesh;
  if (!data.colors.empty()) {
    look.vertex_colors.resize(mesh.positions.size(), Vec4f(1.0f));
    look.vertex_colors.insert(look.vertex_colors.end(), data.colors.begin(), data.colors.end());
  }
  FaceDesc face;
  face.material = material;
  face.first_vertex = static_cast<std::uint32_t>(mesh.positions.size());
  face.vertex_count = static_cast<std::uint32_t>(data.positions.size());
  face.first_index = static_cast<std::uint32_t>(mesh.indices.size());
  face.index_count = static_cast<std::uint32_t>(data.indices.size());
  mesh.faces.push_back(face);
  // Moves the first list instead of copying it, so that a mesh of one primitive is never in memory twice.
  const auto add = [](auto& to, auto& from) {
    if (to.empty())
      to = std::move(from);
    else
      to.insert(to.end(), from.begin(), from.end());
  };
  // Either all vertices have tangents, or none.
  if (data.tangents.empty() || mesh.tangents.size() != mesh.positions.size())
    mesh.tangents.clear();
  else
    add(mesh.tangents, data.tangents);
  for (std::uint32_t& index : data.indices) index += face.first_vertex;
  add(mesh.positions, data.positions);
  add(mesh.normals, data.normals);
  add(mesh.uvs, data.uvs);
  add(mesh.source_indices, data.sources);
  add(mesh.indices, data.indices);
  // A target that spans several primitives is one target.
  for (MorphTarget& morph : data.morphs) {
    for (std::uint32_t& v : morph.vertices) v += face.first_vertex;
    const auto known = std::find_if(mesh.morphs.begin(), mesh.morphs.end(),
                                    [&](const MorphTarget& other) { return other.name == morph.name; });
    if (known == mesh.morphs.end()) {
      mesh.morphs.push_back(std::move(morph));
      continue;
    }
    if (!known->vertices.empty() && known->vertices.back() >= face.first_vertex) continue;  // duplicate name
    add(known->vertices, morph.vertices);
    add(known->positions, morph.positions);
    add(known->normals, morph.normals);
  }
  if (bound.rigged()) {
    SkinDesc& skin = bound.skin;
    const auto before = static_cast<std::uint32_t>(skin.influences.size());
    for (std::size_t v = 1; v < data.influence_begin.size(); ++v)
      skin.influence_begin.push_back(before + data.influence_begin[v]);
    add(skin.influences, data.influences);
  }
}

void Reader::note_unweighted(const BoundMeshDesc& bound, const std::string& where) {
  std::size_t count = 0, first = 0;
  for (std::size_t v = 0; v + 1 < bound.skin.influence_begin.size(); ++v)
    if (bound.skin.influence_begin[v] == bound.skin.influence_begin[v + 1] && count++ == 0) first = v;
  if (count > 0)
    notes_.push_back(
        {Severity::warning, "unweighted_vertices", fmt::format("{}, vertex {}", where, first),
         fmt::format(
             "{} no weight; in-world such vertices follow the first joint of the skin. Assign them to the "
             "nearest joint, or copy weights from the body",
             quantity(count, "vertex has", "vertices have"))});
}

Status Reader::read_node(std::size_t number, std::vector<BoundMeshDesc>& meshes,
                         std::vector<MeshLook>& looks) {
  const GltfNode& node = document_.model.nodes[number];
  if (node.mesh < 0) return {};
  const std::string name = node_name(document_, number);
  const std::string where = fmt::format("{}: mesh '{}'", document_.source, name);
  if (static_cast<std::size_t>(node.mesh) >= document_.model.meshes.size()) {
    notes_.push_back({Severity::warning, "mesh_does_not_exist",
                      document_.at(fmt::format("nodes[{}].mesh", number)),
                      fmt::format("'{}' refers to mesh {} of {}; it is ignored. Export the file again", name,
                                  node.mesh, document_.model.meshes.size())});
    return {};
  }
  const GltfMesh& mesh = document_.model.meshes[static_cast<std::size_t>(node.mesh)];
  auto skin = skin_of(number);
  if (!skin) return error_of(std::move(skin));

  BoundMeshDesc bound;
  MeshLook look;
  bound.mesh.name = name;
  material_numbers_.clear();
  PrimitivePlace place;
  place.morph_weights = node.weights.empty() ? mesh.weights : node.weights;
  place.target_names = mesh.target_names;
  const bool weighted = std::any_of(mesh.primitives.begin(), mesh.primitives.end(), has_influences);
  if (*skin && !(*skin)->joint_names.empty() && weighted) {
    bound.skin = **skin;
    bound.skin.influence_begin.assign(1, 0);
    place.joint_count = bound.skin.joint_names.size();
  } else {
    if (*skin && !weighted && !mesh.primitives.empty())
      notes_.push_back(
          {Severity::warning, "no_joints_in_mesh", where,
           "has a skin, but not both JOINTS_0 and WEIGHTS_0; the skin is ignored, and no slider or "
           "pose can move it. In Blender select armature and mesh together, then export"});
    place.world_from_mesh = nodes_.world_from_node[number];
  }
  for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
    place.where = document_.at(fmt::format("meshes[{}].primitives[{}]", node.mesh, p));
    auto data = read_primitive(document_, mesh.primitives[p], place, budget_, notes_);
    if (!data) return error_of(std::move(data));
    if (data->indices.empty()) continue;
    const std::uint32_t face_material = material(bound, look, mesh.primitives[p].material, place.where);
    append(bound, look, std::move(*data), face_material);
  }
  if (bound.mesh.indices.empty()) {
    notes_.push_back({Severity::warning, "empty_mesh", where, "has no triangles and is ignored"});
    return {};
  }
  if (bound.rigged()) {
    drop_unused_joints(document_.model, document_.model.skins[static_cast<std::size_t>(node.skin)].joints,
                       bound.skin, where, notes_);
    note_unweighted(bound, where);
  }
  if (!look.vertex_colors.empty()) look.vertex_colors.resize(bound.mesh.positions.size(), Vec4f(1.0f));
  meshes.push_back(std::move(bound));
  looks.push_back(std::move(look));
  return {};
}

Status Reader::read(std::vector<BoundMeshDesc>& meshes, std::vector<MeshLook>& looks) {
  auto nodes = read_nodes(document_, notes_);
  if (!nodes) return error_of(std::move(nodes));
  nodes_ = std::move(*nodes);
  for (const std::size_t node : nodes_.in_scene)
    if (auto done = read_node(node, meshes, looks); !done) return done;
  if (meshes.empty())
    notes_.push_back({Severity::warning, "no_meshes", document_.source,
                      "contains no mesh; select the mesh before exporting, and export it with its scene"});
  return {};
}

}  // namespace

Result<BoundMeshFile> read_gltf(std::span<const std::byte> bytes, const std::string& source,
                                const FilePath& folder) {
  BoundMeshFile file;
  file.source = source;
  auto document = open_gltf(bytes, source, folder.native(), file.notes);
  if (!document) return error_of(std::move(document));
  Reader reader(*document, file.notes);
  if (auto done = reader.read(file.meshes, file.looks); !done) return error_of(std::move(done));
  file.viewer_notes = viewer_faults(*document, reader.nodes());
  file.joints = list_joints(*document, reader.nodes());
  return file;
}

}  // namespace mannequin::io
