// Meshes of the system avatar in a viewer's character folder (.llm, "Linden Binary Mesh 1.0").
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "engine/appearance/appearance.h"
#include "engine/core/result.h"
#include "engine/mesh/base_mesh.h"

namespace mannequin::io {

// The file does not say which it is; avatar_lad.xml does: a level of detail names the mesh that it refers to.
enum class LlmKind { full, level_of_detail };

// With the morphs that the viewer derives. Fails (cannot_read, bad_data) on: bytes that are missing, an index
// beyond the vertices (of a level of detail: unknown here, 65535 at most), a name or count that cannot be, a
// number that is not finite (binormals of morphs may), detail texture coordinates (unsupported, as in the
// viewer). What follows the end is not read, as in the viewer. Source: ALGORITHM 7.
Result<BaseMeshDesc> read_llm(std::span<const std::byte> bytes, const std::string& source, LlmKind kind);

// Which of the two fits the file's length and indices, for a file that stands alone.
LlmKind guess_llm_kind(std::span<const std::byte> bytes);

// Whether it begins as such files do.
bool looks_like_llm(std::span<const std::byte> bytes);

// Every file that the definitions name, by file name. Fails as read_llm does, and on a file name that leads
// out of the folder.
Result<std::map<std::string, BaseMeshDesc>> read_base_meshes(const std::filesystem::path& folder,
                                                             std::span<const BodyMeshDesc> meshes);

}  // namespace mannequin::io
