// What stands in the view to try clothes on, until somebody brings a body.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/io/builtin_mesh.h"
#include "tools/document/sample_jacket.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/session/body_like.h"
#include "tools/preview/session/session.h"

namespace mannequin::preview {
namespace {

constexpr std::string_view kBuiltinBody = "mannequin";

bool is_builtin_body(const WornItem& item) {
  return item.how.stands_in && !item.file->system_avatar && item.file->path.stem() == kBuiltinBody;
}

// Hair is part of who somebody is; everything else that stands in, and is no body, is clothing.
bool is_stand_in_clothing(const WornItem& item) {
  if (!item.how.stands_in) return false;
  return item.file->system_avatar ? item.file->piece == SystemPiece::skirt
                                  : item.file->path.stem() != kBuiltinBody;
}

}  // namespace

Status Session::append_builtin(std::string_view name) {
  auto file = io::read_builtin_mesh(name, scene_->sex());
  if (!file) return error_of(file);
  // The same name for both sexes: by it the other's mesh is found.
  if (auto status = scene_->wear(std::move(*file), std::string(name) + ".glb", false); !status) return status;
  const std::size_t last = scene_->worn().size() - 1;
  scene_->wear_as(last, {.stands_in = true});
  if (name != kBuiltinBody)
    for (const auto& mesh : scene_->worn()[last]->meshes) mesh->drawable.keep_colors();
  return {};
}

// The body first, as what it wears is listed below it.
Status Session::wear_builtin(std::string_view name) {
  if (auto status = append_builtin(name); !status || name != kBuiltinBody) return status;
  AvatarChoice choice = scene_->choice();
  std::rotate(choice.worn.begin(), choice.worn.end() - 1, choice.worn.end());
  choose_worn(std::move(choice));
  return {};
}

bool Session::wears_builtin_body() const {
  return std::ranges::any_of(scene_->choice().worn, [](const WornItem& item) {
    return is_builtin_body(item) || (item.how.stands_in && item.file->system_avatar &&
                                     item.file->piece == SystemPiece::body && item.how.visible);
  });
}

bool Session::wears_builtin_clothes() const {
  return std::ranges::any_of(scene_->choice().worn, is_stand_in_clothing);
}

bool Session::wears_body() const {
  return wears_builtin_body() || std::ranges::any_of(scene_->worn(), [&](const auto& file) {
           return !file->system_avatar && looks_like_body(*file, character().skeleton);
         });
}

bool Session::wears_nothing() const {
  return std::ranges::all_of(scene_->worn(), [](const auto& file) { return file->refused(); });
}

void Session::wear_builtin_body() {
  AvatarChoice before = scene_->choice(), choice = before;
  // The avatar's own body, where there is one, was only hidden.
  bool shown = false;
  for (WornItem& item : choice.worn)
    if (item.file->system_avatar && item.file->piece != SystemPiece::skirt)
      shown = item.how.visible = item.how.stands_in = true;
  if (shown) choose_worn(std::move(choice));
  if (!shown)
    if (auto status = wear_builtin(kBuiltinBody); !status)
      return tell(Message::Kind::error, status.error().message());
  history_.record("Wear the built-in body", std::move(before));
  tell(Message::Kind::done, "Wearing the built-in body. It goes when another body is opened.");
}

void Session::wear_builtin_clothes() {
  AvatarChoice before = scene_->choice();
  for (const std::string& name : outfit_)
    if (auto status = wear_builtin(name); !status)
      return tell(Message::Kind::error, status.error().message());
  history_.record("Wear the built-in clothes", std::move(before));
  tell(Message::Kind::done,
       fmt::format("Wearing the built-in {}. They go when a mesh is opened.", fmt::join(outfit_, ", ")));
}

Status Session::try_sample_jacket() {
  auto path = write_sample_jacket(settings_.folder_for_samples(), character().skeleton, scene_->sex());
  if (!path) {
    tell(Message::Kind::error, path.error().message());
    return error_of(path);
  }
  const Status opened = open(*path, true);
  // Else it could hardly be told from the body.
  if (opened)
    for (const auto& mesh : scene_->worn().back()->meshes) mesh->drawable.keep_colors();
  return opened;
}

// Each in the place of the other sex' one.
void Session::change_builtin_sex() {
  for (std::size_t i = 0; i < scene_->worn().size(); ++i) {
    const WornItem before = scene_->choice().worn[i];
    if (!before.how.stands_in || before.file->system_avatar) continue;
    if (auto status = append_builtin(before.file->path.stem().string()); !status) {
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
  if (!avatar) return error_of(avatar);
  for (const auto& [piece, visible] :
       {std::pair{SystemPiece::body, true}, {SystemPiece::hair, hair}, {SystemPiece::skirt, skirt}}) {
    std::vector<SystemPart> parts = take_parts(*avatar, piece);
    if (parts.empty()) continue;
    if (auto status = scene_->wear_system_avatar(std::move(parts), piece, visible); !status) return status;
    scene_->worn().back()->make_again = make;
  }
  return {};
}

// Clothes are judged on a body, so the one that stands in goes only for another. What is built in is taken
// off, the system avatar is hidden.
std::string Session::clear_stand_in(bool body_too) {
  AvatarChoice choice = scene_->choice();
  std::vector<std::string> gone;
  for (WornItem& item : choice.worn) {
    if (!item.how.stands_in || (!body_too && !is_stand_in_clothing(item))) continue;
    if (item.how.visible) gone.push_back(item.file->name);
    item.how.visible = item.how.stands_in = false;
    if (!item.file->system_avatar) item.file.reset();
  }
  std::erase_if(choice.worn, [](const WornItem& item) { return item.file == nullptr; });
  choose_worn(std::move(choice));
  if (gone.empty()) return {};
  return fmt::format("{} in place of {}", wears_builtin_body() ? " over the body," : "",
                     fmt::join(gone, ", "));
}

}  // namespace mannequin::preview
