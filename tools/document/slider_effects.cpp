#include "tools/document/slider_effects.h"

#include <algorithm>
#include <string_view>

#include "engine/io/layer_sets_file.h"
#include "engine/layers/layer_reach.h"
#include "tools/document/painted_clothing.h"
#include "tools/document/plain_names.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

// Worn is worn, also where it is hidden in the window, as in-world an invisible mesh is. Only the system
// avatar is taken for gone where it is hidden.
bool is_there(const WornFile& file) { return file.visible || !file.system_avatar; }

// As the window calls them: meshes by their files, joints also by what people call them. Of `avatar`, which
// must live as long. `counts`: which files are measured.
template <typename Counts>
EffectNames names_of(const DressedAvatar& avatar, Counts&& counts) {
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

// What is not measured may well have weights there.
void name_subject(std::string& reason, const std::string& name) {
  constexpr std::string_view kAll = "nothing worn has weights there";
  if (const auto at = reason.find(kAll); at != std::string::npos)
    reason.replace(at, kAll.size(), name + " has no weights there");
}

}  // namespace

namespace {

bool paints_now(const DressedAvatar& avatar, ParameterIndex slider) {
  const Appearance& appearance = avatar.character().appearance;
  const std::string& type = appearance[slider].wearable;
  const auto& clothing = avatar.choice().clothing;
  // Who is painted has skin, hair and eyes.
  const bool body_part = type == "skin" || type == "hair" || type == "eyes";
  if (body_part ? clothing.empty()
                : std::ranges::find(clothing, type, &mannequin::WornItem::type) == clothing.end())
    return false;
  const LayerReach reach = layer_reach(io::builtin_layer_sets(), appearance, slider);
  return !reach.paints.empty() && !reach.ignored;
}

}  // namespace

bool SliderEffects::counts(const WornFile& file) const {
  return is_there(file) && (file_ == nullptr || file_.get() == &file);
}

bool SliderEffects::known(const DressedAvatar& avatar, bool plays) const {
  const AvatarChoice& now = avatar.choice();
  return plays ? worn_revision_ == avatar.worn_revision() && choice_.sliders == now.sliders &&
                     choice_.apply_parameters == now.apply_parameters &&
                     same_clothing(choice_.clothing, now.clothing)
               : revision_ == avatar.revision();
}

bool SliderEffects::follow(const DressedAvatar& avatar, bool plays) {
  const auto& rows = avatar.worn();
  const auto row = std::ranges::find(rows, wanted_);
  const std::shared_ptr<const WornFile> file = row == rows.end() || (*row)->refused() ? nullptr : *row;
  if (known(avatar, plays) && file == file_) return false;
  revision_ = avatar.revision();
  worn_revision_ = avatar.worn_revision();
  choice_.sliders = avatar.choice().sliders;
  choice_.apply_parameters = avatar.choice().apply_parameters;
  choice_.clothing = avatar.choice().clothing;
  file_ = file;
  const Appearance& appearance = avatar.character().appearance;
  order_ = sliders_of(appearance, avatar.sex());
  // Sliders of the other sex move nothing now; their reason says so.
  for (const ParameterIndex slider :
       sliders_of(appearance, avatar.sex() == Sex::male ? Sex::female : Sex::male))
    if (!concerns(appearance[slider].sex, avatar.sex())) order_.push_back(slider);
  next_ = 0;
  // Why sliders move nothing then is wrong as soon as something is worn.
  if (std::exchange(wore_nothing_, rows.empty()) && !rows.empty()) effects_.clear();
  return true;
}

void SliderEffects::step(const DressedAvatar& avatar, int sliders) {
  if (finished()) return;
  const AvatarInputs now = avatar.inputs();
  std::vector<const MeasuredMesh*> worn;
  for (const auto& file : avatar.worn())
    if (counts(*file))
      for (const auto& mesh : file->meshes) worn.push_back(&mesh->measured);
  const EffectNames names = names_of(avatar, [&](const WornFile& file) { return counts(file); });
  const bool several = names.worn.size() > 1;
  for (int i = 0; i < sliders && !finished(); ++i, ++next_) {
    const int id = avatar.character().appearance[order_[next_]].id;
    SliderEffect& effect = effects_[id];
    effect = slider_effect(avatar.character(), now, order_[next_], worn, names);
    farthest_[id] = several && effect.metres > 0.0 ? names.mesh(effect.farthest) : "";
    painting_.erase(id);
    if (paints_now(avatar, order_[next_])) {
      painting_.insert(id);
      effect.why = DeadReason::none;  // it is seen
    }
    if (file_ != nullptr) name_subject(effect.reason, file_->name);
    effect.reason = tr_sentence(effect.reason);
  }
}

std::string SliderEffects::farthest(int parameter) const {
  const auto found = farthest_.find(parameter);
  return found == farthest_.end() ? "" : found->second;
}

const SliderEffect* SliderEffects::of(int parameter) const {
  const auto found = effects_.find(parameter);
  return found == effects_.end() ? nullptr : &found->second;
}

}  // namespace mannequin::document
