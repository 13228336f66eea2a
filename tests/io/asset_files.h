// Hand-made mesh assets, part by part, for the tests of their reader.
#pragma once

#include <utility>
#include <vector>

#include "engine/io/llsd.h"
#include "engine/io/mesh_asset/blocks.h"

namespace mannequin::test {

using io::Bytes;
using io::Llsd;

inline Llsd list(std::initializer_list<double> numbers) {
  Llsd::Array items;
  for (const double number : numbers) items.emplace_back(number);
  return Llsd(std::move(items));
}

inline Llsd data(std::initializer_list<unsigned> bytes) {
  Bytes out;
  for (const unsigned byte : bytes) out.push_back(static_cast<std::byte>(byte));
  return Llsd(std::move(out));
}

inline Llsd domain(Llsd low, Llsd high) {
  Llsd::Map map;
  map.emplace_back("Min", std::move(low));
  map.emplace_back("Max", std::move(high));
  return Llsd(std::move(map));
}

// A triangle: vertices at the box's low corner, at x high, and at its high corner; weighted to joint 0, to
// both joints (1/5 and 4/5), and to none.
inline Llsd::Map triangle_face() {
  Llsd::Map face;
  face.emplace_back("Position", data({0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255}));
  face.emplace_back("PositionDomain", domain(list({-0.5, -0.5, -0.25}), list({0.5, 0.5, 0.75})));
  face.emplace_back("Normal", data({255, 127, 255, 127, 255, 255, 255, 127, 255, 127, 255, 255, 255, 127, 255,
                                    127, 255, 255}));
  face.emplace_back("TexCoord0", data({0, 0, 0, 0, 255, 255, 0, 0, 255, 255, 255, 255}));
  face.emplace_back("TexCoord0Domain", domain(list({0, 1}), list({1, 3})));
  face.emplace_back("TriangleList", data({0, 0, 1, 0, 2, 0}));
  face.emplace_back("Weights", data({0, 255, 255, 0xFF, 0, 0x33, 0x33, 1, 0xCC, 0xCC, 0xFF, 0xFF}));
  face.emplace_back("NormalizedScale", list({2, 3, 4}));
  return face;
}

inline Llsd identity() { return list({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}); }
inline Llsd moved(double x, double y, double z) {
  return list({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1});
}

inline Llsd::Map two_joint_skin() {
  Llsd::Map skin;
  skin.emplace_back("joint_names",
                    Llsd(Llsd::Array{Llsd(std::string("mShoulderLeft")), Llsd(std::string("mElbowLeft"))}));
  skin.emplace_back("inverse_bind_matrix", Llsd(Llsd::Array{moved(0, -1, 0), moved(0, -2, 0)}));
  skin.emplace_back("bind_shape_matrix", moved(0, 0, 1.5));
  skin.emplace_back("alt_inverse_bind_matrix", Llsd(Llsd::Array{moved(0, 0.1, 0), moved(0.3, 0.25, 0)}));
  skin.emplace_back("pelvis_offset", Llsd(0.125));
  skin.emplace_back("lock_scale_if_joint_position", Llsd(true));
  return skin;
}

using Blocks = std::vector<std::pair<std::string, Llsd>>;

inline Bytes asset_bytes(const Blocks& blocks, Llsd::Map header = {}) {
  Bytes body;
  for (const auto& [key, value] : blocks) {
    const Bytes packed = io::mesh_asset::pack(value);
    Llsd::Map entry;
    entry.emplace_back("offset", Llsd(static_cast<std::int32_t>(body.size())));
    entry.emplace_back("size", Llsd(static_cast<std::int32_t>(packed.size())));
    header.emplace_back(key, Llsd(std::move(entry)));
    body.insert(body.end(), packed.begin(), packed.end());
  }
  Bytes bytes = io::write_llsd(Llsd(std::move(header)));
  bytes.insert(bytes.end(), body.begin(), body.end());
  return bytes;
}

inline Llsd level(std::vector<Llsd::Map> faces) {
  Llsd::Array items;
  for (Llsd::Map& face : faces) items.emplace_back(std::move(face));
  return Llsd(std::move(items));
}

inline Bytes triangle_asset() {
  return asset_bytes({{"skin", Llsd(two_joint_skin())}, {"high_lod", level({triangle_face()})}});
}

// The value at a key replaced.
inline Llsd::Map with(Llsd::Map map, const std::string& key, Llsd value) {
  for (auto& entry : map)
    if (entry.first == key) {
      entry.second = std::move(value);
      return map;
    }
  map.emplace_back(key, std::move(value));
  return map;
}

inline Llsd::Map without(Llsd::Map map, const std::string& key) {
  std::erase_if(map, [&](const auto& entry) { return entry.first == key; });
  return map;
}

}  // namespace mannequin::test
