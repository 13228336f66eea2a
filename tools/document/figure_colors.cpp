#include "tools/document/figure_colors.h"

#include <vector>

#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

struct Part {
  const char* name;
  std::vector<std::string> materials;
  std::vector<NamedColor> colors;
};

const Part& part_of(FigurePart part) {
  static const std::vector<Part> kParts = {{marked("skin"),
                                            {"skin"},
                                            {{marked("light"), {0.76f, 0.55f, 0.44f}},
                                             {marked("pale"), {0.84f, 0.67f, 0.58f}},
                                             {marked("tanned"), {0.62f, 0.38f, 0.25f}},
                                             {marked("olive"), {0.55f, 0.38f, 0.25f}},
                                             {marked("brown"), {0.33f, 0.17f, 0.095f}},
                                             {marked("dark"), {0.14f, 0.065f, 0.037f}},
                                             {marked("clay"), {0.80f, 0.70f, 0.61f}}}},
                                           {marked("eyes"),
                                            {"iris"},
                                            {{marked("brown"), {0.20f, 0.10f, 0.04f}},
                                             {marked("dark brown"), {0.075f, 0.036f, 0.018f}},
                                             {marked("hazel"), {0.27f, 0.19f, 0.06f}},
                                             {marked("green"), {0.14f, 0.27f, 0.10f}},
                                             {marked("blue"), {0.11f, 0.27f, 0.52f}},
                                             {marked("grey"), {0.30f, 0.36f, 0.39f}}}},
                                           {marked("hair"),
                                            {"hair", "brow"},
                                            {{marked("brown"), {0.085f, 0.042f, 0.022f}},
                                             {marked("black"), {0.012f, 0.010f, 0.010f}},
                                             {marked("chestnut"), {0.16f, 0.058f, 0.026f}},
                                             {marked("red"), {0.34f, 0.088f, 0.022f}},
                                             {marked("blond"), {0.47f, 0.31f, 0.14f}},
                                             {marked("grey"), {0.34f, 0.34f, 0.35f}},
                                             {marked("white"), {0.75f, 0.74f, 0.72f}}}}};
  return kParts[static_cast<std::size_t>(part)];
}

}  // namespace

const char* figure_part_name(FigurePart part) { return part_of(part).name; }
std::span<const std::string> figure_materials(FigurePart part) { return part_of(part).materials; }
std::span<const NamedColor> figure_colors(FigurePart part) { return part_of(part).colors; }

}  // namespace mannequin::document
