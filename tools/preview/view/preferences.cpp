#include "tools/preview/view/preferences.h"

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

// All switches, by the name under which they are stored.
struct Switch {
  const char* name;
  bool Preferences::*value;
};
constexpr Switch kSwitches[] = {{"light theme", &Preferences::light_theme},
                                {"high contrast", &Preferences::high_contrast},
                                {"camera follows the sliders", &Preferences::camera_follows_section},
                                {"watch files", &Preferences::watch_files},
                                {"body", &Preferences::body},
                                {"joints", &Preferences::joints},
                                {"volumes", &Preferences::volumes},
                                {"attachment points", &Preferences::attachments},
                                {"volumes as octahedra", &Preferences::octahedra},
                                {"axes of joints", &Preferences::axes},
                                {"ground", &Preferences::floor},
                                {"colours of the files", &Preferences::file_colors},
                                {"textures", &Preferences::textures},
                                {"pictures at the sliders", &Preferences::slider_pictures},
                                {"dialogs of the system", &Preferences::system_dialogs},
                                {"reduce motion", &Preferences::reduce_motion},
                                {"touchpad", &Preferences::touchpad},
                                {"window maximised", &Preferences::window_maximised},
                                {"alt and left drag is a middle drag", &Preferences::alt_left_is_middle}};

}  // namespace

std::string preferences_text(const Preferences& preferences) {
  Json json{{"interface size", preferences.interface_size},
            {"open tab", preferences.open_tab},
            {"open section", preferences.open_section},
            {"column widths", preferences.widths},
            {"window", {{"width", preferences.window_width}, {"height", preferences.window_height}}}};
  for (const Switch& each : kSwitches) json[each.name] = preferences.*each.value;
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
  for (const Switch& each : kSwitches) take(json, each.name, read.*each.value);
  take(json, "interface size", Preferences::kSmallest, Preferences::kLargest, read.interface_size);
  if (const auto tab = json.find("open tab"); tab != json.end() && tab->is_string())
    read.open_tab = tab->get<std::string>();
  if (const auto section = json.find("open section"); section != json.end() && section->is_string())
    read.open_section = section->get<std::string>();
  if (const auto widths = json.find("column widths"); widths != json.end() && widths->is_object())
    for (const auto& [name, width] : widths->items())
      if (width.is_number() && width.get<double>() > 0.0 && width.get<double>() < 1e5)
        // Not a width that single precision makes 0.
        if (const auto units = static_cast<float>(width.get<double>()); units > 0.0f)
          read.widths[name] = units;
  if (const auto window = json.find("window"); window != json.end() && window->is_object()) {
    take(*window, "width", 320, 16384, read.window_width);
    take(*window, "height", 240, 16384, read.window_height);
  }
  return read;
}

}  // namespace mannequin::preview
