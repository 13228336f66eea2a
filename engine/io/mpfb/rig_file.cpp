#include "engine/io/mpfb/rig_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/io/mpfb/rig_bone.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

using nlohmann::ordered_json;

constexpr int kNewestRig = 110;
constexpr std::array kHeaderKeys = {"bones", "version", "is_subrig", "scale_factor", "extra_bones"};

bool is_header_key(const std::string& key) {
  return std::ranges::find(kHeaderKeys, key) != kHeaderKeys.end();
}

// In a flat file every object is a bone; the few header values are not objects.
bool is_header_value(const std::string& key, const ordered_json& value) {
  return is_header_key(key) && !value.is_object();
}

void read_header(const ordered_json& document, MpfbRigFile& file, JsonFault& fault) {
  ordered_json header = ordered_json::object();
  for (const auto& [key, value] : document.items())
    if (key != "bones" && is_header_value(key, value)) header[key] = value;
  const nlohmann::json plain = header;
  JsonObject object(plain, "", fault);
  if (!file.flat && document.contains("joints"))
    fault.blame(
        "", "has \"joints\", so it is MakeHuman's own skeleton format (mhskel); convert it with MPFB first",
        ErrorCode::unsupported);
  file.version = file.flat ? object.integer("version", 100) : object.required_integer("version", "110");
  if (object.ok() && (file.version > kNewestRig || file.version < 1))
    fault.blame(
        "version",
        fmt::format("is {}, but this program supports up to {}; save the rig with a version of MPFB that "
                    "writes it",
                    file.version, kNewestRig),
        ErrorCode::unsupported);
  file.rig.is_subrig = object.has("is_subrig") && object.flag("is_subrig");
  if (object.has("scale_factor")) file.rig.scale_factor = object.number("scale_factor", 1.0);
  // MPFB treats a scale of 0 as none.
  if (file.rig.scale_factor == 0.0) file.rig.scale_factor.reset();
  file.rig.extra_bones = object.texts("extra_bones");
}

void read_bones(const ordered_json& document, MpfbRigFile& file, JsonFault& fault) {
  const ordered_json& bones = file.flat ? document : document.at("bones");
  if (!bones.is_object()) return fault.blame("bones", "is not an object {...} of bones by name");
  for (const auto& [name, value] : bones.items()) {
    if (file.flat && is_header_value(name, value)) continue;
    if (!fault.ok()) return;
    const nlohmann::json plain = value;
    JsonObject object(plain, file.flat ? name : "bones." + name, fault);
    file.rig.bones.push_back(read_bone(name, object, file.rig.source, file.notes));
    if (!plain.is_object()) return;
    for (const auto& [key, of_bone] : value.items())
      if (!is_bone_key(key) && !(of_bone.is_structured() && of_bone.empty())) ++file.kept_bone_keys[key];
  }
  if (!file.flat)
    for (const auto& [key, value] : document.items())
      if (!is_header_key(key)) file.kept_keys.push_back(key);
}

// The bones in the rig's order, each based on its entry in the document.
ordered_json written_bones(const RigDesc& rig, const ordered_json& before) {
  ordered_json bones = ordered_json::object();
  for (const BoneDesc& bone : rig.bones) {
    ordered_json value = before.contains(bone.name) ? before.at(bone.name) : ordered_json::object();
    write_bone(bone, value);
    bones[bone.name] = std::move(value);
  }
  return bones;
}

}  // namespace

Result<MpfbRigFile> read_mpfb_rig(std::string_view text, const std::string& source) {
  const auto parsed = parse_ordered_json_file(text, source, kMaxTextFileBytes);
  if (!parsed) return error_of(parsed);
  const ordered_json& document = parsed->value;
  if (!document.is_object())
    return fail(ErrorCode::bad_data, source, "contains no object {...} of bones; is it a rig?");
  MpfbRigFile file;
  file.rig.source = source;
  file.flat = !document.contains("bones");
  file.document = text;
  JsonFault fault(source);
  read_header(document, file, fault);
  if (fault.ok()) read_bones(document, file, fault);
  if (!fault.ok()) return error_of(fault);
  return file;
}

Result<std::string> write_mpfb_rig(const MpfbRigFile& file) {
  auto document = Result<JsonTree<ordered_json>>(JsonTree(ordered_json::object()));
  if (!file.document.empty())
    document = parse_ordered_json_file(file.document, file.rig.source, kMaxTextFileBytes);
  if (!document) return error_of(document);
  if (file.rig.bones.size() > kMaxOrderedKeys)
    return fail(
        ErrorCode::cannot_write, file.rig.source,
        fmt::format("has {} bones; a rig file may have at most {}", file.rig.bones.size(), kMaxOrderedKeys));
  ordered_json& out = document->value;
  if (file.flat) {
    ordered_json bones = written_bones(file.rig, out);
    for (const auto& [key, value] : out.items())
      if (is_header_value(key, value)) bones[key] = value;
    return bones.dump(4) + "\n";
  }
  out["bones"] = written_bones(file.rig, out.contains("bones") ? out.at("bones") : ordered_json::object());
  const auto put = [&](const char* key, const auto& value, bool wanted) {
    if (out.contains(key) ? out.at(key) != value : wanted) out[key] = value;
  };
  put("is_subrig", file.rig.is_subrig, true);
  if (file.rig.scale_factor) put("scale_factor", *file.rig.scale_factor, true);
  put("extra_bones", file.rig.extra_bones, !file.rig.extra_bones.empty());
  put("version", file.version, true);
  return out.dump(4) + "\n";
}

bool looks_like_mpfb_rig(std::string_view text) {
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  return has("\"head\"") && has("\"tail\"") && (has("\"default_position\"") || has("\"strategy\""));
}

}  // namespace mannequin::io
