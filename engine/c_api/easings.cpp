// Gradual changes of shape.
#include "engine/c_api/handles.h"
#include "mannequin/c_viewer.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

mannequin_status check_easing(const EasingObject& easing, const std::shared_ptr<const CharacterObject>& of) {
  if (easing.character == of) return MANNEQUIN_OK;
  return report(MANNEQUIN_BAD_ARGUMENT,
                "The easing belongs to another character; create it with one of this.");
}

// Reuses the memory of the previous ones, so that frames do not allocate. A copy that runs out of memory
// changes nothing.
void keep_weights(const ParameterWeights& from, std::optional<ParameterWeights>& to) {
  if (to) {
    *to = from;
    return;
  }
  ParameterWeights copy = from;
  to = std::move(copy);
}

}  // namespace

mannequin_status mannequin_easing_create(const mannequin_avatar* from, mannequin_easing** out) {
  return with<AvatarObject>(from, [&](const auto& avatar) -> mannequin_status {
    if (!out) return null_argument("out");
    const Appearance& appearance = avatar->character->character.appearance;
    *out = static_cast<mannequin_easing*>(add_object(std::make_shared<EasingObject>(
        avatar->character, with_defaults(appearance, avatar->inputs.sliders))));
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_easing_release(mannequin_easing* easing) { return release<EasingObject>(easing); }

mannequin_status mannequin_easing_begin(mannequin_easing* easing, const mannequin_avatar* to) {
  return with<EasingObject, AvatarObject>(
      easing, to, [&](const auto& object, const auto& avatar) -> mannequin_status {
        if (const auto status = check_easing(*object, avatar->character); status != MANNEQUIN_OK)
          return status;
        object->transition.begin(
            with_defaults(object->character->character.appearance, avatar->inputs.sliders));
        return MANNEQUIN_OK;
      });
}

mannequin_status mannequin_easing_advance(mannequin_easing* easing, double seconds, int32_t* finished) {
  return with<EasingObject>(easing, [&](const auto& object) -> mannequin_status {
    if (const auto status = check_seconds(seconds); status != MANNEQUIN_OK) return status;
    object->transition.advance_to(static_cast<float>(seconds));
    if (finished) *finished = object->transition.finished();
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_set_eased(mannequin_avatar* avatar, const mannequin_easing* easing) {
  return with<AvatarObject, EasingObject>(
      avatar, easing, [&](const auto& object, const auto& eased) -> mannequin_status {
        if (const auto status = check_easing(*eased, object->character); status != MANNEQUIN_OK)
          return status;
        keep_weights(eased->transition.weights(), object->eased);
        object->shape_changed();
        return MANNEQUIN_OK;
      });
}

mannequin_status mannequin_crowd_set_eased(mannequin_crowd* crowd, uint32_t number,
                                           const mannequin_easing* easing) {
  return with<CrowdObject, EasingObject>(
      crowd, easing, [&](const auto& object, const auto& eased) -> mannequin_status {
        if (const auto status = check_number(*object, number); status != MANNEQUIN_OK) return status;
        if (const auto status = check_easing(*eased, object->character); status != MANNEQUIN_OK)
          return status;
        if (object->members.empty()) object->shapes[number].ease(eased->transition.weights());
        object->batch->set_weights(number, eased->transition.weights());
        return MANNEQUIN_OK;
      });
}
