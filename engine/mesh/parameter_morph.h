// Morph targets of worn meshes that follow an appearance parameter, identified by name: clothing made by the
// mesh deformer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mannequin {

// "parameter:33": the target takes the weight of parameter 33.
std::string parameter_morph_name(int id);

// The parameter's id; nothing for any other name.
std::optional<int> parameter_of_morph(std::string_view name);

}  // namespace mannequin
