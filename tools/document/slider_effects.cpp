#include "tools/document/slider_effects.h"

#include "engine/io/layer_sets_file.h"
#include "tools/document/plain_names.h"

namespace mannequin::document {
namespace {

// Worn is worn, also where it is hidden in the window, as in-world an invisible mesh is. Only the system
// avatar is taken for gone where it is hidden.
bool counts(const WornFile& file) { return file.visible || !file.system_avatar; }

// As the window calls them: meshes by their files, joints also by what people call them. Of `avatar`, which
// must live as long.
EffectNames names_of(const DressedAvatar& avatar) {
  EffectNames names;
  names.layers = &io::builtin_layer_sets();
  std::vector<std::string> by_mesh;
  for (const auto& file : avatar.worn()) {
    if (!counts(*file) || file->refused()) continue;
    names.worn.push_back(file->name);
    by_mesh.insert(by_mesh.end(), file->meshes.size(), file->name);
  }
  names.mesh = [by_mesh](std::size_t mesh) { return by_mesh[mesh]; };
  names.offset_by = [&avatar](const Uuid& id) -> std::string {
    const WornFile* file = avatar.file_of(id);
    return file == nullptr ? "what is worn without a mesh" : file->name;
  };
  names.joint = named_in_sentence;
  return names;
}

}  // namespace

void SliderEffects::follow(const DressedAvatar& avatar) {
  if (revision_ == avatar.revision()) return;
  revision_ = avatar.revision();
  const Appearance& appearance = avatar.character().appearance;
  order_ = sliders_of(appearance, avatar.sex());
  // Those of the other sex move nothing now, and say so to who looks for them.
  for (const ParameterIndex slider :
       sliders_of(appearance, avatar.sex() == Sex::male ? Sex::female : Sex::male))
    if (!concerns(appearance[slider].sex, avatar.sex())) order_.push_back(slider);
  next_ = 0;
}

void SliderEffects::step(const DressedAvatar& avatar, int sliders) {
  if (finished()) return;
  const AvatarInputs now = avatar.inputs();
  std::vector<const MeasuredMesh*> worn;
  for (const auto& file : avatar.worn())
    if (counts(*file))
      for (const auto& mesh : file->meshes) worn.push_back(&mesh->measured);
  const EffectNames names = names_of(avatar);
  for (int i = 0; i < sliders && !finished(); ++i, ++next_)
    effects_[avatar.character().appearance[order_[next_]].id] =
        slider_effect(avatar.character(), now, order_[next_], worn, names);
}

const SliderEffect* SliderEffects::of(int parameter) const {
  const auto found = effects_.find(parameter);
  return found == effects_.end() ? nullptr : &found->second;
}

}  // namespace mannequin::document
