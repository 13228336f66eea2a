// What is read because somebody opens it; reloading.cpp: because another program saved it.
#include "tools/document/files.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/io/file.h"
#include "tools/document/file_kind.h"
#include "tools/document/reason.h"
#include "tools/document/sample_jacket.h"

namespace mannequin::document {

Status Files::open(const std::filesystem::path& path, bool joint_positions) {
  const std::string name = path.filename().string();
  Status status;
  bench_.watch.begin(path);
  if (auto bytes = io::read_file(path); !bytes) {
    status = error_of(bytes);
  } else if (const auto kind = file_kind(*bytes, name); !kind) {
    status = error_of(kind);
  } else {
    status = *kind == FileKind::mesh    ? open_mesh(path, joint_positions)
             : *kind == FileKind::shape ? shape_.open(path, *bytes)
             : *kind == FileKind::clip  ? pose_.open_clip(path, *bytes)
                                        : pose_.open_pose(path, *bytes);
  }
  if (!status) bench_.tell(Message::Kind::error, named_reason(status.error(), path));
  if (status) bench_.settings.opened(path);
  return status;
}

void Files::open_all(std::span<const std::filesystem::path> paths, bool joint_positions) {
  std::string refused;
  std::size_t taken = 0;
  bench_.history.begin_group();
  for (const auto& path : paths) {
    if (open(path, joint_positions))
      ++taken;
    else
      refused += (refused.empty() ? "" : ", ") + path.filename().string();
  }
  bench_.history.end_group(fmt::format("Open {} files", taken));
  if (paths.size() > 1)
    bench_.tell(refused.empty() ? Message::Kind::done : Message::Kind::warning,
                refused.empty() ? fmt::format("{} files taken", taken)
                                : fmt::format("{} taken, {} not: {}", taken, paths.size() - taken, refused));
}

Status Files::open_mesh(const std::filesystem::path& path, bool joint_positions) {
  if (!is_large(path)) return wardrobe_.wear(io::read_bound_mesh(path), path, joint_positions);
  begin_reading({.path = path,
                 .joint_positions = joint_positions,
                 .again = {},
                 .replaces = {},
                 .saved = {},
                 .file = {}});
  return {};
}

Status Files::replace_worn(std::size_t index, const std::filesystem::path& path) {
  const auto bytes = io::read_file(path);
  if (!bytes || file_kind(*bytes, path.filename().string()) != FileKind::mesh) return open(path, false);
  const std::shared_ptr<WornFile> old = bench_.choice().worn[index].file;
  if (!is_large(path)) return wardrobe_.replace(old, io::read_bound_mesh(path), path);
  begin_reading(
      {.path = path, .joint_positions = false, .again = {}, .replaces = old, .saved = {}, .file = {}});
  return {};
}

Status Files::try_sample_jacket() {
  auto path = write_sample_jacket(bench_.settings.folder_for_samples(), bench_.character().skeleton,
                                  bench_.avatar.sex());
  if (!path) {
    bench_.tell(Message::Kind::error, path.error().message());
    return error_of(path);
  }
  const Status opened = open(*path, true);
  // Else it could hardly be told from the body.
  if (opened) bench_.avatar.worn().back()->keeps_colors = true;
  return opened;
}

bool Files::is_large(const std::filesystem::path& path) const {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  return !error && bytes > background_above_;
}

void Files::begin_reading(Reading reading) {
  std::error_code error;
  bench_.tell(Message::Kind::done,
              fmt::format("Reading {} ({:.0f} MB)", reading.path.filename().string(),
                          static_cast<double>(std::filesystem::file_size(reading.path, error)) / 1e6));
  const io::Lod level = reading.again ? reading.again->level : io::Lod::high;
  reading.file = std::async(std::launch::async,
                            [path = reading.path, level] { return io::read_bound_mesh(path, level); });
  readings_.push_back(std::move(reading));
}

void Files::finish_reading(Reading reading) {
  if (reading.replaces) {
    // Told by it.
    (void)wardrobe_.replace(reading.replaces, reading.file.get(), reading.path);
    return;
  }
  if (!reading.again) {
    if (auto status = wardrobe_.wear(reading.file.get(), reading.path, reading.joint_positions); !status)
      bench_.tell(Message::Kind::error, named_reason(status.error(), reading.path));
    return;
  }
  // Taken off or read anew meanwhile, it is of no use.
  for (std::size_t i = 0; i < bench_.avatar.worn().size(); ++i)
    if (bench_.avatar.worn()[i] == reading.again && reading.saved >= reading.again->saved_at)
      finish_reload(i, reading.file.get(), reading.saved);
}

std::vector<Files::BeingRead> Files::being_read() const {
  std::vector<BeingRead> list;
  for (const Reading& reading : readings_)
    list.push_back(
        {reading.path, reading.again ? reading.again.get() : reading.replaces.get(), reading.seconds()});
  return list;
}

void Files::step() {
  for (std::size_t i = 0; i < readings_.size();) {
    Reading& reading = readings_[i];
    if (reading.file.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
      Reading done = std::move(reading);
      readings_.erase(readings_.begin() + static_cast<std::ptrdiff_t>(i));
      finish_reading(std::move(done));
      continue;
    }
    const auto seconds = static_cast<int>(reading.seconds());
    if (seconds > reading.told_seconds) {
      reading.told_seconds = seconds;
      bench_.tell(Message::Kind::done,
                  fmt::format("Reading {}: {} s so far", reading.path.filename().string(), seconds));
    }
    ++i;
  }
}

}  // namespace mannequin::document
