#include "tools/document/sliders.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/fit/slider_reach.h"
#include "tools/document/translation.h"

namespace mannequin::document {
void Sliders::begin(const ParameterDesc& parameter) {
  drag_recorded_ = false;
  drag_began_ = percent_from_weight(parameter, bench_.avatar.weight(parameter));
}

void Sliders::move(const ParameterDesc& parameter, double percent) {
  percent = std::clamp(percent, 0.0, 100.0);
  const double weight = weight_from_percent(parameter, percent);
  if (weight == bench_.avatar.weight(parameter)) return;
  const std::string name =
      fmt::format("{} {:.0f} \u2192 {:.0f}", tr(slider_label(parameter)), drag_began_, percent);
  // Records the step on the first change, not when the button goes down.
  if (drag_recorded_)
    bench_.history.rename(name);
  else
    bench_.history.record(name, bench_.choice());
  drag_recorded_ = true;
  last_moved_ = parameter.id;
  bench_.avatar.set_weight(parameter, weight);
}

void Sliders::cancel(const ParameterDesc& parameter) {
  if (!drag_recorded_) return;
  drag_recorded_ = false;
  bench_.avatar.choose(bench_.history.cancel());
  bench_.report(Message::Kind::done, tr("{} is as it was before the drag", tr(slider_label(parameter))));
}

void Sliders::set(const ParameterDesc& parameter, double percent) {
  begin(parameter);
  move(parameter, percent);
  drag_recorded_ = false;
}

void Sliders::step(const ParameterDesc& parameter, double percent, bool goes_on) {
  begin(parameter);
  if (goes_on && last_moved_ == parameter.id && stepped_ != 0 && stepped_ == bench_.history.latest() &&
      !bench_.history.can_redo()) {
    drag_recorded_ = true;
    drag_began_ = steps_began_;
  }
  steps_began_ = drag_began_;
  move(parameter, percent);
  stepped_ = drag_recorded_ ? bench_.history.latest() : 0;
  drag_recorded_ = false;
}

void Sliders::reset(const ParameterDesc& parameter) {
  if (!bench_.choice().sliders.contains(parameter.id)) return;
  bench_.history.record(tr("Reset {}", tr(slider_label(parameter))), bench_.choice());
  bench_.avatar.set_weight(parameter, parameter.default_weight);
}

void Sliders::reset_section(const SectionDesc& section) {
  AvatarChoice choice = bench_.choice();
  bench_.history.record(tr("Reset {}", tr(section.name)), choice);
  for (const int id : section.parameters)
    if (id != kMaleParameter) choice.sliders.erase(id);
  bench_.avatar.choose(std::move(choice));
}

void Sliders::reset_all() {
  AvatarChoice choice = bench_.choice();
  bench_.history.record(tr("Default shape"), choice, /*leaves_shape=*/true);
  const Sex sex = bench_.avatar.sex();
  choice.sliders.clear();
  choice.shape.clear();  // another shape: saved, it must not replace the file of the one before
  choice.apply_parameters = true;
  if (sex == Sex::male) choice.sliders[kMaleParameter] = 1.0;
  bench_.avatar.choose(std::move(choice));
  bench_.report(Message::Kind::done, tr("Every slider is at its default."));
}

void Sliders::rest() {
  AvatarChoice choice = bench_.choice();
  bench_.history.record(tr("Rest"), choice);
  choice.apply_parameters = false;
  bench_.avatar.choose(std::move(choice));
}

void Sliders::set_sex(Sex sex) {
  AvatarChoice choice = bench_.choice();
  bench_.history.record(sex == Sex::male ? tr("Male") : tr("Female"), choice);
  choice.sliders[kMaleParameter] = sex == Sex::male ? 1.0 : 0.0;
  choice.apply_parameters = true;
  bench_.avatar.choose(std::move(choice));
  stand_in_.change_sex();
}

void Sliders::begin_trial(bool another_shape) {
  AvatarChoice choice = bench_.choice();
  trial_ = choice;
  tries_another_shape_ = another_shape;
  if (!another_shape) return;
  choice.shape.clear();  // as of the default shape
  bench_.avatar.choose(std::move(choice));
}

void Sliders::try_out(SliderValues sliders) {
  AvatarChoice choice = bench_.choice();
  choice.sliders = std::move(sliders);
  choice.apply_parameters = true;
  bench_.avatar.choose(std::move(choice));
}

void Sliders::end_trial(bool keep, const std::string& step) {
  if (!trial_) return;
  AvatarChoice before = std::move(*trial_);
  trial_.reset();
  if (!keep) return bench_.avatar.choose(std::move(before));
  if (AvatarChoice choice = bench_.choice(); before.sliders == choice.sliders) {
    if (choice.shape.empty()) choice.shape = before.shape;  // it is the same one after all
    return bench_.avatar.choose(std::move(choice));
  }
  bench_.history.record(step, std::move(before), /*leaves_shape=*/tries_another_shape_,
                        /*unsaved=*/tries_another_shape_);
}

}  // namespace mannequin::document
