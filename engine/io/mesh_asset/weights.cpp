#include "engine/io/mesh_asset/weights.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/quantity.h"

namespace mannequin::io::mesh_asset {
namespace {

constexpr std::uint8_t kEnd = 0xFF;
constexpr float kLeastWeight = 0.001f, kGreatestWeight = 0.999f;

std::uint16_t pack_weight(float weight, AssetNumbers numbers) {
  float scaled = weight * 65535.0f;
  if (numbers == AssetNumbers::decoded) {
    // Reading clamps to the limits; the uploader's most frequent value, a weight of 1, is beyond them.
    if (weight >= kGreatestWeight) return 65535;
    if (weight > kLeastWeight) scaled += 0.5f;
  }
  return static_cast<std::uint16_t>(std::clamp(scaled, 0.0f, 65535.0f));
}

}  // namespace

Result<std::vector<VertexInfluences>> unpack_weights(const Bytes& data, std::size_t vertices,
                                                     std::size_t joints, const std::string& where,
                                                     Notes& notes) {
  const auto bad = [&](std::size_t vertex, std::string what) {
    return fail(ErrorCode::bad_data, fmt::format("{}, vertex {}", where, vertex),
                std::move(what) + "; export the mesh again");
  };
  if (data.size() < vertices)
    return bad(data.size(), fmt::format("Weights has {} bytes for {} vertices", data.size(), vertices));
  std::vector<VertexInfluences> all(vertices);
  std::size_t at = 0, unweighted = 0, first_unweighted = 0;
  for (std::size_t v = 0; v < vertices; ++v) {
    VertexInfluences& influences = all[v];
    std::size_t count = 0;
    for (; count < kMaxInfluences; ++count) {
      if (at == data.size()) return bad(v, "Weights ends before it");
      const auto joint = static_cast<std::uint8_t>(data[at++]);
      if (joint == kEnd) break;
      if (joint >= joints)
        return bad(v, fmt::format("is weighted to joint {}, but the skin has only {} (numbered from 0)",
                                  joint, joints));
      if (data.size() - at < 2) return bad(v, "Weights ends inside one of its influences");
      const unsigned weight = static_cast<unsigned>(data[at]) | static_cast<unsigned>(data[at + 1]) << 8;
      at += 2;
      influences.joint[count] = joint;
      influences.weight[count] =
          std::clamp(static_cast<float>(weight) / 65535.0f, kLeastWeight, kGreatestWeight);
    }
    if (count > 0) continue;
    influences.weight[0] = kGreatestWeight;
    if (unweighted++ == 0) first_unweighted = v;
  }
  if (at < data.size())
    return bad(
        vertices,
        fmt::format("Weights goes on after the last vertex ({} of its bytes); four influences have no end "
                    "mark, or the list belongs to another mesh",
                    data.size() - at));
  if (unweighted > 0)
    notes.push_back(
        {Severity::warning, "unweighted_vertices", fmt::format("{}, vertex {}", where, first_unweighted),
         fmt::format("{} no weight; viewers bind such vertices to the first joint. Assign them to the "
                     "nearest joint, or copy weights from the body",
                     quantity(unweighted, "vertex has", "vertices have"))});
  return all;
}

void pack_weights(const VertexInfluences& influences, AssetNumbers numbers, Bytes& out) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < kMaxInfluences; ++k) {
    if (!(influences.weight[k] > 0.0f) || influences.joint[k] >= kEnd) continue;
    const std::uint16_t weight = pack_weight(influences.weight[k], numbers);
    out.push_back(static_cast<std::byte>(influences.joint[k]));
    out.push_back(static_cast<std::byte>(weight & 0xff));
    out.push_back(static_cast<std::byte>(weight >> 8));
    ++count;
  }
  if (count < kMaxInfluences) out.push_back(static_cast<std::byte>(kEnd));
}

}  // namespace mannequin::io::mesh_asset
