#include "engine/skinning/result_layout.h"

#include <cassert>
#include <cstring>

namespace mannequin {
namespace {

template <typename T>
T at(std::span<const std::byte> bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

// The ten bits starting at `shift`, signed, as -1..1.
float signed_tenth(std::uint32_t word, unsigned shift) {
  const auto lifted = static_cast<std::int32_t>(word << (22u - shift));
  return static_cast<float>(lifted >> 22) / 511.0f;
}

Vec3f direction(const ResultLayout& layout, std::span<const std::byte> instance, std::size_t offset,
                std::uint32_t place) {
  offset += place * layout.direction_bytes();
  if (layout.format == VertexFormat::full) return at<Vec3f>(instance, offset);
  const auto word = at<std::uint32_t>(instance, offset);
  return {signed_tenth(word, 0), signed_tenth(word, 10), signed_tenth(word, 20)};
}

}  // namespace

void gather_results(const ResultLayout& layout, std::span<const std::byte> instance,
                    std::span<const std::uint32_t> remap, std::span<SkinnedVertex> out) {
  assert(out.size() == remap.size() && instance.size() == layout.instance_bytes());
  for (std::size_t v = 0; v < out.size(); ++v) {
    const std::uint32_t place = remap[v];
    out[v].position = at<Vec3f>(instance, std::size_t{place} * sizeof(Vec3f));
    out[v].normal = direction(layout, instance, layout.normal_offset(), place);
    out[v].tangent =
        layout.tangents ? direction(layout, instance, layout.tangent_offset(), place) : Vec3f(0.0f);
  }
}

}  // namespace mannequin
