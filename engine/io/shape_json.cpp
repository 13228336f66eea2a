// Our own shape: {"sex": "female", "params": {"33": 0.5, "Body Fat": {"percent": 40}}}.
#include <fmt/format.h>

#include "engine/io/json_file.h"
#include "engine/io/shape_collector.h"
#include "engine/io/stray_json.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

class ShapeJsonReader {
 public:
  ShapeJsonReader(JsonFault& fault, ShapeCollector& out, const std::string& source,
                  const Appearance& appearance)
      : fault_(fault), out_(out), source_(source), appearance_(appearance) {}

  void read(JsonObject root) {
    // A plan may have "sex", too, and would be overwritten when the shape is saved.
    if (!root.has("params") && is_fit_plan(root)) return root.blame(kIsFitPlan, ErrorCode::unsupported);
    if (root.has("schema")) check_schema(root);
    out_.describe(ShapeFormat::json, root.text("name"));
    const std::string sex = root.text("sex");
    if (root.has("sex") && sex != "female" && sex != "male")
      root.blame(fmt::format("has sex {}; it must be \"female\" or \"male\"", in_quotes(sex)));
    if (!root.has("params") && !root.has("sex"))
      root.blame("has no \"params\"; write \"params\": {\"33\": 0.5}, with ids or names and weights");
    root.each_in("params",
                 [&](const std::string& key, const nlohmann::json& value) { parameter(key, value); });
    if (!root.has("sex")) return;
    const double male = sex == "male" ? 1.0 : 0.0;
    if (!says_male_) return out_.add_wanted(source_, kMaleParameter, male);
    if ((*says_male_ > 0.5) != (male > 0.5))
      out_.note(source_, "sex_twice",
                "parameter 80 contradicts \"sex\" and takes precedence; remove one of them");
  }

 private:
  void parameter(const std::string& key, const nlohmann::json& value) {
    const std::string path = fmt::format("params.{}", in_quotes(key));
    const Result<int> id = find_parameter(appearance_, key);
    if (!id) return fault_.blame(path, id.error().what);
    const std::optional<double> weight = weight_of(path, *id, value);
    if (!weight) return;
    out_.add_wanted(fmt::format("{}, {}", source_, path), *id, *weight);
    if (*id == kMaleParameter) says_male_ = *weight;
  }

  // A bare number, or {"weight": w} or {"percent": p}; a weight is exact and takes precedence.
  std::optional<double> weight_of(const std::string& path, int id, const nlohmann::json& value) {
    if (!value.is_object()) {
      JsonTree<nlohmann::json> wrapped(nlohmann::json::object());
      wrapped.value["weight"] = value;
      const double weight = JsonObject(wrapped.value, path, fault_).required_number("weight", "0.5");
      return fault_.ok() ? std::optional(weight) : std::nullopt;
    }
    JsonObject object(value, path, fault_);
    for (const char* for_people : {"id", "name", "label"}) object.ignore(for_people);
    if (!object.has("percent") || object.has("weight")) {
      object.ignore("percent");
      const double weight = object.required_number("weight", "0.5, or \"percent\": 40");
      object.finish();
      return fault_.ok() ? std::optional(weight) : std::nullopt;
    }
    const double percent = object.number("percent", 0.0);
    object.finish();
    if (!fault_.ok()) return std::nullopt;
    const ParameterIndex p = appearance_.find(id);
    if (p == kNoParameter) {
      object.blame(
          fmt::format("gives a percentage of parameter {}, whose range is unknown; correct the number", id));
      return std::nullopt;
    }
    return weight_from_percent(appearance_[p], percent);
  }

  JsonFault& fault_;
  ShapeCollector& out_;
  const std::string& source_;
  const Appearance& appearance_;
  std::optional<double> says_male_;
};

}  // namespace

Result<ShapeFile> read_shape_json(std::string_view text, const std::string& source,
                                  const Appearance& appearance) {
  JsonRoot file(text, source);
  ShapeCollector out(text, source, appearance);
  if (file.ok()) ShapeJsonReader(file.fault(), out, source, appearance).read(file.object());
  if (!file.ok()) return error_of(file);
  return std::move(out).finish();
}

}  // namespace mannequin::io
