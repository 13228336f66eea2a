#include "engine/io/bones_file.h"

#include <fmt/format.h>

#include <set>

#include "engine/io/json_file.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

BindBone read_bone(JsonObject& object) {
  BindBone bone;
  bone.name = object.required_text("name", "\"mElbowLeft\"");
  const nlohmann::json* parent = object.null_or_text("parent");
  if (parent != nullptr && parent->is_string()) bone.parent = parent->get<std::string>();
  for (const char* key : {"head", "tail"})
    if (!object.has(key)) object.blame(fmt::format("has no \"{0}\"; write \"{0}\": [x, y, z]", key));
  bone.head = object.vector("head", Vec3(0.0));
  bone.tail = object.vector("tail", Vec3(0.0));
  return bone;
}

}  // namespace

Result<std::vector<BindBone>> read_bones(std::string_view text, const std::string& source) {
  JsonRoot file(text, source);
  std::vector<BindBone> bones;
  std::set<std::string> names;
  if (file.ok())
    file.each([&](JsonObject& object) {
      if (bones.size() == kMaxBones)
        return object.blame(fmt::format("exceeds the limit of {} bones", kMaxBones));
      bones.push_back(read_bone(object));
      if (!names.insert(bones.back().name).second)
        object.blame(
            fmt::format("repeats the name {}; bone names must be unique", in_quotes(bones.back().name)));
    });
  for (const BindBone& bone : bones)
    if (file.ok() && !bone.parent.empty() && !names.contains(bone.parent))
      file.fault().blame(
          "", fmt::format("bone {} has the parent {}, which is not in the list; add it, or write null",
                          in_quotes(bone.name), in_quotes(bone.parent)));
  if (file.ok() && bones.empty()) file.fault().blame("", "lists no bones; there is nothing to bind to");
  if (!file.ok()) return error_of(file);
  return bones;
}

}  // namespace mannequin::io
