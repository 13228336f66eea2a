// What motions do to appearance parameters, which move what no joint moves.
#pragma once

namespace mannequin {

// A parameter that a motion sets, and the weight that it is given: for AvatarInputs::sliders or
// AvatarBatch::set_slider.
struct ParameterWeight {
  int parameter;
  float weight;
};

}  // namespace mannequin
