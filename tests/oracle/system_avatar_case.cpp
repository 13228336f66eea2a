#include "tests/oracle/system_avatar_case.h"

#include "engine/io/llm.h"

namespace mannequin::test {

using nlohmann::json;

const std::map<std::string, BaseMeshDesc>& base_meshes() {
  static const std::map<std::string, BaseMeshDesc> read = [] {
    auto meshes = io::read_base_meshes(shared_path("viewer-character"),
                                       character(Road::character_folder).appearance.body_meshes());
    if (!meshes) throw std::runtime_error(meshes.error().message());
    return std::move(*meshes);
  }();
  return read;
}

std::optional<SystemAvatar> system_avatar(const SystemAvatarOptions& options) {
  auto built = SystemAvatar::build(character(Road::character_folder), base_meshes(), options);
  if (built) return std::move(*built);
  ADD_FAILURE() << built.error().message();
  return std::nullopt;
}

std::map<std::string, SliderValues> oracle_shapes() {
  std::map<std::string, SliderValues> shapes;
  const json file = read_json(shared_path("oracle/shapes.json.gz"));
  for (const json& shape : file.at("shapes")) shapes[shape.at("name")] = slider_values(shape.at("inputs"));
  return shapes;
}

std::vector<float> morph_weights(const SystemPart& part, const ParameterWeights& weights) {
  std::vector<float> out(part.morphs.size());
  mannequin::morph_weights(part.morphs, character(Road::character_folder).appearance, weights, out);
  return out;
}

Pose oracle_pose(const json& oracle, const Skeleton& skeleton) {
  Pose pose;
  const auto vec = [](const json& v) {
    return Vec3(v[0].get<double>(), v[1].get<double>(), v[2].get<double>());
  };
  const auto quat = [](const json& q) {
    return Quat(q[3].get<double>(), q[0].get<double>(), q[1].get<double>(), q[2].get<double>());
  };
  pose.root_position = vec(oracle.at("root_position"));
  pose.root_rotation = quat(oracle.at("root_rotation"));
  if (oracle.contains("pelvis_position"))
    pose.set_position(skeleton, skeleton.find("mPelvis"), vec(oracle.at("pelvis_position")));
  for (const auto& [joint, rotation] : oracle.at("rotations").items())
    pose.set_rotation(skeleton, skeleton.find(joint), quat(rotation));
  return pose;
}

}  // namespace mannequin::test
