// Which painted region a face of a worn mesh shows: Bakes on Mesh.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/io/document_file.h"
#include "tools/document/worn_file.h"

namespace mannequin::document {

// Head, upper and lower body in the one texture map of the built-in bodies.
inline constexpr std::string_view kOwnBodyRegion = io::kBodyRegion;

// What a material asks for by its name ("BAKED_UPPER", "bom lower body", "use_baked_aux1") or by the id of a
// "use baked" texture; empty: nothing.
std::string_view baked_region(const MaterialDesc& material);

// Of each material of one of the file's meshes, as somebody chose by hand, or by what it is; empty: none.
std::vector<std::string> shown_regions(const WornFile& file, const WornMesh& mesh);

}  // namespace mannequin::document
