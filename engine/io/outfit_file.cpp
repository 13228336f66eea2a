#include "engine/io/outfit_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/io/companion.h"
#include "engine/io/file.h"
#include "engine/io/file_exists.h"
#include "engine/io/json_file.h"
#include "engine/io/regular_file.h"
#include "engine/io/shape_file.h"
#include "engine/io/texel_picture_file.h"
#include "engine/io/text_file.h"
#include "engine/io/wearable_json.h"
#include "engine/platform/path.h"

namespace mannequin::io {
namespace {

constexpr std::size_t kMaxItems = 1000;
constexpr std::size_t kMaxTexels = std::size_t{1} << 28;  // of all textures together
constexpr const char* kDefaultWord = "default";
constexpr const char* kInvisibleWord = "invisible";
constexpr const char* kDefaultTexture = "c228d1cf-4b5d-4ba8-84f4-899a0796aa97";
constexpr const char* kInvisibleTexture = "3a367d1c-bef1-6d43-7595-e88c1e3aadb3";

bool same_text(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return lower(x) == lower(y);
  });
}

// Whether a new item of this type is plain white; others begin with nothing on them.
bool is_cloth(std::string_view type) {
  return type != "alpha" && type != "skin" && type != "tattoo" && type != "universal";
}

// An item's slider by id, name or label; sliders take precedence over the parameters that they drive.
ParameterIndex item_slider(const Appearance& appearance, const std::string& type, std::string_view key) {
  if (const auto id = parse_integer(key)) return appearance.find(*id);
  ParameterIndex found = kNoParameter;
  for (std::size_t i = 0; i < appearance.size(); ++i) {
    const ParameterDesc& p = appearance.parameters()[i];
    if (p.wearable != type || !Appearance::is_transmitted(p)) continue;
    if (!same_text(p.name, key) && !same_text(p.label, key)) continue;
    if (found != kNoParameter) return kNoParameter;
    found = static_cast<ParameterIndex>(i);
  }
  return found;
}

// As a worn shape's slider says.
std::optional<Sex> sex_of_shape(std::span<const OutfitDesc::Entry> entries) {
  for (const auto& [file, item] : entries)
    if (const auto male = item.sliders.find(kMaleParameter);
        item.type == "shape" && male != item.sliders.end())
      return male->second > 0.5 ? Sex::male : Sex::female;
  return std::nullopt;
}

class OutfitJson {
 public:
  OutfitJson(JsonRoot& file, const Appearance& appearance) : file_(file), appearance_(appearance) {}

  OutfitDesc read() {
    OutfitDesc outfit;
    JsonObject root = file_.object();
    check_schema(root);
    if (root.has("type")) {
      outfit.entries.push_back({"", item(root)});
    } else {
      const std::string sex = root.text("sex");
      if (sex == "male" || sex == "female")
        outfit.sex = sex == "male" ? Sex::male : Sex::female;
      else if (!sex.empty())
        root.blame(fmt::format("has the sex {}; it must be female or male", in_quotes(sex)));
      // "items" is the older name.
      const char* const list = root.has("items") ? "items" : "wearables";
      if (!root.has(list))
        root.blame(
            "has neither \"wearables\" nor a \"type\"; write {\"wearables\": [{\"type\": \"shirt\"}]}");
      root.each(list, [&](JsonObject& object) {
        if (outfit.entries.size() == kMaxItems)
          object.blame(fmt::format("is one item too many; at most {} can be worn", kMaxItems));
        else if (object.has("file"))
          outfit.entries.push_back({object.required_text("file", "\"shirt.txt\""), {}});
        else
          outfit.entries.push_back({"", item(object)});
      });
    }
    if (!outfit.sex) outfit.sex = sex_of_shape(outfit.entries);
    root.finish();
    return outfit;
  }

 private:
  WearableDesc item(JsonObject& object) {
    WearableDesc made = read_wearable_object(object);
    object.each_in("sliders", [&](const std::string& key, const nlohmann::json& value) {
      slider(object, made, key, value);
    });
    return made;
  }

  void slider(const JsonObject& object, WearableDesc& item, const std::string& key,
              const nlohmann::json& value) {
    const std::string path = object.path("sliders") + "." + key;
    const ParameterIndex p = item_slider(appearance_, item.type, key);
    if (p == kNoParameter)
      return file_.fault().blame(path,
                                 fmt::format("is not one slider of the type {}; write its id, as listed by "
                                             "'mannequin sliders'",
                                             in_quotes(item.type)));
    const ParameterDesc& parameter = appearance_[p];
    const bool percent = value.is_object() && value.size() == 1 && value.contains("percent");
    const nlohmann::json& number = percent ? value.at("percent") : value;
    if (!number.is_number() || !(std::abs(number.get<double>()) <= kMaxTextFileNumber))
      return file_.fault().blame(path, "must be a weight such as 0.5, or {\"percent\": 50}");
    const double given = number.get<double>();
    item.sliders[parameter.id] = percent ? weight_from_percent(parameter, given) : given;
  }

  JsonRoot& file_;
  const Appearance& appearance_;
};

Result<OutfitDesc> read_wearable(std::span<const std::byte> bytes, const std::string& source,
                                 const Appearance& appearance) {
  Result<ShapeFile> file = read_shape(bytes, source, appearance);
  if (!file) return error_of(file);
  if (file->format != ShapeFormat::wearable || !file->wearable_type || *file->wearable_type < 0 ||
      *file->wearable_type >= static_cast<int>(wearable_types().size()))
    return fail(
        ErrorCode::bad_data, source,
        "is not an item of clothing; give an LLWearable asset, or JSON such as {\"type\": \"shirt\"}");
  OutfitDesc outfit;
  WearableDesc item;
  item.type = wearable_types()[static_cast<std::size_t>(*file->wearable_type)];
  item.name = file->name;
  for (const auto& [id, weight] : file->recorded)
    if (const ParameterIndex p = appearance.find(id);
        p != kNoParameter && appearance[p].wearable == item.type)
      item.sliders[id] = weight;
  for (const auto& [slot, id] : file->textures)
    if (slot >= 0 && slot < static_cast<int>(texture_slots().size()))
      if (const std::string_view name = texture_slots()[static_cast<std::size_t>(slot)];
          wearable_of_slot(name) == item.type)
        item.textures[std::string(name)] = id.to_string();
  if (item.type == "shape") outfit.sex = file->sex;
  outfit.entries.push_back({"", std::move(item)});
  outfit.notes = std::move(file->notes);
  return outfit;
}

// Opens files and pictures, each picture once.
class OutfitLoader {
 public:
  OutfitLoader() = default;  // for a document's items
  OutfitLoader(const Appearance& appearance, std::filesystem::path textures)
      : appearance_(&appearance), textures_(std::move(textures)) {}

  // `nested`: named by another file, below whose folder it is.
  Status add(const std::filesystem::path& folder, const std::filesystem::path& name, bool nested) {
    const Result<Bytes> bytes = nested ? read_companion(folder, name) : read_file(folder / name);
    if (!bytes) return error_of(bytes);
    const std::filesystem::path path = folder / name;
    Result<OutfitDesc> desc = read_outfit(*bytes, path.string(), *appearance_);
    if (!desc) return error_of(desc);
    loaded_.notes.insert(loaded_.notes.end(), desc->notes.begin(), desc->notes.end());
    if (desc->sex) {
      loaded_.outfit.sex = *desc->sex;
      loaded_.has_sex = true;
    }
    for (const OutfitDesc::Entry& entry : desc->entries) {
      if (loaded_.outfit.items.size() >= kMaxItems)
        return fail(ErrorCode::bad_data, path.string(),
                    fmt::format("makes more than {} items; wear fewer", kMaxItems));
      if (entry.file.empty()) {
        if (auto status = add_item(path.parent_path(), entry.item); !status) return status;
      } else if (nested) {
        return fail(ErrorCode::bad_data, path.string(),
                    "names further files, and is itself named by an outfit");
      } else if (auto status = add(path.parent_path(), path_of_utf8(entry.file), true); !status) {
        return status;
      }
    }
    return {};
  }

  // Names its textures as a document does.
  void add_document_item(const std::filesystem::path& folder, const WearableDesc& desc, DocumentPaths paths) {
    of_document_ = paths;
    (void)add_item(folder, desc);  // of a document, whatever cannot be used is a note
  }

  LoadedOutfit finish() && { return std::move(loaded_); }

 private:
  Status add_item(const std::filesystem::path& folder, const WearableDesc& desc) {
    WornItem item{desc.type, desc.name, desc.sliders, {}};
    if (desc.plain && is_cloth(desc.type))
      for (const std::string_view slot : texture_slots())
        if (!slot.empty() && wearable_of_slot(slot) == desc.type)
          item.textures[std::string(slot)] = {WornTexture::Kind::picture, white()};
    for (const auto& [slot, name] : desc.textures) {
      Result<std::optional<WornTexture>> texture = find_texture(folder, name);
      if (!texture && !of_document_) return error_of(texture);
      if (texture && *texture) {
        item.textures[slot] = **texture;
        continue;
      }
      // It is worn all the same, and masks what is below its hems: only its colour is not there.
      const std::filesystem::path file = folder / path_of_utf8(name);
      if (desc.type != "alpha" || of_document_)
        item.textures[slot] = {WornTexture::Kind::placeholder, nullptr, file};
      const std::string of =
          fmt::format("so {} of {} stays empty", slot, desc.name.empty() ? desc.type : desc.name);
      if (texture)
        loaded_.notes.push_back({Severity::warning, "texture_missing", file.string(),
                                 fmt::format("is not there, {}; put it {}", of,
                                             of_document_        ? "back"
                                             : textures_.empty() ? "next to the outfit file"
                                                                 : "there or into " + textures_.string())});
      else
        loaded_.notes.push_back({Severity::warning, "texture_unusable", texture.error().where,
                                 fmt::format("{} It draws nothing, {}.", texture.error().what, of)});
    }
    loaded_.outfit.items.push_back(std::move(item));
    return {};
  }

  // Next to the file that names it, or else in the folder of textures.
  Result<std::optional<WornTexture>> find_texture(const std::filesystem::path& folder,
                                                  const std::string& name) {
    Result<std::optional<WornTexture>> texture = find_texture_in(folder, name);
    if (!texture || *texture || textures_.empty()) return texture;
    return find_texture_in(textures_, name);
  }

  Result<std::optional<WornTexture>> find_texture_in(const std::filesystem::path& folder,
                                                     const std::string& name) {
    if (same_text(name, kDefaultWord) || same_text(name, kDefaultTexture))
      return WornTexture{WornTexture::Kind::placeholder, nullptr};
    if (same_text(name, kInvisibleWord) || same_text(name, kInvisibleTexture))
      return WornTexture{WornTexture::Kind::invisible, nullptr};
    std::vector<std::string> names = {name};
    const std::size_t base = of_document_ ? name.rfind('/') + 1 : 0;  // ids are names without a folder
    if (const auto id = Uuid::parse(name.substr(base)))
      for (const char* ending : {".tga", ".png", ".jpg", ".jpeg"})
        names.push_back(name.substr(0, base) + id->to_string() + ending);
    for (const std::string& text : names) {
      const std::filesystem::path candidate = path_of_utf8(text), path = folder / candidate;
      if (const auto known = pictures_.find(path); known != pictures_.end())
        return WornTexture{WornTexture::Kind::picture, known->second, path};
      // On Windows, looking for a file of another machine already tells that machine who asks.
      const bool anywhere = of_document_ == DocumentPaths::anywhere;
      if ((candidate.has_root_name() && !anywhere) || !file_exists(path)) continue;
      const Result<Bytes> bytes = anywhere ? read_regular_file(path) : read_companion(folder, candidate);
      if (!bytes) return error_of(bytes);
      ImageLimits limits;
      limits.pixels = std::min(limits.pixels, texels_left_);
      Result<TexelPicture> picture = read_texel_picture(*bytes, path.string(), false, limits);
      if (!picture) return error_of(picture);
      texels_left_ -= picture->plane_size();
      return WornTexture{WornTexture::Kind::picture,
                         pictures_[path] = std::make_shared<const TexelPicture>(std::move(*picture)), path};
    }
    return std::optional<WornTexture>();
  }

  static TexelPicturePtr white() {
    static const auto made = std::make_shared<const TexelPicture>(TexelPicture{1, 1, 3, {255, 255, 255}});
    return made;
  }

  const Appearance* appearance_ = nullptr;
  std::filesystem::path textures_;  // empty: none
  LoadedOutfit loaded_;
  std::map<std::filesystem::path, TexelPicturePtr> pictures_;
  std::size_t texels_left_ = kMaxTexels;
  std::optional<DocumentPaths> of_document_;  // its items keep the names of textures that are not there
};

}  // namespace

Result<OutfitDesc> read_outfit(std::span<const std::byte> bytes, const std::string& source,
                               const Appearance& appearance) {
  const std::string_view text = as_text(bytes);
  // Past a byte order mark, which is no blank.
  const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (first == std::string_view::npos || text[first] != '{') return read_wearable(bytes, source, appearance);
  JsonRoot file(text, source);
  OutfitDesc outfit;
  if (file.ok()) outfit = OutfitJson(file, appearance).read();
  if (!file.ok()) return error_of(file);
  return outfit;
}

Result<LoadedOutfit> load_outfit(std::span<const std::filesystem::path> files, const Appearance& appearance,
                                 const std::filesystem::path& textures) {
  OutfitLoader loader(appearance, textures);
  for (const std::filesystem::path& file : files)
    if (auto status = loader.add(file.parent_path(), file.filename(), false); !status)
      return error_of(status);
  return std::move(loader).finish();
}

LoadedOutfit load_items(std::span<const WearableDesc> items, const std::filesystem::path& folder,
                        DocumentPaths paths) {
  OutfitLoader loader;
  for (const WearableDesc& item : items) loader.add_document_item(folder, item, paths);
  return std::move(loader).finish();
}

Result<WearableDesc> describe_item(const WornItem& item, const std::filesystem::path& folder,
                                   DocumentPaths paths) {
  WearableDesc desc{.type = item.type, .name = item.name, .sliders = item.sliders, .textures = {}};
  desc.plain = !item.textures.empty();
  for (const auto& [slot, texture] : item.textures) {
    if (texture.kind == WornTexture::Kind::picture && texture.file.empty()) continue;
    desc.plain = false;
    std::string& name = desc.textures[slot];
    if (!texture.file.empty()) {
      auto path = document_path(folder, texture.file, paths);
      if (!path) return error_of(path);
      name = std::move(*path);
    } else {
      name = texture.kind == WornTexture::Kind::invisible ? kInvisibleWord : kDefaultWord;
    }
  }
  return desc;
}

}  // namespace mannequin::io
