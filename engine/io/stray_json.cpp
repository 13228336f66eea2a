#include "engine/io/stray_json.h"

#include <algorithm>
#include <array>

#include "engine/io/json_file.h"

namespace mannequin::io {
namespace {

bool is_list_of(const nlohmann::json& value, bool (*of)(const nlohmann::json&)) {
  return value.is_array() && std::ranges::all_of(value, of);
}

}  // namespace

const char* const kIsFitPlan =
    "is a fit plan, not a shape; give it to fit or mend with --sweep, or in the window's Fit tab choose a "
    "plan file at Plan, and type its path";

bool is_fit_plan(JsonObject& root) {
  constexpr std::array kNumbers = {"steps", "pairs", "random", "seed", "frames"};
  constexpr std::array kFiles = {"shapes", "poses", "clips"};
  const auto has = [&](const char* key, auto fits) {
    const nlohmann::json* value = root.any(key);
    return value != nullptr && fits(*value);
  };
  const auto is_number = [](const nlohmann::json& value) { return value.is_number(); };
  const auto are_files = [](const nlohmann::json& value) {
    return is_list_of(value, [](const nlohmann::json& one) { return one.is_string(); });
  };
  const auto are_sliders = [](const nlohmann::json& value) {
    return value.is_string() || is_list_of(value, [](const nlohmann::json& one) { return one.is_number(); });
  };
  return has("sliders", are_sliders) ||
         std::ranges::any_of(kNumbers, [&](const char* key) { return has(key, is_number); }) ||
         std::ranges::any_of(kFiles, [&](const char* key) { return has(key, are_files); });
}

Status check_stray_json(std::string_view text, const std::string& source) {
  JsonRoot file(text, source);
  if (!file.ok()) return error_of(file);
  JsonObject root = file.object();
  if (file.ok() && is_fit_plan(root)) root.blame(kIsFitPlan, ErrorCode::unsupported);
  if (!file.ok()) return error_of(file);
  return {};
}

}  // namespace mannequin::io
