// The kind of an input file, detected by content, else by its file name
// extension.
#pragma once

#include <filesystem>
#include <optional>
#include <span>

namespace mannequin::program {

enum class InputKind {
  shape,       // our JSON, an appearance XML dump, a wearable asset
  bound_mesh,  // COLLADA, glTF, mesh assets
  clip,        // .anim, .bvh
  body_mesh,   // .llm, of the system avatar
  pose,        // our JSON
};

// nullopt for any other file.
std::optional<InputKind> input_kind(std::span<const std::byte> bytes, const std::filesystem::path& path);

}  // namespace mannequin::program
