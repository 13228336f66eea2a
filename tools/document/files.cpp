// What is read because somebody opens it; reloading.cpp: because another program saved it.
#include "tools/document/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "engine/io/regular_file.h"
#include "tools/document/beside.h"
#include "tools/document/figures.h"
#include "tools/document/reason.h"
#include "tools/document/sample_jacket.h"
#include "tools/document/saved_document.h"

namespace mannequin::document {
namespace {

// A row of a document: the mesh that was read, or one that says why there is none.
std::unique_ptr<WornFile> make_row(ReadMesh read, const std::filesystem::path& path,
                                   const io::DocumentWorn& as) {
  std::unique_ptr<WornFile> row =
      read.made ? std::move(*read.made)
                : make_refused_file(std::move(read.file), path, reason_of(read.made.error(), path));
  std::error_code error;
  row->on_disk = true;
  row->gone = !std::filesystem::exists(path, error);
  row->level = as.level;
  row->importer = as.importer;
  row->loaded_at = time_of_day();
  if (row->refused()) row->was_read(saved_at(path));
  return row;
}

// What a document leaves open, the file says.
WornAs worn_as(const io::DocumentWorn& worn, const WornFile& row, WornAs how) {
  how.joint_positions = worn.joint_positions.value_or(row.file && row.file->is_asset);
  how.lock_scale = worn.lock_scale.value_or(row.lock_scale);
  return how;
}

}  // namespace

Files::~Files() {
  for (const Reading& reading : readings_) reading.content.wait();
}

Status Files::open(const std::filesystem::path& path, bool joint_positions) {
  bench_.watch.begin(path);
  // Only the beginning is looked at here: it may be large.
  const auto bytes = io::read_regular_start(path, kKindBytes);
  const auto kind = bytes ? file_kind(*bytes, path.filename().string()) : Result<FileKind>(error_of(bytes));
  Status status;
  if (!kind) {
    status = error_of(kind);
  } else if (is_large(path)) {
    begin_reading({.path = path,
                   .kind = *kind,
                   .joint_positions = joint_positions,
                   .again = {},
                   .replaces = {},
                   .row = {},
                   .saved = {},
                   .content = {}});
  } else {
    auto content = read_content(path, *kind, bench_.character(), wardrobe_.new_importer());
    status = content ? use(std::move(*content), path, joint_positions) : Status(error_of(content));
  }
  if (!status) bench_.tell(Message::Kind::error, named_reason(status.error(), path));
  if (status) bench_.settings.opened(path);
  return status;
}

Status Files::use(FileContent content, const std::filesystem::path& path, bool joint_positions) {
  if (auto* const mesh = std::get_if<ReadMesh>(&content))
    return wardrobe_.wear(std::move(*mesh), path, joint_positions);
  if (auto* const shape = std::get_if<io::ShapeFile>(&content))
    shape_.open(path, std::move(*shape));
  else if (auto* const pose = std::get_if<PoseContent>(&content))
    pose_.open(path, std::move(*pose));
  else
    saved_->open(path, std::get<DocumentContent>(std::move(content)));
  return {};
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
  bench_.history.end_group("Open " + counted(taken, "file", "files"));
  if (paths.size() > 1) tell_opened(paths.size(), taken, refused);
}

void Files::tell_opened(std::size_t files, std::size_t taken, const std::string& refused) {
  bench_.tell(refused.empty() ? Message::Kind::done : Message::Kind::warning,
              refused.empty() ? "Opened " + counted(taken, "file", "files")
              : taken == 0    ? fmt::format("Opened none of these {} files: {}", files, refused)
                           : fmt::format("Opened {}, but not {}", counted(taken, "file", "files"), refused));
}

Status Files::replace_worn(std::size_t index, const std::filesystem::path& path) {
  const auto bytes = io::read_regular_start(path, kKindBytes);
  if (!bytes || file_kind(*bytes, path.filename().string()) != FileKind::mesh) return open(path, false);
  const std::shared_ptr<WornFile> old = bench_.choice().worn[index].file;
  if (!is_large(path))
    return wardrobe_.replace(
        old, read_mesh(path, io::Lod::high, bench_.character().skeleton, wardrobe_.importer_of_next(*old)),
        path);
  begin_reading({.path = path, .again = {}, .replaces = old, .row = {}, .saved = {}, .content = {}});
  return {};
}

WornItem Files::read_row(const std::filesystem::path& path, const Status& found, const io::DocumentWorn& worn,
                         WornAs how) {
  bench_.watch.begin(path);
  if (found && is_large(path)) {
    std::shared_ptr<WornFile> row = make_refused_file(nullptr, path, "");
    row->on_disk = true;
    row->level = worn.level;
    row->importer = worn.importer;
    begin_reading(
        {.path = path, .again = row, .replaces = {}, .row = worn, .saved = saved_at(path), .content = {}});
    return {row, worn_as(worn, *row, how)};
  }
  std::shared_ptr<WornFile> row =
      make_row(found ? read_mesh(path, worn.level, bench_.character().skeleton, worn.importer)
                     : ReadMesh{nullptr, error_of(found)},
               path, worn);
  const WornAs as = worn_as(worn, *row, how);
  return {std::move(row), as};
}

// Its row has waited in its place. If it was taken off meanwhile, undo brings it back with its meshes.
void Files::finish_row(Reading reading, ReadMesh mesh) {
  auto read = make_row(std::move(mesh), reading.path, *reading.row);
  wardrobe_.problems_changed();
  if (!read->problem.empty())
    bench_.tell(Message::Kind::error, fmt::format("{}: {}", read->name, read->problem));
  for (std::size_t i = 0; i < bench_.avatar.worn().size(); ++i) {
    if (bench_.avatar.worn()[i] != reading.again) continue;
    const WornAs how = worn_as(*reading.row, *read, bench_.choice().worn[i].how);
    bench_.avatar.wear_again(i, std::move(*read));
    bench_.avatar.wear_as(i, how);
    return;
  }
  *reading.again = std::move(*read);
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
  const auto bytes = static_cast<double>(std::filesystem::file_size(reading.path, error));
  bench_.tell(Message::Kind::done,
              fmt::format("Reading {} ({:.0f} {})", reading.path.filename().string(),
                          bytes < 1e6 ? bytes / 1e3 : bytes / 1e6, bytes < 1e6 ? "kB" : "MB"));
  // ~Files() waits for it.
  const Character& character = bench_.character();
  const io::Lod level = reading.again ? reading.again->level : io::Lod::high;
  const ImporterProfile importer = reading.again      ? reading.again->importer
                                   : reading.replaces ? wardrobe_.importer_of_next(*reading.replaces)
                                                      : wardrobe_.new_importer();
  reading.content = run_task<Result<FileContent>>(
      [path = reading.path, kind = reading.kind, level, importer, &character]() -> Result<FileContent> {
        if (kind != FileKind::mesh) return read_content(path, kind, character, importer);
        return FileContent(read_mesh(path, level, character.skeleton, importer));
      },
      true);
  readings_.push_back(std::move(reading));
}

void Files::finish_reading(Reading reading) {
  Result<FileContent> content = reading.content.get();
  if (reading.saved_again) return finish_input(reading.kind, reading.path, std::move(content));
  if (!reading.again && !reading.replaces) {
    const Status status =
        content ? use(std::move(*content), reading.path, reading.joint_positions) : Status(error_of(content));
    if (!status) bench_.tell(Message::Kind::error, named_reason(status.error(), reading.path));
    return;
  }
  auto& mesh = std::get<ReadMesh>(*content);  // which has its own error
  if (reading.row) return finish_row(std::move(reading), std::move(mesh));
  if (reading.replaces) {
    // Told by it.
    (void)wardrobe_.replace(reading.replaces, std::move(mesh), reading.path);
    return;
  }
  // Taken off or read again meanwhile, it is of no use.
  for (std::size_t i = 0; i < bench_.avatar.worn().size(); ++i)
    if (bench_.avatar.worn()[i] == reading.again && reading.saved >= reading.again->saved_at)
      return finish_reload(i, std::move(mesh), reading.saved);
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
    if (reading.content.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
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
