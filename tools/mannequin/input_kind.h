// What a file that is given to a subcommand is, told by its content and, where that says nothing, by its
// ending.
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

// Nothing for a file of any other kind.
std::optional<InputKind> input_kind(std::span<const std::byte> bytes, const std::filesystem::path& path);

}  // namespace mannequin::program
