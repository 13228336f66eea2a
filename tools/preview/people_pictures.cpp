#include "tools/preview/people_pictures.h"

namespace mannequin::preview {
namespace {

// All from the same distance, so that who is tall looks tall.
Camera at_a_person(const AvatarState&) {
  Camera camera;
  camera.target = {0.0, 0.0, 1.08};
  camera.distance = 3.9;
  camera.yaw = 0.35;
  return camera;
}

}  // namespace

bool PeoplePictures::Seen::operator==(const Seen& other) const {
  return sliders == other.sliders && same_pose(pose, other.pose) && worn == other.worn &&
         side == other.side && light == other.light && file_colors == other.file_colors &&
         textures == other.textures;
}

Result<bool> PeoplePictures::step(const Workspace& workspace, PeopleStrip& strip, int side) {
  const auto& people = workspace.document.people.list();
  shown_.resize(people.size());
  strip.textures.resize(people.size());
  if (!strip.wanted || workspace.document.avatar().visible_meshes().empty()) return false;
  const ViewSettings& settings = workspace.view.settings;
  bool drawn = false;
  for (std::size_t i = 0; i < people.size(); ++i) {
    Seen seen{people[i].sliders,
              workspace.document.avatar().choice().pose,
              workspace.document.avatar().worn_revision(),
              side,
              settings.light_theme,
              settings.file_colors,
              settings.textures};
    std::optional<Shown>& shown = shown_[i];
    if (shown && shown->of == seen) continue;
    if (drawn) return true;
    if (!shown || shown->of.side != side) shown.emplace(Shown{Canvas(side, side), {}});
    AvatarInputs inputs = workspace.document.avatar().inputs();
    inputs.apply_parameters = true;
    inputs.sliders = people[i].sliders;
    if (auto status = picture_.draw(workspace, inputs, at_a_person, shown->canvas, side); !status)
      return error_of(status);
    shown->of = std::move(seen);
    strip.textures[i] = shown->canvas.texture();
    drawn = true;
  }
  return drawn;
}

}  // namespace mannequin::preview
