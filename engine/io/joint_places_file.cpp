#include "engine/io/joint_places_file.h"

#include <fmt/format.h>

#include "engine/io/json_file.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

void add_place(JsonObject& object, const std::string& name, const Vec3& place, const Skeleton& skeleton,
               std::map<JointIndex, Vec3>& places) {
  if (!object.ok()) return;
  const JointIndex joint = skeleton.find(name);
  if (joint == kNoJoint) {
    const std::string nearest = skeleton.nearest_name(name);
    return object.blame(fmt::format("names the joint {}, which the skeleton does not have; {}",
                                    in_quotes(name),
                                    nearest.empty() ? "correct it" : "did you mean '" + nearest + "'?"));
  }
  if (!places.emplace(joint, place).second)
    object.blame(fmt::format("names the joint {} twice; omit one of them", in_quotes(name)));
}

}  // namespace

Result<std::map<JointIndex, Vec3>> read_joint_places(std::string_view text, const std::string& source,
                                                     const Skeleton& skeleton) {
  JsonRoot file(text, source);
  std::map<JointIndex, Vec3> places;
  if (!file.ok()) return error_of(file);
  JsonObject top = file.object();
  if (!top.has("joints")) top.blame("has no \"joints\"; write {\"joints\": {\"mElbowLeft\": [x, y, z]}}");
  if (top.is_list("joints")) {
    top.each("joints", [&](JsonObject& joint) {
      const std::string name = joint.required_text("name", "\"mElbowLeft\"");
      if (!joint.has("world_position")) joint.blame("has no \"world_position\"; write [x, y, z]");
      const Vec3 place = joint.vector("world_position", Vec3(0.0));
      for (const std::string& key : joint.keys()) joint.ignore(key.c_str());
      add_place(joint, name, place, skeleton, places);
    });
  } else {
    top.inside("joints", [&](JsonObject& joints) {
      for (const std::string& name : joints.keys())
        add_place(joints, name, joints.vector(name.c_str(), Vec3(0.0)), skeleton, places);
    });
  }
  if (file.ok() && places.empty())
    top.blame("lists no joint; write {\"joints\": {\"mElbowLeft\": [x, y, z]}}");
  if (!file.ok()) return error_of(file);
  return places;
}

}  // namespace mannequin::io
