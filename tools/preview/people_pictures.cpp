#include "tools/preview/people_pictures.h"

#include <utility>

#include "tools/preview/view/people_outline.h"

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

Result<bool> PeoplePictures::step(const Workspace& workspace, PeopleScenes& scenes, PeopleStrip& strip,
                                  int side) {
  const auto& people = workspace.document.people.list();
  shown_.resize(people.size());
  strip.textures.resize(people.size());
  if (!strip.wanted) scenes.release();
  if (!strip.wanted) return false;
  if (workspace.document.avatar().visible_meshes().empty()) {
    strip.textures.assign(people.size(), 0);  // not those of what was taken off
    return false;
  }
  bool drawn = false;
  for (std::size_t i = 0; i < people.size(); ++i) {
    SmallPictureInputs seen = small_picture_inputs(workspace, people[i].sliders, side);
    std::optional<Shown>& shown = shown_[i];
    if (shown && shown->of == seen) {
      strip.textures[i] = shown->canvas.texture();
      continue;
    }
    if (drawn) return true;
    if (!shown || shown->of.side != side) shown.emplace(Shown{Canvas(side, side), {}});
    const auto scene = scenes.of(workspace, people[i].sex);
    if (!scene) return error_of(scene);
    const AvatarInputs inputs = inputs_of(workspace, (*scene)->avatar(), people[i]);
    if (auto status = picture_.draw(**scene, workspace.view.settings, inputs, at_a_person,
                                    shown->canvas.framebuffer(), {.width = side, .height = side});
        !status)
      return error_of(status);
    shown->of = std::move(seen);
    strip.textures[i] = shown->canvas.texture();
    drawn = true;
  }
  return drawn;
}

}  // namespace mannequin::preview
