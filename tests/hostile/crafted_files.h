// Small files crafted to use up memory or time, or to block on a device.
#pragma once

#include <filesystem>
#include <vector>

namespace mannequin::test {

struct CraftedFile {
  std::filesystem::path path;
  enum class Kind { mesh, pose, shape, character } kind = Kind::mesh;
  bool refused = false;  // no command may take it
};

// Writes them to `folder`. A character is a folder.
std::vector<CraftedFile> write_crafted_files(const std::filesystem::path& folder);

// The files in ../shared/fixtures/hostile, copied to `folder` next to the pipe that one of them names; none
// if they are missing.
std::vector<CraftedFile> copy_recorded_files(const std::filesystem::path& folder);

// The same of ../shared/fixtures/spoilt, with one fault each: by folder and name.
std::vector<std::filesystem::path> copy_spoilt_files(const std::filesystem::path& folder);

}  // namespace mannequin::test
