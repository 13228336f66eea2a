// Polls files for which of them were saved again or removed.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

namespace mannequin::document {

struct FileChange {
  enum class Kind { saved, gone } kind;
  std::filesystem::path path;
};

// When it was last saved; the earliest possible time for a missing file.
std::filesystem::file_time_type saved_at(const std::filesystem::path& path);

class FileWatch {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kInterval{250};

  // Takes the current state as loaded; call before reading the file, so that no change is missed.
  void begin(const std::filesystem::path& path);
  // Whether it is another one on disk at this moment, whether or not anybody looks for changes.
  bool differs(const std::filesystem::path& path) const;
  // Forgets all files but these and those still being read, whose changes are reported once they are
  // followed, too. New ones start in their current state.
  void follow(const std::vector<std::filesystem::path>& paths,
              const std::vector<std::filesystem::path>& being_read = {});

  // Does nothing until the interval has passed. A file counts as saved if it differs from the loaded one and
  // was unchanged between two polls, so that no partially written file is read.
  std::vector<FileChange> look(Clock::time_point now);

 private:
  struct FileState {
    bool there = false;
    std::uintmax_t size = 0;
    std::filesystem::file_time_type time;
    bool operator==(const FileState&) const = default;
  };
  static FileState state_of(const std::filesystem::path& path);

  struct Watched {
    FileState loaded, last;
    bool followed = false;
  };
  std::map<std::filesystem::path, Watched> files_;
  Clock::time_point looked_{};
};

}  // namespace mannequin::document
