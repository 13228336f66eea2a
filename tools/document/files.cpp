// What is read because somebody opens it; reloading.cpp: because another program saved it.
#include "tools/document/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "engine/io/file.h"
#include "engine/io/regular_file.h"
#include "tools/document/beside.h"
#include "tools/document/file_kind.h"
#include "tools/document/reason.h"
#include "tools/document/sample_jacket.h"
#include "tools/document/saved_document.h"

namespace mannequin::document {
namespace {

// A row of a document: the mesh that was read, or one that says why there is none.
std::unique_ptr<WornFile> make_row(Result<io::BoundMeshFile> read, const std::filesystem::path& path,
                                   const io::DocumentWorn& as, const Skeleton& skeleton) {
  std::unique_ptr<WornFile> row;
  if (!read) {
    row = make_refused_file(nullptr, path, reason_of(read.error(), path));
  } else {
    const auto file = std::make_shared<const io::BoundMeshFile>(std::move(*read));
    auto made = make_worn_file(file, path, skeleton, as.importer);
    row = made ? std::move(*made) : make_refused_file(file, path, reason_of(made.error(), path));
  }
  std::error_code error;
  row->on_disk = true;
  row->gone = !std::filesystem::exists(path, error);
  row->level = as.level;
  row->importer = as.importer;
  row->loaded_at = time_of_day();
  row->was_read(saved_at(path));
  return row;
}

// What a document leaves open, the file says.
WornAs worn_as(const io::DocumentWorn& worn, const WornFile& row, WornAs how) {
  how.joint_positions = worn.joint_positions.value_or(row.file && row.file->is_asset);
  how.lock_scale = worn.lock_scale.value_or(row.lock_scale);
  return how;
}

}  // namespace

Status Files::open(const std::filesystem::path& path, bool joint_positions) {
  const std::string name = path.filename().string();
  Status status;
  bench_.watch.begin(path);
  // Of a mesh only the beginning is looked at here: it may be large.
  auto bytes = io::read_regular_start(path, kKindBytes);
  const auto kind = bytes ? file_kind(*bytes, name) : Result<FileKind>(error_of(bytes));
  if (kind && *kind != FileKind::mesh) bytes = io::read_regular_file(path);
  if (!kind || !bytes) {
    status = !kind ? Status(error_of(kind)) : Status(error_of(bytes));
  } else {
    status = *kind == FileKind::mesh       ? open_mesh(path, joint_positions)
             : *kind == FileKind::shape    ? shape_.open(path, *bytes)
             : *kind == FileKind::clip     ? pose_.open_clip(path, *bytes)
             : *kind == FileKind::document ? saved_->open(path, *bytes)
                                           : pose_.open_pose(path, *bytes);
  }
  if (!status) bench_.tell(Message::Kind::error, named_reason(status.error(), path));
  if (status) bench_.settings.opened(path);
  return status;
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
  bench_.history.end_group(fmt::format("Open {} files", taken));
  if (paths.size() > 1) tell_opened(paths.size(), taken, refused);
}

void Files::tell_opened(std::size_t files, std::size_t taken, const std::string& refused) {
  bench_.tell(refused.empty() ? Message::Kind::done : Message::Kind::warning,
              refused.empty() ? fmt::format("Opened {} files", taken)
              : taken == 0
                  ? fmt::format("Opened none of these {} files: {}", files, refused)
                  : fmt::format("Opened {} file{}, but not {}", taken, taken == 1 ? "" : "s", refused));
}

Status Files::open_mesh(const std::filesystem::path& path, bool joint_positions) {
  if (!is_large(path)) return wardrobe_.wear(read_worn(path, io::Lod::high), path, joint_positions);
  begin_reading({.path = path,
                 .joint_positions = joint_positions,
                 .again = {},
                 .replaces = {},
                 .row = {},
                 .saved = {},
                 .file = {}});
  return {};
}

Status Files::replace_worn(std::size_t index, const std::filesystem::path& path) {
  const auto bytes = io::read_regular_start(path, kKindBytes);
  if (!bytes || file_kind(*bytes, path.filename().string()) != FileKind::mesh) return open(path, false);
  const std::shared_ptr<WornFile> old = bench_.choice().worn[index].file;
  if (!is_large(path)) return wardrobe_.replace(old, read_worn(path, io::Lod::high), path);
  begin_reading({.path = path,
                 .joint_positions = false,
                 .again = {},
                 .replaces = old,
                 .row = {},
                 .saved = {},
                 .file = {}});
  return {};
}

WornItem Files::read_row(const std::filesystem::path& path, const Status& found, const io::DocumentWorn& worn,
                         WornAs how) {
  const Skeleton& skeleton = bench_.character().skeleton;
  bench_.watch.begin(path);
  if (found && is_large(path)) {
    std::shared_ptr<WornFile> row = make_refused_file(nullptr, path, "");
    row->on_disk = true;
    row->level = worn.level;
    row->importer = worn.importer;
    begin_reading({.path = path,
                   .joint_positions = false,
                   .again = row,
                   .replaces = {},
                   .row = worn,
                   .saved = saved_at(path),
                   .file = {}});
    return {row, worn_as(worn, *row, how)};
  }
  std::shared_ptr<WornFile> row = make_row(
      found ? read_worn(path, worn.level) : Result<io::BoundMeshFile>(error_of(found)), path, worn, skeleton);
  const WornAs as = worn_as(worn, *row, how);
  return {std::move(row), as};
}

// Its row has waited in its place. If it was taken off meanwhile, undo brings it back with its meshes.
void Files::finish_row(Reading reading) {
  auto read = make_row(reading.file.get(), reading.path, *reading.row, bench_.character().skeleton);
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
  const io::Lod level = reading.again ? reading.again->level : io::Lod::high;
  reading.file = run_task<Result<io::BoundMeshFile>>(
      [path = reading.path, level]() -> Result<io::BoundMeshFile> {
        try {
          return read_worn(path, level);
        } catch (const std::bad_alloc&) {
          return fail(ErrorCode::cannot_read, path.filename().string(),
                      "there is not enough memory for it; close other programs, or split the file");
        }
      },
      true);
  readings_.push_back(std::move(reading));
}

void Files::finish_reading(Reading reading) {
  if (reading.row) return finish_row(std::move(reading));
  if (reading.replaces) {
    // Told by it.
    (void)wardrobe_.replace(reading.replaces, reading.file.get(), reading.path);
    return;
  }
  if (!reading.again) {
    if (auto status = wardrobe_.wear(reading.file.get(), reading.path, reading.joint_positions); !status)
      bench_.tell(Message::Kind::error, named_reason(status.error(), reading.path));
    return;
  }
  // Taken off or read again meanwhile, it is of no use.
  for (std::size_t i = 0; i < bench_.avatar.worn().size(); ++i)
    if (bench_.avatar.worn()[i] == reading.again && reading.saved >= reading.again->saved_at)
      finish_reload(i, reading.file.get(), reading.saved);
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
    if (reading.file.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
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
