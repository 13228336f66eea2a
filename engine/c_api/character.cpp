#include "engine/c_api/handles.h"
#include "engine/io/definitions.h"
#include "engine/io/shape_file.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

mannequin_status create(Result<CharacterDesc> desc, mannequin_character** out) {
  if (!desc) return report(desc.error());
  Result<Character> character = Character::build(std::move(*desc));
  if (!character) return report(character.error());
  auto object = std::make_shared<CharacterObject>(std::move(*character));
  const auto parameters = object->character.appearance.parameters();
  for (std::size_t p = 0; p < parameters.size(); ++p)
    if (Appearance::is_transmitted(parameters[p])) object->sliders.push_back(static_cast<ParameterIndex>(p));
  *out = static_cast<mannequin_character*>(add_object(std::move(object)));
  return MANNEQUIN_OK;
}

mannequin_status out_of_range(const char* what, std::size_t index, std::size_t count) {
  return report(MANNEQUIN_BAD_ARGUMENT, std::string(what) + " " + std::to_string(index) + ": there are " +
                                            std::to_string(count) + ", counted from 0.");
}

// Fields that a slider and a parameter of any kind share.
template <typename Info>
void describe(const ParameterDesc& parameter, Info& out) {
  out.id = parameter.id;
  out.name = parameter.name.c_str();
  out.label = parameter.label.c_str();
  out.min = parameter.min;
  out.max = parameter.max;
  out.default_weight = parameter.default_weight;
  out.sex = static_cast<int32_t>(parameter.sex);
}

}  // namespace

mannequin_status mannequin_character_builtin(mannequin_character** out) {
  return guarded([&] { return out ? create(io::read_builtin_character(), out) : null_argument("out"); });
}

mannequin_status mannequin_character_from_folder(const char* path, mannequin_character** out) {
  return guarded([&] {
    if (!path) return null_argument("path");
    if (!out) return null_argument("out");
    return create(io::read_character_folder(path_of(path)), out);
  });
}

mannequin_status mannequin_character_release(mannequin_character* character) {
  return release<CharacterObject>(character);
}

mannequin_status mannequin_character_set_log(const mannequin_character* character, const mannequin_log* log) {
  return with<CharacterObject>(character, [&](const auto& object) -> mannequin_status {
    object->log.set(log ? *log : mannequin_log{});
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_joint_count(const mannequin_character* character, uint32_t* out) {
  return with<CharacterObject>(character, [&](const auto& object) -> mannequin_status {
    if (!out) return null_argument("out");
    *out = static_cast<uint32_t>(object->character.skeleton.size());
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_joint_find(const mannequin_character* character, const char* name, uint32_t* out) {
  return with<CharacterObject>(character, [&](const auto& object) -> mannequin_status {
    if (!name) return null_argument("name");
    if (!out) return null_argument("out");
    return find_joint(object->character.skeleton, name, *out);
  });
}

mannequin_status mannequin_joint_get(const mannequin_character* character, uint32_t joint,
                                     mannequin_joint_info* out) {
  return with<CharacterObject>(character, [&](const auto& object) -> mannequin_status {
    if (!has_size(out, "out")) return MANNEQUIN_BAD_ARGUMENT;
    const auto joints = object->character.skeleton.joints();
    if (joint >= joints.size()) return out_of_range("joint", joint, joints.size());
    mannequin_joint_info made{};
    made.parent = joints[joint].parent;
    made.name = joints[joint].name.c_str();
    made.kind = static_cast<int32_t>(joints[joint].kind);
    write_struct(made, out);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_slider_count(const mannequin_character* character, uint32_t* out) {
  return with<CharacterObject>(character, [&](const auto& object) -> mannequin_status {
    if (!out) return null_argument("out");
    *out = static_cast<uint32_t>(object->sliders.size());
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_slider_get(const mannequin_character* character, uint32_t index,
                                      mannequin_slider_info* out) {
  return with<CharacterObject>(character, [&](const auto& object) -> mannequin_status {
    if (!has_size(out, "out")) return MANNEQUIN_BAD_ARGUMENT;
    if (index >= object->sliders.size()) return out_of_range("slider", index, object->sliders.size());
    const ParameterDesc& parameter = object->character.appearance[object->sliders[index]];
    mannequin_slider_info made{};
    describe(parameter, made);
    write_struct(made, out);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_parameter_count(const mannequin_character* character, uint32_t* out) {
  return with<CharacterObject>(character, [&](const auto& object) -> mannequin_status {
    if (!out) return null_argument("out");
    *out = static_cast<uint32_t>(object->character.appearance.size());
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_parameter_get(const mannequin_character* character, uint32_t index,
                                         mannequin_parameter_info* out) {
  return with<CharacterObject>(character, [&](const auto& object) -> mannequin_status {
    if (!has_size(out, "out")) return MANNEQUIN_BAD_ARGUMENT;
    const auto parameters = object->character.appearance.parameters();
    if (index >= parameters.size()) return out_of_range("parameter", index, parameters.size());
    const ParameterDesc& parameter = parameters[index];
    mannequin_parameter_info made{};
    describe(parameter, made);
    made.kind = static_cast<int32_t>(parameter.kind);
    made.transmitted = Appearance::is_transmitted(parameter);
    write_struct(made, out);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_slider_find(const mannequin_character* character, const char* name, int32_t* id) {
  return with<CharacterObject>(character, [&](const auto& object) -> mannequin_status {
    if (!name) return null_argument("name");
    if (!id) return null_argument("id");
    const Appearance& appearance = object->character.appearance;
    const Result<int> found = io::find_parameter(appearance, name);
    if (!found) return report(MANNEQUIN_NOT_FOUND, found.error().message());
    if (appearance.find(*found) == kNoParameter)
      return report(MANNEQUIN_NOT_FOUND, "There is no slider with the id " + std::to_string(*found) + ".");
    *id = *found;
    return MANNEQUIN_OK;
  });
}
