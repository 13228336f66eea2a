// Takes a .glb apart, to change and reassemble it.
#pragma once

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>

#include "engine/io/file.h"

namespace mannequin::test {

// A .glb's two parts.
struct Glb {
  nlohmann::json structure;
  io::Bytes binary;

  static Glb read(const io::Bytes& file) {
    const auto number = [&](std::size_t at) {
      std::uint32_t value = 0;
      std::memcpy(&value, file.data() + at, sizeof value);
      return std::size_t{value};
    };
    const std::size_t length = number(12), binary = 20 + length;
    const auto at = [&](std::size_t i) { return file.begin() + static_cast<std::ptrdiff_t>(i); };
    return {nlohmann::json::parse(io::as_text(io::Bytes(at(20), at(binary)))),
            io::Bytes(at(binary + 8), at(binary + 8 + number(binary)))};
  }
  io::Bytes write() {
    structure["buffers"][0]["byteLength"] = binary.size();
    std::string text = structure.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    io::Bytes padded = binary, out;
    padded.resize((padded.size() + 3) / 4 * 4);
    const auto add = [&](const void* from, std::size_t bytes) {
      const auto begin = static_cast<const std::byte*>(from);
      out.insert(out.end(), begin, begin + bytes);
    };
    const auto put = [&](std::size_t value) {
      const auto number = static_cast<std::uint32_t>(value);
      add(&number, sizeof number);
    };
    add("glTF", 4);
    put(2);
    put(28 + text.size() + padded.size());
    put(text.size());
    add("JSON", 4);
    add(text.data(), text.size());
    put(padded.size());
    add("BIN\0", 4);
    add(padded.data(), padded.size());
    return out;
  }
  // The number of a new view of these bytes.
  std::size_t add_view(const void* bytes, std::size_t size) {
    binary.resize((binary.size() + 3) / 4 * 4);
    structure["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", size}});
    const auto begin = static_cast<const std::byte*>(bytes);
    binary.insert(binary.end(), begin, begin + size);
    return structure["bufferViews"].size() - 1;
  }
};

}  // namespace mannequin::test
