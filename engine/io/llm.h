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

// The kind is not in the file but in avatar_lad.xml: a level of detail names its full mesh.
enum class LlmKind { full, level_of_detail };

// Includes the morphs that the viewer derives. Fails (cannot_read, bad_data) on: missing bytes, an index
// beyond the vertices (for a level of detail: unknown here, at most 65535), an invalid name or count, a
// number that is not finite (binormals of morphs may be), detail texture coordinates (unsupported, as in the
// viewer). Ignores bytes after the end, as the viewer does. Source: ALGORITHM 7.
Result<BaseMeshDesc> read_llm(std::span<const std::byte> bytes, const std::string& source, LlmKind kind);

// The kind that fits the file's length and indices, for a file without avatar_lad.xml.
LlmKind guess_llm_kind(std::span<const std::byte> bytes);

// Whether the bytes start like such a file.
bool looks_like_llm(std::span<const std::byte> bytes);

// Every file named by the definitions, by file name. Fails as read_llm does, and on a file name outside
// the folder.
Result<std::map<std::string, BaseMeshDesc>> read_base_meshes(const std::filesystem::path& folder,
                                                             std::span<const BodyMeshDesc> meshes);

}  // namespace mannequin::io
