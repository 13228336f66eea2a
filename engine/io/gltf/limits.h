// What a glTF file may have. The reader refuses more, and the writer makes no file that it would refuse.
#pragma once

#include <cstddef>

namespace mannequin::io {

inline constexpr std::size_t kMaxValues = 2'000'000;  // of the JSON, without vertices, which are in buffers
inline constexpr std::size_t kMaxList = 100'000;      // nodes, meshes, accessors, ...
inline constexpr std::size_t kMaxInfluenceSets = 16;  // of four joints and weights

}  // namespace mannequin::io
