// Numbers and strings in JSON output. Numbers have nine significant digits, which round-trip every
// float32 exactly and hide the noise of sums in double precision.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "engine/io/note.h"
#include "engine/math/types.h"

namespace mannequin::program {

double number(double value);
nlohmann::ordered_json numbers(std::span<const double> values);
nlohmann::ordered_json numbers(const Vec3& v);
nlohmann::ordered_json numbers(const Quat& q);  // x, y, z, w

// Readers' notes, each with severity, code, where and message.
nlohmann::ordered_json notes_json(const io::Notes& notes);

// Names in files, and of files, may not be UTF-8, but JSON is: other bytes become U+FFFD. `indent`: as
// for dump().
std::string json_text(const nlohmann::ordered_json& json, int indent = -1);

// The same to stdout, with a newline.
void put_json(const nlohmann::ordered_json& json, int indent = -1);

}  // namespace mannequin::program
