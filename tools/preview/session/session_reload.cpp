// What a session reads anew, because another program saved it.
#include <fmt/format.h>

#include <algorithm>

#include "engine/io/file.h"
#include "engine/io/pose_file.h"
#include "engine/io/shape_file.h"
#include "tools/document/reason.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/session/session.h"

namespace mannequin::preview {
namespace {

std::string counted(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// "+12 vertices, -1 mesh", or that the counts are as before.
std::string difference(std::size_t vertices_before, std::size_t meshes_before, const WornFile& now) {
  const auto change = [](std::size_t before, std::size_t after, const char* one, const char* many) {
    if (before == after) return std::string();
    const std::size_t by = before < after ? after - before : before - after;
    return fmt::format(", {}{}", before < after ? "+" : "\u2212", counted(by, one, many));
  };
  const std::string text = change(vertices_before, now.vertex_count(), "vertex", "vertices") +
                           change(meshes_before, now.meshes.size(), "mesh", "meshes");
  return text.empty() ? ", as many vertices as before" : text;
}

}  // namespace

// Whether the pose is still the file's: any other choice of a pose takes its place.
bool Session::pose_is_of_file() const {
  return !pose_path_.empty() && scene_->choice().pose_name == pose_path_.filename().string();
}

std::vector<std::filesystem::path> Session::read_files() const {
  std::vector<std::filesystem::path> paths;
  for (const auto& file : scene_->worn())
    if (file->on_disk) {
      paths.push_back(file->path);
      paths.insert(paths.end(), file->parts.begin(), file->parts.end());
    }
  if (!scene_->choice().shape.empty()) paths.push_back(scene_->choice().shape);
  if (pose_is_of_file()) paths.push_back(pose_path_);
  return paths;
}

bool Session::look_at_files(FileWatch::Clock::time_point now) {
  if (!view_.watch_files) return false;
  watch_.follow(read_files());
  const std::vector<FileChange> changes = watch_.look(now);
  std::set<const WornFile*> reloaded;  // an exporter saves all parts of a file at once
  for (const FileChange& change : changes)
    change.kind == FileChange::Kind::saved ? reload(change.path, reloaded) : tell_gone(change.path);
  return !changes.empty();
}

void Session::watch_files(bool on) {
  view_.watch_files = on;
  tell(Message::Kind::done,
       on ? "Watching the files: what is saved is shown." : "No longer watching the files. F5 reloads.");
}

void Session::reload_files() {
  const auto paths = read_files();
  for (const auto& path : paths) watch_.begin(path);
  for (std::size_t i = 0; i < scene_->worn().size(); ++i)
    if (scene_->worn()[i]->on_disk) reload_worn(i);
  if (!scene_->choice().shape.empty()) reload_shape(scene_->choice().shape);
  if (pose_is_of_file()) reload_pose(pose_path_);
  if (paths.empty()) tell(Message::Kind::done, "Nothing to reload: no file is open.");
}

void Session::tell_gone(const std::filesystem::path& path) {
  bool stays = true;
  for (const auto& file : scene_->worn())
    if (file->on_disk && file->path == path) {
      file->gone = true;
      stays = !file->refused();
    }
  ++files_revision_;
  tell(Message::Kind::warning,
       fmt::format("{} is no longer there. {}f it comes back, it is read again.", path.filename().string(),
                   stays ? "What was read of it stays; i" : "I"));
}

void Session::reload(const std::filesystem::path& path, std::set<const WornFile*>& reloaded) {
  for (std::size_t i = 0; i < scene_->worn().size(); ++i)
    if (const WornFile& file = *scene_->worn()[i];
        file.on_disk && (file.path == path || std::ranges::find(file.parts, path) != file.parts.end()) &&
        reloaded.insert(&file).second)
      reload_worn(i);
  if (scene_->choice().shape == path) reload_shape(path);
  if (pose_is_of_file() && pose_path_ == path) reload_pose(path);
}

void Session::reload_worn(std::size_t index) {
  const std::shared_ptr<WornFile> worn = scene_->worn()[index];
  const auto saved = saved_at(worn->path);
  if (is_large(worn->path))
    begin_reading({.path = worn->path, .again = worn, .replaces = {}, .saved = saved, .file = {}});
  else
    finish_reload(index, read_worn(worn->path, worn->level), saved);
}

void Session::finish_reload(std::size_t index, Result<io::BoundMeshFile> read,
                            std::filesystem::file_time_type saved) {
  ++files_revision_;
  const WornFile& before = *scene_->worn()[index];
  const bool was_refused = before.refused();
  const std::size_t vertices = before.vertex_count(), meshes = before.meshes.size();
  const auto file_before = before.file;
  const std::string loaded_before = before.loaded_at;
  std::shared_ptr<const io::BoundMeshFile> file;
  if (read) file = std::make_shared<const io::BoundMeshFile>(std::move(*read));
  const Status status = file ? scene_->wear_again(index, file) : Status(error_of(read));
  WornFile& worn = *scene_->worn()[index];
  std::error_code error;
  worn.gone = !std::filesystem::exists(worn.path, error);
  worn.was_read(saved);
  if (!status) {
    worn.problem = reason_of(status.error(), worn.path);
    if (was_refused) worn.file = std::move(file);
    tell(Message::Kind::error,
         was_refused
             ? fmt::format("{} still cannot be used: {}", worn.name, worn.problem)
             : fmt::format("The new {} cannot be used: {} Still showing the version of {}. It will be "
                           "tried again at the next save.",
                           worn.name, worn.problem, worn.loaded_at));
    return;
  }
  if (was_refused) return begin_wearing(worn);
  comparison_.replaced(worn.path, file_before, loaded_before);
  worn.loaded_at = time_of_day();
  tell(Message::Kind::done, fmt::format("Reloaded {}{}", worn.name, difference(vertices, meshes, worn)));
}

// No step of undo: the file changed, nobody here did.
void Session::reload_shape(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  const auto bytes = io::read_file(path);
  if (!bytes) return tell(Message::Kind::error, named_reason(bytes.error(), path));
  auto shape = io::read_shape(*bytes, name, character().appearance);
  if (!shape)
    return tell(Message::Kind::error, fmt::format("The new {} cannot be used: {} The sliders stay.", name,
                                                  reason_of(shape.error(), path)));
  if (shape_edited()) {
    saved_shapes_[path] = std::move(shape->sliders);
    return tell(
        Message::Kind::warning,
        fmt::format("{} was saved by another program. Your sliders stay; Revert takes the file's.", name));
  }
  AvatarChoice choice = scene_->choice();
  const AvatarChoice before = choice;
  choice.sliders = std::move(shape->sliders);
  saved_shapes_[path] = choice.sliders;
  scene_->choose(std::move(choice));
  change_gradually(before);
  tell(Message::Kind::done,
       fmt::format("Reloaded {}, {}", name, counted(saved_shapes_[path].size(), "value", "values")));
}

void Session::reload_pose(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  const auto bytes = io::read_file(path);
  const auto unusable = [&](const Error& error) {
    tell(Message::Kind::error,
         fmt::format("The new {} cannot be used: {} The pose stays.", name, reason_of(error, path)));
  };
  if (!bytes) return unusable(bytes.error());
  if (timeline_.has_clip()) {
    auto file = io::read_clip(*bytes, name, character().skeleton);
    if (!file) return unusable(file.error());
    timeline_.replace(std::move(*file), character().skeleton);
  } else {
    auto pose = io::read_pose(io::as_text(*bytes), name, character().skeleton);
    if (!pose) return unusable(pose.error());
    AvatarChoice choice = scene_->choice();
    choice.pose = std::move(*pose);
    scene_->choose(std::move(choice));
  }
  tell(Message::Kind::done, fmt::format("Reloaded {}", name));
}

}  // namespace mannequin::preview
