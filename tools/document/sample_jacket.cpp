#include "tools/document/sample_jacket.h"

#include "engine/io/builtin_mesh.h"
#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"

namespace mannequin::document {
namespace {

constexpr double kOutwards = 0.01;  // metres

}  // namespace

Result<std::filesystem::path> write_sample_jacket(const std::filesystem::path& folder,
                                                  const Skeleton& skeleton, Sex sex) {
  auto file = io::read_builtin_mesh("top", sex);
  if (!file) return error_of(file);
  for (BoundMeshDesc& desc : file->meshes) {
    SkinDesc& skin = desc.skin;
    skin.joint_rests.clear();
    skin.joint_positions.clear();
    for (const std::string& name : skin.joint_names) {
      Vec3 position = skeleton[skeleton.find(name)].default_position;
      if (name == "mShoulderLeft") position.y += kOutwards;
      if (name == "mShoulderRight") position.y -= kOutwards;
      skin.joint_positions.emplace_back(position);
    }
  }
  const auto bytes = io::write_glb(file->meshes, &skeleton);
  if (!bytes) return error_of(bytes);
  const std::filesystem::path path = folder / kSampleJacket;
  if (auto status = io::write_file(path, *bytes); !status) return error_of(status);
  return path;
}

}  // namespace mannequin::document
