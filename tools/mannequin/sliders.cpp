// mannequin sliders: the appearance parameters by section, as the editor shows them.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/io/layer_sets_file.h"
#include "engine/layers/layer_reach.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

// What a slider affects, directly or through the parameters it drives.
struct Reach {
  std::set<JointIndex> bones, volumes;
  bool morphs = false;

  void follow(const Character& character, ParameterIndex p) {
    const ParameterDesc& parameter = character.appearance[p];
    morphs |= !parameter.morphs.empty();
    for (const JointEffect& effect : character.appearance.effects(p)) {
      const bool volume = character.skeleton[effect.joint].kind == JointKind::collision_volume;
      (volume ? volumes : bones).insert(effect.joint);
    }
    for (const DrivenLink& link : character.appearance.driven(p)) follow(character, link.parameter);
  }
};

Json joint_names(const Skeleton& skeleton, const std::set<JointIndex>& joints) {
  Json names = Json::array();
  for (const JointIndex joint : joints) names.push_back(skeleton[joint].name);
  return names;
}

// ", system body where a mask lets it, paints the upper body"
std::string drawn_effects(const Reach& reach, const LayerReach& layers) {
  std::string text;
  if (reach.morphs) text += layers.needs_mask ? ", system body where a mask lets it" : ", system body";
  std::set<std::string> regions;
  for (const std::string& layer : layers.paints) regions.insert(layer.substr(0, layer.find('/')));
  for (const std::string& region : regions)
    text += (region == *regions.begin() ? ", paints " : " and ") + region;
  if (layers.limits_morphs) text += ", masks clothing";
  if (layers.ignored) text += ", ignored by viewers";
  return text;
}

const char* sex_name(SexFilter sex) {
  return sex == SexFilter::both ? "both" : sex == SexFilter::female ? "female" : "male";
}

Json slider_json(const Character& character, ParameterIndex p) {
  const ParameterDesc& parameter = character.appearance[p];
  Reach reach;
  reach.follow(character, p);
  const LayerReach layers = layer_reach(io::builtin_layer_sets(), character.appearance, p);
  return {{"id", parameter.id},
          {"name", parameter.name},
          {"label", parameter.label},
          {"label_min", parameter.label_min},
          {"label_max", parameter.label_max},
          {"sex", sex_name(parameter.sex)},
          {"min", number(parameter.min)},
          {"max", number(parameter.max)},
          {"default", number(parameter.default_weight)},
          {"default_percent", number(percent_from_weight(parameter, parameter.default_weight))},
          {"bones", joint_names(character.skeleton, reach.bones)},
          {"volumes", joint_names(character.skeleton, reach.volumes)},
          {"morphs", reach.morphs},
          {"needs_mask", layers.needs_mask},
          {"paints", layers.paints},
          {"limits_morphs", layers.limits_morphs},
          {"ignored", layers.ignored}};
}

void print_json(const Character& character) {
  Json sections = Json::array();
  for (const SectionDesc& section : character.appearance.sections()) {
    Json sliders = Json::array();
    for (const int id : section.parameters)
      sliders.push_back(slider_json(character, character.appearance.find(id)));
    sections.push_back({{"name", section.name}, {"sliders", std::move(sliders)}});
  }
  put_json(Json{{"schema", 1}, {"sections", std::move(sections)}});
}

void print_text(const Character& character) {
  for (const SectionDesc& section : character.appearance.sections()) {
    say("{}\n", section.name);
    for (const int id : section.parameters) {
      const ParameterIndex p = character.appearance.find(id);
      const ParameterDesc& parameter = character.appearance[p];
      Reach reach;
      reach.follow(character, p);
      say("  {:>5}  {:<20} {:<44} {:>5.4g} to {:<5.4g} default {:>3.0f} %  {:>2} bones {:>2} volumes{}{}\n",
          id, parameter.label, parameter.label_min + " - " + parameter.label_max, parameter.min,
          parameter.max, percent_from_weight(parameter, parameter.default_weight), reach.bones.size(),
          reach.volumes.size(),
          drawn_effects(reach, layer_reach(io::builtin_layer_sets(), character.appearance, p)),
          parameter.sex == SexFilter::both ? "" : fmt::format("  ({} only)", sex_name(parameter.sex)));
    }
  }
}

Result<int> run_sliders(const AvatarOptions& options, bool as_json) {
  const Result<Character> character = load_character(options);
  if (!character) return error_of(character);
  as_json ? print_json(*character) : print_text(*character);
  return kDone;
}

}  // namespace

void add_sliders(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "sliders", "The appearance sliders by section: ids, ends, ranges, what each one moves");
  const auto options = std::make_shared<AvatarOptions>();
  const auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "The same as JSON, with joint names, for scripts");
  command
      ->add_option("--character", options->character,
                   "A viewer's character folder instead of the built-in definitions")
      ->type_name("DIR");
  command->callback([=] { finish(run_sliders(*options, *as_json)); });
}

}  // namespace mannequin::program
