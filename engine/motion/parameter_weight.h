// Weights that motions give to appearance parameters, for movements without a joint.
#pragma once

namespace mannequin {

// A parameter that a motion sets, and its weight: for AvatarInputs::sliders or
// AvatarBatch::set_slider.
struct ParameterWeight {
  int parameter;
  float weight;
};

}  // namespace mannequin
