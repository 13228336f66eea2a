#include "engine/io/mpfb/rig_bone.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

using nlohmann::ordered_json;

constexpr std::array<const char*, 5> kStrategies = {"DEFAULT", "CUBE", "VERTEX", "MEAN",
                                                    "XYZ"};  // by EndStrategy
constexpr std::array<const char*, 4> kRollStrategies = {"", "ALIGN_Z_WORLD_Z", "ALIGN_X_WORLD_X",
                                                        "ALIGN_Z_REFERENCE_Z"};  // by RollStrategy
constexpr std::array kKeys = {"head",
                              "tail",
                              "parent",
                              "roll",
                              "roll_strategy",
                              "roll_reference_z",
                              "use_connect",
                              "use_inherit_rotation",
                              "use_local_location",
                              "inherit_scale"};

// The index of a name in a list; 0 if it is missing.
template <typename Enum, std::size_t N>
Enum named(const std::array<const char*, N>& names, const std::string& name, bool& known) {
  const auto found = std::ranges::find(names, name);
  known = found != names.end();
  return known ? static_cast<Enum>(found - names.begin()) : Enum{};
}

void note_unknown(Notes& notes, const std::string& where, const char* key, const std::string& value,
                  const char* consequence) {
  notes.push_back({Severity::warning, std::string("unknown_") + key, where,
                   fmt::format("has the unknown {} {}; {}", key, in_quotes(value), consequence)});
}

BoneEnd read_end(JsonObject& end, const std::string& where, Notes& notes) {
  BoneEnd out;
  if (!end.has("default_position"))
    end.blame("has no \"default_position\", which it needs; write \"default_position\": [0, 0, 1]");
  out.default_position = end.vector("default_position", Vec3(0.0));
  if (end.has("offset")) out.offset = end.vector("offset", Vec3(0.0));
  const std::string strategy = end.text("strategy");
  bool known = false;
  out.strategy = named<EndStrategy>(kStrategies, strategy, known);
  if (!known) note_unknown(notes, where, "strategy", strategy, "the end stays at its default position");
  switch (out.strategy) {
    case EndStrategy::cube:
      out.cube = end.required_text("cube_name", "\"joint-head\"");
      break;
    case EndStrategy::vertex:
      out.vertices = {end.required_integer("vertex_index", "823")};
      break;
    case EndStrategy::mean:
    case EndStrategy::xyz:
      if (!end.has("vertex_indices"))
        end.blame(
            "has no \"vertex_indices\", which its strategy needs; write \"vertex_indices\": [823, 7530]");
      out.vertices = end.integers("vertex_indices");
      break;
    case EndStrategy::fixed:
      break;
  }
  return out;
}

bool flag(JsonObject& object, const char* key, bool absent) {
  return object.has(key) ? object.flag(key) : absent;
}

ordered_json numbers_of(const Vec3& v) { return {v.x, v.y, v.z}; }

void write_end(const BoneEnd& end, const BoneEnd& before, ordered_json& out) {
  const bool is_new = !out.is_object();
  if (is_new) out = ordered_json::object();
  if (is_new || end.default_position != before.default_position)
    out["default_position"] = numbers_of(end.default_position);
  if (end.offset != before.offset) {
    out.erase("offset");
    if (end.offset) out["offset"] = numbers_of(*end.offset);
  }
  if (!is_new && end.strategy == before.strategy && end.cube == before.cube &&
      end.vertices == before.vertices)
    return;
  for (const char* key : {"cube_name", "vertex_index", "vertex_indices"}) out.erase(key);
  if (end.strategy == EndStrategy::cube) out["cube_name"] = end.cube;
  if (end.strategy == EndStrategy::vertex && !end.vertices.empty())
    out["vertex_index"] = end.vertices.front();
  if (end.strategy == EndStrategy::mean || end.strategy == EndStrategy::xyz)
    out["vertex_indices"] = end.vertices;
  out["strategy"] = kStrategies[static_cast<std::size_t>(end.strategy)];
}

}  // namespace

bool is_bone_key(const std::string& key) { return std::ranges::find(kKeys, key) != kKeys.end(); }

BoneDesc read_bone(const std::string& name, JsonObject& object, const std::string& source, Notes& notes) {
  BoneDesc bone;
  bone.name = name;
  for (const auto& [key, end] : {std::pair{"head", &bone.head}, {"tail", &bone.tail}}) {
    const std::string where = fmt::format("{}, {}", source, object.path(key));
    if (!object.has(key)) object.blame(fmt::format("has no \"{}\", which every bone needs", key));
    object.inside(key, [&, into = end](JsonObject& value) { *into = read_end(value, where, notes); });
  }
  bone.parent = object.text("parent");
  bone.roll = object.number("roll", 0.0);
  const std::string roll_strategy = object.text("roll_strategy");
  bool known = false;
  bone.roll_strategy = named<RollStrategy>(kRollStrategies, roll_strategy, known);
  if (!known)
    note_unknown(notes, fmt::format("{}, bone '{}'", source, name), "roll_strategy", roll_strategy,
                 "the stored roll is used");
  if (object.has("roll_reference_z")) bone.roll_reference_z = object.vector("roll_reference_z", Vec3(0.0));
  bone.use_connect = flag(object, "use_connect", bone.use_connect);
  bone.use_inherit_rotation = flag(object, "use_inherit_rotation", bone.use_inherit_rotation);
  bone.use_local_location = flag(object, "use_local_location", bone.use_local_location);
  bone.inherit_scale = object.text("inherit_scale", bone.inherit_scale);
  return bone;
}

void write_bone(const BoneDesc& bone, ordered_json& out) {
  const nlohmann::json plain = out;
  JsonFault fault("");
  Notes notes;
  JsonObject object(plain, "", fault);
  const BoneDesc before = read_bone(bone.name, object, "", notes);
  write_end(bone.head, before.head, out["head"]);
  write_end(bone.tail, before.tail, out["tail"]);
  // A new bone gets every key, an existing one only the changed ones.
  const bool is_new = plain.empty();
  const auto put = [&](const char* key, const auto& value, const auto& old) {
    if (is_new || value != old) out[key] = value;
  };
  put("parent", bone.parent, before.parent);
  put("roll", bone.roll, before.roll);
  put("use_connect", bone.use_connect, before.use_connect);
  put("use_inherit_rotation", bone.use_inherit_rotation, before.use_inherit_rotation);
  put("use_local_location", bone.use_local_location, before.use_local_location);
  put("inherit_scale", bone.inherit_scale, before.inherit_scale);
  if (is_new) out["rigify"] = ordered_json::object();
  if (bone.roll_strategy != before.roll_strategy) {
    out.erase("roll_strategy");
    if (bone.roll_strategy != RollStrategy::stored)
      out["roll_strategy"] = kRollStrategies[static_cast<std::size_t>(bone.roll_strategy)];
  }
  if (bone.roll_reference_z != before.roll_reference_z) {
    out.erase("roll_reference_z");
    if (bone.roll_reference_z) out["roll_reference_z"] = numbers_of(*bone.roll_reference_z);
  }
}

}  // namespace mannequin::io
