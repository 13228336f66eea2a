// The parts of the built-in body whose colours can be chosen, and a few colours for each.
#pragma once

#include <span>
#include <string>

#include "engine/math/types.h"

namespace mannequin::document {

enum class FigurePart { skin, eyes, hair };
inline constexpr FigurePart kFigureParts[] = {FigurePart::skin, FigurePart::eyes, FigurePart::hair};

const char* figure_part_name(FigurePart part);  // "skin"; in English, to be translated where it is shown
// The names of its materials, the most important one first.
std::span<const std::string> figure_materials(FigurePart part);

struct NamedColor {
  const char* name;  // in English, to be translated where it is shown
  Vec3f color;       // linear
};
std::span<const NamedColor> figure_colors(FigurePart part);

}  // namespace mannequin::document
