#include "tools/preview/session/preferences.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mannequin::preview {
namespace {

using Json = nlohmann::json;

void take(const Json& from, const char* name, bool& to) {
  if (const auto found = from.find(name); found != from.end() && found->is_boolean()) to = found->get<bool>();
}

void take(const Json& from, const char* name, int least, int most, int& to) {
  const auto found = from.find(name);
  if (found == from.end() || !found->is_number_integer()) return;
  const auto value = found->get<std::int64_t>();
  if (value >= least && value <= most) to = static_cast<int>(value);
}

}  // namespace

std::string preferences_text(const Preferences& preferences) {
  Json json{{"light theme", preferences.light_theme},
            {"high contrast", preferences.high_contrast},
            {"interface size", preferences.interface_size},
            {"camera follows the sliders", preferences.camera_follows_section},
            {"watch files", preferences.watch_files},
            {"open section", preferences.open_section},
            {"column widths", preferences.widths},
            {"window", {{"width", preferences.window_width}, {"height", preferences.window_height}}}};
  if (preferences.controls_chosen)
    json["controls"] = preferences.controls == Controls::blender ? "Blender" : "Second Life";
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Preferences read_preferences(std::string_view text) {
  Preferences read;
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return read;
  if (const auto controls = json.find("controls"); controls != json.end()) {
    read.controls_chosen = *controls == "Blender" || *controls == "Second Life";
    if (*controls == "Blender") read.controls = Controls::blender;
  }
  take(json, "light theme", read.light_theme);
  take(json, "high contrast", read.high_contrast);
  take(json, "interface size", Preferences::kSmallest, Preferences::kLargest, read.interface_size);
  take(json, "camera follows the sliders", read.camera_follows_section);
  take(json, "watch files", read.watch_files);
  if (const auto section = json.find("open section"); section != json.end() && section->is_string())
    read.open_section = section->get<std::string>();
  if (const auto widths = json.find("column widths"); widths != json.end() && widths->is_object())
    for (const auto& [name, width] : widths->items())
      if (width.is_number() && width.get<double>() > 0.0 && width.get<double>() < 1e5)
        read.widths[name] = width.get<float>();
  if (const auto window = json.find("window"); window != json.end() && window->is_object()) {
    take(*window, "width", 320, 16384, read.window_width);
    take(*window, "height", 240, 16384, read.window_height);
  }
  return read;
}

}  // namespace mannequin::preview
