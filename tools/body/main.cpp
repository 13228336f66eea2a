// make_body FOLDER: makes the .glb files of assets/, the same bytes every time.
#include <cstdio>
#include <filesystem>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include "engine/io/builtin_mesh.h"
#include "engine/io/definitions.h"
#include "engine/io/gltf_writer.h"
#include "tools/body/body.h"
#include "tools/body/eyes.h"
#include "tools/body/garment.h"
#include "tools/body/hair.h"

namespace {

using namespace mannequin;

Status write(std::vector<body::Bound> bound, const Skeleton& skeleton, const std::filesystem::path& path) {
  std::vector<BoundMeshDesc> meshes;
  std::vector<io::MeshLook> looks;
  std::size_t vertices = 0, triangles = 0;
  for (body::Bound& each : bound) {
    vertices += each.desc.mesh.positions.size();
    triangles += each.desc.mesh.indices.size() / 3;
    meshes.push_back(std::move(each.desc));
    looks.push_back(std::move(each.look));
  }
  const Result<io::Bytes> bytes = io::write_glb(meshes, &skeleton, looks);
  if (!bytes) return error_of(bytes);
  std::printf("%s: %zu vertices, %zu triangles, %zu joints, %zu bytes\n", path.filename().c_str(), vertices,
              triangles, meshes.front().skin.joint_names.size(), bytes->size());
  return io::write_file(path, *bytes);
}

Status make(const Character& character, Sex sex, const std::filesystem::path& folder) {
  const auto path = [&](const std::string& name) { return folder / io::builtin_mesh_file(name, sex); };
  const body::Body figure = body::make_body(character, sex);
  Status written = write({body::body_mesh(figure)}, character.skeleton, path("mannequin"));
  if (written) written = write(body::eye_meshes(figure.rig), character.skeleton, path("eyes"));
  if (written) written = write({body::hair_mesh(figure.rig)}, character.skeleton, path("hair"));
  for (const body::Garment& garment : body::wardrobe()) {
    if (!written) return written;
    written = write({body::garment_mesh(figure, garment)}, character.skeleton, path(garment.name));
  }
  return written;
}

Status make(const std::filesystem::path& folder) {
  Result<CharacterDesc> desc = io::read_builtin_character();
  if (!desc) return error_of(desc);
  const Result<Character> character = Character::build(std::move(*desc));
  if (!character) return error_of(character);
  // Neither sex needs anything of the other.
  auto male = std::async(std::launch::async, [&] { return make(*character, Sex::male, folder); });
  const Status female = make(*character, Sex::female, folder);
  const Status other = male.get();
  return female ? other : female;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_body FOLDER\n");
    return 2;
  }
  const Status made = make(argv[1]);
  if (made) return 0;
  std::fprintf(stderr, "make_body: %s\n", made.error().message().c_str());
  return 1;
}
