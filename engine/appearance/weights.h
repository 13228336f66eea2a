// From requested slider values to the weight of every parameter: clamping, drivers, sex.
#pragma once

#include <map>
#include <vector>

#include "engine/appearance/appearance.h"

namespace mannequin {

// The requested weights (not per cent) by parameter id. Unknown ids and values out of range are allowed.
using SliderValues = std::map<int, double>;

// The weights of one avatar. Not per cent.
struct ParameterWeights {
  Sex sex = Sex::female;
  std::vector<double> weight;     // by parameter index, after clamping and driving
  std::vector<double> effective;  // the applied weight: the default if the parameter is the other sex's
  std::vector<double> requested;  // the requested weight: members of a chain clamp it themselves
};

// Adds the default of every transmitted parameter missing from `values`. This is what makes a default
// avatar: drivers act only when set. Source: ALGORITHM 2.6.
SliderValues with_defaults(const Appearance& appearance, SliderValues values);

// Sets `requested` in ascending id order on a newly built avatar, exactly as listed. Parameters that are
// not transmitted (groups 1 and 2) are set last, so that a driven parameter set directly keeps
// its value. Source: ALGORITHM 3, 4.1, 4.2.
ParameterWeights evaluate_weights(const Appearance& appearance, const SliderValues& requested);

// evaluate_weights(with_defaults(requested)), reusing the memory of `out`.
void evaluate_weights_with_defaults(const Appearance& appearance, const SliderValues& requested,
                                    ParameterWeights& out);

// The weight that a driver with weight w gives a driven parameter of range [low, high].
double driven_weight(const DrivenLink& link, double w, double driver_min, double driver_max, double low,
                     double high);

// Slider position 0..100 and back.
double percent_from_weight(const ParameterDesc& parameter, double weight);
double weight_from_percent(const ParameterDesc& parameter, double percent);

}  // namespace mannequin
