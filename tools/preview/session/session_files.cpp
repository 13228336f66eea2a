// What a session reads: opened by somebody, or saved anew by another program.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "engine/io/builtin_mesh.h"
#include "engine/io/file.h"
#include "engine/io/pose_file.h"
#include "engine/io/shape_file.h"
#include "tools/preview/session/file_kind.h"
#include "tools/preview/session/file_parts.h"
#include "tools/preview/session/sample_jacket.h"
#include "tools/preview/session/session.h"

namespace mannequin::preview {
namespace {

constexpr std::string_view kBuiltinBody = "mannequin";

std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
#ifdef _WIN32
  localtime_s(&local, &now);
#else
  localtime_r(&now, &local);
#endif
  return fmt::format("{:%H:%M:%S}", local);
}

std::filesystem::file_time_type saved_at(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::last_write_time(path, error);
}

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

// Beside the images that were looked for, those that the file names itself.
void add_parts(WornFile& worn) {
  for (auto& part : file_parts(worn.path))
    if (std::ranges::find(worn.parts, part) == worn.parts.end()) worn.parts.push_back(std::move(part));
}

}  // namespace

Status Session::wear_builtin(std::string_view name) {
  auto file = io::read_builtin_mesh(name, scene_->sex());
  if (!file) return tl::make_unexpected(file.error());
  // The same name for both sexes: by it the other's mesh is found.
  if (auto status = scene_->wear(std::move(*file), std::string(name) + ".glb", false); !status) return status;
  const std::size_t last = scene_->worn().size() - 1;
  scene_->wear_as(last, {.stands_in = true});
  if (name != kBuiltinBody)
    for (const auto& mesh : scene_->worn()[last]->meshes) mesh->drawable.keep_colors();
  return {};
}

Status Session::try_sample_jacket() {
  auto path = write_sample_jacket(settings_.folder_for_samples(), character().skeleton, scene_->sex());
  if (!path) {
    tell(Message::Kind::error, path.error().message());
    return tl::make_unexpected(path.error());
  }
  // A jacket is judged on a body: the one that stands in stays, without the clothes that it wore.
  std::vector<WornItem> bodies;
  for (const WornItem& item : scene_->choice().worn)
    if (item.how.stands_in && (item.file->system_avatar || item.file->path.stem() == kBuiltinBody))
      bodies.push_back(item);
  const Status opened = open(*path, true);
  // Else it could hardly be told from the body.
  if (opened)
    for (const auto& mesh : scene_->worn().back()->meshes) mesh->drawable.keep_colors();
  if (opened && !bodies.empty()) {
    AvatarChoice choice = scene_->choice();
    std::erase_if(choice.worn, [](const WornItem& item) { return item.file->system_avatar; });
    choice.worn.insert(choice.worn.begin(), bodies.begin(), bodies.end());
    choose_worn(std::move(choice));
  }
  return opened;
}

// Each in the place of the other sex' one.
void Session::change_builtin_sex() {
  for (std::size_t i = 0; i < scene_->worn().size(); ++i) {
    const WornItem before = scene_->choice().worn[i];
    if (!before.how.stands_in || before.file->system_avatar) continue;
    if (auto status = wear_builtin(before.file->path.stem().string()); !status) {
      tell(Message::Kind::error, status.error().message());
      continue;
    }
    AvatarChoice choice = scene_->choice();
    choice.worn[i] = {choice.worn.back().file, before.how};
    choice.worn.pop_back();
    choose_worn(std::move(choice));
  }
}

Status Session::wear_system_avatar(const MakeSystemAvatar& make, bool hair, bool skirt) {
  auto avatar = make();
  if (!avatar) return tl::make_unexpected(avatar.error());
  for (const auto& [piece, visible] :
       {std::pair{SystemPiece::body, true}, {SystemPiece::hair, hair}, {SystemPiece::skirt, skirt}}) {
    std::vector<SystemPart> parts = take_parts(*avatar, piece);
    if (parts.empty()) continue;
    if (auto status = scene_->wear_system_avatar(std::move(parts), piece, visible); !status) return status;
    scene_->worn().back()->make_again = make;
  }
  return {};
}

bool Session::is_large(const std::filesystem::path& path) const {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  return !error && bytes > background_above_;
}

Status Session::open_mesh(const std::filesystem::path& path, bool joint_positions) {
  if (!is_large(path)) return wear_file(io::read_bound_mesh(path), path, joint_positions);
  begin_reading({.path = path,
                 .joint_positions = joint_positions,
                 .again = {},
                 .replaces = {},
                 .saved = {},
                 .file = {}});
  return {};
}

void Session::begin_reading(Reading reading) {
  std::error_code error;
  tell(Message::Kind::done,
       fmt::format("Reading {} ({:.0f} MB)", reading.path.filename().string(),
                   static_cast<double>(std::filesystem::file_size(reading.path, error)) / 1e6));
  const io::Lod level = reading.again ? reading.again->level : io::Lod::high;
  reading.file =
      std::async(std::launch::async, [path = reading.path, level] { return read_worn(path, level); });
  readings_.push_back(std::move(reading));
}

void Session::finish_reading(Reading reading) {
  if (reading.replaces) {
    // Told by it.
    (void)wear_in_place_of(reading.replaces, reading.file.get(), reading.path);
    return;
  }
  if (!reading.again) {
    if (auto status = wear_file(reading.file.get(), reading.path, reading.joint_positions); !status)
      tell(Message::Kind::error, status.error().message());
    return;
  }
  // Taken off or read anew meanwhile, it is of no use.
  for (std::size_t i = 0; i < scene_->worn().size(); ++i)
    if (scene_->worn()[i] == reading.again && reading.saved >= reading.again->saved_at)
      finish_reload(i, reading.file.get(), reading.saved);
}

std::vector<Session::BeingRead> Session::being_read() const {
  std::vector<BeingRead> list;
  for (const Reading& reading : readings_)
    list.push_back({reading.path, reading.again ? reading.again.get() : reading.replaces.get(),
                    std::chrono::duration<double>(std::chrono::steady_clock::now() - reading.began).count()});
  return list;
}

void Session::look_at_readings() {
  for (std::size_t i = 0; i < readings_.size();) {
    Reading& reading = readings_[i];
    if (reading.file.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
      Reading done = std::move(reading);
      readings_.erase(readings_.begin() + static_cast<std::ptrdiff_t>(i));
      finish_reading(std::move(done));
      continue;
    }
    const auto seconds = static_cast<int>(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - reading.began).count());
    if (seconds > reading.told_seconds) {
      reading.told_seconds = seconds;
      tell(Message::Kind::done,
           fmt::format("Reading {}: {} s so far", reading.path.filename().string(), seconds));
    }
    ++i;
  }
}

Status Session::wear_file(Result<io::BoundMeshFile> file, const std::filesystem::path& path,
                          bool joint_positions) {
  if (!file) return tl::make_unexpected(file.error());
  AvatarChoice before = scene_->choice();
  if (auto status = scene_->wear(std::move(*file), path, joint_positions); !status) return status;
  history_.record(fmt::format("Wear {}", path.filename().string()), std::move(before));
  WornFile& worn = *scene_->worn().back();
  worn.on_disk = true;
  worn.loaded_at = time_of_day();
  worn.saved_at = saved_at(path);
  add_parts(worn);
  clear_stand_in();
  tell(Message::Kind::done,
       fmt::format("Wearing {}: {} vertices in {} mesh{}", worn.name, worn.vertex_count(), worn.meshes.size(),
                   worn.meshes.size() == 1 ? "" : "es"));
  for (const std::string& name : worn.unrigged)
    tell(Message::Kind::warning,
         fmt::format("'{}' in {} has no bone weights, so nothing can move it; it is left out.", name,
                     worn.name));
  return {};
}

Status Session::open_shape(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  const std::string name = path.filename().string();
  auto shape = io::read_shape(bytes, name, character().appearance);
  if (!shape) return tl::make_unexpected(shape.error());
  AvatarChoice choice = scene_->choice();
  history_.record(fmt::format("Shape {}", name), choice);
  const AvatarChoice before = choice;
  choice.sliders = std::move(shape->sliders);
  choice.apply_parameters = true;
  choice.shape = path;
  saved_shapes_[path] = choice.sliders;
  scene_->choose(std::move(choice));
  change_gradually(before);
  const std::size_t notes = shape->notes.size();
  tell(notes == 0 ? Message::Kind::done : Message::Kind::warning,
       fmt::format("Shape {}: {} values{}", name, scene_->choice().sliders.size(),
                   notes == 0 ? ""
                              : fmt::format(", {} remark{}: {}", notes, notes == 1 ? "" : "s",
                                            shape->notes.front().what)));
  return {};
}

Status Session::open_pose(const std::string& name, std::span<const std::byte> bytes) {
  auto pose = io::read_pose(io::as_text(bytes), name, character().skeleton);
  if (!pose) return tl::make_unexpected(pose.error());
  set_pose(name, std::move(*pose));
  return {};
}

Status Session::open_clip(const std::string& name, std::span<const std::byte> bytes) {
  auto file = io::read_clip(bytes, name, character().skeleton);
  if (!file) return tl::make_unexpected(file.error());
  set_pose(name, scene_->choice().pose);
  const auto& tracks = file->clip.tracks();
  tell(Message::Kind::done,
       fmt::format("Playing {}: {:.2f} s, {} joints", name, file->clip.duration(),
                   std::ranges::count_if(tracks, [](const ClipTrack& track) { return track.played; })));
  for (const io::Note& note : file->notes)
    if (note.severity != io::Severity::info) tell(Message::Kind::warning, note.where + ": " + note.what);
  timeline_.open(std::move(*file), character().skeleton);
  return {};
}

Status Session::open(const std::filesystem::path& path, bool joint_positions) {
  const std::string name = path.filename().string();
  Status status;
  watch_.begin(path);
  if (auto bytes = io::read_file(path); !bytes) {
    status = tl::make_unexpected(bytes.error());
  } else if (const auto kind = file_kind(*bytes, name); !kind) {
    status = tl::make_unexpected(kind.error());
  } else {
    status = *kind == FileKind::mesh    ? open_mesh(path, joint_positions)
             : *kind == FileKind::shape ? open_shape(path, *bytes)
             : *kind == FileKind::clip  ? open_clip(name, *bytes)
                                        : open_pose(name, *bytes);
    if (status && (*kind == FileKind::clip || *kind == FileKind::pose)) pose_path_ = path;
  }
  if (!status) tell(Message::Kind::error, status.error().message());
  if (status) settings_.opened(path);
  return status;
}

void Session::open_all(std::span<const std::filesystem::path> paths) {
  std::string refused;
  std::size_t taken = 0;
  history_.begin_group();
  for (const auto& path : paths) {
    if (open(path, false))
      ++taken;
    else
      refused += (refused.empty() ? "" : ", ") + path.filename().string();
  }
  history_.end_group(fmt::format("Open {} files", taken));
  if (paths.size() > 1)
    tell(refused.empty() ? Message::Kind::done : Message::Kind::warning,
         refused.empty() ? fmt::format("{} files taken", taken)
                         : fmt::format("{} taken, {} not: {}", taken, paths.size() - taken, refused));
}

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
  for (const auto& file : scene_->worn())
    if (file->on_disk && file->path == path) file->gone = true;
  ++files_revision_;
  tell(Message::Kind::warning,
       fmt::format("{} is no longer there. What was read of it stays; if it comes back, it is read again.",
                   path.filename().string()));
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

void Session::finish_reload(std::size_t index, Result<io::BoundMeshFile> file,
                            std::filesystem::file_time_type saved) {
  ++files_revision_;
  const WornFile& before = *scene_->worn()[index];
  const std::size_t vertices = before.vertex_count(), meshes = before.meshes.size();
  const auto file_before = before.file;
  const std::string loaded_before = before.loaded_at;
  Status status;
  if (!file)
    status = tl::make_unexpected(file.error());
  else
    status = scene_->wear_again(index, std::move(*file));
  WornFile& worn = *scene_->worn()[index];
  std::error_code error;
  worn.gone = !std::filesystem::exists(worn.path, error);
  worn.saved_at = saved;
  add_parts(worn);
  if (!status) {
    worn.problem = status.error().message();
    if (!worn.problem.ends_with('.')) worn.problem += '.';
    tell(Message::Kind::error,
         fmt::format("The new {} cannot be used: {} Still showing the version of {}. It will be tried again "
                     "at the next save.",
                     worn.name, worn.problem, worn.loaded_at));
    return;
  }
  comparison_.replaced(worn.path, file_before, loaded_before);
  worn.loaded_at = time_of_day();
  tell(Message::Kind::done, fmt::format("Reloaded {}{}", worn.name, difference(vertices, meshes, worn)));
}

// No step of undo: the file changed, nobody here did.
void Session::reload_shape(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  const auto bytes = io::read_file(path);
  if (!bytes) return tell(Message::Kind::error, bytes.error().message());
  auto shape = io::read_shape(*bytes, name, character().appearance);
  if (!shape)
    return tell(Message::Kind::error, fmt::format("The new {} cannot be used: {} The sliders stay.", name,
                                                  shape.error().message()));
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
         fmt::format("The new {} cannot be used: {} The pose stays.", name, error.message()));
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
