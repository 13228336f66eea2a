#include "engine/io/gltf/model.h"

#include <nlohmann/json.hpp>

#include "engine/io/gltf/json.h"

namespace mannequin::io {
namespace {

using nlohmann::json;

constexpr std::array kShapes = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};

// `absent` if there is no such member, or one of another type, which check_gltf_json() allows only where the
// specification has no say.
int number_at(const json& object, const char* key, int absent) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<int>() : absent;
}

std::size_t size_at(const json& object, const char* key) {
  return static_cast<std::size_t>(number_at(object, key, 0));
}

std::string text_at(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

template <typename Number>
std::vector<Number> numbers_at(const json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? std::vector<Number>() : found->get<std::vector<Number>>();
}

template <std::size_t count>
std::optional<std::array<double, count>> array_at(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return std::nullopt;
  return found->get<std::array<double, count>>();
}

GltfView view_of(const json& object) {
  return {number_at(object, "buffer", -1), size_at(object, "byteOffset"), size_at(object, "byteLength"),
          size_at(object, "byteStride")};
}

GltfAccessor accessor_of(const json& object) {
  GltfAccessor accessor;
  accessor.view = number_at(object, "bufferView", -1);
  accessor.offset = size_at(object, "byteOffset");
  accessor.count = size_at(object, "count");
  accessor.number = number_at(object, "componentType", 0);
  accessor.normalized = object.value("normalized", false);
  const std::string shape = text_at(object, "type");
  for (std::size_t i = 0; i < kShapes.size(); ++i)
    if (shape == kShapes[i]) accessor.shape = static_cast<GltfShape>(i);
  if (const auto found = object.find("sparse"); found != object.end()) {
    const json &indices = (*found)["indices"], &values = (*found)["values"];
    accessor.sparse = {size_at(*found, "count"),
                       number_at(indices, "bufferView", -1),
                       number_at(values, "bufferView", -1),
                       size_at(indices, "byteOffset"),
                       size_at(values, "byteOffset"),
                       number_at(indices, "componentType", 0)};
  }
  return accessor;
}

GltfAttributes attributes_of(const json& object) {
  GltfAttributes attributes;
  for (const auto& [name, accessor] : object.items()) attributes.emplace(name, accessor.get<int>());
  return attributes;
}

GltfMesh mesh_of(const json& object) {
  GltfMesh mesh;
  mesh.weights = numbers_at<double>(object, "weights");
  for (const json& item : object["primitives"]) {
    GltfPrimitive& primitive = mesh.primitives.emplace_back();
    primitive.attributes = attributes_of(item["attributes"]);
    for (const json& target : list_in(item, "targets")) primitive.targets.push_back(attributes_of(target));
    primitive.indices = number_at(item, "indices", -1);
    primitive.material = number_at(item, "material", -1);
    primitive.mode = number_at(item, "mode", gltf_mode::kTriangles);
  }
  return mesh;
}

GltfNode node_of(const json& object) {
  GltfNode node;
  node.name = text_at(object, "name");
  node.mesh = number_at(object, "mesh", -1);
  node.skin = number_at(object, "skin", -1);
  node.children = numbers_at<int>(object, "children");
  node.weights = numbers_at<double>(object, "weights");
  node.matrix = array_at<16>(object, "matrix");
  node.translation = array_at<3>(object, "translation");
  node.rotation = array_at<4>(object, "rotation");
  node.scale = array_at<3>(object, "scale");
  return node;
}

GltfMaterial material_of(const json& object) {
  GltfMaterial material;
  material.name = text_at(object, "name");
  const std::string mode = text_at(object, "alphaMode");
  material.opaque = mode.empty() || mode == "OPAQUE";
  const auto pbr = object.find("pbrMetallicRoughness");
  if (pbr == object.end()) return material;
  if (const auto color = array_at<4>(*pbr, "baseColorFactor")) material.base_color = *color;
  if (const auto texture = pbr->find("baseColorTexture"); texture != pbr->end())
    material.base_texture = number_at(*texture, "index", -1);
  return material;
}

}  // namespace

std::size_t width_of(GltfShape shape) {
  constexpr std::array<std::size_t, 7> kWidths = {1, 2, 3, 4, 4, 9, 16};
  return kWidths[static_cast<std::size_t>(shape)];
}

GltfModel make_gltf_model(const json& json) {
  GltfModel model;
  for (const auto& item : list_in(json, "bufferViews")) model.views.push_back(view_of(item));
  for (const auto& item : list_in(json, "accessors")) model.accessors.push_back(accessor_of(item));
  for (const auto& item : list_in(json, "meshes")) model.meshes.push_back(mesh_of(item));
  for (const auto& item : list_in(json, "nodes")) model.nodes.push_back(node_of(item));
  for (const auto& item : list_in(json, "skins"))
    model.skins.push_back({numbers_at<int>(item, "joints"), number_at(item, "inverseBindMatrices", -1)});
  for (const auto& item : list_in(json, "materials")) model.materials.push_back(material_of(item));
  for (const auto& item : list_in(json, "textures"))
    model.texture_images.push_back(number_at(item, "source", -1));
  for (const auto& item : list_in(json, "scenes")) model.scenes.push_back(numbers_at<int>(item, "nodes"));
  model.scene = number_at(json, "scene", -1);
  for (const auto& item : list_in(json, "extensionsRequired"))
    model.required_extensions.push_back(item.get<std::string>());
  return model;
}

}  // namespace mannequin::io
