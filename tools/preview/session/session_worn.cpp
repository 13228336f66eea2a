// What is worn, and how: each change is a step of undo, and what is taken off is kept for it.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/io/file.h"
#include "tools/document/file_kind.h"
#include "tools/document/reason.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/session/session.h"

namespace mannequin::preview {

void Session::wear_differently(std::size_t index, std::string step, const Wearing& how) {
  const WornItem& item = scene_->choice().worn[index];
  if (item.how == how) return;
  if (!drag_recorded_) history_.record(std::move(step), scene_->choice());
  scene_->wear_as(index, how);
}

void Session::show_worn(std::size_t index, bool visible) {
  const WornItem& item = scene_->choice().worn[index];
  Wearing how = item.how;
  how.visible = visible;
  drag_recorded_ = false;
  wear_differently(index, fmt::format("{} {}", visible ? "Show" : "Hide", item.file->name), how);
}

void Session::use_joint_positions(std::size_t index, bool on) {
  const WornItem& item = scene_->choice().worn[index];
  Wearing how = item.how;
  how.joint_positions = on;
  drag_recorded_ = false;
  wear_differently(index, fmt::format("Joint positions of {} {}", item.file->name, on ? "on" : "off"), how);
}

void Session::lock_scale(std::size_t index, bool on) {
  const WornItem& item = scene_->choice().worn[index];
  Wearing how = item.how;
  how.lock_scale = on;
  drag_recorded_ = false;
  wear_differently(index, fmt::format("Lock scale of {} {}", item.file->name, on ? "on" : "off"), how);
}

void Session::set_look(std::size_t index, const Vec3f& tint, float opacity) {
  const WornItem& item = scene_->choice().worn[index];
  Wearing how = item.how;
  how.tint = tint;
  how.opacity = opacity;
  wear_differently(index, fmt::format("Look of {}", item.file->name), how);
  drag_recorded_ = true;
}

Status Session::show_level(std::size_t index, io::Lod level) {
  WornFile& worn = *scene_->worn()[index];
  if (worn.level == level) return {};
  const io::Lod before = std::exchange(worn.level, level);
  const std::string loaded_at = worn.loaded_at;
  const auto saved_at = worn.saved_at;
  auto file = read_worn(worn.path, level);
  const Status status =
      file ? scene_->wear_again(index, std::make_shared<const io::BoundMeshFile>(std::move(*file)))
           : Status(error_of(file));
  if (!status) {
    worn.level = before;
    tell(Message::Kind::error, status.error().message());
    return status;
  }
  worn.loaded_at = loaded_at;
  worn.saved_at = saved_at;
  if (selection_.vertex) selection_ = {};  // numbers of vertices mean others now
  tell(Message::Kind::done, fmt::format("{} at its {} level of detail: {} vertices", worn.name,
                                        level_name(level), worn.vertex_count()));
  return {};
}

void Session::move_worn(std::size_t from, std::size_t to) {
  if (from == to || std::max(from, to) >= scene_->worn().size()) return;
  AvatarChoice choice = scene_->choice();
  history_.record(fmt::format("Move {} {}", choice.worn[from].file->name, to < from ? "up" : "down"), choice);
  const auto first = choice.worn.begin();
  if (from < to)
    std::rotate(first + static_cast<std::ptrdiff_t>(from), first + static_cast<std::ptrdiff_t>(from + 1),
                first + static_cast<std::ptrdiff_t>(to + 1));
  else
    std::rotate(first + static_cast<std::ptrdiff_t>(to), first + static_cast<std::ptrdiff_t>(from),
                first + static_cast<std::ptrdiff_t>(from + 1));
  choose_worn(std::move(choice));
}

void Session::take_off(std::size_t index) {
  AvatarChoice choice = scene_->choice();
  const std::string& name = choice.worn[index].file->name;
  history_.record(fmt::format("Take off {}", name), choice);
  tell(Message::Kind::done, fmt::format("Took off {}. Ctrl+Z puts it on again.", name));
  choice.worn.erase(choice.worn.begin() + static_cast<std::ptrdiff_t>(index));
  choose_worn(std::move(choice));
}

// Ids go by the place in the list, and a vertex is selected by the id of its mesh.
void Session::choose_worn(AvatarChoice choice) {
  if (selection_.vertex) selection_ = {};
  scene_->choose(std::move(choice));
}

Status Session::replace_worn(std::size_t index, const std::filesystem::path& path) {
  const auto bytes = io::read_file(path);
  if (!bytes || file_kind(*bytes, path.filename().string()) != FileKind::mesh) return open(path, false);
  const std::shared_ptr<WornFile> old = scene_->choice().worn[index].file;
  if (!is_large(path)) return wear_in_place_of(old, io::read_bound_mesh(path), path);
  begin_reading(
      {.path = path, .joint_positions = false, .again = {}, .replaces = old, .saved = {}, .file = {}});
  return {};
}

Status Session::wear_in_place_of(const std::shared_ptr<WornFile>& old, Result<io::BoundMeshFile> file,
                                 const std::filesystem::path& path) {
  // Taken off meanwhile, it is worn no certain way: the new one comes last, as any file does.
  const auto worn = std::ranges::find(scene_->choice().worn, old, &WornItem::file);
  const Wearing how = worn == scene_->choice().worn.end() ? Wearing{} : worn->how;
  history_.begin_group();
  const Status opened =
      file ? wear_file(std::make_shared<const io::BoundMeshFile>(std::move(*file)), path, how.joint_positions)
           : Status(error_of(file));
  if (opened) {
    AvatarChoice choice = scene_->choice();
    WornItem item = std::move(choice.worn.back());
    choice.worn.pop_back();
    item.how.visible = how.visible;
    item.how.lock_scale = how.lock_scale;
    item.how.tint = how.tint;
    item.how.opacity = how.opacity;
    // What only stood in has gone by now.
    const auto place = std::ranges::find(choice.worn, old, &WornItem::file);
    if (place != choice.worn.end())
      *place = std::move(item);
    else
      choice.worn.push_back(std::move(item));
    choose_worn(std::move(choice));
    history_.rename(fmt::format("Replace {} by {}", old->name, path.filename().string()));
    settings_.opened(path);
  } else {
    tell(Message::Kind::error, named_reason(opened.error(), path));
  }
  history_.end_group(history_.can_undo() ? history_.undo_name() : "");
  return opened;
}

void Session::jump_in_history(std::size_t done) {
  if (done == history_.done() || done > history_.size()) return;
  while (history_.done() > done) restore(history_.undo(scene_->choice()));
  while (history_.done() < done) restore(history_.redo(scene_->choice()));
  tell(Message::Kind::done, done == 0 ? std::string("Back at the beginning")
                                      : fmt::format("Back at: {}", history_.name(done - 1)));
  follow_history();
}

void Session::restore(AvatarChoice choice) {
  if (choice.worn != scene_->choice().worn)
    choose_worn(std::move(choice));
  else
    scene_->choose(std::move(choice));
}

}  // namespace mannequin::preview
