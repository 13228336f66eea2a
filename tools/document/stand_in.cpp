#include "tools/document/stand_in.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "engine/io/builtin_mesh.h"
#include "engine/platform/path.h"
#include "tools/document/body_like.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

constexpr std::string_view kBuiltinBody = "mannequin", kBuiltinHair = "hair";

bool is_builtin_body(const WornItem& item) {
  return item.how.stands_in && !item.file->system_avatar && item.file->path.stem().string() == kBuiltinBody;
}

bool is_builtin_skirt(const WornItem& item) {
  return item.how.stands_in && !item.file->system_avatar &&
         item.file->path.stem().string() == io::kBuiltinSkirt;
}

bool is_system_skirt(const WornItem& item) {
  return item.file->system_avatar && item.file->piece == SystemPiece::skirt;
}

// Every stand-in that is neither a body, nor its hair, nor a painted skirt.
bool is_stand_in_clothing(const WornItem& item) {
  if (!item.how.stands_in || is_own_hair(*item.file)) return false;
  return item.file->system_avatar ? is_system_skirt(item) : !is_builtin_body(item) && !is_builtin_skirt(item);
}

// Those of the built-in body or its hair that have the part's colour.
std::vector<const MaterialDesc*> materials_of(const WornItem& item, FigurePart part) {
  std::vector<const MaterialDesc*> found;
  if (!item.file->file || !item.file->file->is_builtin) return found;
  const auto names = figure_materials(part);
  for (const auto& mesh : item.file->meshes)
    for (const MaterialDesc& material : mesh->mesh.materials())
      if (std::ranges::find(names, material.name) != names.end()) found.push_back(&material);
  return found;
}

}  // namespace

Result<WornItem> StandIn::make_builtin(std::string_view name, Sex sex) const {
  auto file = io::read_builtin_mesh(name, sex);
  if (!file) return error_of(file);
  if (name == kBuiltinBody) {
    // Its eyes are other meshes, since its skin has all the joints that a mesh may have.
    auto eyes = io::read_builtin_mesh("eyes", sex);
    if (!eyes) return error_of(eyes);
    std::ranges::move(eyes->meshes, std::back_inserter(file->meshes));
    std::ranges::move(eyes->looks, std::back_inserter(file->looks));
  }
  // The same name for both sexes, to find the other's mesh by.
  auto worn = make_worn_file(std::make_shared<const io::BoundMeshFile>(std::move(*file)),
                             path_of_utf8(std::string(name) + ".glb"), bench_.character().skeleton);
  if (!worn) return error_of(worn);
  (*worn)->keeps_colors = name != kBuiltinBody;
  return WornItem{std::move(*worn), {.stands_in = true}};
}

Status StandIn::append(std::string_view name) {
  auto item = make_builtin(name, bench_.avatar.sex());
  if (!item) return error_of(item);
  bench_.avatar.wear(std::move(item->file), item->how);
  return {};
}

// The body first, then its hair; what it wears is listed below it.
Status StandIn::wear_builtin(std::string_view name) {
  if (auto status = append(name); !status || (name != kBuiltinBody && name != kBuiltinHair)) return status;
  AvatarChoice choice = bench_.choice();
  std::rotate(choice.worn.begin(), choice.worn.end() - 1, choice.worn.end());
  show_skirt(choice);
  bench_.avatar.choose(std::move(choice));
  return {};
}

Status StandIn::wear_builtin_figure() {
  if (auto status = wear_builtin(kBuiltinHair); !status) return status;
  return wear_builtin(kBuiltinBody);
}

std::optional<Vec3f> StandIn::color(FigurePart part) const {
  for (const WornItem& item : bench_.choice().worn)
    for (const MaterialDesc* material : materials_of(item, part))
      if (material->name == figure_materials(part).front()) {
        const auto chosen = item.how.colors.find(material->name);
        return chosen == item.how.colors.end() ? Vec3f(material->base_color) : chosen->second;
      }
  return std::nullopt;
}

void StandIn::set_color(FigurePart part, const Vec3f& color) {
  AvatarChoice before = bench_.choice(), choice = before;
  for (WornItem& item : choice.worn)
    for (const MaterialDesc* material : materials_of(item, part)) item.how.colors[material->name] = color;
  bench_.avatar.choose(std::move(choice));
  if (!color_recorded_)
    bench_.history.record(tr("Colour of {}", tr(figure_part_name(part))), std::move(before));
  color_recorded_ = true;
}

bool StandIn::wears_builtin_body() const {
  return std::ranges::any_of(bench_.choice().worn, [](const WornItem& item) {
    return is_builtin_body(item) || (item.how.stands_in && item.file->system_avatar &&
                                     item.file->piece == SystemPiece::body && item.how.visible);
  });
}

bool StandIn::wears_builtin_clothes() const {
  return std::ranges::any_of(bench_.choice().worn, is_stand_in_clothing);
}

bool StandIn::wears_body() const {
  return wears_builtin_body() || std::ranges::any_of(bench_.avatar.worn(), [&](const auto& file) {
           return !file->system_avatar && looks_like_body(*file, bench_.character().skeleton);
         });
}

bool StandIn::wears_nothing() const {
  return std::ranges::all_of(bench_.avatar.worn(),
                             [](const auto& file) { return file->refused() || !file->point.empty(); });
}

void StandIn::wear_builtin_body() {
  AvatarChoice before = bench_.choice(), choice = before;
  // If there is the avatar's own body, it was only hidden.
  bool shown = false;
  for (WornItem& item : choice.worn)
    if (item.file->system_avatar && item.file->piece != SystemPiece::skirt)
      shown = item.how.visible = item.how.stands_in = true;
  if (shown) bench_.avatar.choose(std::move(choice));
  if (!shown)
    if (auto status = wear_builtin_figure(); !status)
      return bench_.report(Message::Kind::error, status.error().message());
  bench_.history.record(tr("Wear the built-in body"), std::move(before));
  bench_.report(Message::Kind::done,
                tr("Wearing the built-in body. It is replaced when you open another body."));
}

void StandIn::wear_builtin_clothes() {
  AvatarChoice before = bench_.choice();
  for (const std::string& name : outfit_)
    if (auto status = wear_builtin(name); !status)
      return bench_.report(Message::Kind::error, status.error().message());
  bench_.history.record(tr("Wear the built-in clothes"), std::move(before));
  bench_.report(Message::Kind::done, tr("Wearing the built-in {}. They are taken off when you open a mesh.",
                                        fmt::join(outfit_, ", ")));
}

// Replaces each by the other sex's.
void StandIn::change_sex() {
  for (std::size_t i = 0; i < bench_.avatar.worn().size(); ++i) {
    const WornItem before = bench_.choice().worn[i];
    if (!before.how.stands_in || before.file->system_avatar) continue;
    if (auto status = append(before.file->path.stem().string()); !status) {
      bench_.report(Message::Kind::error, status.error().message());
      continue;
    }
    AvatarChoice choice = bench_.choice();
    choice.worn[i] = {choice.worn.back().file, before.how};
    choice.worn.pop_back();
    bench_.avatar.choose(std::move(choice));
  }
}

void StandIn::show_skirt(AvatarChoice& choice) const {
  const bool worn =
      std::ranges::any_of(choice.clothing, [](const auto& item) { return item.type == "skirt"; });
  for (WornItem& item : choice.worn)
    if (is_system_skirt(item)) item.how.visible = worn;
  const bool needed = worn && std::ranges::any_of(choice.worn, is_builtin_body);
  if (!needed) {
    std::erase_if(choice.worn, is_builtin_skirt);
  } else if (std::ranges::none_of(choice.worn, is_builtin_skirt)) {
    auto skirt = make_builtin(io::kBuiltinSkirt, bench_.avatar.sex());
    if (skirt)
      choice.worn.push_back(std::move(*skirt));
    else
      bench_.report(Message::Kind::error, skirt.error().message());
  }
}

void StandIn::wear_system_avatar(SystemAvatar avatar, bool hair, bool skirt) {
  for (const auto& [piece, visible] :
       {std::pair{SystemPiece::body, true}, {SystemPiece::hair, hair}, {SystemPiece::skirt, skirt}}) {
    std::vector<SystemPart> parts = take_parts(avatar, piece);
    if (parts.empty()) continue;
    bench_.avatar.wear(make_worn_parts(std::move(parts), piece), {.visible = visible, .stands_in = true});
  }
}

// Clothes are judged on a body, so the stand-in body leaves only for another one. Built-in meshes are taken
// off, the system avatar is hidden.
std::string StandIn::clear(bool body_too) {
  AvatarChoice choice = bench_.choice();
  std::vector<std::string> gone;
  for (WornItem& item : choice.worn) {
    if (!item.how.stands_in || (!body_too && !is_stand_in_clothing(item))) continue;
    if (item.how.visible) gone.push_back(item.file->name);
    item.how.visible = item.how.stands_in = false;
    if (!item.file->system_avatar) item.file.reset();
  }
  std::erase_if(choice.worn, [](const WornItem& item) { return item.file == nullptr; });
  bench_.avatar.choose(std::move(choice));
  if (gone.empty()) return {};
  return tr("{} in place of {}", wears_builtin_body() ? tr(" over the body,") : "", fmt::join(gone, ", "));
}

}  // namespace mannequin::document
