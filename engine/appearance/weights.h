// From requested slider values to the weight of every parameter: clamping, drivers, sex.
#pragma once

#include <map>
#include <vector>

#include "engine/appearance/appearance.h"

namespace mannequin {

// What was asked for: weight (not per cent) by parameter id. Unknown ids and values out of range are fine.
using SliderValues = std::map<int, double>;

// The weights of one avatar. Not per cent.
struct ParameterWeights {
  Sex sex = Sex::female;
  std::vector<double> weight;     // by parameter index, after clamping and driving
  std::vector<double> effective;  // what is applied: the default where the parameter is the other sex's
  std::vector<double> requested;  // what was asked for: members of a chain clamp it by themselves
};

// Adds the default of every transmitted parameter that `values` does not name. This is what makes a default
// avatar: drivers act only when set. Source: ALGORITHM 2.6.
SliderValues with_defaults(const Appearance& appearance, SliderValues values);

// Sets `requested` in ascending id order on a newly built avatar, exactly as listed. Parameters that no
// appearance message carries (groups 1 and 2) are set last, so that a driven parameter named by hand keeps
// its value. Source: ALGORITHM 3, 4.1, 4.2.
ParameterWeights evaluate_weights(const Appearance& appearance, const SliderValues& requested);

// evaluate_weights(with_defaults(requested)) with the memory that `out` has.
void evaluate_weights_with_defaults(const Appearance& appearance, const SliderValues& requested,
                                    ParameterWeights& out);

// The weight a driver with weight w gives to a driven parameter of range [low, high].
double driven_weight(const DrivenLink& link, double w, double driver_min, double driver_max, double low,
                     double high);

// Slider position 0..100 and back.
double percent_from_weight(const ParameterDesc& parameter, double weight);
double weight_from_percent(const ParameterDesc& parameter, double percent);

}  // namespace mannequin
