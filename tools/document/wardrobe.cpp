#include "tools/document/wardrobe.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/io/file.h"
#include "tools/document/body_like.h"
#include "tools/document/figures.h"
#include "tools/document/reason.h"
#include "tools/document/time_of_day.h"
#include "tools/document/translation.h"
#include "tools/document/worn_color.h"

namespace mannequin::document {

namespace {

// The same file in the same row, built in another way.
void take_place_of(const WornFile& old, WornFile& now) {
  now.loaded_at = old.loaded_at;
  now.saved_at = old.saved_at;
  now.parts = old.parts;
  now.problem = old.problem;
  now.gone = old.gone;
  now.unsaved = old.unsaved;
  now.made_by = old.made_by;
  now.follows_file = old.follows_file;
  now.kept_copy = old.kept_copy;
}

}  // namespace

void Wardrobe::wear_differently(std::size_t index, std::string step, const WearSettings& how) {
  const WornItem& item = bench_.choice().worn[index];
  if (item.how == how) return;
  if (!drag_recorded_) bench_.history.record(std::move(step), bench_.choice());
  bench_.avatar.wear_as(index, how);
}

void Wardrobe::show(std::size_t index, bool visible) {
  const WornItem& item = bench_.choice().worn[index];
  WearSettings how = item.how;
  how.visible = visible;
  drag_recorded_ = false;
  wear_differently(index, fmt::format("{} {}", visible ? tr("Show") : tr("Hide"), item.file->name), how);
}

void Wardrobe::show_these(std::string step, const std::function<bool(std::size_t)>& shown) {
  AvatarChoice choice = bench_.choice();
  bool changes = false;
  for (std::size_t i = 0; i < choice.worn.size(); ++i) {
    changes = changes || choice.worn[i].how.visible != shown(i);
    choice.worn[i].how.visible = shown(i);
  }
  if (!changes) return;
  drag_recorded_ = false;
  bench_.record(std::move(step));
  bench_.avatar.choose(std::move(choice));
}

void Wardrobe::show_only(std::size_t index, bool with_bodies) {
  const auto& worn = bench_.avatar.worn();
  show_these(tr("Show only {}{}", worn[index]->name, with_bodies ? tr(" on the body") : ""),
             [&](std::size_t i) {
               return i == index ||
                      (with_bodies && !worn[i]->refused() &&
                       (looks_like_body(*worn[i], bench_.character().skeleton) || is_own_hair(*worn[i])));
             });
}

void Wardrobe::show_all() {
  show_these(tr("Show all"), [](std::size_t) { return true; });
}

void Wardrobe::use_joint_positions(std::size_t index, bool on) {
  const WornItem& item = bench_.choice().worn[index];
  WearSettings how = item.how;
  how.joint_positions = on;
  drag_recorded_ = false;
  wear_differently(index, tr("Joint positions of {} {}", item.file->name, on ? tr("on") : tr("off")), how);
}

void Wardrobe::lock_scale(std::size_t index, bool on) {
  const WornItem& item = bench_.choice().worn[index];
  WearSettings how = item.how;
  how.lock_scale = on;
  drag_recorded_ = false;
  wear_differently(index, tr("Lock scale of {} {}", item.file->name, on ? tr("on") : tr("off")), how);
}

void Wardrobe::set_look(std::size_t index, const Vec3f& tint, float opacity) {
  const WornItem& item = bench_.choice().worn[index];
  WearSettings how = item.how;
  how.tint = tint;
  how.opacity = opacity;
  wear_differently(index, tr("Look of {}", item.file->name), how);
  drag_recorded_ = true;
}

void Wardrobe::show_region(std::size_t index, const std::string& material, std::string region) {
  const WornItem& item = bench_.choice().worn[index];
  WearSettings how = item.how;
  const auto& source = bench_.avatar.layer_source();
  const bool of_another_map = !region.empty() && source != nullptr && source->own_body_regions &&
                              !(item.file->file && item.file->file->is_builtin);
  how.baked[material] = std::move(region);
  drag_recorded_ = false;
  if (of_another_map)
    bench_.report(
        Message::Kind::warning,
        tr("What is painted has the texture map of the built-in bodies. For the viewer's, which mesh bodies "
           "have, choose File > Avatar of a viewer."));
  wear_differently(index, tr("What {} of {} shows", material, item.file->name), how);
}

Status Wardrobe::show_made(std::size_t index, ReadMesh read, const std::string& done) {
  WornFile& worn = *bench_.avatar.worn()[index];
  Result<std::unique_ptr<WornFile>>& made = read.made;
  // It waits for weights, or for a point to hang on.
  if (!made && worn.refused() && read.file) {
    worn.file = std::move(read.file);
    worn.reading = read.reading;
    ++problems_revision_;
    bench_.report(Message::Kind::done, fmt::format("{} {}", worn.name, done));
    return {};
  }
  if (!made) {
    bench_.report(Message::Kind::error, made.error().message());
    return error_of(made);
  }
  WornFile& now = **made;
  take_place_of(worn, now);
  bench_.avatar.wear_again(index, std::move(now));
  bench_.report(Message::Kind::done, fmt::format("{} {}: {}", worn.name, done,
                                                 counted(worn.vertex_count(), "vertex", "vertices")));
  return {};
}

void Wardrobe::move(std::size_t from, std::size_t to) {
  if (from == to || std::max(from, to) >= bench_.avatar.worn().size()) return;
  AvatarChoice choice = bench_.choice();
  bench_.history.record(tr("Move {} {}", choice.worn[from].file->name, to < from ? tr("up") : tr("down")),
                        choice);
  const auto first = choice.worn.begin();
  if (from < to)
    std::rotate(first + static_cast<std::ptrdiff_t>(from), first + static_cast<std::ptrdiff_t>(from + 1),
                first + static_cast<std::ptrdiff_t>(to + 1));
  else
    std::rotate(first + static_cast<std::ptrdiff_t>(to), first + static_cast<std::ptrdiff_t>(from),
                first + static_cast<std::ptrdiff_t>(from + 1));
  bench_.avatar.choose(std::move(choice));
}

void Wardrobe::take_off(std::size_t index) {
  AvatarChoice choice = bench_.choice();
  const std::string& name = choice.worn[index].file->name;
  bench_.history.record(tr("Take off {}", name), choice);
  bench_.report(Message::Kind::done, tr("Took off {}. Ctrl+Z puts it on again.", name));
  choice.worn.erase(choice.worn.begin() + static_cast<std::ptrdiff_t>(index));
  bench_.avatar.choose(std::move(choice));
}

bool Wardrobe::can_attach(std::size_t index) const {
  const WornFile& worn = *bench_.avatar.worn()[index];
  return worn.file && is_rigid(*worn.file);
}

// Another object of the same file, so that undo finds the one that hung elsewhere, or nowhere.
Status Wardrobe::attach(std::size_t index, const std::string& point) {
  const std::shared_ptr<WornFile> old = bench_.avatar.worn()[index];
  if (old->point == point && !old->refused()) return {};
  auto made = make_worn_file(old->file, old->path, bench_.character().skeleton, old->importer, point);
  if (!made) {
    bench_.report(Message::Kind::error, named_reason(made.error(), old->path));
    return error_of(made);
  }
  const std::shared_ptr<WornFile> now = std::move(*made);
  take_place_of(*old, *now);
  if (old->refused()) now->problem.clear();
  now->on_disk = old->on_disk;
  now->reading = old->reading;
  AvatarChoice choice = bench_.choice();
  bench_.history.record(tr("Attach {} to {}", now->name, now->point), choice);
  choice.worn[index].file = now;
  bench_.avatar.choose(std::move(choice));
  if (old->refused()) color(index);
  begin_wearing(*now);
  ++problems_revision_;
  return {};
}

void Wardrobe::put_on(std::unique_ptr<WornFile> worn, bool joint_positions) {
  worn->joint_positions = joint_positions || worn->file->is_asset;
  const WearSettings how = *worn;
  bench_.avatar.wear(std::move(worn), how);
}

Status Wardrobe::put_on(io::BoundMeshFile file, const std::filesystem::path& path, bool joint_positions) {
  auto worn = make_worn_file(std::make_shared<const io::BoundMeshFile>(std::move(file)), path,
                             bench_.character().skeleton, importer_);
  if (!worn) return error_of(worn);
  put_on(std::move(*worn), joint_positions);
  return {};
}

Status Wardrobe::wear(ReadMesh read, const std::filesystem::path& path, bool joint_positions) {
  ReadMesh kept{read.file, std::unique_ptr<WornFile>(), read.point};
  Status status = wear_read(std::move(read), path, joint_positions);
  if (!status)
    keep_refused(std::move(kept), path, joint_positions, status.error());
  else
    tell_of_second_body();
  return status;
}

// A body that somebody put on is not taken off unasked, and the new one may be hidden inside it.
void Wardrobe::tell_of_second_body() {
  const auto is_body = [&](const auto& file) {
    return file->visible && file->point.empty() && looks_like_body(*file, bench_.character().skeleton);
  };
  const auto& worn = bench_.avatar.worn();
  if (!is_body(worn.back())) return;
  const auto other = std::ranges::find_if(worn.begin(), worn.end() - 1, is_body);
  if (other == worn.end() - 1) return;
  bench_.report(Message::Kind::warning,
                tr("{} and {} are both bodies, one inside the other: take off or hide one of them",
                   (*other)->name, worn.back()->name));
}

// The row gives the reason, and the file is watched: an exporter may still be writing it.
void Wardrobe::keep_refused(ReadMesh read, const std::filesystem::path& path, bool joint_positions,
                            const Error& error) {
  std::error_code no_matter;
  if (!std::filesystem::exists(path, no_matter)) return;
  auto refused = make_refused_file(std::move(read.file), path, reason_of(error, path));
  refused->on_disk = true;
  refused->point = std::move(read.point);
  refused->importer = importer_;
  refused->was_read(saved_at(path));
  for (const auto& worn : bench_.avatar.worn()) {
    if (!worn->on_disk || worn->path != path) continue;
    // It already has a row; do not show a message again.
    if (worn->refused()) {
      worn->file = refused->file;
      worn->problem = refused->problem;
      worn->point = refused->point;
      ++problems_revision_;
    }
    return;
  }
  bench_.history.record(tr("Wear {}", refused->name), bench_.choice());
  bench_.avatar.wear(std::move(refused), {.joint_positions = joint_positions});
}

Status Wardrobe::wear_read(ReadMesh read, const std::filesystem::path& path, bool joint_positions) {
  const std::string name = path.filename().string();
  if (!read.made) {
    Error error = read.made.error();
    if (read.file && !error.where.starts_with(name))
      error.where = name + (error.where.empty() ? "" : ", " + error.where);
    return tl::make_unexpected(std::move(error));
  }
  AvatarChoice before = bench_.choice();
  put_on(std::move(*read.made), joint_positions);
  WornFile& worn = *bench_.avatar.worn().back();
  bench_.history.record(worn.point.empty() ? tr("Wear {}", name) : tr("Attach {} to {}", name, worn.point),
                        std::move(before));
  color(bench_.avatar.worn().size() - 1);
  // Removes the row of a failed attempt.
  AvatarChoice choice = bench_.choice();
  if (std::erase_if(choice.worn, [&](const WornItem& item) {
        return item.file->refused() && item.file->path == path;
      }) > 0)
    bench_.avatar.choose(std::move(choice));
  begin_wearing(worn);
  return {};
}

std::optional<std::size_t> Wardrobe::row_of(const std::filesystem::path& path,
                                            const std::string& point) const {
  const auto& worn = bench_.avatar.worn();
  const auto found = std::ranges::find_if(worn, [&](const auto& file) {
    std::error_code error;
    return file->on_disk && !file->refused() &&
           (point.empty() || file->point.empty() || file->point == point) &&
           (file->path == path || std::filesystem::equivalent(file->path, path, error));
  });
  return found == worn.end() ? std::nullopt : std::optional<std::size_t>(found - worn.begin());
}

void Wardrobe::make_visible(const std::filesystem::path& path) {
  for (std::size_t i = 0; i < bench_.avatar.worn().size(); ++i) {
    WearSettings how = bench_.choice().worn[i].how;
    if (bench_.avatar.worn()[i]->path != path || how.visible) continue;
    how.visible = true;
    bench_.avatar.wear_as(i, how);
  }
}

void Wardrobe::refuse(std::size_t index, std::string problem) {
  const WornFile& worn = *bench_.avatar.worn()[index];
  auto refused = make_refused_file(worn.file, worn.path, std::move(problem));
  refused->importer = worn.importer;
  refused->point = worn.point;
  refused->was_read(worn.saved_at);
  bench_.avatar.wear_again(index, std::move(*refused));
  ++problems_revision_;
}

void Wardrobe::color(std::size_t index) {
  const WornFile& worn = *bench_.avatar.worn()[index];
  if (bench_.choice().worn[index].how.tint != Vec3f(1.0f)) return;
  if (has_own_colors(worn) || looks_like_body(worn, bench_.character().skeleton)) return;
  std::vector<Vec3f> taken;
  for (const auto& other : bench_.avatar.worn())
    if (other.get() != &worn) taken.push_back(other->tint);
  WearSettings how = bench_.choice().worn[index].how;
  how.tint = next_worn_color(taken);
  bench_.avatar.wear_as(index, how);
}

// Makes room: takes off the stand-in's clothes, or all of it.
void Wardrobe::begin_wearing(WornFile& worn) {
  worn.loaded_at = time_of_day();
  // It is no clothing, so nothing has to make room.
  if (!worn.point.empty())
    return bench_.report(Message::Kind::done,
                         tr("Attached {} to {}. Its row has the other points", worn.name, worn.point));
  const std::string room = stand_in_.clear(looks_like_body(worn, bench_.character().skeleton));
  bench_.report(Message::Kind::done, tr("Wearing {}{}: {} in {}", worn.name, room,
                                        counted(worn.vertex_count(), "vertex", "vertices"),
                                        counted(worn.meshes.size(), "mesh", "meshes")));
  for (const std::string& name : worn.unrigged)
    bench_.report(
        Message::Kind::warning,
        tr("'{}' in {} has no bone weights, so nothing can move it; it is left out.", name, worn.name));
}

Status Wardrobe::replace(const std::shared_ptr<WornFile>& old, ReadMesh read,
                         const std::filesystem::path& path) {
  // If it was taken off meanwhile, the new one goes to the end, like any file.
  const auto worn = std::ranges::find(bench_.choice().worn, old, &WornItem::file);
  const WearSettings how = worn == bench_.choice().worn.end() ? WearSettings{} : worn->how;
  bench_.history.begin_group();
  const Status opened = wear_read(std::move(read), path, how.joint_positions);
  if (opened) {
    AvatarChoice choice = bench_.choice();
    WornItem item = std::move(choice.worn.back());
    choice.worn.pop_back();
    item.how.visible = how.visible;
    item.how.lock_scale = how.lock_scale;
    item.how.tint = how.tint;
    item.how.opacity = how.opacity;
    // Stand-ins are gone by now.
    const auto place = std::ranges::find(choice.worn, old, &WornItem::file);
    if (place != choice.worn.end())
      *place = std::move(item);
    else
      choice.worn.push_back(std::move(item));
    bench_.avatar.choose(std::move(choice));
    bench_.history.rename(tr("Replace {} by {}", old->name, path.filename().string()));
    bench_.settings.opened(path);
  } else {
    bench_.report(Message::Kind::error, named_reason(opened.error(), path));
  }
  bench_.history.end_group(bench_.history.can_undo() ? bench_.history.undo_name() : "");
  return opened;
}

}  // namespace mannequin::document
