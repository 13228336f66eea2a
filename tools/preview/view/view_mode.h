// What the colours of the picture show.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace mannequin::preview {

enum class ViewMode {
  solid,
  wireframe,
  weights,
  influences,
  strongest,
  normals,
  distance,
  along_normal,
  error
};

struct ViewModeEntry {
  ViewMode mode;
  std::string_view key;   // on the command line
  std::string_view name;  // in menus
  std::string_view hint;
};

// In the menu's order.
std::span<const ViewModeEntry> view_modes();
const ViewModeEntry& entry_of(ViewMode mode);
std::optional<ViewMode> view_mode_named(std::string_view key);

}  // namespace mannequin::preview
