// Files that are looked at now and then, and which of them were saved again or removed.
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

// When it was saved last; the earliest time there is for a file that is gone.
std::filesystem::file_time_type saved_at(const std::filesystem::path& path);

class FileWatch {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kInterval{250};

  // What is there now is what is loaded; to be called before the file is read, so that nothing is missed.
  void begin(const std::filesystem::path& path);
  // Forgets all others; those that are new begin as they are now.
  void follow(const std::vector<std::filesystem::path>& paths);

  // Does nothing until the interval has passed. A file counts as saved when it is another than the loaded one
  // and was the same at two looks, so that nothing half written is read.
  std::vector<FileChange> look(Clock::time_point now);

 private:
  struct Sight {
    bool there = false;
    std::uintmax_t size = 0;
    std::filesystem::file_time_type time;
    bool operator==(const Sight&) const = default;
  };
  static Sight look_at(const std::filesystem::path& path);

  struct Watched {
    Sight loaded, last;
  };
  std::map<std::filesystem::path, Watched> files_;
  Clock::time_point looked_{};
};

}  // namespace mannequin::document
