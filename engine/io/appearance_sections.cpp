#include "engine/io/appearance_sections.h"

#include <algorithm>
#include <map>

namespace mannequin::io {
namespace {

struct Panel {
  const char* section;
  const char* edit_group;
  bool only_moving = false;
};

constexpr Panel kPanels[] = {
    {"Body", "shape_body"},       {"Head", "shape_head"},
    {"Eyes", "shape_eyes"},       {"Ears", "shape_ears"},
    {"Nose", "shape_nose"},       {"Mouth", "shape_mouth"},
    {"Chin", "shape_chin"},       {"Torso", "shape_torso"},
    {"Legs", "shape_legs"},       {"Eyebrows", "hair_eyebrows", true},
    {"Shirt", "shirt"},           {"Pants", "pants"},
    {"Socks", "socks"},           {"Shoes", "shoes"},
    {"Jacket", "jacket"},         {"Skirt", "skirt"},
    {"Gloves", "gloves"},         {"Undershirt", "undershirt"},
    {"Underpants", "underpants"},
};

bool moves_by_itself(const ParameterDesc& parameter) {
  return !parameter.joints.empty() ||
         std::any_of(parameter.morphs.begin(), parameter.morphs.end(),
                     [](const MorphDesc& morph) { return !morph.volumes.empty(); });
}

}  // namespace

std::vector<SectionDesc> appearance_sections(std::span<const ParameterDesc> parameters) {
  std::map<int, const ParameterDesc*> by_id;
  for (const ParameterDesc& parameter : parameters) by_id[parameter.id] = &parameter;
  // One level is enough: no driver in these files drives another driver.
  const auto moves = [&](const ParameterDesc& parameter) {
    return moves_by_itself(parameter) ||
           std::any_of(parameter.driven.begin(), parameter.driven.end(), [&](const DrivenDesc& driven) {
             const auto found = by_id.find(driven.parameter);
             return found != by_id.end() && moves_by_itself(*found->second);
           });
  };

  std::vector<SectionDesc> sections;
  for (const Panel& panel : kPanels) {
    std::vector<const ParameterDesc*> sliders;
    for (const ParameterDesc& parameter : parameters)
      if (parameter.edit_group == panel.edit_group && parameter.group != 1 &&
          (!panel.only_moving || moves(parameter)))
        sliders.push_back(&parameter);
    std::stable_sort(sliders.begin(), sliders.end(), [](const ParameterDesc* a, const ParameterDesc* b) {
      return a->edit_group_order != b->edit_group_order ? a->edit_group_order < b->edit_group_order
                                                        : a->id < b->id;
    });
    SectionDesc& section = sections.emplace_back();
    section.name = panel.section;
    for (const ParameterDesc* slider : sliders) section.parameters.push_back(slider->id);
  }
  return sections;
}

}  // namespace mannequin::io
