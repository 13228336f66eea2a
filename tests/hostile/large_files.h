// Files of 100 MB whose bytes make readers use as much memory as possible.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace mannequin::test {

inline constexpr std::size_t kLargeBytes = 100'000'000;

struct LargeFile {
  std::string name;
  // Writes it; false if the disk is full.
  std::function<bool(const std::filesystem::path&)> write;
  // That take this kind; FILE and OUT are replaced.
  std::vector<std::vector<std::string>> commands;
};

std::vector<LargeFile> large_files();

}  // namespace mannequin::test
