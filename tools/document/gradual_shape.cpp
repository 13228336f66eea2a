#include "tools/document/gradual_shape.h"

namespace mannequin::document {

void GradualShape::begin(const AvatarChoice& from) {
  if (bench_.avatar.revision() == 0 || !from.apply_parameters) return;
  const Appearance& appearance = bench_.character().appearance;
  transition_.emplace(appearance, with_defaults(appearance, from.sliders));
  transition_->begin(with_defaults(appearance, bench_.choice().sliders));
  seconds_ = 0.0;
  bench_.avatar.show_weights(transition_->weights());
}

void GradualShape::step(double seconds) {
  if (!transition_) return;
  seconds_ += seconds;
  if (bench_.avatar.shows_weights()) {
    transition_->advance_to(static_cast<float>(seconds_));
    bench_.avatar.show_weights(transition_->finished() ? std::nullopt
                                                       : std::optional(transition_->weights()));
  }
  // Finished, or another choice was made meanwhile.
  if (!bench_.avatar.shows_weights()) transition_.reset();
}

}  // namespace mannequin::document
