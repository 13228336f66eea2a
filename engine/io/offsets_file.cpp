#include "engine/io/offsets_file.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/io/json_file.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

// ["mElbowLeft", x, y, z]
std::optional<WornOffsets::Position> read_joint(const nlohmann::json& entry) {
  if (!entry.is_array() || entry.size() != 4 || !entry[0].is_string()) return std::nullopt;
  WornOffsets::Position joint{entry[0].get<std::string>(), Vec3(0.0)};
  for (int axis = 0; axis < 3; ++axis) {
    const nlohmann::json& number = entry[static_cast<std::size_t>(axis) + 1];
    if (!number.is_number() || !(std::abs(number.get<double>()) <= kMaxTextFileNumber)) return std::nullopt;
    joint.position[axis] = number.get<double>();
  }
  return joint;
}

WornOffsets read_mesh(JsonObject& object) {
  WornOffsets worn;
  const std::string id = object.required_text("id", "\"11111111-2222-3333-4444-555555555555\"");
  if (const auto uuid = Uuid::parse(id))
    worn.mesh_id = *uuid;
  else
    object.blame(fmt::format(
        "has the id {}, which is not a UUID such as 11111111-2222-3333-4444-555555555555", in_quotes(id)));
  worn.lock_scale = object.flag("lock_scale_if_joint_position");
  worn.pelvis_offset = object.number("pelvis_offset", 0.0);
  if (!object.has("joints")) object.blame("has no \"joints\"; write \"joints\": [[\"mElbowLeft\", x, y, z]]");
  const nlohmann::json* joints = object.list("joints");
  for (std::size_t i = 0; joints != nullptr && i < joints->size() && object.ok(); ++i) {
    if (auto joint = read_joint((*joints)[i]))
      worn.joints.push_back(std::move(*joint));
    else
      object.blame(fmt::format("has a joint {} that is not of the form [\"mElbowLeft\", x, y, z]", i));
  }
  // If the numbers of matrices and joints differ, the viewer ignores all joint positions of the mesh.
  if (object.has("extra_alt_inverse_bind_entries")) {
    const Uuid mesh_id = worn.mesh_id;
    worn = WornOffsets{};
    worn.mesh_id = mesh_id;
  }
  return worn;
}

}  // namespace

Result<std::vector<WornOffsets>> read_offsets(std::string_view text, const std::string& source) {
  JsonRoot file(text, source);
  std::vector<WornOffsets> worn;
  if (file.ok()) file.each([&](JsonObject& object) { worn.push_back(read_mesh(object)); });
  if (!file.ok()) return error_of(file);
  return worn;
}

}  // namespace mannequin::io
