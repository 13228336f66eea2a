// The body of a binary glTF: arrays packed into one buffer, and the JSON that describes them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "engine/core/result.h"
#include "engine/io/file.h"
#include "engine/math/types.h"

namespace mannequin::io {

// Y up from Z up: rotates the avatar's frame into glTF's.
inline Vec3f to_gltf(const Vec3f& v) { return {v.x, v.z, -v.y}; }

// Every accessor gets its own bufferView, aligned to four bytes. The same calls produce the same bytes.
class GlbBuilder {
 public:
  enum class Use { vertices, indices, other };

  // Each returns the index of the accessor.
  int add_positions(std::span<const Vec3f> values);  // with min and max
  int add_vectors(std::span<const Vec3f> values);
  int add_vectors(std::span<const Vec4f> values);
  // Zeros except for these entries, ascending by index; with min and max. `indices` is not empty.
  int add_sparse(std::size_t count, std::span<const std::uint32_t> indices, std::span<const Vec3f> values);
  int add_uvs(std::span<const Vec2f> values);
  int add_colors(std::span<const Vec4f> values);  // 0..1, in 16 bits
  int add_joints(std::span<const std::uint16_t> four_per_vertex, bool wide);
  int add_indices(std::span<const std::uint32_t> values, bool wide);
  int add_matrices(std::span<const Mat4f> values);
  // The index of the bufferView; there is no accessor for it.
  std::size_t add_file(std::span<const std::byte> bytes);

  // The whole file: header, JSON chunk (the document with buffer, views and accessors added), BIN chunk.
  // Fails (bad_data) beyond the limits of the reader and of the format.
  Result<Bytes> finish(nlohmann::ordered_json document) const;

 private:
  std::size_t add_view(std::span<const std::byte> bytes, Use use);
  int add(std::span<const std::byte> bytes, std::size_t count, int component_type, const char* type, Use use);

  Bytes binary_;
  nlohmann::ordered_json views_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json accessors_ = nlohmann::ordered_json::array();
};

}  // namespace mannequin::io
