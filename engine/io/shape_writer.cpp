#include "engine/io/shape_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "engine/appearance/appearance_message.h"
#include "engine/io/float_text.h"
#include "engine/io/json_file.h"
#include "engine/io/text_file.h"
#include "engine/io/xml_text.h"

namespace mannequin::io {
namespace {

// The maximum length of item names in the viewer's inventory.
constexpr std::size_t kMaxName = 63;

// One line, as required by every format, and no longer than a viewer accepts.
std::string clean_name(std::string_view name) {
  const bool utf8 = check_text_file(name, "").has_value();
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    out.push_back(byte < 0x20 || byte == 0x7f ? ' ' : byte >= 0x80 && !utf8 ? '?' : c);
  }
  if (out.size() > kMaxName) {
    std::size_t end = kMaxName;
    while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xC0) == 0x80) --end;
    out.resize(end);
  }
  return out;
}

bool is_writable(double weight) { return std::isfinite(weight) && std::abs(weight) <= kMaxTextFileNumber; }

// The viewer's words in its dump.
const char* kind_word(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::skeleton:
      return "param_skeleton";
    case ParameterKind::morph:
      return "param_morph";
    case ParameterKind::driver:
      return "param_driver";
    case ParameterKind::texture_alpha:
      return "param_alpha";
    case ParameterKind::texture_color:
      return "param_color";
  }
  return "unknown";
}

// Three decimals as in a viewer's dump, more if the float32 would not round-trip.
std::string dump_number(double weight) {
  const auto value = static_cast<float>(weight + 0.0);
  const std::string three = fmt::format("{:.3f}", value);
  if (const auto read = parse_number(three); read && static_cast<float>(*read) == value && value != 0.0f)
    return three;
  if (value == 0.0f) return "0.000";
  std::string shortest;
  append_float(shortest, value);
  return shortest;
}

// Two decimals without insignificant zeros: .5, -.25, 24, 0.
std::string asset_number(double weight) {
  std::string text = fmt::format("{:.2f}", static_cast<float>(weight));
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  if (text == "-0" || text == "0") return "0";
  const std::size_t zero = text.starts_with('-') ? 1 : 0;
  if (text.substr(zero).starts_with("0.")) text.erase(zero, 1);
  return text;
}

WrittenShape write_json(const Appearance& appearance, const SliderValues& sliders, const std::string& name) {
  WrittenShape written;
  JsonLine head;
  head.raw("schema", "1");
  if (!name.empty()) head.text("name", name);
  const auto male = sliders.find(kMaleParameter);
  const bool plain_sex = male != sliders.end() && (male->second == 0.0 || male->second == 1.0) &&
                         appearance.find(kMaleParameter) != kNoParameter;
  if (plain_sex) head.text("sex", male->second == 1.0 ? "male" : "female");
  std::string lines;
  for (const auto& [id, weight] : sliders) {
    const ParameterIndex p = appearance.find(id);
    if (p == kNoParameter || !is_writable(weight)) {
      written.left_out.push_back(id);
      continue;
    }
    if (plain_sex && id == kMaleParameter) continue;
    const ParameterDesc& parameter = appearance[p];
    JsonLine line;
    line.text("label", slider_label(parameter));
    line.number("percent", std::round(percent_from_weight(parameter, weight)) + 0.0);
    line.number("weight", weight + 0.0);
    lines += fmt::format("{}\n    \"{}\": {{{}}}", lines.empty() ? "" : ",", id, line.str());
  }
  written.text =
      fmt::format("{{{}, \"params\": {{{}{}}}}}\n", head.str(), lines, lines.empty() ? "" : "\n  ");
  return written;
}

WrittenShape write_archetype(const Appearance& appearance, const SliderValues& sliders,
                             const std::string& name) {
  WrittenShape written;
  written.text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<linden_genepool version=\"1.0\">\n\n"
      "\t<archetype name=\"{}\">\n",
      xml_text(name.empty() ? "???" : name));
  for (const auto& [id, weight] : sliders) {
    const ParameterIndex p = appearance.find(id);
    if (p == kNoParameter || !Appearance::is_transmitted(appearance[p]) || !is_writable(weight)) {
      written.left_out.push_back(id);
      continue;
    }
    const ParameterDesc& parameter = appearance[p];
    fmt::format_to(std::back_inserter(written.text),
                   "\t\t<param id=\"{}\" name=\"{}\" display=\"{}\" value=\"{}\" u8=\"{}\" type=\"{}\" "
                   "wearable=\"{}\" group=\"{}\"/>\n",
                   id, xml_text(parameter.name), xml_text(parameter.label), dump_number(weight),
                   byte_from_weight(parameter, weight), kind_word(parameter.kind),
                   parameter.wearable.empty() ? "invalid" : parameter.wearable, parameter.group);
  }
  written.text += "\t</archetype>\n\n</linden_genepool>\n";
  return written;
}

WrittenShape write_wearable(const Appearance& appearance, const SliderValues& sliders,
                            const std::string& name) {
  constexpr std::string_view kShape = "shape";
  WrittenShape written;
  SliderValues settable;
  for (const auto& [id, weight] : sliders) {
    const ParameterIndex p = appearance.find(id);
    const bool held = p != kNoParameter && Appearance::is_transmitted(appearance[p]) && is_writable(weight);
    if (held) settable[id] = std::clamp(weight, appearance[p].min, appearance[p].max);
    if (!held || (appearance[p].wearable != kShape && weight != appearance[p].default_weight))
      written.left_out.push_back(id);
  }
  settable = with_defaults(appearance, std::move(settable));
  // Rounds first, so that driven values match their drivers as stored in the file.
  for (auto& [id, weight] : settable) weight = parse_number(asset_number(weight)).value_or(weight);
  const ParameterWeights weights = evaluate_weights(appearance, settable);
  std::string lines;
  int count = 0;
  for (std::size_t p = 0; p < appearance.size(); ++p) {
    if (appearance.parameters()[p].wearable != kShape) continue;
    fmt::format_to(std::back_inserter(lines), "{} {}\n", appearance.parameters()[p].id,
                   asset_number(weights.weight[p]));
    ++count;
  }
  // Full permissions, no owner: an inventory sets its own when the asset is uploaded.
  constexpr std::string_view kNobody = "00000000-0000-0000-0000-000000000000";
  written.text = fmt::format("LLWearable version 22\n{}\n\n\tpermissions 0\n\t{{\n", name);
  for (const char* mask : {"base", "owner", "group", "everyone", "next_owner"})
    fmt::format_to(std::back_inserter(written.text), "\t\t{}_mask\t7fffffff\n", mask);
  for (const char* person : {"creator", "owner", "last_owner", "group"})
    fmt::format_to(std::back_inserter(written.text), "\t\t{}_id\t{}\n", person, kNobody);
  fmt::format_to(std::back_inserter(written.text),
                 "\t}}\n\tsale_info\t0\n\t{{\n\t\tsale_type\tnot\n\t\tsale_price\t10\n\t}}\ntype 0\n"
                 "parameters {}\n{}textures 0\n",
                 count, lines);
  return written;
}

}  // namespace

WrittenShape write_shape(ShapeFormat format, const Appearance& appearance, const SliderValues& sliders,
                         const std::string& name) {
  const std::string clean = clean_name(name);
  switch (format) {
    case ShapeFormat::json:
      return write_json(appearance, sliders, clean);
    case ShapeFormat::archetype:
      return write_archetype(appearance, sliders, clean);
    case ShapeFormat::wearable:
      return write_wearable(appearance, sliders, clean);
  }
  return {};
}

}  // namespace mannequin::io
