#include "engine/io/offsets_file.h"

#include "engine/io/json_place.h"

namespace mannequin::io {
namespace {

Result<WornOffsets::Position> read_joint(const JsonPlace& place) {
  if (!place.value().is_array() || place.value().size() != 4)
    return place.bad("must be a joint and its position, [\"mElbowLeft\", x, y, z]");
  const Result<std::string> name = place.item(0).text();
  if (!name) return tl::make_unexpected(name.error());
  WornOffsets::Position position{*name, Vec3(0.0)};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Result<double> number = place.item(axis + 1).number();
    if (!number) return tl::make_unexpected(number.error());
    position.position[static_cast<int>(axis)] = *number;
  }
  return position;
}

Result<WornOffsets> read_mesh(const JsonPlace& place) {
  WornOffsets worn;
  const Result<JsonPlace> id = place.member("id");
  if (!id) return tl::make_unexpected(id.error());
  const Result<std::string> id_text = id->text();
  if (!id_text) return tl::make_unexpected(id_text.error());
  const auto uuid = Uuid::parse(*id_text);
  if (!uuid) return id->bad("is not a UUID; it looks like 11111111-2222-3333-4444-555555555555");
  worn.mesh_id = *uuid;
  if (place.has("lock_scale_if_joint_position")) {
    const Result<bool> lock = place.entry("lock_scale_if_joint_position").boolean();
    if (!lock) return tl::make_unexpected(lock.error());
    worn.lock_scale = *lock;
  }
  if (place.has("pelvis_offset")) {
    const Result<double> offset = place.entry("pelvis_offset").number();
    if (!offset) return tl::make_unexpected(offset.error());
    worn.pelvis_offset = *offset;
  }
  const Result<JsonPlace> joints = place.member("joints");
  if (!joints) return tl::make_unexpected(joints.error());
  if (auto status = joints->expect_array(); !status) return tl::make_unexpected(status.error());
  for (std::size_t i = 0; i < joints->value().size(); ++i) {
    Result<WornOffsets::Position> joint = read_joint(joints->item(i));
    if (!joint) return tl::make_unexpected(joint.error());
    worn.joints.push_back(std::move(*joint));
  }
  // Another number of matrices than of joints: the viewer ignores everything the mesh says about joints.
  if (place.has("extra_alt_inverse_bind_entries")) {
    worn = WornOffsets{};
    worn.mesh_id = *uuid;
  }
  return worn;
}

}  // namespace

Result<std::vector<WornOffsets>> read_offsets(std::string_view text, const std::string& source) {
  const Result<nlohmann::json> document = parse_json(text, source);
  if (!document) return tl::make_unexpected(document.error());
  const JsonPlace top(*document, source);
  if (auto status = top.expect_array(); !status) return tl::make_unexpected(status.error());
  std::vector<WornOffsets> worn;
  for (std::size_t i = 0; i < document->size(); ++i) {
    Result<WornOffsets> mesh = read_mesh(top.item(i));
    if (!mesh) return tl::make_unexpected(mesh.error());
    worn.push_back(std::move(*mesh));
  }
  return worn;
}

}  // namespace mannequin::io
