// The structure of a glTF file: the members that concern
// meshes, named as in the specification. Private to engine/io.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/io/note.h"

namespace mannequin::io {

// The values of componentType.
namespace gltf_number {
inline constexpr int kI8 = 5120, kU8 = 5121, kI16 = 5122, kU16 = 5123, kU32 = 5125, kFloat = 5126;
}

// The values of mode.
namespace gltf_mode {
inline constexpr int kPoints = 0, kLineStrip = 3, kTriangles = 4, kTriangleStrip = 5, kTriangleFan = 6;
}

enum class GltfShape { scalar, vec2, vec3, vec4, mat2, mat3, mat4 };

// Numbers per element.
std::size_t width_of(GltfShape shape);

// Every reference below is an index of 0 or more, or -1 for none; its target may not exist.

struct GltfBuffer {
  std::size_t length = 0;  // bytes
  std::optional<std::string> uri;
};

struct GltfImage {
  std::optional<std::string> uri;
  int view = -1;
};

struct GltfView {
  int buffer = -1;
  std::size_t offset = 0, length = 0, stride = 0;  // bytes; no stride: elements follow each other
};

struct GltfSparse {
  std::size_t count = 0;
  int indices_view = -1, values_view = -1;
  std::size_t indices_offset = 0, values_offset = 0;
  int indices_type = 0;  // gltf_number
};

struct GltfAccessor {
  int view = -1;
  std::size_t offset = 0, count = 0;
  int number = 0;  // gltf_number
  bool normalized = false;
  GltfShape shape = GltfShape::scalar;
  bool has_min = false;
  std::optional<GltfSparse> sparse;
};

using GltfAttributes = std::map<std::string, int, std::less<>>;  // name -> accessor

struct GltfPrimitive {
  GltfAttributes attributes;
  std::vector<GltfAttributes> targets;
  int indices = -1, material = -1, mode = gltf_mode::kTriangles;
};

struct GltfMesh {
  std::vector<GltfPrimitive> primitives;
  std::vector<double> weights;
  std::vector<std::string> target_names;  // of morph targets, by exporters' custom: extras.targetNames
};

struct GltfNode {
  std::string name;
  int mesh = -1, skin = -1;
  std::vector<int> children;
  std::vector<double> weights;
  std::optional<std::array<double, 16>> matrix;  // column-major
  std::optional<std::array<double, 3>> translation, scale;
  std::optional<std::array<double, 4>> rotation;  // x, y, z, w
};

struct GltfSkin {
  std::vector<int> joints;
  int inverse_binds = -1;
};

struct GltfMaterial {
  std::string name;
  std::array<double, 4> base_color{1.0, 1.0, 1.0, 1.0};
  int base_texture = -1;
  bool opaque = true;
};

struct GltfModel {
  std::vector<GltfBuffer> buffers;
  std::vector<GltfImage> images;
  std::vector<GltfView> views;
  std::vector<GltfAccessor> accessors;
  std::vector<GltfMesh> meshes;
  std::vector<GltfNode> nodes;
  std::vector<GltfSkin> skins;
  std::vector<GltfMaterial> materials;
  std::vector<int> texture_images;       // by texture
  std::vector<std::vector<int>> scenes;  // their root nodes
  int scene = -1;
  // The accessors of an animation's key times, by animation and sampler.
  std::vector<std::vector<int>> animation_inputs;
  std::vector<std::string> extensions, required_extensions;
};

// Checks the JSON against the specification while reading it. Accepts whole numbers written as reals, which
// some readers ignore, with a note. Fails (cannot_read) if the text is not JSON, is nested too deeply or has
// more values than any model needs; (bad_data, unsupported) with the JSON path: wrong types, versions other
// than 2, required extensions.
Result<GltfModel> read_gltf_model(std::string_view text, const std::string& source, Notes& notes);

}  // namespace mannequin::io
