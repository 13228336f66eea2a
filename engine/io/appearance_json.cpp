// assets/appearance.json: sections, morph masks and one block per parameter. Schema: assets/README.md.
#include <fmt/format.h>

#include <array>
#include <set>

#include "engine/io/definitions.h"
#include "engine/io/json_file.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

constexpr std::array kKinds = {"skeleton", "morph", "driver", "texture_alpha",
                               "texture_color"};           // by ParameterKind
constexpr std::array kSexes = {"both", "female", "male"};  // by SexFilter

// The index of one of the known words.
template <std::size_t n>
std::size_t word(JsonObject& object, const char* key, const std::array<const char*, n>& words,
                 const std::string& value) {
  for (std::size_t i = 0; i < n; ++i)
    if (value == words[i]) return i;
  object.blame(fmt::format("has {} {}; it must be one of {}", key, in_quotes(value), fmt::join(words, ", ")));
  return 0;
}

JointEffectDesc read_effect(JsonObject& object, const char* name_key) {
  JointEffectDesc effect;
  effect.joint = object.required_text(name_key, "\"mNeck\"");
  effect.scale = object.vector("scale", Vec3(0.0));
  effect.position = object.vector("position", Vec3(0.0));
  return effect;
}

MorphDesc read_morph(JsonObject& object, const ParameterDesc& parameter) {
  MorphDesc morph;
  morph.mesh = object.required_text("mesh", "\"avatar_head.llm\"");
  morph.morph = object.required_text("morph", "\"Big_Brow\"");
  morph.clothing = object.flag("clothing");
  const std::vector<double> range = object.numbers("range", 2);
  morph.min = range.empty() ? parameter.min : range[0];
  morph.max = range.empty() ? parameter.max : range[1];
  object.each("volumes", [&](JsonObject& volume) { morph.volumes.push_back(read_effect(volume, "volume")); });
  return morph;
}

DrivenDesc read_driven(JsonObject& object, const ParameterDesc& parameter) {
  DrivenDesc driven{object.required_integer("parameter", "682"), parameter.min, parameter.max, parameter.max,
                    parameter.max};
  const std::vector<double> ramp = object.numbers("ramp", 4);
  if (!ramp.empty()) driven = {driven.parameter, ramp[0], ramp[1], ramp[2], ramp[3]};
  return driven;
}

// Unread keys, including those of another kind, are reported as unknown.
void read_contents(JsonObject& object, ParameterDesc& out) {
  if (out.kind == ParameterKind::skeleton)
    object.each("joints", [&](JsonObject& joint) { out.joints.push_back(read_effect(joint, "joint")); });
  if (out.kind == ParameterKind::morph)
    object.each("morphs", [&](JsonObject& morph) { out.morphs.push_back(read_morph(morph, out)); });
  if (out.kind == ParameterKind::driver)
    object.each("driven", [&](JsonObject& driven) { out.driven.push_back(read_driven(driven, out)); });
}

ParameterDesc read_parameter(JsonObject& object) {
  ParameterDesc out;
  out.id = object.required_integer("id", "33");
  out.name = object.required_text("name", "\"height\"");
  out.kind =
      static_cast<ParameterKind>(word(object, "kind", kKinds, object.required_text("kind", "\"skeleton\"")));
  out.group = object.required_integer("group", "0");
  if (out.group < 0 || out.group > 3)
    object.blame(fmt::format("has group {}; it must be 0, 1, 2 or 3", out.group));
  out.sex = static_cast<SexFilter>(word(object, "sex", kSexes, object.text("sex", "both")));
  out.wearable = object.text("wearable");
  out.cross_wearable = object.flag("cross_wearable");
  out.edit_group = object.text("edit_group");
  out.edit_group_order = object.number("edit_group_order", 0.0);
  out.label = object.text("label", out.name);
  out.label_min = object.text("label_min", "Less");
  out.label_max = object.text("label_max", "More");
  out.min = object.required_number("min", "0");
  out.max = object.required_number("max", "1");
  out.default_weight = object.required_number("default", "0");
  if (out.min > out.max)
    object.blame(fmt::format("has its min {} above its max {}; swap them", out.min, out.max));
  else if (out.default_weight != 0.0 && (out.default_weight < out.min || out.default_weight > out.max))
    object.blame(fmt::format("has its default {} outside {} to {}; move it inside, or write 0",
                             out.default_weight, out.min, out.max));
  read_contents(object, out);
  return out;
}

MorphMaskDesc read_mask(JsonObject& object) {
  MorphMaskDesc mask;
  mask.parameter = object.required_integer("parameter", "638");
  mask.mesh = object.required_text("mesh", "\"avatar_lower_body.llm\"");
  mask.layer = object.required_text("layer", "\"lower_pants\"");
  mask.invert = object.flag("invert");
  return mask;
}

// --- writing

// "key": [ one line per entry ], each line given without braces.
std::string block(const char* key, const std::vector<std::string>& lines, const std::string& indent) {
  std::string out = fmt::format("{}\"{}\": [", indent, key);
  for (std::size_t i = 0; i < lines.size(); ++i)
    out += fmt::format("\n{}  {{{}}}{}", indent, lines[i], i + 1 < lines.size() ? "," : "");
  return out + "]";
}

std::string written(const JointEffectDesc& effect, const char* name_key) {
  JsonLine line;
  line.text(name_key, effect.joint);
  if (effect.scale != Vec3(0.0)) line.vector("scale", effect.scale);
  if (effect.position != Vec3(0.0)) line.vector("position", effect.position);
  return line.str();
}

std::string written(const MorphDesc& morph, const ParameterDesc& parameter) {
  JsonLine line;
  line.text("mesh", morph.mesh).text("morph", morph.morph);
  if (morph.clothing) line.flag("clothing", true);
  if (morph.min != parameter.min || morph.max != parameter.max) line.numbers("range", {morph.min, morph.max});
  std::vector<std::string> volumes;
  for (const JointEffectDesc& volume : morph.volumes) volumes.push_back(written(volume, "volume"));
  return volumes.empty() ? line.str() : line.str() + ",\n" + block("volumes", volumes, "        ");
}

std::string written(const ParameterDesc& p) {
  JsonLine head;
  head.number("id", p.id).text("name", p.name).text("kind", kKinds[static_cast<std::size_t>(p.kind)]);
  head.number("group", p.group);
  if (p.sex != SexFilter::both) head.text("sex", kSexes[static_cast<std::size_t>(p.sex)]);
  if (!p.wearable.empty()) head.text("wearable", p.wearable);
  if (p.cross_wearable) head.flag("cross_wearable", true);
  if (!p.edit_group.empty()) head.text("edit_group", p.edit_group);
  if (p.edit_group_order != 0.0) head.number("edit_group_order", p.edit_group_order);
  JsonLine range;
  range.text("label", p.label);
  if (p.label_min != "Less") range.text("label_min", p.label_min);
  if (p.label_max != "More") range.text("label_max", p.label_max);
  range.number("min", p.min).number("max", p.max).number("default", p.default_weight);
  std::string out = fmt::format("    {{{},\n     {}", head.str(), range.str());

  std::vector<std::string> lines;
  for (const JointEffectDesc& effect : p.joints) lines.push_back(written(effect, "joint"));
  if (!lines.empty()) out += ",\n" + block("joints", lines, "     ");
  lines.clear();
  for (const MorphDesc& morph : p.morphs) lines.push_back(written(morph, p));
  if (!lines.empty()) out += ",\n" + block("morphs", lines, "     ");
  lines.clear();
  for (const DrivenDesc& d : p.driven)
    lines.push_back(
        JsonLine().number("parameter", d.parameter).numbers("ramp", {d.min1, d.max1, d.max2, d.min2}).str());
  if (!lines.empty()) out += ",\n" + block("driven", lines, "     ");
  return out + "}";
}

}  // namespace

Result<AppearanceDesc> read_appearance_json(std::string_view text, const std::string& source) {
  JsonRoot file(text, source);
  AppearanceDesc desc;
  desc.source = source;
  JsonObject root = file.object();
  check_schema(root);
  std::set<int> ids;
  root.each("parameters", [&](JsonObject& object) {
    desc.parameters.push_back(read_parameter(object));
    if (!ids.insert(desc.parameters.back().id).second)
      object.blame(
          fmt::format("repeats the id {}; ids must be unique: change one", desc.parameters.back().id));
  });
  const auto need = [&](JsonObject& object, int id) {
    if (ids.count(id) == 0)
      object.blame(fmt::format("names parameter {}, which does not exist; correct or remove it", id));
  };
  root.each("sections", [&](JsonObject& object) {
    desc.sections.push_back({object.required_text("name", "\"Body\""), object.integers("parameters")});
    for (const int id : desc.sections.back().parameters) need(object, id);
  });
  root.each("morph_masks", [&](JsonObject& object) {
    desc.morph_masks.push_back(read_mask(object));
    need(object, desc.morph_masks.back().parameter);
  });
  root.finish();
  if (file.ok() && desc.parameters.empty())
    root.blame("contains no parameter; choose another file, or list them in \"parameters\"");
  if (!file.ok()) return error_of(file);
  return desc;
}

std::string write_appearance_json(const AppearanceDesc& desc) {
  std::string out = R"({
  "schema": 1,
  "about": [
    "The avatar's appearance parameters and what each does, ascending by id; the editor's sections in its order.",
    "group: 0 slider, 1 driven or animatable, 2 slider that is not transmitted, 3 transmitted without being group 0.",
    "min, max, default are weights. Left out: sex both; label = name, label_min Less, label_max More; else empty, 0.",
    "joints: change of a joint per unit of weight, scale without unit, position in metres in the parent's frame.",
    "morphs: all get the same weight, each clamped to its own range if it has one; volumes: as joints, by the morph.",
    "driven: ramp [a, b, c, d] of the driver's weight: the driven one rises from a to b, stays to c, falls to d;",
    "left out: from the driver's min to its max, and stays. Scale and position that are left out are 0."
  ],
)";
  std::vector<std::string> lines;
  for (const SectionDesc& section : desc.sections)
    lines.push_back(JsonLine().text("name", section.name).integers("parameters", section.parameters).str());
  out += block("sections", lines, "  ") + ",\n";
  lines.clear();
  for (const MorphMaskDesc& mask : desc.morph_masks) {
    JsonLine line;
    line.number("parameter", mask.parameter).text("mesh", mask.mesh).text("layer", mask.layer);
    if (mask.invert) line.flag("invert", true);
    lines.push_back(line.str());
  }
  out += block("morph_masks", lines, "  ") + ",\n  \"parameters\": [\n";
  for (std::size_t i = 0; i < desc.parameters.size(); ++i)
    out += written(desc.parameters[i]) + (i + 1 < desc.parameters.size() ? ",\n" : "\n");
  return out + "  ]\n}\n";
}

}  // namespace mannequin::io
