// The project's own body, and clothes for it: compiled in, or files of the same names beside the library or
// program that this is part of, or in share/mannequin of its prefix. The shared C library has them as files.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/appearance/appearance.h"
#include "engine/io/bound_mesh.h"

namespace mannequin::io {

// The clothes; the body is "mannequin".
std::span<const std::string_view> builtin_garments();
// What the body's head has besides skin: "eyes" (with brows and lashes) and "hair".
std::span<const std::string_view> builtin_head_parts();

// A sheet around the body that shows the painted skirt.
inline constexpr std::string_view kBuiltinSkirt = "skirt";

// The file name in assets/, of the skirt in assets/layers/: each mesh has one version for the default shape
// of either sex.
std::string builtin_mesh_file(std::string_view name, Sex sex);

// Fails: bad_argument for a name that is none of these; unsupported where none are compiled in
// (MANNEQUIN_BUILTIN_MESHES) and there is no such file.
Result<BoundMeshFile> read_builtin_mesh(std::string_view name, Sex sex);

}  // namespace mannequin::io
