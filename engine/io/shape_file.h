// Files with slider values of an avatar.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/appearance/weights.h"
#include "engine/core/result.h"
#include "engine/core/uuid.h"
#include "engine/io/note.h"

namespace mannequin::io {

// The file formats of sliders.
enum class ShapeFormat {
  json,       // our own: {"sex": "female", "params": {"33": 0.5}}
  archetype,  // a viewer's "appearance to XML", genepool
  wearable,   // the text of an LLWearable asset
};

// The contents of a file.
struct ShapeFile {
  ShapeFormat format = ShapeFormat::json;
  std::string name;                  // as in the file; empty for none
  std::optional<int> wearable_type;  // LLWearable: 0 shape, 1 skin, 2 hair, ... 6 shoes; any may move joints
  std::optional<Sex> sex;            // from parameter 80; nullopt if not in the file
  SliderValues sliders;              // the weights to set, including 80; may be out of range, as in the file
  std::map<int, double> recorded;    // every weight in the file, driven and unknown ones too, to compare
  std::map<int, Uuid> textures;      // LLWearable: by the number of the texture slot, see texture_slots()
  Notes notes;
};

// Detects the format by content:
// - our JSON, {"sex": "female", "params": {"33": 0.5, "Body Fat": {"percent": 40}}}: by id, or by a unique
//   slider name or label;
//   driven parameters may be set directly;
// - a viewer's archetype or genepool XML (first archetype): the parameters of groups 0 and 3;
// - the text of an LLWearable asset, versions up to 22, and 24: the same.
// Notes: unknown_parameter, out_of_range, repeated_parameter, count_mismatch, bad_texture,
// several_archetypes, sex_twice.
Result<ShapeFile> read_shape(std::span<const std::byte> bytes, const std::string& source,
                             const Appearance& appearance);

// The id for user input such as "33", "height" or "Body Height" (a slider's name or label, either case).
// Fails (bad_data) if no slider or several have the name. An id need not exist.
Result<int> find_parameter(const Appearance& appearance, std::string_view id_or_name);

}  // namespace mannequin::io
