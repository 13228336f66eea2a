#include "tools/preview/people_pictures.h"

#include <utility>

namespace mannequin::preview {
namespace {

// All from the same distance, so that tall people look tall.
Camera at_a_person(const AvatarState&) {
  Camera camera;
  camera.target = {0.0, 0.0, 1.08};
  camera.distance = 3.9;
  camera.yaw = 0.35;
  return camera;
}

}  // namespace

Result<bool> PeoplePictures::step(const Workspace& workspace, PeopleStrip& strip, int side) {
  const auto& people = workspace.document.people.list();
  shown_.resize(people.size());
  strip.textures.resize(people.size());
  if (!strip.wanted || workspace.document.avatar().visible_meshes().empty()) return false;
  bool drawn = false;
  for (std::size_t i = 0; i < people.size(); ++i) {
    SmallPictureInputs seen = small_picture_inputs(workspace, people[i].sliders, side);
    std::optional<Shown>& shown = shown_[i];
    if (shown && shown->of == seen) continue;
    if (drawn) return true;
    if (!shown || shown->of.side != side) shown.emplace(Shown{Canvas(side, side), {}});
    AvatarInputs inputs = workspace.document.avatar().inputs();
    inputs.apply_parameters = true;
    inputs.sliders = people[i].sliders;
    if (auto status = picture_.draw(workspace, inputs, at_a_person, shown->canvas.framebuffer(),
                                    {.width = side, .height = side});
        !status)
      return error_of(status);
    shown->of = std::move(seen);
    strip.textures[i] = shown->canvas.texture();
    drawn = true;
  }
  return drawn;
}

}  // namespace mannequin::preview
