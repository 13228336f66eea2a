#include "tools/mannequin/inspect_shape.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "engine/io/shape_file.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

const char* format_word(io::ShapeFormat format) {
  switch (format) {
    case io::ShapeFormat::json:
      return "json";
    case io::ShapeFormat::archetype:
      return "archetype";
    case io::ShapeFormat::wearable:
      return "wearable";
  }
  return "";
}

// By the number in an LLWearable asset.
std::string wearable_word(int type) {
  static constexpr std::array kWords = {"shape", "skin",  "hair",   "eyes",    "shirt",      "pants",
                                        "shoes", "socks", "jacket", "gloves",  "undershirt", "underpants",
                                        "skirt", "alpha", "tattoo", "physics", "universal"};
  return type >= 0 && type < static_cast<int>(kWords.size()) ? kWords[static_cast<std::size_t>(type)]
                                                             : fmt::format("unknown type {}", type);
}

struct SectionUse {
  std::string name;
  std::size_t sliders = 0;  // set by the file
  std::size_t moved = 0;    // of these, not at their default
};

// The values set by the file, by the editor's sections; the rest comes last.
std::vector<SectionUse> section_uses(const io::ShapeFile& shape, const Appearance& appearance) {
  std::vector<SectionUse> uses;
  std::map<int, std::size_t> section_of;
  for (const SectionDesc& section : appearance.sections()) {
    for (const int id : section.parameters) section_of.emplace(id, uses.size());
    uses.push_back({section.name});
  }
  uses.push_back({"elsewhere"});
  for (const auto& [id, weight] : shape.sliders) {
    const auto found = section_of.find(id);
    SectionUse& use = found == section_of.end() ? uses.back() : uses[found->second];
    ++use.sliders;
    use.moved += weight != appearance[appearance.find(id)].default_weight;
  }
  std::erase_if(uses, [](const SectionUse& use) { return use.sliders == 0; });
  return uses;
}

std::vector<int> unknown_ids(const io::ShapeFile& shape, const Appearance& appearance) {
  std::vector<int> ids;
  for (const auto& [id, weight] : shape.recorded)
    if (appearance.find(id) == kNoParameter) ids.push_back(id);
  return ids;
}

std::string sex_word(const io::ShapeFile& shape) {
  return !shape.sex ? "" : *shape.sex == Sex::male ? "male" : "female";
}

void print_json(const std::string& file, const io::ShapeFile& shape, const Appearance& appearance) {
  const std::string sex = sex_word(shape);
  Json params = Json::object(), sections = Json::array();
  for (const auto& [id, weight] : shape.sliders) {
    const ParameterDesc& parameter = appearance[appearance.find(id)];
    params[std::to_string(id)] = {{"label", parameter.label},
                                  {"weight", number(weight)},
                                  {"percent", number(percent_from_weight(parameter, weight))}};
  }
  for (const SectionUse& use : section_uses(shape, appearance))
    sections.push_back({{"name", use.name}, {"sliders", use.sliders}, {"moved", use.moved}});
  put_json(Json{{"schema", 1},
                {"kind", "shape"},
                {"file", file},
                {"format", format_word(shape.format)},
                {"name", shape.name},
                {"wearable", shape.wearable_type ? Json(wearable_word(*shape.wearable_type)) : Json()},
                {"sex", sex.empty() ? Json() : Json(sex)},
                {"parameters", shape.recorded.size()},
                {"sliders", shape.sliders.size()},
                {"unknown", unknown_ids(shape, appearance)},
                {"sections", std::move(sections)},
                {"params", std::move(params)},
                {"notes", notes_json(shape.notes)}});
}

void print_text(const io::ShapeFile& shape, const Appearance& appearance) {
  const std::string sex = sex_word(shape);
  say("{}{}{}, {}: {} parameters, {} of them sliders", format_word(shape.format),
      shape.wearable_type ? fmt::format(" ({})", wearable_word(*shape.wearable_type)) : "",
      shape.name.empty() ? "" : fmt::format(" '{}'", shape.name), sex.empty() ? "no sex" : sex,
      shape.recorded.size(), shape.sliders.size());
  if (const auto unknown = unknown_ids(shape, appearance); !unknown.empty())
    say(", {} unknown: {}", unknown.size(), fmt::join(unknown, ", "));
  say("\n\n{:<14} {:>7} {:>20}\n", "section", "sliders", "not at default");
  for (const SectionUse& use : section_uses(shape, appearance))
    say("{:<14} {:>7} {:>20}\n", use.name, use.sliders, use.moved);
  say("\n{:>6}  {:<24} {:>8}  {:>8}\n", "id", "slider", "weight", "of 100");
  for (const auto& [id, weight] : shape.sliders) {
    const ParameterDesc& parameter = appearance[appearance.find(id)];
    say("{:>6}  {:<24} {:>8.3f}  {:>6.1f} %\n", id, parameter.label, weight,
        percent_from_weight(parameter, weight));
  }
}

}  // namespace

Result<int> inspect_shape(const std::filesystem::path& path, const io::Bytes& bytes,
                          const Appearance& appearance, bool as_json) {
  const std::string file = path.filename().string();
  const Result<io::ShapeFile> shape = io::read_shape(bytes, file, appearance);
  if (!shape) return error_of(shape);
  if (as_json) {
    print_json(file, *shape, appearance);
  } else {
    report(shape->notes, true);
    print_text(*shape, appearance);
  }
  return kDone;
}

}  // namespace mannequin::program
