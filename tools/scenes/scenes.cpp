#include "tools/scenes/scenes.h"

#include <utility>

namespace mannequin::scenes {
namespace {

SliderValues extreme_shape(const Appearance& appearance, Sex sex, bool maximum) {
  SliderValues sliders;
  for (const SectionDesc& section : appearance.sections())
    for (const int id : section.parameters) {
      const ParameterDesc& p = appearance[appearance.find(id)];
      sliders[id] = maximum ? p.max : p.min;
    }
  sliders.erase(kHoverParameter);
  sliders[kMaleParameter] = sex == Sex::male ? 1.0 : 0.0;
  return sliders;
}

}  // namespace

std::vector<NamedShape> shapes(const Appearance& appearance) {
  const int height = 33, thickness = 34, fat = 637, belly = 157, leg_length = 692, torso_muscles = 649,
            male_muscles = 678, leg_muscles = 652, hips = 37, breast = 105, butt = 795, shoulders = 36,
            arms = 693, head_size = 682, love_handles = 676, saddle_bags = 753;
  std::vector<NamedShape> all{
      {"default female", {}},
      {"default male", {{kMaleParameter, 1.0}}},
      {"tall thin",
       {{height, 2.0},
        {thickness, -0.7},
        {leg_length, 1.0},
        {hips, -2.0},
        {breast, 0.15},
        {butt, 0.0},
        {torso_muscles, 0.2},
        {leg_muscles, 0.1},
        {arms, 1.0}}},
      {"short fat",
       {{height, -2.3},
        {thickness, 1.5},
        {fat, 1.0},
        {belly, 1.0},
        {hips, 1.5},
        {breast, 0.9},
        {butt, 1.0},
        {love_handles, 1.5},
        {saddle_bags, 2.0},
        {leg_length, -0.6}}},
      {"tall thin male",
       {{kMaleParameter, 1.0}, {height, 2.0}, {thickness, -0.7}, {leg_length, 1.0}, {male_muscles, 0.1}}},
      {"short fat male",
       {{kMaleParameter, 1.0},
        {height, -2.3},
        {thickness, 1.5},
        {fat, 1.0},
        {belly, 1.0},
        {love_handles, 2.0},
        {leg_length, -0.6}}},
      {"athlete",
       {{kMaleParameter, 1.0},
        {height, 1.0},
        {male_muscles, 1.0},
        {leg_muscles, 1.0},
        {shoulders, 1.4},
        {hips, -1.5}}},
      {"large head", {{head_size, 1.0}, {height, -1.5}, {leg_length, -1.0}, {arms, -1.0}}},
  };
  for (const Sex sex : {Sex::female, Sex::male}) {
    const std::string suffix = sex == Sex::male ? " male" : " female";
    all.push_back({"all sliders at 0," + suffix, extreme_shape(appearance, sex, false)});
    all.push_back({"all sliders at 100," + suffix, extreme_shape(appearance, sex, true)});
  }
  for (std::uint32_t seed = 0; seed < 6; ++seed)
    all.push_back({"random " + std::to_string(seed),
                   random_shape(appearance, seed % 2 == 0 ? Sex::female : Sex::male, seed)});
  return all;
}

std::vector<NamedPose> poses(const Skeleton& skeleton) { return standard_poses(skeleton); }

}  // namespace mannequin::scenes
