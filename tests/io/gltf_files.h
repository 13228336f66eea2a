// Reads glTF files in tests, and converts between the file's and the reader's frame.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/io/bound_mesh.h"
#include "engine/io/file.h"

namespace mannequin::test {

inline Result<io::BoundMeshFile> read_gltf_file(const std::filesystem::path& path) {
  auto bytes = io::read_file(path);
  if (!bytes) return error_of(bytes);
  return io::read_gltf(*bytes, path.filename().string(), path.parent_path());
}

// (x, y, z) -> (x, z, -y): from ours back to the file's.
inline Vec3 to_gltf(const Vec3& v) { return {v.x, v.z, -v.y}; }

inline Mat4 gltf_from_ours() {
  return Mat4(Vec4(1, 0, 0, 0), Vec4(0, 0, -1, 0), Vec4(0, 1, 0, 0), Vec4(0, 0, 0, 1));
}

// The file's position of a joint of the skin.
inline Mat4 rest_of(const SkinDesc& skin, const std::string& joint) {
  for (const JointRest& rest : skin.joint_rests)
    if (rest.name == joint) return rest.world_from_joint;
  throw std::runtime_error("no rest of " + joint);
}

inline bool has_note(const io::BoundMeshFile& file, const std::string& code) {
  for (const io::Note& note : file.notes)
    if (note.code == code) return true;
  return false;
}

inline std::string codes(const io::Notes& notes) {
  std::string list;
  for (const io::Note& note : notes) list += note.code + "; ";
  return list;
}

// Throws where there is none.
const BoundMeshDesc& mesh_called(const io::BoundMeshFile& file, const std::string& name);

// Of any element. Row vectors there, column vectors here: the same sixteen numbers in the same order.
double greatest_difference(const Mat4& ours, const nlohmann::json& sixteen);

// The nodes of a glTF file, read by the test itself, so that poses can be set and evaluated.
class TestNodes {
 public:
  explicit TestNodes(const nlohmann::json& document);

  // Puts {translation, rotation, scale} in place of the node's own; parts that are missing become 0,
  // identity, 1.
  void pose(const std::string& name, const nlohmann::json& values);
  void reset() { locals_ = rest_; }
  Mat4 world(const std::string& name) const;  // of the first node of that name, glTF's frame

 private:
  std::size_t find(const std::string& name) const;

  std::vector<std::string> names_;
  std::vector<int> parents_;
  std::vector<Mat4> rest_, locals_;
};

// The JSON of a .glb or .gltf.
nlohmann::json gltf_json(const std::filesystem::path& path);

// Where each vertex goes in glTF's frame: sum over its influences of weight x world x inverse bind, by the
// sum of the weights. Vertices without influence come out as NaN.
std::vector<Vec3> skin_in_gltf(const BoundMeshDesc& mesh, const TestNodes& nodes);

}  // namespace mannequin::test
