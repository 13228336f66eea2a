// make_layers FOLDER [CHARACTER_DIR]: writes the pictures of our own layers and the skirts that show them,
// which need no file, and layers.json from a viewer's character folder. The same bytes every time.
#include <cstdio>
#include <filesystem>
#include <string_view>

#include "engine/io/builtin_mesh.h"
#include "engine/io/definitions.h"
#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "engine/io/image_writer.h"
#include "engine/io/layer_sets_file.h"
#include "tools/layers/layer_pictures.h"
#include "tools/layers/skirt_mesh.h"

namespace {

using namespace mannequin;

Status make_pictures(const std::filesystem::path& folder) {
  std::size_t bytes = 0;
  const auto files = layers::layer_pictures();
  for (const layers::LayerPictureFile& file : files) {
    const io::Bytes packed = io::write_tga(file.picture);
    bytes += packed.size();
    if (auto status = io::write_file(folder / file.name, packed); !status) return status;
  }
  std::printf("%zu pictures, %zu bytes\n", files.size(), bytes);
  return {};
}

Status make_skirts(const std::filesystem::path& folder) {
  Result<CharacterDesc> desc = io::read_builtin_character();
  if (!desc) return error_of(desc);
  const Result<Character> character = Character::build(std::move(*desc));
  if (!character) return error_of(character);
  for (const Sex sex : {Sex::female, Sex::male}) {
    const Result<BoundMeshDesc> skirt = layers::skirt_mesh(sex, character->skeleton);
    if (!skirt) return error_of(skirt);
    const Result<io::Bytes> bytes = io::write_glb({&*skirt, 1}, &character->skeleton);
    if (!bytes) return error_of(bytes);
    const std::string name = io::builtin_mesh_file(io::kBuiltinSkirt, sex);
    std::printf("%s, %zu bytes\n", name.c_str(), bytes->size());
    if (auto status = io::write_file(folder / name, *bytes); !status) return status;
  }
  return {};
}

Status make_sets(const std::filesystem::path& character, const std::filesystem::path& folder) {
  const auto text = io::read_file(character / "avatar_lad.xml");
  if (!text) return error_of(text);
  const auto desc = io::read_layer_sets_xml(io::as_text(*text), "avatar_lad.xml");
  if (!desc) return error_of(desc);
  return io::write_file(folder / "layers.json", io::write_layer_sets_json(*desc));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3 || std::string_view(argv[1]).starts_with("-")) {
    std::fputs("usage: make_layers FOLDER [CHARACTER_DIR]\n", stderr);
    return 2;
  }
  Status made = make_pictures(argv[1]);
  if (made) made = make_skirts(argv[1]);
  if (made && argc == 3) made = make_sets(argv[2], argv[1]);
  if (made) return 0;
  std::fprintf(stderr, "make_layers: %s\n", made.error().message().c_str());
  return 1;
}
