// Numbers as the JSON output has them: nine significant digits, which give back every float32 exactly and
// hide the noise of sums in double precision.
#pragma once

#include <nlohmann/json.hpp>
#include <span>

#include "engine/io/note.h"
#include "engine/math/types.h"

namespace mannequin::program {

double number(double value);
nlohmann::ordered_json numbers(std::span<const double> values);
nlohmann::ordered_json numbers(const Vec3& v);
nlohmann::ordered_json numbers(const Quat& q);  // x, y, z, w

// What readers noticed, each with severity, code, where and message.
nlohmann::ordered_json notes_json(const io::Notes& notes);

}  // namespace mannequin::program
