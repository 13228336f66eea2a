#include "tools/preview/view/view_mode.h"

#include <algorithm>

#include "tools/document/translation.h"

namespace mannequin::preview {
namespace {

constexpr ViewModeEntry kModes[] = {
    {ViewMode::solid, "solid", marked("Solid"), marked("As it looks in the light of the studio")},
    {ViewMode::wireframe, "wireframe", marked("Wireframe"), marked("With the edges of the triangles")},
    {ViewMode::weights, "weights", marked("Weights of a joint"),
     marked("How much of each vertex the chosen joint or volume moves")},
    {ViewMode::influences, "influences", marked("Number of weights"),
     marked("How many joints move each vertex")},
    {ViewMode::strongest, "strongest", marked("Strongest joint"),
     marked("Which joint moves each vertex most, a colour for each")},
    {ViewMode::normals, "normals", marked("Normals"), marked("Which way the surface faces")},
    {ViewMode::distance, "distance", marked("Distance from A"),
     marked("How far each vertex is from where it is on avatar A")},
    {ViewMode::along_normal, "along-normal", marked("Outwards from A"),
     marked("How far each vertex went outwards or inwards from A, along its normal")},
    {ViewMode::error, "error", marked("Error"),
     marked("How far each vertex is from where the reference puts it")},
};

}  // namespace

std::span<const ViewModeEntry> view_modes() { return kModes; }

const ViewModeEntry& entry_of(ViewMode mode) {
  return *std::ranges::find(kModes, mode, &ViewModeEntry::mode);
}

std::optional<ViewMode> view_mode_named(std::string_view key) {
  const auto found = std::ranges::find(kModes, key, &ViewModeEntry::key);
  return found == std::end(kModes) ? std::nullopt : std::optional(found->mode);
}

}  // namespace mannequin::preview
