// make_body FOLDER: makes the .glb files of assets/, the same bytes every time.
#include <cstdio>
#include <filesystem>
#include <string>

#include "engine/io/builtin_mesh.h"
#include "engine/io/definitions.h"
#include "engine/io/gltf_writer.h"
#include "tools/body/body.h"
#include "tools/body/garment.h"

namespace {

using namespace mannequin;

Status write(const BoundMeshDesc& bound, const Skeleton& skeleton, const std::filesystem::path& path) {
  const Result<io::Bytes> bytes = io::write_glb({&bound, 1}, &skeleton);
  if (!bytes) return error_of(bytes);
  std::printf("%s: %zu vertices, %zu triangles, %zu joints, %zu bytes\n", path.filename().c_str(),
              bound.mesh.positions.size(), bound.mesh.indices.size() / 3, bound.skin.joint_names.size(),
              bytes->size());
  return io::write_file(path, *bytes);
}

Status make(const std::filesystem::path& folder) {
  Result<CharacterDesc> desc = io::read_builtin_character();
  if (!desc) return error_of(desc);
  const Result<Character> character = Character::build(std::move(*desc));
  if (!character) return error_of(character);
  Status written;
  for (const Sex sex : {Sex::female, Sex::male}) {
    const auto path = [&](const std::string& name) { return folder / io::builtin_mesh_file(name, sex); };
    const body::Body figure = body::make_body(*character, sex);
    written = write(body::body_mesh(figure), character->skeleton, path("mannequin"));
    for (const body::Garment& garment : body::wardrobe()) {
      if (!written) return written;
      written = write(body::garment_mesh(figure, garment), character->skeleton, path(garment.name));
    }
  }
  return written;
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
