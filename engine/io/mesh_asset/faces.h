// The faces of one level of detail (or of the physics mesh), from their packed arrays.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/core/parallel.h"
#include "engine/io/llsd.h"
#include "engine/io/mesh_asset.h"
#include "engine/io/mesh_asset/blocks.h"

namespace mannequin::io::mesh_asset {

inline constexpr std::size_t kMaxFaceVertices = 65536;
// The uploader makes at most 8; an object in-world has at most 45.
inline constexpr std::size_t kMaxUploadFaces = 8;
inline constexpr std::size_t kMaxFaces = 45;

// For the faces of a level with so many vertices in all.
Parallel face_threads(std::size_t vertices);

// `joints`: the number of the skin joints; without a skin nullopt, and weights are ignored. Fails (bad_data)
// on inconsistent arrays, indices or joints out of range, domains that are missing or not
// finite, and more vertices or triangles than the budget has left, from which those read are subtracted.
Result<std::vector<AssetFace>> read_faces(const Llsd& level, std::optional<std::size_t> joints,
                                          const std::string& where, Budget& budget, Notes& notes);

// 16-bit numbers over a range: range.low + u / 65535 * (high - low), `width` of them side by
// side.
struct PackedDomain {
  std::array<double, 3> low{}, high{};
};

// {Min, Max} of a map, `width` numbers each. Fails (bad_data) if one is missing or not finite.
Result<PackedDomain> read_domain(const Llsd& domain, std::size_t width, const std::string& where);

// The binary data at a key of a face; null if there is none. Fails (bad_data) on another type.
Result<const Bytes*> binary_at(const Llsd& map, const char* key, const std::string& where);

inline std::uint16_t packed_at(const Bytes& data, std::size_t index) {
  return static_cast<std::uint16_t>(static_cast<unsigned>(data[2 * index]) |
                                    static_cast<unsigned>(data[2 * index + 1]) << 8);
}

// Three numbers per point. The data must contain whole points.
std::vector<Vec3f> unpack_points(const Bytes& data, const PackedDomain& domain);

}  // namespace mannequin::io::mesh_asset
