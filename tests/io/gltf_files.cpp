#include "tests/io/gltf_files.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

namespace mannequin::test {
namespace {

Mat4 matrix_of(const nlohmann::json& node) {
  Mat4 matrix(1.0);
  if (node.contains("matrix")) {
    for (int i = 0; i < 16; ++i)
      matrix[i / 4][i % 4] = node["matrix"][static_cast<std::size_t>(i)].get<double>();
    return matrix;
  }
  const auto number = [&](const char* key, std::size_t i) { return node[key][i].get<double>(); };
  if (node.contains("translation"))
    matrix = glm::translate(
        matrix, Vec3(number("translation", 0), number("translation", 1), number("translation", 2)));
  if (node.contains("rotation"))
    matrix *= glm::mat4_cast(
        Quat(number("rotation", 3), number("rotation", 0), number("rotation", 1), number("rotation", 2)));
  if (node.contains("scale"))
    matrix = glm::scale(matrix, Vec3(number("scale", 0), number("scale", 1), number("scale", 2)));
  return matrix;
}

}  // namespace

const BoundMeshDesc& mesh_called(const io::BoundMeshFile& file, const std::string& name) {
  for (const BoundMeshDesc& mesh : file.meshes)
    if (mesh.mesh.name == name) return mesh;
  throw std::runtime_error("no mesh " + name);
}

double greatest_difference(const Mat4& ours, const nlohmann::json& sixteen) {
  double greatest = 0.0;
  for (int i = 0; i < 16; ++i)
    greatest = std::max(greatest,
                        std::abs(ours[i / 4][i % 4] - sixteen.at(static_cast<std::size_t>(i)).get<double>()));
  return greatest;
}

TestNodes::TestNodes(const nlohmann::json& document) {
  const auto& nodes = document.at("nodes");
  parents_.assign(nodes.size(), -1);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    names_.push_back(nodes[i].value("name", ""));
    rest_.push_back(matrix_of(nodes[i]));
    if (nodes[i].contains("children"))
      for (const std::size_t child : nodes[i]["children"]) parents_.at(child) = static_cast<int>(i);
  }
  locals_ = rest_;
}

std::size_t TestNodes::find(const std::string& name) const {
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (names_[i] == name) return i;
  throw std::runtime_error("no node " + name);
}

void TestNodes::pose(const std::string& name, const nlohmann::json& values) {
  locals_[find(name)] = matrix_of(values);
}

Mat4 TestNodes::world(const std::string& name) const {
  Mat4 matrix(1.0);
  for (int node = static_cast<int>(find(name)); node >= 0; node = parents_[static_cast<std::size_t>(node)])
    matrix = locals_[static_cast<std::size_t>(node)] * matrix;
  return matrix;
}

nlohmann::json gltf_json(const std::filesystem::path& path) {
  const auto bytes = io::read_file(path);
  if (!bytes) throw std::runtime_error(bytes.error().message());
  std::string_view text = io::as_text(*bytes);
  if (text.starts_with("glTF")) {
    std::uint32_t length = 0;
    std::memcpy(&length, text.data() + 12, sizeof length);
    text = text.substr(20, length);
  }
  return nlohmann::json::parse(text);
}

std::vector<Vec3> skin_in_gltf(const BoundMeshDesc& mesh, const TestNodes& nodes) {
  std::vector<Mat4> palette;
  for (std::size_t j = 0; j < mesh.skin.joint_names.size(); ++j)
    palette.push_back(nodes.world(mesh.skin.joint_names[j]) * mesh.skin.inverse_binds[j]);
  std::vector<Vec3> out;
  for (std::size_t v = 0; v < mesh.mesh.positions.size(); ++v) {
    Vec3 sum(0.0);
    double weights = 0.0;
    for (std::size_t i = mesh.skin.influence_begin[v]; i < mesh.skin.influence_begin[v + 1]; ++i) {
      const InfluenceDesc& influence = mesh.skin.influences[i];
      const auto weight = static_cast<double>(influence.weight);
      sum += weight * Vec3(palette[influence.joint] * Vec4(Vec3(mesh.mesh.positions[v]), 1.0));
      weights += weight;
    }
    out.push_back(weights > 0.0 ? sum / weights : Vec3(std::numeric_limits<double>::quiet_NaN()));
  }
  return out;
}

}  // namespace mannequin::test
