#include "tools/preview/session/slider_effects.h"

namespace mannequin::preview {

void SliderEffects::follow(const Scene& scene) {
  if (revision_ == scene.revision()) return;
  revision_ = scene.revision();
  order_ = sliders_of(scene.character().appearance, scene.sex());
  next_ = 0;
}

void SliderEffects::step(const Scene& scene, int sliders) {
  if (finished()) return;
  const AvatarInputs now = scene.inputs();
  std::vector<const MeasuredMesh*> worn;
  for (const WornMesh* mesh : scene.visible_meshes()) worn.push_back(&*mesh->measured);
  for (int i = 0; i < sliders && !finished(); ++i, ++next_)
    effects_[scene.character().appearance[order_[next_]].id] =
        slider_effect(scene.character(), now, order_[next_], worn);
}

const SliderEffect* SliderEffects::of(int parameter) const {
  const auto found = effects_.find(parameter);
  return found == effects_.end() ? nullptr : &found->second;
}

}  // namespace mannequin::preview
