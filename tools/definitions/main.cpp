// make_definitions CHARACTER_DIR OUT_DIR: writes skeleton.json and appearance.json from a viewer's character
// folder.
#include <cstdio>
#include <filesystem>
#include <string_view>

#include "engine/io/definitions.h"
#include "engine/io/file.h"

using namespace mannequin;

int main(int argc, char** argv) {
  if (argc != 3 || std::string_view(argv[1]).starts_with("-")) {
    std::fputs(
        "usage: make_definitions CHARACTER_DIR OUT_DIR\n"
        "Reads avatar_skeleton.xml and avatar_lad.xml, writes skeleton.json and appearance.json.\n",
        stderr);
    return 2;
  }
  const auto character = io::read_character_folder(argv[1]);
  if (!character) {
    std::fprintf(stderr, "make_definitions: %s\n", character.error().message().c_str());
    return 3;
  }
  const std::filesystem::path folder = argv[2];
  Status written = io::write_file(folder / "skeleton.json", io::write_skeleton_json(character->skeleton));
  if (written)
    written = io::write_file(folder / "appearance.json", io::write_appearance_json(character->appearance));
  if (!written) {
    std::fprintf(stderr, "make_definitions: %s\n", written.error().message().c_str());
    return 3;
  }
  std::printf("%zu joints, %zu parameters\n", character->skeleton.joints.size(),
              character->appearance.parameters.size());
}
