// Worn clothing and body parts, from which layers are painted.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/appearance/appearance.h"
#include "engine/core/result.h"
#include "engine/io/document_path.h"
#include "engine/io/note.h"
#include "engine/layers/layer_paint.h"

namespace mannequin::io {

// One item as a file describes it.
struct WearableDesc {
  std::string type;  // one of wearable_types()
  std::string name;
  SliderValues sliders;  // weights
  // By slot: a file's name, a texture id, "default" (draws nothing) or "invisible" (hides the region).
  std::map<std::string, std::string> textures;
  // The file names no textures: solid white in every slot of clothes, hair and eyes, none of other types.
  bool plain = false;
};

// The items of one file, in order of wearing.
struct OutfitDesc {
  std::optional<Sex> sex;  // nullopt: the file does not say
  // One item, or a file with several.
  struct Entry {
    std::string file;  // another file with items, relative to this one; empty: `item`
    WearableDesc item;
  };
  std::vector<Entry> entries;
  Notes notes;
};

// Detects the format by content:
// - the text of an LLWearable asset of any type;
// - our JSON, one item: {"type": "shirt", "sliders": {"Sleeve Length": {"percent": 40}, "801": 1},
//   "textures": {"upper_shirt": "blue.png"}}; sliders by id, or by a name or label that is unique among the
//   type's;
// - our JSON, an outfit: {"sex": "male", "wearables": [{...}, {"file": "shirt.txt"}]}.
// Fails (bad_data, cannot_read) with the place. Any thread.
Result<OutfitDesc> read_outfit(std::span<const std::byte> bytes, const std::string& source,
                               const Appearance& appearance);

// Items with their textures, ready to be painted.
struct LoadedOutfit {
  LayerOutfit outfit;
  bool has_sex = false;  // a file said so
  Notes notes;           // texture_missing: an item without one of its pictures
};

// The files in order of wearing, with everything they refer to. Looks for a texture next to the file that
// names it, then in the folder `textures`, if one is given: by name, or as the id with .tga, .png, .jpg or
// .jpeg. A missing picture is a note and draws nothing, a damaged one an error. Throws std::bad_alloc.
Result<LoadedOutfit> load_outfit(std::span<const std::filesystem::path> files, const Appearance& appearance,
                                 const std::filesystem::path& textures = {});

// Items of a document in `folder`, whose textures are paths as in documents. A picture that is missing or
// damaged draws nothing, is a note (texture_missing, texture_unusable), and keeps its name.
LoadedOutfit load_items(std::span<const WearableDesc> items, const std::filesystem::path& folder,
                        DocumentPaths paths);

// The reverse, without sliders: the item as a document in `folder` describes it. Fails as document_path().
Result<WearableDesc> describe_item(const WornItem& item, const std::filesystem::path& folder,
                                   DocumentPaths paths);

}  // namespace mannequin::io
