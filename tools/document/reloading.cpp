// Reloads files that another program saved.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "tools/document/carried_weights.h"
#include "tools/document/figures.h"
#include "tools/document/files.h"
#include "tools/document/reason.h"
#include "tools/document/time_of_day.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

// "+12 vertices, -1 mesh", or says that the counts are unchanged.
std::string difference(std::size_t vertices_before, std::size_t meshes_before, const WornFile& now) {
  const auto change = [](std::size_t before, std::size_t after, const char* one, const char* many) {
    if (before == after) return std::string();
    const std::size_t by = before < after ? after - before : before - after;
    return fmt::format(", {}{}", before < after ? "+" : "\u2212", counted(by, one, many));
  };
  const std::string text = change(vertices_before, now.vertex_count(), "vertex", "vertices") +
                           change(meshes_before, now.meshes.size(), "mesh", "meshes");
  return text.empty() ? tr(", as many vertices as before") : text;
}

}  // namespace

std::vector<std::filesystem::path> Files::read_files() const {
  std::vector<std::filesystem::path> paths;
  for (const auto& file : bench_.avatar.worn())
    if (file->is_watched()) {
      paths.push_back(file->path);
      paths.insert(paths.end(), file->parts.begin(), file->parts.end());
    }
  const auto textures = clothing_.textures();
  paths.insert(paths.end(), textures.begin(), textures.end());
  if (!bench_.choice().shape.empty()) paths.push_back(bench_.choice().shape);
  if (const auto pose = pose_.path(); !pose.empty()) paths.push_back(pose);
  return paths;
}

bool Files::look(FileWatch::Clock::time_point now) {
  if (!watching_) return false;
  std::vector<std::filesystem::path> still_read;
  for (const Reading& reading : readings_) still_read.push_back(reading.request.path);
  bench_.watch.follow(read_files(), still_read);
  const std::vector<FileChange> changes = bench_.watch.look(now);
  std::set<const WornFile*> reloaded;  // an exporter saves all parts of a file at once
  for (const FileChange& change : changes)
    change.kind == FileChange::Kind::saved ? reload(change.path, reloaded) : report_missing(change.path);
  return !changes.empty();
}

void Files::reload_all() {
  const auto paths = read_files();
  for (const auto& path : paths) bench_.watch.begin(path);
  for (std::size_t i = 0; i < bench_.avatar.worn().size(); ++i)
    if (bench_.avatar.worn()[i]->is_watched()) reload_worn(i);
  const std::vector<std::filesystem::path> textures = clothing_.textures();
  for (const auto& texture : std::set(textures.begin(), textures.end())) clothing_.reload(texture);
  if (!bench_.choice().shape.empty()) reload_input(bench_.choice().shape, FileKind::shape);
  if (!pose_.path().empty()) reload_input(pose_.path(), FileKind::pose);
  if (paths.empty()) bench_.report(Message::Kind::done, tr("Nothing to reload: no file is open."));
}

void Files::reload_saved() {
  for (std::size_t i = 0; i < bench_.avatar.worn().size(); ++i) {
    const WornFile& file = *bench_.avatar.worn()[i];
    std::error_code error;
    const auto saved = std::filesystem::last_write_time(file.path, error);
    if (file.is_watched() && !error && saved != file.saved_at && watching_) reload_worn(i);
  }
}

void Files::report_missing(const std::filesystem::path& path) {
  bool stays = true;
  for (const auto& file : bench_.avatar.worn())
    if (file->is_watched() && file->path == path) {
      file->gone = true;
      stays = !file->refused();
    }
  wardrobe_.problems_changed();
  bench_.report(
      Message::Kind::warning,
      stays ? tr("{} is no longer there. What was loaded stays; if it comes back, it is loaded again.",
                 path.filename().string())
            : tr("{} is no longer there. If it comes back, it is loaded again.", path.filename().string()));
}

void Files::reload(const std::filesystem::path& path, std::set<const WornFile*>& reloaded) {
  for (std::size_t i = 0; i < bench_.avatar.worn().size(); ++i)
    if (const WornFile& file = *bench_.avatar.worn()[i];
        file.is_watched() && (file.path == path || std::ranges::find(file.parts, path) != file.parts.end()) &&
        reloaded.insert(&file).second)
      reload_worn(i);
  clothing_.reload(path);
  if (bench_.choice().shape == path) reload_input(path, FileKind::shape);
  if (pose_.path() == path) reload_input(path, FileKind::pose);
}

// kind: shape, or pose, which may have become a clip.
void Files::reload_input(const std::filesystem::path& path, FileKind kind) {
  Request request;
  request.path = path;
  request.kind = kind;
  request.saved_again = true;
  (void)read(request);  // reported by it
}

// Something else may be open by now.
void Files::finish_input(const Request& request, Result<FileContent> content) {
  if (request.kind == FileKind::shape && bench_.choice().shape == request.path)
    shape_.reload(request.path, content ? Result<io::ShapeFile>(std::get<io::ShapeFile>(std::move(*content)))
                                        : Result<io::ShapeFile>(error_of(content)));
  if (request.kind == FileKind::pose && pose_.path() == request.path)
    pose_.reload(content ? Result<PoseContent>(std::get<PoseContent>(std::move(*content)))
                         : Result<PoseContent>(error_of(content)));
}

void Files::reload_worn(std::size_t index, std::shared_ptr<Batch> batch) {
  const std::shared_ptr<WornFile> worn = bench_.avatar.worn()[index];
  Request request;
  request.path = worn->path;
  request.again = worn;
  request.saved = saved_at(worn->path);
  request.batch = std::move(batch);
  if (!worn->unsaved) {
    (void)read(request);  // reported by it
    return;
  }
  const Skeleton& skeleton = bench_.character().skeleton;
  auto content = begin_reading(request, [path = worn->path, reading = worn->reading, before = worn->file,
                                         importer = worn->importer, &skeleton] {
    return Result<FileContent>(tl::in_place, read_and_carry(path, reading, *before, skeleton, importer));
  });
  if (content) (void)finish_reading(request, std::move(*content));  // the same
}

void Files::finish_reload(std::size_t index, ReadMesh read, std::filesystem::file_time_type saved) {
  wardrobe_.problems_changed();
  const WornFile& before = *bench_.avatar.worn()[index];
  const bool was_refused = before.refused();
  const std::size_t vertices = before.vertex_count(), meshes = before.meshes.size();
  const auto before_geometry = before.geometry();
  const std::string loaded_before = before.loaded_at;
  const auto& made = read.made;
  if (made) (*made)->kept_copy = before.kept_copy;
  if (made) bench_.avatar.wear_again(index, std::move(**made));
  WornFile& worn = *bench_.avatar.worn()[index];
  std::error_code error;
  worn.gone = !std::filesystem::exists(worn.path, error);
  if (!made) {
    worn.was_read(saved);
    worn.problem = reason_of(made.error(), worn.path);
    if (was_refused) worn.file = std::move(read.file);
    bench_.report(Message::Kind::error,
                  was_refused
                      ? tr("{} still cannot be used: {}", worn.name, worn.problem)
                      : tr("The new {} cannot be used: {} Still showing the version of {}. It will be "
                           "tried again at the next save.",
                           worn.name, worn.problem, worn.loaded_at));
    return;
  }
  if (was_refused) {
    wardrobe_.color(index);
    return wardrobe_.begin_wearing(worn);
  }
  comparison_.replaced(bench_.avatar.worn()[index], before_geometry, loaded_before);
  worn.loaded_at = time_of_day();
  const std::string what = tr("Reloaded {}{}", worn.name, difference(vertices, meshes, worn));
  if (read.carried.empty()) return bench_.report(Message::Kind::done, what);
  bench_.report(read.guessed ? Message::Kind::warning : Message::Kind::done,
                tr("{}. It keeps the weights that were made here: {}", what, read.carried));
}

}  // namespace mannequin::document
