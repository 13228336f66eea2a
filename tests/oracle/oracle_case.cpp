#include "tests/oracle/oracle_case.h"

#include <cmath>
#include <glm/gtc/type_ptr.hpp>

#include "engine/io/definitions.h"

namespace mannequin::test {
namespace {

Character load(CharacterSource source) {
  auto desc = source == CharacterSource::builtin ? io::read_builtin_character()
                                                 : io::read_character_folder(shared_path("viewer-character"));
  if (!desc) throw std::runtime_error(desc.error().message());
  auto built = Character::build(std::move(*desc));
  if (!built) throw std::runtime_error(built.error().message());
  return std::move(*built);
}

}  // namespace

const Character& character(CharacterSource source) {
  if (source == CharacterSource::builtin) {
    static const Character builtin = load(CharacterSource::builtin);
    return builtin;
  }
  static const Character folder = load(CharacterSource::character_folder);
  return folder;
}

SliderValues slider_values(const nlohmann::json& inputs) {
  SliderValues values;
  for (const auto& [id, weight] : inputs.items()) values[std::stoi(id)] = weight.get<double>();
  return values;
}

WornOffsets worn_offsets(const nlohmann::json& mesh) {
  WornOffsets worn;
  worn.mesh_id = Uuid::parse(mesh.at("id").get<std::string>()).value();
  worn.lock_scale = mesh.at("lock_scale_if_joint_position").get<bool>();
  worn.pelvis_offset = mesh.at("pelvis_offset").get<double>();
  // A list of another length than the joint names is ignored as a whole, its readers' business.
  if (mesh.contains("extra_alt_inverse_bind_entries")) return worn;
  for (const auto& joint : mesh.at("joints"))
    worn.joints.push_back(
        {joint.at(0).get<std::string>(),
         Vec3(joint.at(1).get<double>(), joint.at(2).get<double>(), joint.at(3).get<double>())});
  return worn;
}

std::map<std::string, SliderValues> oracle_shapes() {
  std::map<std::string, SliderValues> shapes;
  const nlohmann::json file = read_json(shared_path("oracle/shapes.json.gz"));
  for (const nlohmann::json& shape : file.at("shapes"))
    shapes[shape.at("name")] = slider_values(shape.at("inputs"));
  return shapes;
}

Pose oracle_pose(const nlohmann::json& oracle, const Skeleton& skeleton) {
  Pose pose;
  const auto vec = [](const nlohmann::json& v) {
    return Vec3(v[0].get<double>(), v[1].get<double>(), v[2].get<double>());
  };
  const auto quat = [](const nlohmann::json& q) {
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

Mat4 oracle_matrix(const nlohmann::json& numbers, std::size_t first) {
  Mat4 m;
  for (std::size_t k = 0; k < 16; ++k) glm::value_ptr(m)[k] = numbers.at(first + k).get<double>();
  return m;
}

void Worst::compare(double ours, double theirs, const std::string& where) {
  ++count_;
  const double difference = std::abs(ours - theirs);
  if (!(difference <= value_)) {  // also when it is not a number
    value_ = std::isnan(difference) ? HUGE_VAL : difference;
    where_ = where;
  }
}

void Worst::compare(const Vec3& ours, const nlohmann::json& numbers, std::size_t first,
                    const std::string& where) {
  for (int axis = 0; axis < 3; ++axis)
    compare(ours[axis], numbers.at(first + static_cast<std::size_t>(axis)).get<double>(), where);
}

}  // namespace mannequin::test
