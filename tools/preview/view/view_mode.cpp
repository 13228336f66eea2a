#include "tools/preview/view/view_mode.h"

#include <algorithm>

namespace mannequin::preview {
namespace {

constexpr ViewModeEntry kModes[] = {
    {ViewMode::solid, "solid", "Solid", "As it looks in the light of the studio"},
    {ViewMode::wireframe, "wireframe", "Wireframe", "With the edges of the triangles"},
    {ViewMode::weights, "weights", "Weights of a joint",
     "How much of each vertex the chosen joint or volume moves"},
    {ViewMode::influences, "influences", "Number of weights", "How many joints move each vertex"},
    {ViewMode::strongest, "strongest", "Strongest joint",
     "Which joint moves each vertex most, a colour for each"},
    {ViewMode::normals, "normals", "Normals", "Which way the surface faces"},
    {ViewMode::distance, "distance", "Distance from A",
     "How far each vertex is from where it is on avatar A"},
    {ViewMode::along_normal, "along-normal", "Outwards from A",
     "How far each vertex went outwards or inwards from A"},
    {ViewMode::error, "error", "Error", "How far each vertex is from where the reference puts it"},
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
