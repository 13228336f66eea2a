// Settings that persist: controls, theme, sizes, columns,
// what the view shows. Stored as one small JSON text.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "tools/preview/view/controls.h"

namespace mannequin::preview {

struct Preferences {
  static constexpr int kSmallest = 75, kLargest = 250, kStep = 25;  // of the interface, per cent

  Controls controls = Controls::second_life;
  bool controls_chosen = false;  // by the user, not by us
  bool light_theme = false;
  bool high_contrast = false;  // black, instead of either theme
  int interface_size = 100;    // per cent
  bool camera_follows_section = false;
  bool watch_files = true;
  bool body = true, joints = false, volumes = false, floor = true;  // what the view shows
  bool attachments = false;                                         // draw their marks
  bool octahedra = false;             // volumes are drawn as these, else as ellipsoids
  bool axes = false;                  // of joints: as they are and as in the rest pose
  bool file_colors = false;           // of its materials, else plaster
  bool textures = true;               // and vertex colours, of files with them
  bool slider_pictures = false;       // of both ends, in every row
  bool system_dialogs = true;         // for files, where there are any
  bool reduce_motion = false;         // flights become jumps
  bool touchpad = false;              // two fingers turn; else they zoom, as a wheel does
  bool alt_left_is_middle = false;    // with Blender's controls
  std::string open_tab = "sliders";   // of the right column
  std::string open_section = "Body";  // of the sliders
  std::map<std::string, float>
      widths;  // of columns that the user resized, by name; interface units before scaling
  int window_width = 0, window_height = 0;  // 0: never stored
  bool window_maximised = false;

  bool operator==(const Preferences&) const = default;
};

std::string preferences_text(const Preferences& preferences);

// Defaults replace values that are missing, of the wrong type
// or out of range, or all of them if the text is not JSON.
Preferences read_preferences(std::string_view text);

}  // namespace mannequin::preview
