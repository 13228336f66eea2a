// A mesh as it stands: after skinning, or before it. What the writers of pictures-to-be take.
#pragma once

#include <cstdint>
#include <span>
#include <string>

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
};

}  // namespace mannequin::io
