// What a session reads because somebody opens it; session_reload.cpp: because another program saved it anew.
#include <fmt/format.h>

#include <algorithm>

#include "engine/io/file.h"
#include "engine/io/pose_file.h"
#include "engine/io/shape_file.h"
#include "tools/document/file_kind.h"
#include "tools/document/reason.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/session/body_like.h"
#include "tools/preview/session/session.h"

namespace mannequin::preview {
namespace {

// What its reader noticed; values beyond a slider's end in per cent, as the sliders show them.
std::vector<std::string> remarks_on(const io::ShapeFile& shape, const Appearance& appearance) {
  std::vector<std::string> remarks;
  for (const io::Note& note : shape.notes)
    if (note.code != "out_of_range") remarks.push_back(note.what);
  constexpr double kRounding = 0.5;
  for (const auto& [id, weight] : shape.sliders) {
    const ParameterIndex found = appearance.find(id);
    if (found == kNoParameter) continue;
    const ParameterDesc& p = appearance[found];
    const double percent = 100.0 * (weight - p.min) / (p.max - p.min);
    if (percent >= -kRounding && percent <= 100.0 + kRounding) continue;
    remarks.push_back(fmt::format("{} is at {:.0f} %, beyond its slider's end, and counts as {} %",
                                  p.label.empty() ? p.name : p.label, percent, percent < 0.0 ? 0 : 100));
  }
  return remarks;
}

}  // namespace

bool Session::is_large(const std::filesystem::path& path) const {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  return !error && bytes > background_above_;
}

Status Session::open_mesh(const std::filesystem::path& path, bool joint_positions) {
  if (!is_large(path)) return wear_or_keep_row(io::read_bound_mesh(path), path, joint_positions);
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
    if (auto status = wear_or_keep_row(reading.file.get(), reading.path, reading.joint_positions); !status)
      tell(Message::Kind::error, named_reason(status.error(), reading.path));
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

Status Session::wear_or_keep_row(Result<io::BoundMeshFile> read, const std::filesystem::path& path,
                                 bool joint_positions) {
  std::shared_ptr<const io::BoundMeshFile> file;
  if (read) file = std::make_shared<const io::BoundMeshFile>(std::move(*read));
  Status status = file ? wear_file(file, path, joint_positions) : Status(error_of(read));
  if (!status) keep_refused(std::move(file), path, joint_positions, status.error());
  return status;
}

// Its row says why, and the file is watched: an exporter may still be writing it.
void Session::keep_refused(std::shared_ptr<const io::BoundMeshFile> file, const std::filesystem::path& path,
                           bool joint_positions, const Error& error) {
  std::error_code no_matter;
  if (!std::filesystem::exists(path, no_matter)) return;
  auto refused = make_refused_file(std::move(file), path, reason_of(error, path));
  refused->on_disk = true;
  refused->was_read(saved_at(path));
  for (const auto& worn : scene_->worn()) {
    if (!worn->on_disk || worn->path != path) continue;
    // It has a row already, which is not told of this again.
    if (worn->refused()) {
      worn->file = refused->file;
      worn->problem = refused->problem;
      ++files_revision_;
    }
    return;
  }
  history_.record(fmt::format("Wear {}", refused->name), scene_->choice());
  scene_->wear_refused(std::move(refused), joint_positions);
}

Status Session::wear_file(const std::shared_ptr<const io::BoundMeshFile>& file,
                          const std::filesystem::path& path, bool joint_positions) {
  AvatarChoice before = scene_->choice();
  const std::string name = path.filename().string();
  if (auto status = scene_->wear(file, path, joint_positions); !status) {
    Error error = status.error();
    if (!error.where.starts_with(name)) error.where = name + (error.where.empty() ? "" : ", " + error.where);
    return tl::make_unexpected(std::move(error));
  }
  history_.record(fmt::format("Wear {}", name), std::move(before));
  WornFile& worn = *scene_->worn().back();
  worn.on_disk = true;
  worn.was_read(saved_at(path));
  // The row of an attempt that failed is of no use any longer.
  AvatarChoice choice = scene_->choice();
  if (std::erase_if(choice.worn, [&](const WornItem& item) {
        return item.file->refused() && item.file->path == path;
      }) > 0)
    choose_worn(std::move(choice));
  begin_wearing(worn);
  return {};
}

// What the stand-in had on, or all of it, makes room.
void Session::begin_wearing(WornFile& worn) {
  worn.loaded_at = time_of_day();
  const std::string room = clear_stand_in(looks_like_body(worn, character().skeleton));
  tell(Message::Kind::done,
       fmt::format("Wearing {}{}: {} vertices in {} mesh{}", worn.name, room, worn.vertex_count(),
                   worn.meshes.size(), worn.meshes.size() == 1 ? "" : "es"));
  for (const std::string& name : worn.unrigged)
    tell(Message::Kind::warning,
         fmt::format("'{}' in {} has no bone weights, so nothing can move it; it is left out.", name,
                     worn.name));
}

Status Session::open_shape(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  const std::string name = path.filename().string();
  auto shape = io::read_shape(bytes, name, character().appearance);
  if (!shape) return error_of(shape);
  const std::vector<std::string> remarks = remarks_on(*shape, character().appearance);
  const std::size_t notes = remarks.size();
  AvatarChoice choice = scene_->choice();
  history_.record(fmt::format("Shape {}", name), choice);
  const AvatarChoice before = choice;
  choice.sliders = std::move(shape->sliders);
  choice.apply_parameters = true;
  choice.shape = path;
  saved_shapes_[path] = choice.sliders;
  scene_->choose(std::move(choice));
  change_gradually(before);
  for (const std::string& remark : remarks) tell(Message::Kind::warning, fmt::format("{}: {}", name, remark));
  tell(notes == 0 ? Message::Kind::done : Message::Kind::warning,
       fmt::format(
           "Shape {}: {} values{}", name, scene_->choice().sliders.size(),
           notes == 0 ? "" : fmt::format(", {} remark{}: see Messages", notes, notes == 1 ? "" : "s")));
  return {};
}

Status Session::open_pose(const std::string& name, std::span<const std::byte> bytes) {
  auto pose = io::read_pose(io::as_text(bytes), name, character().skeleton);
  if (!pose) return error_of(pose);
  set_pose(name, std::move(*pose));
  return {};
}

Status Session::open_clip(const std::string& name, std::span<const std::byte> bytes) {
  auto file = io::read_clip(bytes, name, character().skeleton);
  if (!file) return error_of(file);
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
    status = error_of(bytes);
  } else if (const auto kind = file_kind(*bytes, name); !kind) {
    status = error_of(kind);
  } else {
    status = *kind == FileKind::mesh    ? open_mesh(path, joint_positions)
             : *kind == FileKind::shape ? open_shape(path, *bytes)
             : *kind == FileKind::clip  ? open_clip(name, *bytes)
                                        : open_pose(name, *bytes);
    if (status && (*kind == FileKind::clip || *kind == FileKind::pose)) pose_path_ = path;
  }
  if (!status) tell(Message::Kind::error, named_reason(status.error(), path));
  if (status) settings_.opened(path);
  return status;
}

void Session::open_all(std::span<const std::filesystem::path> paths, bool joint_positions) {
  std::string refused;
  std::size_t taken = 0;
  history_.begin_group();
  for (const auto& path : paths) {
    if (open(path, joint_positions))
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
