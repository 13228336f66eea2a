// make_body OUT.glb: makes assets/mannequin.glb, the same bytes every time.
#include <cstdio>

#include "engine/io/definitions.h"
#include "engine/io/gltf_writer.h"
#include "tools/body/body.h"

namespace {

using namespace mannequin;

Status make(const char* path) {
  Result<CharacterDesc> desc = io::read_builtin_character();
  if (!desc) return tl::make_unexpected(desc.error());
  const Result<Character> character = Character::build(std::move(*desc));
  if (!character) return tl::make_unexpected(character.error());
  const Result<BoundMeshDesc> body = body::make_body(*character);
  if (!body) return tl::make_unexpected(body.error());
  const Result<io::Bytes> bytes = io::write_glb({&*body, 1}, &character->skeleton);
  if (!bytes) return tl::make_unexpected(bytes.error());
  std::printf("%zu vertices, %zu triangles, %zu joints, %zu bytes\n", body->mesh.positions.size(),
              body->mesh.indices.size() / 3, body->skin.joint_names.size(), bytes->size());
  return io::write_file(path, *bytes);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_body OUT.glb\n");
    return 2;
  }
  const Status made = make(argv[1]);
  if (made) return 0;
  std::fprintf(stderr, "make_body: %s\n", made.error().message().c_str());
  return 1;
}
