// Small files made to take much: memory, time, or a device that never answers.
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

// Those that are kept in ../shared/fixtures/hostile, copied to `folder` beside the pipe that one of them
// names; none where they are not there.
std::vector<CraftedFile> copy_recorded_files(const std::filesystem::path& folder);

}  // namespace mannequin::test
