// A mesh in its final pose, skinned or not: the input of result writers.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/core/result.h"
#include "engine/mesh/mesh.h"

namespace mannequin::io {

// Views of the caller's arrays, in the avatar's frame (X forward, Y left, Z up, metres).
struct PosedMesh {
  std::string name;
  std::span<const Vec3f> positions;
  std::span<const Vec3f> normals;  // one per position
  std::span<const Vec2f> uvs;      // one per position, or empty; v up
  std::span<const std::uint32_t> indices;
  std::span<const FaceDesc> faces;
  std::span<const MaterialDesc> materials;
  std::span<const std::uint32_t> source_indices;  // one per position, or empty
  // Before skinning, if morphs were applied: one per position, or empty.
  std::span<const Vec3f> morphed_positions, morphed_normals;
};

// Metres from the origin, of any vertex that is read or written: beyond, single precision overflows.
inline constexpr double kFarthestVertex = 1e30;

// Checks required by every writer. Fails (bad_data) on: arrays of unequal length, an index outside its face,
// a vertex with a number that is not finite or beyond kFarthestVertex.
Result<void> check_posed_mesh(const PosedMesh& mesh);

}  // namespace mannequin::io
