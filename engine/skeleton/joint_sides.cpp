#include "engine/skeleton/joint_sides.h"

#include <array>
#include <string_view>
#include <utility>

namespace mannequin {

std::string mirrored_name(const std::string& name) {
  using Pair = std::pair<std::string_view, std::string_view>;
  static constexpr std::array kSides = {Pair{"Left", "Right"}, Pair{"LEFT", "RIGHT"}, Pair{"left", "right"}};
  for (const auto& [left, right] : kSides)
    for (const auto& [own, other] : {Pair{left, right}, Pair{right, left}})
      if (const std::size_t at = name.find(own); at != std::string::npos)
        return name.substr(0, at) + std::string(other) + name.substr(at + own.size());
  if (name.starts_with("L_")) return "R_" + name.substr(2);
  if (name.starts_with("R_")) return "L_" + name.substr(2);
  return name;
}

}  // namespace mannequin
