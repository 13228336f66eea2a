#include "tools/document/clothing.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/io/layer_sets_file.h"
#include "engine/io/texel_picture_file.h"
#include "tools/document/baked_face.h"
#include "tools/document/figures.h"
#include "tools/document/reason.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

// As a file would have it that names no textures.
mannequin::WornItem new_item(const std::string& type) {
  const io::WearableDesc desc{.type = type, .plain = true};
  return io::load_items({&desc, 1}, {}, io::DocumentPaths::anywhere).outfit.items.front();
}

}  // namespace

Result<LayerSource> builtin_layer_source(const Appearance& appearance) {
  Result<LayerSets> sets = io::read_builtin_layers(appearance);
  if (!sets) return error_of(sets);
  Result<TexelPicture> regions = io::read_builtin_body_regions();
  if (!regions) return error_of(regions);
  LayerSource source{std::move(*sets)};
  source.own_body_regions = std::move(*regions);
  return source;
}

bool Clothing::wears(std::string_view type) const {
  return std::ranges::any_of(worn(), [&](const auto& item) { return item.type == type; });
}

bool Clothing::is_painted(std::string_view type) {
  return std::ranges::any_of(texture_slots(), [&](std::string_view slot) {
    return !slot.empty() && wearable_of_slot(slot) == type;
  });
}

bool Clothing::can_paint() {
  if (bench_.avatar.layer_source() != nullptr) return true;
  Result<LayerSource> source = opener_ ? opener_() : builtin_layer_source(bench_.character().appearance);
  if (!source) {
    bench_.report(Message::Kind::error, source.error().message());
    return false;
  }
  bench_.avatar.paint_with(std::make_shared<const LayerSource>(std::move(*source)));
  return true;
}

// Whether a face of anything visible shows what is painted.
bool Clothing::is_shown() const {
  return std::ranges::any_of(bench_.avatar.worn(), [](const auto& file) {
    return file->visible && std::ranges::any_of(file->meshes, [&](const auto& mesh) {
             return std::ranges::any_of(shown_regions(*file, *mesh),
                                        [](const std::string& region) { return !region.empty(); });
           });
  });
}

void Clothing::wear(const std::string& type) {
  if (!can_paint()) return;
  AvatarChoice before = bench_.choice();
  // A stand-in would hide it; skin, hair and eyes are below it anyway.
  const std::string room = type == "skin" || type == "eyes" ? "" : stand_in_.clear(false);
  AvatarChoice choice = bench_.choice();
  choice.clothing.push_back(new_item(type));
  stand_in_.show_skirt(choice);
  bench_.avatar.choose(std::move(choice));
  bench_.history.record(tr("Wear {}", type), std::move(before));
  if (is_shown())
    bench_.report(Message::Kind::done, tr("Wearing {}{}", type, room));
  else
    bench_.report(Message::Kind::warning,
                  tr("Wearing {}{}, but no face shows it: unfold the row of a body, and choose what its "
                     "faces show",
                     type, room));
}

void Clothing::take_off(std::string_view type) {
  if (!wears(type)) return;
  bench_.record(tr("Take off {}", type));
  AvatarChoice choice = bench_.choice();
  std::erase_if(choice.clothing, [&](const auto& item) { return item.type == type; });
  stand_in_.show_skirt(choice);
  bench_.avatar.choose(std::move(choice));
}

Status Clothing::set_texture(const std::string& slot, const std::filesystem::path& picture) {
  const std::string type(wearable_of_slot(slot));
  AvatarChoice choice = bench_.choice();
  const auto item = std::find_if(choice.clothing.rbegin(), choice.clothing.rend(),
                                 [&](const auto& each) { return each.type == type; });
  if (item == choice.clothing.rend())
    return fail(ErrorCode::bad_argument, slot, tr("belongs to nothing worn"));
  if (picture.empty()) {
    auto plain = new_item(type).textures.extract(slot);
    item->textures.erase(slot);
    if (plain) item->textures.insert(std::move(plain));
  } else {
    Result<TexelPicture> read = io::read_texel_picture(picture);
    if (!read) {
      bench_.report(Message::Kind::error, named_reason(read.error(), picture));
      return error_of(read);
    }
    item->textures[slot] = {WornTexture::Kind::picture,
                            std::make_shared<const TexelPicture>(std::move(*read)), picture};
  }
  bench_.record(tr("Texture of {}", type));
  bench_.avatar.choose(std::move(choice));
  return {};
}

std::vector<std::filesystem::path> Clothing::textures() const {
  std::vector<std::filesystem::path> files;
  for (const mannequin::WornItem& item : worn())
    for (const auto& [slot, texture] : item.textures)
      if (!texture.file.empty()) files.push_back(texture.file);
  return files;
}

void Clothing::reload(const std::filesystem::path& texture) {
  const auto files = textures();
  if (std::ranges::find(files, texture) == files.end()) return;
  const std::string name = texture.filename().string();
  Result<TexelPicture> read = io::read_texel_picture(texture);
  if (!read)
    return bench_.report(Message::Kind::error, tr("The new {} cannot be used: {} The old one stays.", name,
                                                  reason_of(read.error(), texture)));
  const auto picture = std::make_shared<const TexelPicture>(std::move(*read));
  const auto show_it = [&](AvatarChoice& choice) {
    for (mannequin::WornItem& item : choice.clothing)
      for (auto& [slot, each] : item.textures)
        if (each.file == texture) each = {WornTexture::Kind::picture, picture, texture};
  };
  AvatarChoice choice = bench_.choice();
  show_it(choice);
  bench_.avatar.choose(std::move(choice));
  // Undo must not bring back a picture that the file no longer has.
  bench_.history.change_states(show_it);
  bench_.report(Message::Kind::done, tr("Reloaded {}", name));
}

AvatarChoice Clothing::dressed(io::LoadedOutfit loaded) const {
  AvatarChoice choice = bench_.choice();
  LayerOutfit& outfit = loaded.outfit;
  if (outfit.items.size() == 1)
    std::erase_if(choice.clothing, [&](const auto& item) { return item.type == outfit.items[0].type; });
  else
    choice.clothing.clear();
  for (const auto& [id, weight] : outfit_sliders(bench_.character().appearance, outfit))
    choice.sliders[id] = weight;
  if (loaded.has_sex) choice.sliders[kMaleParameter] = outfit.sex == Sex::male ? 1.0 : 0.0;
  choice.apply_parameters = true;
  for (mannequin::WornItem& item : outfit.items)
    if (is_painted(item.type)) choice.clothing.push_back(std::move(item));
  stand_in_.show_skirt(choice);
  return choice;
}

void Clothing::open(const std::filesystem::path& path, io::LoadedOutfit outfit) {
  const io::Notes notes = outfit.notes;
  const std::size_t items = outfit.outfit.items.size();
  const Sex sex = bench_.avatar.sex();
  if (!can_paint()) return;
  AvatarChoice before = bench_.choice();
  const std::string room = stand_in_.clear(false);
  bench_.avatar.choose(dressed(std::move(outfit)));
  if (bench_.avatar.sex() != sex) stand_in_.change_sex();
  const std::string name = path.filename().string();
  bench_.history.record(tr("Wear {}", name), std::move(before));
  bench_.report(Message::Kind::done, tr("Wearing {}{}: {}", name, room, counted(items, "item", "items")));
  for (const io::Note& note : notes)
    if (note.severity != Severity::info)
      bench_.report(Message::Kind::warning, fmt::format("{}: {}", note.where, note.what));
}

void Clothing::begin_with(io::LoadedOutfit outfit) {
  if (outfit.outfit.items.empty() || !can_paint()) return;
  AvatarChoice choice = bench_.choice();
  for (mannequin::WornItem& item : outfit.outfit.items)
    if (is_painted(item.type)) choice.clothing.push_back(std::move(item));
  stand_in_.show_skirt(choice);
  bench_.avatar.choose(std::move(choice));
}

}  // namespace mannequin::document
