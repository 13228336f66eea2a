// JSON text that was given where another kind of file was expected. Private: the readers of other kinds and
// the programs that tell kinds apart share it.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace mannequin::io {

class JsonObject;

// What is said of a plan of sweeps: where it belongs.
extern const char* const kIsFitPlan;

// Whether it has a key of plans with a value that plans have there; "sex", which shapes have too, does not
// count. The results of `fit` have a list of objects under "sliders", and are no plan.
bool is_fit_plan(JsonObject& root);

// Fails where more can be said of a whole file than that its kind is unknown: it is not well-formed JSON
// (cannot_read), perhaps because it is cut off, or it is a plan (unsupported).
Status check_stray_json(std::string_view text, const std::string& source);

}  // namespace mannequin::io
