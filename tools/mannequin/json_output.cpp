#include "tools/mannequin/json_output.h"

#include <charconv>
#include <cmath>

#include "tools/mannequin/program.h"

namespace mannequin::program {

double number(double value) {
  if (!std::isfinite(value) || value == 0.0) return 0.0;
  char text[40];
  const auto written = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 9);
  double rounded = value;
  std::from_chars(text, written.ptr, rounded);
  return rounded;
}

nlohmann::ordered_json numbers(std::span<const double> values) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

nlohmann::ordered_json numbers(const Vec3& v) { return {number(v.x), number(v.y), number(v.z)}; }

nlohmann::ordered_json numbers(const Quat& q) { return {number(q.x), number(q.y), number(q.z), number(q.w)}; }

nlohmann::ordered_json notes_json(const io::Notes& notes) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const io::Note& note : notes) {
    const char* severity = note.severity == io::Severity::error     ? "error"
                           : note.severity == io::Severity::warning ? "warning"
                                                                    : "info";
    list.push_back(
        {{"severity", severity}, {"code", note.code}, {"where", note.where}, {"message", note.what}});
  }
  return list;
}

std::string json_text(const nlohmann::ordered_json& json, int indent) {
  return json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void put_json(const nlohmann::ordered_json& json, int indent) { put(json_text(json, indent) + "\n"); }

}  // namespace mannequin::program
