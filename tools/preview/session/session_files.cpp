// What a session reads because somebody opens it; session_reload.cpp: because another program saved it anew.
#include <fmt/format.h>

#include <algorithm>

#include "engine/io/builtin_mesh.h"
#include "engine/io/file.h"
#include "engine/io/pose_file.h"
#include "engine/io/shape_file.h"
#include "tools/preview/session/file_kind.h"
#include "tools/preview/session/sample_jacket.h"
#include "tools/preview/session/session.h"

namespace mannequin::preview {
namespace {

constexpr std::string_view kBuiltinBody = "mannequin";

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
  worn.was_read(saved_at(path));
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

}  // namespace mannequin::preview
