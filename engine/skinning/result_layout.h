// The memory layout of skinned vertices, the same on every backend, so that a renderer can use them in place.
//
// Vertices are sorted into joint blocks (joint_blocks.h), not in mesh order: the *remap*. A renderer maps
// its index buffer once, with Skinner::remap. Per instance: all positions (three floats each), then all
// normals, then all tangents if the mesh has them. Each run is aligned to a cache line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/math/types.h"

namespace mannequin {

// How directions are stored; positions are always three floats.
enum class VertexFormat : std::uint8_t {
  full,   // normals and tangents: three floats each; the handedness of tangents is in the mesh
  packed  // normals and tangents: 10:10:10:2 signed, x lowest (GL_INT_2_10_10_10_REV,
          // VK_FORMAT_A2B10G10R10_SNORM_PACK32); the two bits store a tangent's handedness
};

// What a skinner writes.
struct ResultOptions {
  VertexFormat format = VertexFormat::full;
  // Off: normals and tangents are not normalised after blending, for renderers that normalise them anyway;
  // saves a fifth of the products. Packed directions are always unit.
  bool unit_directions = true;
};

// A vertex read back.
struct SkinnedVertex {
  Vec3f position;       // avatar's world frame, metres
  Vec3f normal;         // unit, unless ResultOptions says otherwise
  Vec3f tangent{0.0f};  // the same; 0 if the mesh has none
};

// The offsets and sizes of one instance's parts, in bytes.
struct ResultLayout {
  std::uint32_t place_count = 0;  // vertices and padding, a multiple of 16
  bool tangents = false;
  VertexFormat format = VertexFormat::full;
  bool unit_directions = true;

  // Of one normal or tangent; start of the runs; and between instances.
  std::size_t direction_bytes() const { return format == VertexFormat::full ? 12 : 4; }
  std::size_t normal_offset() const { return std::size_t{place_count} * 12; }
  std::size_t tangent_offset() const { return normal_offset() + place_count * direction_bytes(); }
  std::size_t instance_bytes() const {
    return tangent_offset() + (tangents ? place_count * direction_bytes() : 0);
  }
};

// Reads one instance's results: out[v] is the entry at remap[v].
void gather_results(const ResultLayout& layout, std::span<const std::byte> instance,
                    std::span<const std::uint32_t> remap, std::span<SkinnedVertex> out);

}  // namespace mannequin
