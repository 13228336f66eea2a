// Reads files that the user opens; reloading.cpp: files that another program saved.
#include "tools/document/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <variant>

#include "engine/io/regular_file.h"
#include "engine/mesh/attachment.h"
#include "engine/platform/path.h"
#include "tools/document/background_task.h"
#include "tools/document/figures.h"
#include "tools/document/made_here.h"
#include "tools/document/reason.h"
#include "tools/document/sample_jacket.h"
#include "tools/document/saved_document.h"
#include "tools/document/time_of_day.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

MeshReading reading_of(const io::DocumentWorn& worn) { return {.level = worn.level, .obj = worn.obj}; }

// What was read is a copy of weights that no file has: they belong to the mesh of `path`.
void is_unsaved(WornFile& row, const std::filesystem::path& copy, const std::filesystem::path& path) {
  std::error_code error;
  row.path = path;
  row.name = path.filename().string();
  row.on_disk = false;
  row.unsaved = !row.refused();
  row.follows_file = std::filesystem::exists(path, error);
  row.kept_copy = copy;
  row.was_read(saved_at(path));
}

// A row of a document: the mesh as read, or a row that says why there is none.
std::unique_ptr<WornFile> make_row(ReadMesh read, const std::filesystem::path& path,
                                   const io::DocumentWorn& as) {
  std::unique_ptr<WornFile> row =
      read.made ? std::move(*read.made)
                : make_refused_file(std::move(read.file), path, reason_of(read.made.error(), path));
  std::error_code error;
  row->on_disk = true;
  if (!as.unsaved_of.empty()) is_unsaved(*row, path, path_of_utf8(as.unsaved_of));
  if (as.mended) row->made_by = kMended;
  row->gone = !std::filesystem::exists(row->path, error);
  row->reading = reading_of(as);
  row->importer = as.importer;
  if (row->refused()) row->point = as.point;
  row->loaded_at = time_of_day();
  if (row->refused()) row->was_read(saved_at(path));
  return row;
}

// The file decides what the document leaves open.
WearSettings worn_as(const io::DocumentWorn& worn, const WornFile& row, WearSettings how) {
  how.joint_positions = worn.joint_positions.value_or(row.file && row.file->is_asset);
  how.lock_scale = worn.lock_scale.value_or(row.lock_scale);
  return how;
}

// The folder that holds a viewer's avatar, of which this is it or its list of parameters; else empty.
std::filesystem::path character_folder_of(const std::filesystem::path& path) {
  constexpr const char* kList = "avatar_lad.xml";
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error).lexically_normal(),
                              folder = whole.filename() == kList ? whole.parent_path() : whole;
  return !error && std::filesystem::is_directory(folder, error) &&
                 std::filesystem::is_regular_file(folder / kList, error) &&
                 std::filesystem::is_regular_file(folder / "avatar_skeleton.xml", error)
             ? folder
             : std::filesystem::path();
}

}  // namespace

Files::~Files() {
  for (const Reading& reading : readings_) reading.content.wait();
}

void Files::choose_character(const std::filesystem::path& folder) {
  bench_.settings.keep_character_folder(folder);
  bench_.report(
      Message::Kind::done,
      tr("From the next start on, this folder's avatar is shown. File > Built-in avatar goes back."));
}

Status Files::open(const std::filesystem::path& path, bool joint_positions, const std::string& point) {
  return open_with(path, joint_positions, point, nullptr);
}

Status Files::open_with(const std::filesystem::path& path, bool joint_positions, const std::string& point,
                        const std::shared_ptr<Batch>& batch) {
  if (const auto folder = character_folder_of(path); !folder.empty()) {
    choose_character(folder);
    return {};
  }
  bench_.watch.begin(path);
  // Reads only the beginning here: the file may be large.
  const auto bytes = io::read_regular_start(path, kKindBytes);
  const auto kind = bytes ? file_kind(*bytes, path.filename().string()) : Result<FileKind>(error_of(bytes));
  Status status;
  if (!kind) {
    status = error_of(kind);
    bench_.report(Message::Kind::error, named_reason(status.error(), path));
  } else if (const auto row = *kind == FileKind::mesh ? wardrobe_.row_of(path, point) : std::nullopt) {
    open_again(*row, joint_positions, batch);
  } else {
    Request request;
    request.path = path;
    request.kind = *kind;
    request.joint_positions = joint_positions;
    request.on = {point, true};
    request.batch = batch;
    if (is_being_read(request))
      ++times_opened_again_;
    else
      status = read(request);
  }
  if (status) bench_.settings.opened(path);
  return status;
}

Status Files::attach(const std::filesystem::path& path, const std::string& point) {
  if (const auto joint = find_attachment_point(bench_.character().skeleton, point); !joint) {
    bench_.report(Message::Kind::error, joint.error().message());
    return error_of(joint);
  }
  bench_.watch.begin(path);
  Request request;
  request.path = path;
  request.on = {point, false};
  return read(request);
}

// Read again, or read in place of another, it hangs where that did.
HangsOn Files::place_of(const Request& request) {
  if (request.again) return {request.again->point, false};
  if (request.replaces) return {request.replaces->point, true};
  return request.on;
}

// Nobody wants one mesh twice in the same place.
void Files::open_again(std::size_t index, bool joint_positions, const std::shared_ptr<Batch>& batch) {
  if (!bench_.avatar.worn()[index]->visible) wardrobe_.show(index, true);
  if (joint_positions && !bench_.avatar.worn()[index]->joint_positions)
    wardrobe_.use_joint_positions(index, true);
  reload_worn(index, batch);
  opened_again_ = index;
  ++times_opened_again_;
}

// The same mesh, opened twice at once.
bool Files::is_being_read(const Request& request) const {
  return request.kind == FileKind::mesh && std::ranges::any_of(readings_, [&](const Reading& reading) {
           const Request& other = reading.request;
           return !reading.unwanted && other.path == request.path && other.kind == request.kind &&
                  other.on.point == request.on.point && !other.again && !other.replaces;
         });
}

Status Files::use(FileContent content, const Request& request) {
  if (auto* const mesh = std::get_if<ReadMesh>(&content))
    return wardrobe_.wear(std::move(*mesh), request.path, request.joint_positions);
  if (auto* const shape = std::get_if<io::ShapeFile>(&content))
    shape_.open(request.path, std::move(*shape));
  else if (auto* const pose = std::get_if<PoseContent>(&content))
    pose_.open(request.path, std::move(*pose));
  else if (auto* const outfit = std::get_if<io::LoadedOutfit>(&content))
    clothing_.open(request.path, std::move(*outfit));
  else if (request.restores)
    saved_->restored(*request.restores, std::get<DocumentContent>(std::move(content)));
  else
    saved_->open(request.path, std::get<DocumentContent>(std::move(content)));
  return {};
}

void Files::open_all(std::span<const std::filesystem::path> paths, bool joint_positions) {
  const auto batch = std::make_shared<Batch>();
  batch->files = paths.size();
  batch->messages = bench_.messages.list().size();
  const std::uint64_t before = bench_.history.latest();
  const std::size_t again_before = times_opened_again_;
  bench_.history.begin_group();
  for (const auto& path : paths) {
    const std::size_t pending = batch->pending;
    const Status status = open_with(path, joint_positions, {}, batch);
    if (batch->pending == pending) count(*batch, path, status);
  }
  bench_.history.end_group(tr("Open {}", counted(batch->taken, "file", "files")));
  if (bench_.history.latest() != before) batch->step = bench_.history.latest();
  batch->again = times_opened_again_ - again_before;
  if (paths.size() > 1 && batch->pending == 0) report_opened(*batch);
}

void Files::count(Batch& batch, const std::filesystem::path& path, const Status& status) {
  if (status)
    ++batch.taken;
  else
    batch.refused += (batch.refused.empty() ? "" : ", ") + path.filename().string();
}

// One that took longer than the others still belongs to their step, unless something else was done since.
void Files::finish_late(Reading done) {
  if (!done.request.batch) {
    (void)finish_reading(done.request, done.content.get());  // reported by it
    return;
  }
  Batch& batch = *done.request.batch;
  const std::uint64_t before = bench_.history.latest();
  const bool resumed = bench_.history.resume_group(batch.step);
  count(batch, done.request.path, finish_reading(done.request, done.content.get()));
  if (resumed) bench_.history.end_group(tr("Open {}", counted(batch.taken, "file", "files")));
  if (bench_.history.latest() != before && batch.step == 0) batch.step = bench_.history.latest();
  if (--batch.pending == 0 && batch.files > 1) report_opened(batch);
}

void Files::report_opened(const Opened& opened) {
  std::string taken = counted(opened.taken, "file", "files");
  if (opened.again > 0) taken = tr("{}, {} of them worn already and read again", taken, opened.again);
  std::string text = opened.refused.empty() ? tr("Opened {}", taken)
                     : opened.taken == 0
                         ? tr("Opened none of these {} files: {}", opened.files, opened.refused)
                         : tr("Opened {}, but not {}", taken, opened.refused);
  const auto since = std::span(bench_.messages.list()).subspan(opened.messages);
  const bool warned = std::ranges::find(since, Message::Kind::warning, &Message::kind) != since.end();
  if (warned) text = tr("{}; remarks: see Messages", text);
  bench_.report(opened.refused.empty() && !warned ? Message::Kind::done : Message::Kind::warning, text);
}

Status Files::replace_worn(std::size_t index, const std::filesystem::path& path) {
  const auto bytes = io::read_regular_start(path, kKindBytes);
  if (!bytes || file_kind(*bytes, path.filename().string()) != FileKind::mesh) return open(path, false);
  Request request;
  request.path = path;
  request.replaces = bench_.choice().worn[index].file;
  return read(request);
}

WornItem Files::read_row(const std::filesystem::path& path, const Status& found, const io::DocumentWorn& worn,
                         WearSettings how) {
  bench_.watch.begin(path);
  std::shared_ptr<WornFile> row;
  if (found) {
    row = make_refused_file(nullptr, path, "");
    row->on_disk = worn.unsaved_of.empty();
    row->reading = reading_of(worn);
    row->importer = worn.importer;
    row->point = worn.point;
    Request request;
    request.path = path;
    request.again = row;
    request.row = worn;
    request.saved = saved_at(path);
    auto content = begin_reading(request);
    if (!content) return {row, worn_as(worn, *row, how)};
    row = make_row(std::get<ReadMesh>(std::move(**content)), path, worn);  // which contains its own error
  } else {
    row = make_row({nullptr, error_of(found)}, path, worn);
  }
  const WearSettings as = worn_as(worn, *row, how);
  return {std::move(row), as};
}

// Its row kept the place. If it was taken off meanwhile, undo brings it back with its meshes.
void Files::finish_row(const Request& request, ReadMesh mesh) {
  auto read = make_row(std::move(mesh), request.path, *request.row);
  wardrobe_.problems_changed();
  if (!read->problem.empty())
    bench_.report(Message::Kind::error, fmt::format("{}: {}", read->name, read->problem));
  for (std::size_t i = 0; i < bench_.avatar.worn().size(); ++i) {
    if (bench_.avatar.worn()[i] != request.again) continue;
    const WearSettings how = worn_as(*request.row, *read, bench_.choice().worn[i].how);
    bench_.avatar.wear_again(i, std::move(*read));
    bench_.avatar.wear_as(i, how);
    return;
  }
  *request.again = std::move(*read);
}

Status Files::try_sample_jacket() {
  auto path = write_sample_jacket(bench_.settings.folder_for_samples(), bench_.character().skeleton,
                                  bench_.avatar.sex());
  if (!path) {
    bench_.report(Message::Kind::error, path.error().message());
    return error_of(path);
  }
  return open(*path, true);
}

bool Files::wears_sample_jacket() const {
  return std::ranges::any_of(bench_.avatar.worn(),
                             [](const auto& file) { return file->name == kSampleJacket; });
}

bool Files::is_large(const std::filesystem::path& path) const {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  return !error && bytes > background_above_;
}

std::optional<Result<FileContent>> Files::begin_reading(const Request& request) {
  const MeshReading reading = request.again ? request.again->reading : MeshReading();
  const ImporterProfile importer = request.again      ? request.again->importer
                                   : request.replaces ? wardrobe_.importer_of_next(*request.replaces)
                                                      : wardrobe_.new_importer();
  const Character& character = bench_.character();
  return begin_reading(
      request,
      [path = request.path, kind = request.kind, reading, importer, on = place_of(request),
       is_kept_copy = request.row && !request.row->unsaved_of.empty(), &character]() -> Result<FileContent> {
        if (kind != FileKind::mesh) return read_content(path, kind, character, importer);
        return FileContent(read_mesh(path, reading, character.skeleton, importer, on, is_kept_copy));
      });
}

// The work refers to the character; ~Files() waits for it.
std::optional<Result<FileContent>> Files::begin_reading(const Request& request, Work work) {
  const bool large = is_large(request.path);
  Reading reading;
  reading.request = request;
  reading.content = run_in_background<Result<FileContent>>(std::move(work), large || patience_);
  if (!large) {
    // With no waiting time left, only step() uses it, however soon it is ready.
    const bool waits = waits_left_ > waits_left_.zero();
    const bool there =
        !patience_ || (waits && reading.content.wait_for(waits_left_) == std::future_status::ready);
    waits_left_ -= std::min(waits_left_, std::chrono::steady_clock::now() - reading.began);
    if (there) return reading.content.get();
  }
  std::error_code error;
  const auto bytes = static_cast<double>(std::filesystem::file_size(request.path, error));
  const std::string size = error         ? std::string()
                           : bytes < 1e6 ? tr(" ({:.0f} kB)", bytes / 1e3)
                                         : tr(" ({:.0f} MB)", bytes / 1e6);
  bench_.report(Message::Kind::going_on, tr("Reading {}{}", request.path.filename().string(), size));
  if (request.batch) ++request.batch->pending;
  readings_.push_back(std::move(reading));
  return std::nullopt;
}

Status Files::read(const Request& request) {
  auto content = begin_reading(request);
  return content ? finish_reading(request, std::move(*content)) : Status();
}

Status Files::finish_reading(const Request& request, Result<FileContent> content) {
  if (request.saved_again) {
    finish_input(request, std::move(content));
    return {};
  }
  if (!request.again && !request.replaces) {
    const Status status = content ? use(std::move(*content), request) : Status(error_of(content));
    if (!status) bench_.report(Message::Kind::error, named_reason(status.error(), request.path));
    return status;
  }
  auto& mesh = std::get<ReadMesh>(*content);  // which contains its own error
  if (request.replaces) return wardrobe_.replace(request.replaces, std::move(mesh), request.path);
  if (request.row) {
    finish_row(request, std::move(mesh));
    return {};
  }
  // If the row was taken off or read again meanwhile, discards the result.
  for (std::size_t i = 0; i < bench_.avatar.worn().size(); ++i) {
    if (bench_.avatar.worn()[i] != request.again) continue;
    if (!request.shown_as.empty()) return wardrobe_.show_made(i, std::move(mesh), request.shown_as);
    if (request.saved >= request.again->saved_at) finish_reload(i, std::move(mesh), request.saved);
    break;
  }
  return {};
}

Status Files::show_level(std::size_t index, io::Lod level) {
  const std::shared_ptr<WornFile> worn = bench_.avatar.worn()[index];
  forget_otherwise(*worn);
  if (worn->reading.level == level) return {};
  // The other levels are in the file only, with its weights.
  if (worn->unsaved) {
    bench_.report(Message::Kind::warning,
                  tr("{} has weights that no file has yet: save them first", worn->name));
    return {};
  }
  MeshReading reading = worn->reading;
  reading.level = level;
  return read_otherwise(worn, tr("at its {} level of detail", level_name(level)), reading);
}

Status Files::read_obj_as(std::size_t index, const io::ObjReading& obj) {
  const std::shared_ptr<WornFile> worn = bench_.avatar.worn()[index];
  forget_otherwise(*worn);
  MeshReading reading = worn->reading;
  if (!worn->is_obj() || reading.obj == obj) return {};
  // What was bound was bound in that size.
  if (worn->unsaved) {
    bench_.report(Message::Kind::warning,
                  tr("{} was bound in its present size: undo that first", worn->name));
    return {};
  }
  reading.obj = obj;
  return read_otherwise(worn, tr("in another size or direction"), reading);
}

Status Files::read_otherwise(const std::shared_ptr<WornFile>& worn, std::string shown_as,
                             const MeshReading& reading) {
  const Character& character = bench_.character();
  return show_otherwise(
      worn, std::move(shown_as),
      [path = worn->path, reading, importer = worn->importer, on = HangsOn{worn->point}, &character] {
        return Result<FileContent>(tl::in_place, read_mesh(path, reading, character.skeleton, importer, on));
      });
}

Status Files::import_as(std::size_t index, const ImporterProfile& importer) {
  const std::shared_ptr<WornFile> worn = bench_.avatar.worn()[index];
  forget_otherwise(*worn);
  if (worn->importer == importer || !worn->depends_on_importer()) return {};
  const Character& character = bench_.character();
  return show_otherwise(worn, tr("as imported by {}", importer.title),
                        [file = worn->file, path = worn->path, reading = worn->reading, importer,
                         point = worn->point, &character] {
                          return Result<FileContent>(
                              tl::in_place,
                              make_mesh(file, path, reading, character.skeleton, importer, point));
                        });
}

// The last request wins, whichever takes longer.
void Files::forget_otherwise(const WornFile& worn) {
  for (Reading& reading : readings_)
    reading.unwanted |= reading.request.again.get() == &worn && !reading.request.shown_as.empty();
}

Status Files::show_otherwise(const std::shared_ptr<WornFile>& worn, std::string shown_as, Work work) {
  Request request;
  request.path = worn->path;
  request.again = worn;
  request.shown_as = std::move(shown_as);
  auto content = begin_reading(request, std::move(work));
  return content ? finish_reading(request, std::move(*content)) : Status();
}

Status Files::restore(std::string text, const std::filesystem::path& own) {
  Request request;
  request.path = kKeptDocumentName;
  request.kind = FileKind::document;
  request.restores = own;
  const Character& character = bench_.character();
  auto content = begin_reading(
      request, [text = std::move(text), &character] { return read_kept_document(text, character); });
  return content ? finish_reading(request, std::move(*content)) : Status();
}

std::vector<Files::BeingRead> Files::being_read() const {
  std::vector<BeingRead> list;
  for (const Reading& reading : readings_) {
    const Request& request = reading.request;
    if (!reading.unwanted)
      list.push_back(
          {request.path, request.again ? request.again.get() : request.replaces.get(), reading.seconds()});
  }
  return list;
}

void Files::step() {
  if (patience_) waits_left_ = *patience_;
  for (std::size_t i = 0; i < readings_.size();) {
    Reading& reading = readings_[i];
    if (reading.content.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
      Reading done = std::move(reading);
      readings_.erase(readings_.begin() + static_cast<std::ptrdiff_t>(i));
      if (!done.unwanted) finish_late(std::move(done));
      continue;
    }
    const auto seconds = static_cast<int>(reading.seconds());
    if (seconds > reading.reported_seconds && !reading.unwanted) {
      reading.reported_seconds = seconds;
      bench_.report(Message::Kind::going_on,
                    tr("Reading {}: {} s so far", reading.request.path.filename().string(), seconds));
    }
    ++i;
  }
}

}  // namespace mannequin::document
