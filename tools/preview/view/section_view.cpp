#include "tools/preview/view/section_view.h"

#include <algorithm>

namespace mannequin::preview {

std::optional<SectionPlace> section_place(std::string_view section, const Skeleton& skeleton,
                                          const AvatarState& state) {
  struct Place {
    const char *section, *joint;
    double distance;
  };
  // As the viewer's editor does.
  static constexpr Place kPlaces[] = {
      {"Head", "mHead", 0.9},  {"Eyes", "mHead", 0.7}, {"Ears", "mHead", 0.8},   {"Nose", "mHead", 0.7},
      {"Mouth", "mHead", 0.7}, {"Chin", "mHead", 0.7}, {"Torso", "mTorso", 1.8}, {"Legs", "mPelvis", 2.6}};
  const auto place = std::ranges::find_if(kPlaces, [&](const Place& p) { return section == p.section; });
  if (place == std::end(kPlaces)) return std::nullopt;
  const JointIndex joint = std::max(skeleton.find(place->joint), 0);
  Vec3 target = state.joints[static_cast<std::size_t>(joint)].world_position;
  target.z += state.root_above_ground();
  if (section == "Legs") target.z *= 0.6;
  if (target.z > 1.0 && place->distance < 1.0) target.z += 0.06;
  return SectionPlace{target, place->distance};
}

Camera section_camera(std::string_view section, const Skeleton& skeleton, const AvatarState& state,
                      double height) {
  Camera camera;
  if (const auto place = section_place(section, skeleton, state)) {
    camera.target = place->target;
    camera.distance = place->distance;
  } else {
    // The viewer's height ends below the crown.
    camera.target = {0.0, 0.0, 0.53 * height};
    camera.distance = 2.05 * height;
  }
  return camera;
}

}  // namespace mannequin::preview
