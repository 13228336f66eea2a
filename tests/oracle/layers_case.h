// The layers of the viewer's character folder, and the worn items of oracle/layers.
#pragma once

#include <zlib.h>

#include <nlohmann/json.hpp>

#include "engine/io/definitions.h"
#include "engine/io/layer_sets_file.h"
#include "engine/layers/layer_composer.h"
#include "tests/shared_files.h"

namespace mannequin::test {

struct ViewerLayers {
  Character character;
  LayerSets sets;
};

inline const ViewerLayers& viewer_layers() {
  static const ViewerLayers read = [] {
    const auto folder = shared_path("viewer-character");
    Character character = Character::build(io::read_character_folder(folder).value()).value();
    auto sets = io::read_layer_folder(folder, character.appearance);
    if (!sets) throw std::runtime_error(sets.error().message());
    return ViewerLayers{std::move(character), std::move(*sets)};
  }();
  return read;
}

inline std::uint32_t crc_of(std::span<const std::uint8_t> bytes) {
  return static_cast<std::uint32_t>(crc32(0, bytes.data(), static_cast<uInt>(bytes.size())));
}

inline std::uint32_t crc_in(const nlohmann::json& picture, const char* key = "crc32") {
  return static_cast<std::uint32_t>(std::stoul(picture.at(key).get<std::string>(), nullptr, 16));
}

inline std::vector<std::uint8_t> bytes_from_base64(const std::string& text) {
  std::vector<std::uint8_t> bytes;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::size_t digit = digits.find(c);
    if (digit == std::string_view::npos) break;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes.push_back(static_cast<std::uint8_t>(bits >> held));
  }
  return bytes;
}

// The greatest difference from an oracle's 64 x 64 sample. size: of the picture; components: 1 or 4 bytes.
inline int sample_difference(std::span<const std::uint8_t> picture, std::uint32_t size,
                             std::size_t components, const nlohmann::json& oracle) {
  const std::vector<std::uint8_t> sample = bytes_from_base64(oracle.at("sample64").get<std::string>());
  if (sample.size() != 64 * 64 * components) return 1000;
  const std::size_t step = size / 64;
  int worst = 0;
  for (std::size_t y = 0; y < 64; ++y)
    for (std::size_t x = 0; x < 64; ++x)
      for (std::size_t c = 0; c < components; ++c) {
        const std::size_t at = ((step / 2 + y * step) * size + step / 2 + x * step) * components + c;
        worst = std::max(worst, std::abs(picture[at] - sample[(y * 64 + x) * components + c]));
      }
  return worst;
}

// "opaque:1", "pattern:2", "hole:3", as the oracle's README defines them.
inline TexelPicturePtr synthetic_texture(const std::string& name) {
  static std::map<std::string, TexelPicturePtr> made;
  if (const auto known = made.find(name); known != made.end()) return known->second;
  const std::size_t colon = name.find(':');
  const std::string kind = name.substr(0, colon);
  const unsigned k = static_cast<unsigned>(std::stoul(name.substr(colon + 1)));
  TexelPicture picture{512, 512, kind == "opaque" ? 3u : 4u, {}};
  picture.texels.resize(picture.plane_size() * picture.components);
  for (unsigned y = 0; y < 512; ++y)
    for (unsigned x = 0; x < 512; ++x) {
      const unsigned dx = x - 256, dy = y - 256, radius = 40 + 10 * k;
      const unsigned values[4] = {3 * x + 5 * y + 37 * k, x ^ y ^ (29 * k), ((x * y) >> 4) + 11 * k,
                                  kind == "hole" ? (dx * dx + dy * dy < radius * radius ? 0u : 255u)
                                  : (((x >> 4) + (y >> 4) + k) & 1) != 0 ? 255u
                                                                         : (x + 2 * y + 7 * k) >> 2};
      for (std::size_t c = 0; c < picture.components; ++c)
        picture.texels[c * picture.plane_size() + y * 512 + x] = static_cast<std::uint8_t>(values[c]);
    }
  return made[name] = std::make_shared<const TexelPicture>(std::move(picture));
}

inline LayerOutfit outfit_of(const nlohmann::json& test) {
  LayerOutfit outfit;
  outfit.sex = test.at("sex") == "male" ? Sex::male : Sex::female;
  for (const auto& worn : test.at("worn")) {
    WornItem item;
    item.type = worn.at("type");
    for (const auto& [id, value] : worn.at("sliders").items())
      item.sliders[std::stoi(id)] = value.get<double>();
    for (const auto& [slot, name] : worn.at("textures").items())
      item.textures[slot] = {WornTexture::Kind::picture, synthetic_texture(name.get<std::string>())};
    outfit.items.push_back(std::move(item));
  }
  return outfit;
}

}  // namespace mannequin::test
