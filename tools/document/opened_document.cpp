#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "engine/platform/path.h"
#include "tools/document/file_watch.h"
#include "tools/document/reason.h"
#include "tools/document/saved_document.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

SystemPiece piece_named(const std::string& word) {
  return word == "hair" ? SystemPiece::hair : word == "skirt" ? SystemPiece::skirt : SystemPiece::body;
}

// A file may contain any camera.
Camera camera_of(const io::DocumentCamera& camera) {
  const Camera read{.target = camera.target,
                    .distance = camera.distance,
                    .yaw = camera.yaw,
                    .pitch = camera.pitch,
                    .orthographic = camera.orthographic};
  return read.within_limits();
}

}  // namespace

void SavedDocument::open(const std::filesystem::path& path, DocumentContent content) {
  use(std::move(content), path.parent_path(), path.filename().string(), io::DocumentPaths::inside);
  path_ = path;
  path_saved_ = saved_at(path);
}

void SavedDocument::restored(const std::filesystem::path& path, DocumentContent content) {
  use(std::move(content), {}, kKeptDocumentName, io::DocumentPaths::anywhere);
  path_ = path;
  path_saved_ = saved_at(path);
}

void SavedDocument::use(DocumentContent content, const std::filesystem::path& folder, const std::string& name,
                        io::DocumentPaths paths) {
  const AvatarChoice before = bench_.choice();
  // What is brought back was kept since no file had it.
  bench_.record(tr("Open {}", name), /*leaves_shape=*/true, /*unsaved=*/paths == io::DocumentPaths::anywhere);
  AvatarChoice choice;
  bench_.timeline.close();
  use_shape(content, folder, choice);
  for (const io::DocumentWorn& worn : content.file.worn) use_worn(worn, folder, paths, before, choice);
  if (!content.clothing.outfit.items.empty() && clothing_.can_paint())
    choice.clothing = std::move(content.clothing.outfit.items);
  for (const io::Note& note : content.clothing.notes)
    bench_.report(Message::Kind::error, tr("The document's {}: {}", note.where, note.what));
  use_pose(content, folder, choice);
  bench_.avatar.choose(std::move(choice));
  if (content.file.camera) wanted_camera_ = camera_of(*content.file.camera);
  const std::string words = summary();
  bench_.report(Message::Kind::done, tr("Opened {}{}{}", name, words.empty() ? "" : ": ", words));
}

void SavedDocument::use_shape(DocumentContent& content, const std::filesystem::path& folder,
                              AvatarChoice& choice) {
  const io::DocumentFile& document = content.file;
  if (content.shape) {
    choice.shape = folder / path_of_utf8(document.shape_file);
    if (const Result<io::ShapeFile>& shape = *content.shape) {
      shape_.follow(choice.shape, shape->sliders);
      choice.sliders = shape->sliders;
    } else {
      report_unusable("shape", shape.error(), choice.shape);
    }
  }
  if (document.sliders) choice.sliders = *document.sliders;
  choice.apply_parameters = !document.rest;
}

void SavedDocument::use_worn(const io::DocumentWorn& worn, const std::filesystem::path& folder,
                             io::DocumentPaths paths, const AvatarChoice& before, AvatarChoice& choice) {
  WearSettings how{.visible = worn.visible,
                   .tint = worn.tint,
                   .opacity = worn.opacity,
                   .baked = worn.baked,
                   .colors = worn.colors};
  if (!worn.file.empty()) {
    const std::filesystem::path path = folder / path_of_utf8(worn.file);
    const auto found = io::find_document_file(folder, worn.file, paths);
    WornItem item = files_.read_row(path, found ? Status() : Status(error_of(found)), worn, how);
    if (item.file->refused() && !item.file->problem.empty())
      bench_.report(Message::Kind::error, fmt::format("{}: {}", item.file->name, item.file->problem));
    choice.worn.push_back(std::move(item));
    return;
  }
  if (!worn.system.empty()) {
    const SystemPiece piece = piece_named(worn.system);
    const auto own = std::ranges::find_if(before.worn, [&](const WornItem& item) {
      return item.file->system_avatar && item.file->piece == piece;
    });
    if (own != before.worn.end()) {
      how.stands_in = how.visible;
      choice.worn.push_back({own->file, how});
      return;
    }
    if (piece == SystemPiece::body)
      bench_.report(Message::Kind::warning,
                    tr("The document shows the system avatar, which is in a viewer's character folder: drop "
                       "it on the window. The built-in body is worn instead."));
    if (piece != SystemPiece::body) return;
  }
  const auto male = choice.sliders.find(kMaleParameter);
  const Sex sex = male != choice.sliders.end() && male->second > 0.5 ? Sex::male : Sex::female;
  auto item = stand_in_.make_builtin(worn.builtin.empty() ? "mannequin" : worn.builtin, sex);
  if (!item) return report_unusable("built-in mesh", item.error(), path_of_utf8(worn.builtin));
  how.stands_in = true;
  how.joint_positions = worn.joint_positions.value_or(false);
  how.lock_scale = worn.lock_scale.value_or(false);
  choice.worn.push_back({item->file, how});
}

void SavedDocument::use_pose(DocumentContent& content, const std::filesystem::path& folder,
                             AvatarChoice& choice) {
  const io::DocumentFile& document = content.file;
  choice.pose_name = document.pose_name;
  if (document.pose) choice.pose = *document.pose;
  if (!content.pose) return;
  const std::filesystem::path path =
      folder / path_of_utf8(document.clip ? document.clip->file : document.pose_file);
  // By this name the file is found again, and stays part of the document even where it cannot be read.
  choice.pose_name = path.filename().string();
  pose_.follow(path);
  Result<PoseContent>& pose = *content.pose;
  if (!pose) return report_unusable("pose", pose.error(), path);
  bench_.watch.begin(path);
  if (auto* const still = std::get_if<Pose>(&*pose))
    choice.pose = std::move(*still);
  else
    use_clip(std::get<io::ClipFile>(std::move(*pose)), document.clip);
}

void SavedDocument::use_clip(io::ClipFile file, const std::optional<io::DocumentClip>& clip) {
  Timeline& timeline = bench_.timeline;
  timeline.open(std::move(file), bench_.character().skeleton);
  if (!clip) return;
  timeline.scrub(clip->seconds);
  timeline.loop = clip->loop;
  timeline.speed = clip->speed;
  timeline.play(clip->playing);
}

void SavedDocument::report_unusable(const std::string& what, const Error& error,
                                    const std::filesystem::path& path) {
  bench_.report(Message::Kind::error, tr("The document's {}: {}", what, named_reason(error, path)));
}

}  // namespace mannequin::document
