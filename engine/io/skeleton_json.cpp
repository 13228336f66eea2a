// assets/skeleton.json: one joint per line. Schema: assets/README.md.
#include <fmt/format.h>

#include <iterator>
#include <set>

#include "engine/io/definitions.h"
#include "engine/io/json_file.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

constexpr const char* kKindKeys[] = {"bone", "volume", "attachment"};  // by JointKind

JointDesc read_joint(JsonObject& object) {
  JointDesc joint;
  bool named = false;
  for (int kind = 0; kind < 3; ++kind) {
    if (!object.has(kKindKeys[kind])) continue;
    if (named) object.blame("has more than one of bone, volume and attachment; keep one of these keys");
    named = true;
    joint.kind = static_cast<JointKind>(kind);
    joint.name = object.required_text(kKindKeys[kind], "\"mNeck\"");
  }
  if (!named)
    object.blame("has no name; begin with \"bone\": \"...\", \"volume\": \"...\" or \"attachment\": \"...\"");
  joint.parent = object.text("parent");
  joint.position = object.vector("position", Vec3(0.0));
  joint.rotation_degrees = object.vector("rotation", Vec3(0.0));
  if (joint.kind == JointKind::attachment_point) {
    joint.attachment_id = object.required_integer("id", "1");
    joint.hud = object.flag("hud");
    return joint;
  }
  joint.scale = object.vector("scale", Vec3(1.0));
  joint.tail = object.vector("tail", Vec3(0.0));
  joint.group = object.text("group");
  const std::string support = object.text("support", "base");
  if (support == "extended")
    joint.support = JointSupport::extended;
  else if (support != "base")
    object.blame(fmt::format("has support {}; it must be \"base\" or \"extended\"", in_quotes(support)));
  if (joint.kind == JointKind::bone) {
    joint.pivot = object.vector("pivot", Vec3(0.0));
    joint.aliases = object.texts("aliases");
  }
  return joint;
}

std::string written(const JointDesc& joint) {
  const Vec3 zero(0.0);
  JsonLine line;
  line.text(kKindKeys[static_cast<int>(joint.kind)], joint.name);
  if (joint.kind == JointKind::attachment_point) line.number("id", joint.attachment_id);
  if (!joint.parent.empty()) line.text("parent", joint.parent);
  if (joint.support == JointSupport::extended) line.text("support", "extended");
  if (!joint.group.empty()) line.text("group", joint.group);
  line.vector("position", joint.position);
  if (joint.rotation_degrees != zero) line.vector("rotation", joint.rotation_degrees);
  if (joint.scale != Vec3(1.0)) line.vector("scale", joint.scale);
  if (joint.tail != zero) line.vector("tail", joint.tail);
  if (joint.pivot != zero) line.vector("pivot", joint.pivot);
  if (!joint.aliases.empty()) line.texts("aliases", joint.aliases);
  if (joint.hud) line.flag("hud", true);
  return line.str();
}

}  // namespace

Result<SkeletonDesc> read_skeleton_json(std::string_view text, const std::string& source) {
  JsonRoot file(text, source);
  SkeletonDesc desc;
  desc.source = source;
  JsonObject root = file.object();
  check_schema(root);
  std::set<std::string> names;
  std::set<int> points;
  root.each("joints", [&](JsonObject& object) {
    desc.joints.push_back(read_joint(object));
    const JointDesc& joint = desc.joints.back();
    // A bone and an attachment point must not share a name either: meshes refer to both by name.
    if (!names.insert(joint.name).second)
      object.blame(
          fmt::format("{} is listed twice, so references by worn meshes would be ambiguous; rename or remove "
                      "one",
                      in_quotes(joint.name)));
    if (joint.kind == JointKind::attachment_point && !points.insert(joint.attachment_id).second)
      object.blame(fmt::format("repeats the attachment id {}; give each its own", joint.attachment_id));
  });
  root.finish();
  if (file.ok() && desc.joints.empty())
    root.blame("contains no joint; choose another file, or list them in \"joints\"");
  if (!file.ok()) return error_of(file);
  return desc;
}

std::string write_skeleton_json(const SkeletonDesc& desc) {
  std::string out = R"({
  "schema": 1,
  "about": [
    "The avatar's skeleton: bones, collision volumes and attachment points, one per line.",
    "Lengths are metres in the frame of the parent: X forward, Y left, Z up. Without a parent: below mRoot.",
    "rotation: degrees about X, then about the fixed Y, then about the fixed Z; for attachment points about Z, Y, X.",
    "Left out: support base; rotation, tail, pivot 0 0 0; scale 1 1 1; no group; no aliases. tail is for drawing only.",
    "Bones keep this order in numbering, then volumes, then attachment points by id. hud: not on the body."
  ],
  "joints": [
)";
  for (std::size_t i = 0; i < desc.joints.size(); ++i)
    fmt::format_to(std::back_inserter(out), "    {{{}}}{}\n", written(desc.joints[i]),
                   i + 1 < desc.joints.size() ? "," : "");
  return out + "  ]\n}\n";
}

}  // namespace mannequin::io
