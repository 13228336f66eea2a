#include "engine/io/wearable_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/layers/layer_sets.h"

namespace mannequin::io {

WearableDesc read_wearable_object(JsonObject& object) {
  WearableDesc made;
  made.type = object.required_text("type", "\"shirt\"");
  made.name = object.text("name");
  if (object.ok() && std::ranges::find(wearable_types(), made.type) == wearable_types().end())
    object.blame(fmt::format(
        "has the unknown type {}; the types are shape, skin, hair, eyes, shirt, pants, shoes, "
        "socks, jacket, gloves, undershirt, underpants, skirt, alpha, tattoo, physics and universal",
        in_quotes(made.type)));
  made.plain = !object.has("textures");
  object.each_in("textures", [&](const std::string& slot, const nlohmann::json& value) {
    const std::string path = object.path("textures") + "." + slot;
    if (wearable_of_slot(slot) != made.type)
      return object.fault().blame(path,
                                  fmt::format("is not a texture slot of the type {}", in_quotes(made.type)));
    if (!value.is_string()) return object.fault().blame(path, "must be a file name or an id, in quotes");
    made.textures[slot] = value.get<std::string>();
  });
  return made;
}

std::string wearable_object(const WearableDesc& item) {
  JsonLine line;
  line.text("type", item.type);
  if (!item.name.empty()) line.text("name", item.name);
  JsonLine sliders;
  for (const auto& [id, weight] : item.sliders)
    if (std::isfinite(weight) && std::abs(weight) <= kMaxTextFileNumber)
      sliders.number(std::to_string(id).c_str(), weight + 0.0);
  if (!sliders.str().empty()) line.raw("sliders", "{" + sliders.str() + "}");
  JsonLine textures;
  for (const auto& [slot, name] : item.textures) textures.text(slot.c_str(), name);
  if (!item.plain) line.raw("textures", "{" + textures.str() + "}");
  return "{" + line.str() + "}";
}

}  // namespace mannequin::io
