// Morph targets of worn meshes that follow an appearance parameter, by their names: clothing that the mesh
// deformer made.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mannequin {

// "parameter:33" for the target whose weight is that of parameter 33.
std::string parameter_morph_name(int id);

// The parameter's id; nothing for any other name.
std::optional<int> parameter_of_morph(std::string_view name);

}  // namespace mannequin
