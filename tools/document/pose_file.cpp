#include "tools/document/pose_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/io/clip_file.h"
#include "engine/io/file.h"
#include "engine/io/pose_file.h"
#include "engine/io/regular_file.h"
#include "tools/document/reason.h"

namespace mannequin::document {

Status PoseFile::open_pose(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  const std::string name = path.filename().string();
  auto pose = io::read_pose(io::as_text(bytes), name, bench_.character().skeleton);
  if (!pose) return error_of(pose);
  posing_.set(name, std::move(*pose));
  path_ = path;
  return {};
}

Status PoseFile::open_clip(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  const std::string name = path.filename().string();
  auto file = io::read_clip(bytes, name, bench_.character().skeleton);
  if (!file) return error_of(file);
  posing_.set(name, bench_.choice().pose);
  const auto& tracks = file->clip.tracks();
  bench_.tell(
      Message::Kind::done,
      fmt::format("Playing {}: {:.2f} s, {} joints", name, file->clip.duration(),
                  std::ranges::count_if(tracks, [](const ClipTrack& track) { return track.played; })));
  for (const io::Note& note : file->notes)
    if (note.severity != io::Severity::info)
      bench_.tell(Message::Kind::warning, note.where + ": " + note.what);
  bench_.timeline.open(std::move(*file), bench_.character().skeleton);
  path_ = path;
  return {};
}

Status PoseFile::save(const std::filesystem::path& path) {
  AvatarChoice choice = bench_.choice();
  const std::string name = path.filename().string();
  const std::string text = io::write_pose(choice.pose, bench_.character().skeleton);
  if (auto status = io::write_file(path, std::string_view(text)); !status) {
    bench_.tell(Message::Kind::error,
                fmt::format("The pose was not saved: {} What was there before is untouched.",
                            reason_of(status.error(), path)));
    return status;
  }
  choice.pose_name = name;
  bench_.avatar.choose(std::move(choice));
  bench_.timeline.close();
  path_ = path;
  bench_.watch.begin(path);  // this save is ours
  bench_.settings.opened(path);
  bench_.tell(Message::Kind::done, fmt::format("Saved {}", name));
  return {};
}

void PoseFile::reload() {
  const std::filesystem::path path = path_;
  const std::string name = path.filename().string();
  const auto bytes = io::read_regular_file(path);
  const auto unusable = [&](const Error& error) {
    bench_.tell(Message::Kind::error,
                fmt::format("The new {} cannot be used: {} The pose stays.", name, reason_of(error, path)));
  };
  if (!bytes) return unusable(bytes.error());
  if (bench_.timeline.has_clip()) {
    auto file = io::read_clip(*bytes, name, bench_.character().skeleton);
    if (!file) return unusable(file.error());
    bench_.timeline.replace(std::move(*file), bench_.character().skeleton);
  } else {
    auto pose = io::read_pose(io::as_text(*bytes), name, bench_.character().skeleton);
    if (!pose) return unusable(pose.error());
    AvatarChoice choice = bench_.choice();
    choice.pose = std::move(*pose);
    bench_.avatar.choose(std::move(choice));
  }
  bench_.tell(Message::Kind::done, fmt::format("Reloaded {}", name));
}

// Any other choice of a pose replaces the file's.
std::filesystem::path PoseFile::path() const {
  return !path_.empty() && bench_.choice().pose_name == path_.filename().string() ? path_
                                                                                  : std::filesystem::path();
}

}  // namespace mannequin::document
