#include "engine/io/recorded_joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/io/file.h"
#include "engine/io/tag_scanner.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

// The viewer's skeleton has 214 including HUD points.
constexpr std::size_t kMaxRecordedJoints = 4096;

std::optional<Vec3> recorded_vector(std::string_view text) {
  Vec3 v{0.0};
  for (int axis = 0; axis < 3; ++axis) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    const auto number = parse_number(text.substr(0, end));
    if (!number) return std::nullopt;
    v[axis] = *number;
    text.remove_prefix(end);
  }
  if (text.find_first_not_of(" \t") != std::string_view::npos) return std::nullopt;
  return v;
}

class RecordedJointsReader {
 public:
  RecordedJointsReader(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  Result<RecordedJoints> read() {
    TagScanner scanner(text_);
    std::optional<Tag> tag = scanner.next();
    if (!tag || tag->name != "linden_genepool")
      return fail(ErrorCode::cannot_read, place(source_, text_, tag ? tag->offset : 0),
                  "is not an appearance dump, which begins with <linden_genepool>; save one with a viewer's "
                  "\"appearance to XML\"");
    int archetypes = 0;
    bool closed = false;
    while (!closed && (tag = scanner.next())) {
      closed = tag->name == "/linden_genepool";
      archetypes += tag->name == "archetype";
      if (archetypes > 1) continue;
      if (Status status = take(*tag); !status) return error_of(status);
    }
    if (!closed)
      return fail(ErrorCode::cannot_read, place(source_, text_, text_.size()),
                  "the file is truncated: </linden_genepool> is missing; save the dump again");
    if (joints_.empty())
      return fail(ErrorCode::bad_data, source_,
                  "contains no joints, like old dumps; save it again with a current viewer");
    RecordedJoints recorded;
    recorded.joints = std::move(joints_);
    for (auto& [id, worn] : worn_) recorded.worn.push_back(std::move(worn));
    return recorded;
  }

 private:
  tl::unexpected<Error> bad(const Tag& tag, std::string what) {
    return fail(ErrorCode::bad_data, place(source_, text_, tag.offset), std::move(what));
  }

  Status take(const Tag& tag) {
    if (tag.name == "bone" || tag.name == "collision_volume" || tag.name == "attachment_point")
      return take_joint(tag);
    if (tag.name == "joint_offset" || tag.name == "joint_scale" || tag.name == "pelvis_fixup")
      return take_offset(tag);
    return {};
  }

  Result<std::string> name_of(const Tag& tag) {
    const auto name = tag.attribute("name");
    if (!name || name->empty())
      return bad(tag, fmt::format("a {} has no name; save the dump again", tag.name));
    return unescape_xml(*name);
  }

  Result<Vec3> vector_of(const Tag& tag, std::string_view attribute) {
    const auto text = tag.attribute(attribute);
    const auto vector = text ? recorded_vector(*text) : std::nullopt;
    if (!vector)
      return bad(tag, fmt::format("the {} of a {} is {}; it must be three numbers", attribute, tag.name,
                                  text ? in_quotes(*text) : "missing"));
    return *vector;
  }

  Status take_joint(const Tag& tag) {
    const auto name = name_of(tag);
    if (!name) return error_of(name);
    const auto position = vector_of(tag, "position");
    if (!position) return error_of(position);
    const auto scale = vector_of(tag, "scale");
    if (!scale) return error_of(scale);
    const auto [at, is_new] = order_.emplace(*name, joints_.size());
    if (is_new && joints_.size() == kMaxRecordedJoints)
      return bad(tag, fmt::format("is joint number {}; more than any avatar has; choose another file",
                                  kMaxRecordedJoints + 1));
    if (is_new) joints_.emplace_back();
    joints_[at->second] = {*name, *position, *scale};
    return {};
  }

  Status take_offset(const Tag& tag) {
    const auto id_text = tag.attribute("mesh_id");
    const auto id = id_text ? Uuid::parse(*id_text) : std::nullopt;
    if (!id)
      return bad(tag, fmt::format("the mesh_id of a {} is {}; it must be an asset's id", tag.name,
                                  id_text ? in_quotes(*id_text) : "missing"));
    WornOffsets& worn = worn_[*id];
    worn.mesh_id = *id;
    if (tag.name == "pelvis_fixup") {
      const auto z = tag.attribute("z");
      const auto height = z ? parse_number(*z) : std::nullopt;
      if (!height) return bad(tag, "a pelvis_fixup has no number as its z; save the dump again");
      worn.pelvis_offset = *height;
      return {};
    }
    if (tag.name == "joint_scale") {
      worn.lock_scale = true;
      return {};
    }
    const auto name = name_of(tag);
    if (!name) return error_of(name);
    const auto position = vector_of(tag, "position");
    if (!position) return error_of(position);
    worn.joints.push_back({*name, *position});
    return {};
  }

  std::string_view text_;
  const std::string& source_;
  std::vector<RecordedJoint> joints_;
  std::map<std::string, std::size_t> order_;
  std::map<Uuid, WornOffsets> worn_;
};

}  // namespace

Result<RecordedJoints> read_recorded_joints(std::span<const std::byte> bytes, const std::string& source) {
  const std::string_view text = as_text(bytes);
  if (text.size() > kMaxTextFileBytes)
    return fail(ErrorCode::cannot_read, source,
                fmt::format("the file has {} bytes, far more than a dump can have; choose another file",
                            text.size()));
  return RecordedJointsReader(text, source).read();
}

}  // namespace mannequin::io
