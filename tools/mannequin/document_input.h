// A document as the avatar of a command: its sliders, the joint offsets of what it wears, its pose.
#pragma once

#include <filesystem>

#include "engine/appearance/character.h"
#include "engine/avatar/avatar.h"
#include "engine/wear/outfit.h"

namespace mannequin::program {

struct DocumentInput {
  AvatarInputs inputs;  // `worn` is empty
  Outfit outfit;        // the files it wears, in order
};

// Reads the document and the files that it refers to. Fails as their readers
// do, and for a missing file. Leaves out built-in meshes and the system
// avatar's own body, which move no joint. Prints the readers' notes to stderr.
Result<DocumentInput> load_document(const std::filesystem::path& path, const Character& character);

}  // namespace mannequin::program
