// Compares pictures for the window's tests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace mannequin::test {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  // top row first; empty: there is none

  const std::uint8_t* at(int x, int y) const {
    return rgba.data() +
           4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
  }
};

// An empty picture where the file cannot be read.
Image read_png(const std::filesystem::path& path);

}  // namespace mannequin::test
