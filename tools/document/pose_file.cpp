#include "tools/document/pose_file.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "engine/io/file.h"
#include "engine/io/pose_file.h"
#include "tools/document/figures.h"
#include "tools/document/reason.h"
#include "tools/document/translation.h"

namespace mannequin::document {

void PoseFile::open(const std::filesystem::path& path, PoseContent content) {
  const std::string name = path.filename().string();
  if (auto* const pose = std::get_if<Pose>(&content))
    posing_.set(name, std::move(*pose));
  else
    open_clip(name, std::get<io::ClipFile>(std::move(content)));
  path_ = path;
}

void PoseFile::open_clip(const std::string& name, io::ClipFile file) {
  posing_.set(name, bench_.choice().pose);
  const auto& tracks = file.clip.tracks();
  bench_.report(Message::Kind::done,
                tr("Playing {}: {:.2f} s, {}", name, file.clip.duration(),
                   counted(static_cast<std::size_t>(std::ranges::count_if(
                               tracks, [](const ClipTrack& track) { return track.played; })),
                           "joint", "joints")));
  for (const io::Note& note : file.notes)
    if (note.severity != io::Severity::info)
      bench_.report(Message::Kind::warning, note.where + ": " + note.what);
  bench_.timeline.open(std::move(file), bench_.character().skeleton);
}

Status PoseFile::save(const std::filesystem::path& path) {
  AvatarChoice choice = bench_.choice();
  const std::string name = path.filename().string();
  const std::string text = io::write_pose(choice.pose, bench_.character().skeleton);
  if (auto status = io::write_file(path, std::string_view(text)); !status) {
    bench_.report(Message::Kind::error, tr("The pose was not saved: {}{}", reason_of(status.error(), path),
                                           left_unchanged(status.error(), path)));
    return status;
  }
  choice.pose_name = name;
  bench_.avatar.choose(std::move(choice));
  bench_.timeline.close();
  path_ = path;
  bench_.watch.begin(path);  // this save was ours
  bench_.settings.opened(path);
  bench_.report(Message::Kind::done, tr("Saved {}", name));
  return {};
}

void PoseFile::reload(Result<PoseContent> content) {
  const std::string name = path_.filename().string();
  if (!content)
    return bench_.report(Message::Kind::error, tr("The new {} cannot be used: {} The pose stays.", name,
                                                  reason_of(content.error(), path_)));
  if (auto* const pose = std::get_if<Pose>(&*content)) {
    bench_.timeline.close();
    AvatarChoice choice = bench_.choice();
    choice.pose = std::move(*pose);
    bench_.avatar.choose(std::move(choice));
  } else if (auto& clip = std::get<io::ClipFile>(*content); bench_.timeline.has_clip()) {
    bench_.timeline.replace(std::move(clip), bench_.character().skeleton);
  } else {
    bench_.timeline.open(std::move(clip), bench_.character().skeleton);
  }
  bench_.report(Message::Kind::done, tr("Reloaded {}", name));
}

// Choosing any other pose replaces the file's.
std::filesystem::path PoseFile::path() const {
  return !path_.empty() && bench_.choice().pose_name == path_.filename().string() ? path_
                                                                                  : std::filesystem::path();
}

}  // namespace mannequin::document
