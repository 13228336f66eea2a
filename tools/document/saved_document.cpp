// Writes documents; opened_document.cpp reads them.
#include "tools/document/saved_document.h"

#include <algorithm>

#include "engine/io/file.h"
#include "engine/platform/path.h"
#include "tools/document/file_kind.h"
#include "tools/document/file_watch.h"
#include "tools/document/made_here.h"
#include "tools/document/reason.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

const char* piece_word(SystemPiece piece) {
  return piece == SystemPiece::hair ? "hair" : piece == SystemPiece::skirt ? "skirt" : "body";
}

bool is_default(const Pose& pose) {
  const auto none = [](const auto& list) {
    return std::ranges::none_of(list, [](const auto& value) { return value.has_value(); });
  };
  return none(pose.rotations) && none(pose.positions) && pose.root_position == Vec3(0.0) &&
         pose.root_rotation == Quat(1.0, 0.0, 0.0, 0.0);
}

}  // namespace

Result<io::DocumentWorn> SavedDocument::describe_worn(const WornItem& item,
                                                      const std::filesystem::path& folder,
                                                      io::DocumentPaths paths) const {
  io::DocumentWorn worn{.file = {},
                        .builtin = {},
                        .system = {},
                        .point = item.file->point,
                        .visible = item.how.visible,
                        .joint_positions = item.how.joint_positions,
                        .lock_scale = item.how.lock_scale,
                        .tint = item.how.tint,
                        .opacity = item.how.opacity,
                        .colors = item.how.colors,
                        .level = item.file->reading.level,
                        .obj = item.file->reading.obj,
                        .importer = item.file->refused() || item.file->depends_on_importer()
                                        ? item.file->importer
                                        : kViewerImporter,
                        .baked = item.how.baked};
  if (item.file->on_disk) {
    auto path = io::document_path(folder, item.file->path, paths);
    if (!path) return error_of(path);
    worn.file = std::move(*path);
  } else if (item.file->system_avatar) {
    worn.system = piece_word(item.file->piece);
  } else if (item.how.stands_in) {
    worn.builtin = item.file->path.stem().string();
  } else if (item.file->unsaved) {
    if (paths != io::DocumentPaths::anywhere)
      return fail(ErrorCode::unsupported, item.file->name,
                  tr("has weights that no file has yet; save them in the Bind tab first"));
    if (auto status = describe_unsaved(*item.file, worn); !status) return error_of(status);
  } else {
    return fail(
        ErrorCode::unsupported, item.file->name,
        tr("is no file of its own, so a document cannot name it; save the picture or the pose instead"));
  }
  return worn;
}

// By its copy; without one, its weights are given up, and it is what it was made from.
Status SavedDocument::describe_unsaved(const WornFile& file, io::DocumentWorn& worn) const {
  const auto absolute = [](const std::filesystem::path& path) {
    return io::document_path({}, path, io::DocumentPaths::anywhere);
  };
  if (!file.follows_file && file.kept_copy.empty()) {
    if (file.file == nullptr || !file.file->is_builtin)
      return fail(ErrorCode::unsupported, file.name,
                  tr("has weights that no file has yet; save them in the Bind tab first"));
    worn.builtin = file.path.stem().string();
    return {};
  }
  auto own = absolute(file.path);
  if (!own) return error_of(own);
  if (file.kept_copy.empty()) {
    worn.file = std::move(*own);
    return {};
  }
  auto copy = absolute(file.kept_copy);
  if (!copy) return error_of(copy);
  worn.file = std::move(*copy);
  worn.unsaved_of = std::move(*own);
  worn.mended = file.made_by == kMended;
  return {};
}

Status SavedDocument::describe_shape(const std::filesystem::path& folder, io::DocumentPaths paths,
                                     io::DocumentFile& to) const {
  const AvatarChoice& choice = bench_.choice();
  if (!choice.shape.empty()) {
    auto path = io::document_path(folder, choice.shape, paths);
    if (!path) return error_of(path);
    to.shape_file = std::move(*path);
  }
  if (shape_.edited()) to.sliders = choice.sliders;
  to.rest = !choice.apply_parameters;
  return {};
}

Status SavedDocument::describe_pose(const std::filesystem::path& folder, io::DocumentPaths paths,
                                    io::DocumentFile& to) const {
  to.pose_name = bench_.choice().pose_name;
  const std::filesystem::path file = pose_.path();
  std::string name;
  if (!file.empty()) {
    auto path = io::document_path(folder, file, paths);
    if (!path) return error_of(path);
    name = std::move(*path);
  }
  const Timeline& timeline = bench_.timeline;
  if (timeline.has_clip() && !name.empty())
    to.clip = {.file = std::move(name),
               .seconds = timeline.time(),
               .playing = timeline.playing(),
               .loop = timeline.loop,
               .speed = timeline.speed};
  else if (!name.empty())
    to.pose_file = std::move(name);
  else if (!is_default(bench_.choice().pose))
    to.pose = bench_.choice().pose;
  return {};
}

Result<io::DocumentFile> SavedDocument::describe(const std::filesystem::path& folder,
                                                 io::DocumentPaths paths) const {
  io::DocumentFile document;
  for (const WornItem& item : bench_.choice().worn) {
    auto worn = describe_worn(item, folder, paths);
    if (!worn) return error_of(worn);
    document.worn.push_back(std::move(*worn));
  }
  for (const mannequin::WornItem& item : bench_.choice().clothing) {
    auto described = io::describe_item(item, folder, paths);
    if (!described) return error_of(described);
    document.clothing.push_back(std::move(*described));
  }
  if (const std::size_t most = std::max(document.worn.size(), document.clothing.size());
      most > io::kMaxDocumentWorn)
    return fail(ErrorCode::unsupported, "what is worn",
                tr("has {} entries, and a document at most {}; take some off", most, io::kMaxDocumentWorn));
  if (auto status = describe_shape(folder, paths, document); !status) return error_of(status);
  if (auto status = describe_pose(folder, paths, document); !status) return error_of(status);
  if (camera_)
    document.camera = {.target = camera_->target,
                       .distance = camera_->distance,
                       .yaw = camera_->yaw,
                       .pitch = camera_->pitch,
                       .orthographic = camera_->orthographic};
  return document;
}

Status SavedDocument::save(const std::filesystem::path& path) {
  const auto write = [&]() -> Status {
    if (lower_ending(path) != ".json")
      return fail(ErrorCode::bad_argument, path.filename().string(),
                  tr("The name of a document ends in .json, as in outfit.mannequin.json."));
    const auto document = describe(path.parent_path(), io::DocumentPaths::inside);
    if (!document) return error_of(document);
    return io::write_file(path, std::string_view(io::write_document(*document, bench_.character().skeleton)));
  };
  if (auto status = write(); !status) {
    bench_.report(Message::Kind::error,
                  tr("The document was not saved: {}{}", named_reason(status.error(), path),
                     left_unchanged(status.error(), path)));
    return status;
  }
  path_ = path;
  path_saved_ = saved_at(path);
  shape_.is_in_document(path, bench_.choice().sliders);
  bench_.settings.opened(path);
  bench_.report(Message::Kind::done, tr("Saved {}", path.filename().string()));
  return {};
}

bool SavedDocument::changed_elsewhere() const {
  std::error_code unknown;
  return std::filesystem::exists(path_, unknown) && saved_at(path_) != path_saved_;
}

std::filesystem::path SavedDocument::proposed_path() const {
  if (!path_.empty()) return path_;
  std::vector<std::filesystem::path> files;
  for (const WornItem& item : bench_.choice().worn)
    if (item.file->on_disk) files.push_back(item.file->path);
  for (const mannequin::WornItem& item : bench_.choice().clothing)
    for (const auto& [slot, texture] : item.textures)
      if (!texture.file.empty()) files.push_back(texture.file);
  if (!bench_.choice().shape.empty()) files.push_back(bench_.choice().shape);
  if (const auto pose = pose_.path(); !pose.empty()) files.push_back(pose);
  std::filesystem::path folder;
  for (const auto& file : files) {
    std::error_code error;
    const auto its = std::filesystem::absolute(file, error).lexically_normal().parent_path();
    if (folder.empty()) folder = its;
    std::filesystem::path common;
    const auto ends = std::ranges::mismatch(folder, its);
    for (auto step = folder.begin(); step != ends.in1; ++step) common /= *step;
    folder = common;
  }
  return folder / "outfit.mannequin.json";
}

Result<std::string> SavedDocument::text() const {
  const auto document = describe({}, io::DocumentPaths::anywhere);
  if (!document) return error_of(document);
  return io::write_document(*document, bench_.character().skeleton);
}

bool SavedDocument::is_empty() const {
  const AvatarChoice& choice = bench_.choice();
  return std::ranges::none_of(
             choice.worn, [](const WornItem& item) { return item.file->on_disk || item.file->unsaved; }) &&
         choice.clothing.empty() && choice.shape.empty() && choice.apply_parameters && !shape_.edited() &&
         !bench_.timeline.has_clip() && is_default(choice.pose);
}

namespace {

std::string words_of(const io::DocumentFile& document) {
  std::string words;
  const auto add = [&](const std::string& word) { words += (words.empty() ? "" : ", ") + word; };
  const auto name = [](const std::string& path) { return path_of_utf8(path).filename().string(); };
  constexpr std::size_t kNamed = 3;
  std::size_t files = 0;
  for (const io::DocumentWorn& worn : document.worn)
    if (!worn.file.empty() && ++files <= kNamed)
      add(worn.unsaved_of.empty() ? name(worn.file) : tr("{} (unsaved weights)", name(worn.unsaved_of)));
  if (files > kNamed) add(tr("{} more", files - kNamed));
  if (document.clothing.size() > kNamed)
    add(tr("{} painted items", document.clothing.size()));
  else
    for (const io::WearableDesc& item : document.clothing) add("painted " + item.type);
  if (!document.shape_file.empty())
    add(tr("shape {}{}", name(document.shape_file), document.sliders ? tr(" (edited)") : ""));
  else if (document.sliders)
    add("an unsaved shape");
  if (document.clip)
    add(name(document.clip->file));
  else if (document.pose || !document.pose_file.empty())
    add(tr("pose {}", document.pose_name));
  return words;
}

}  // namespace

std::string SavedDocument::summary() const {
  const auto document = describe({}, io::DocumentPaths::anywhere);
  return document ? words_of(*document) : std::string();
}

std::string SavedDocument::summary_of(std::string_view text) const {
  const auto document = io::read_document(text, "", bench_.character().skeleton, io::DocumentPaths::anywhere);
  return document ? words_of(*document) : std::string();
}

std::vector<std::filesystem::path> SavedDocument::kept_copies_of(std::string_view text) const {
  std::vector<std::filesystem::path> copies;
  const auto document = io::read_document(text, "", bench_.character().skeleton, io::DocumentPaths::anywhere);
  if (!document) return copies;
  for (const io::DocumentWorn& worn : document->worn)
    if (!worn.unsaved_of.empty()) copies.push_back(path_of_utf8(worn.file));
  return copies;
}

}  // namespace mannequin::document
