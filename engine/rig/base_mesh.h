// The mesh that a rig is fitted to and deforms: polygons, and named vertex groups.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/math/types.h"

namespace mannequin {

// A polygon corner; texture coordinate and normal are -1 if the file has none.
struct BaseMeshCorner {
  std::uint32_t position = 0;
  std::int32_t uv = -1, normal = -1;

  bool operator==(const BaseMeshCorner&) const = default;
};

// Frame: Blender's, Z up and facing -Y; metres. Filled by readers, which check every index.
struct BaseMesh {
  std::string source;  // file name for messages
  std::vector<Vec3> positions;
  std::vector<Vec2f> uvs;                                    // v up
  std::vector<Vec3f> normals;                                // unit
  std::vector<BaseMeshCorner> corners;                       // polygon by polygon
  std::vector<std::uint32_t> polygon_begin;                  // polygon count + 1 entries into `corners`
  std::map<std::string, std::vector<std::uint32_t>> groups;  // ascending vertices, each once
  std::optional<double> scale_factor;                        // as in RigDesc

  // Each polygon has at least three corners.
  std::size_t polygon_count() const { return polygon_begin.empty() ? 0 : polygon_begin.size() - 1; }
};

// The centres of the joint cubes: the groups with "joint" in their name.
std::map<std::string, Vec3> joint_cubes(const BaseMesh& mesh);

}  // namespace mannequin
