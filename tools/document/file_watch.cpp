#include "tools/document/file_watch.h"

#include <algorithm>

namespace mannequin::document {

std::filesystem::file_time_type saved_at(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::last_write_time(path, error);
}

FileWatch::FileState FileWatch::state_of(const std::filesystem::path& path) {
  std::error_code size_error, time_error;
  const auto size = std::filesystem::file_size(path, size_error);
  const auto time = std::filesystem::last_write_time(path, time_error);
  // It may have been replaced in between; the next poll will tell.
  if (size_error || time_error) return {};
  return {true, size, time};
}

void FileWatch::begin(const std::filesystem::path& path) {
  const FileState now = state_of(path);
  Watched& file = files_[path];
  file.loaded = file.last = now;
}

bool FileWatch::differs(const std::filesystem::path& path) const {
  const auto file = files_.find(path);
  if (file == files_.end()) return false;
  const FileState now = state_of(path);
  return now.there && now != file->second.loaded;
}

void FileWatch::follow(const std::vector<std::filesystem::path>& paths,
                       const std::vector<std::filesystem::path>& being_read) {
  for (auto& [path, file] : files_) file.followed = std::ranges::find(paths, path) != paths.end();
  std::erase_if(files_, [&](const auto& each) {
    return !each.second.followed && std::ranges::find(being_read, each.first) == being_read.end();
  });
  for (const auto& path : paths) {
    if (!files_.contains(path)) begin(path);
    files_.at(path).followed = true;
  }
}

std::vector<FileChange> FileWatch::look(Clock::time_point now) {
  std::vector<FileChange> changes;
  if (now - looked_ < kInterval) return changes;
  looked_ = now;
  for (auto& [path, file] : files_) {
    const FileState sight = state_of(path);
    const bool settled = sight == file.last;
    file.last = sight;
    if (!settled || sight == file.loaded || !file.followed) continue;
    file.loaded = sight;
    changes.push_back({sight.there ? FileChange::Kind::saved : FileChange::Kind::gone, path});
  }
  return changes;
}

}  // namespace mannequin::document
