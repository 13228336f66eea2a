// The paths by which a document names other files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace mannequin::io {

// Which paths a document may contain: only its folder and below, so that the
// folder can be moved or shared and an untrusted document reads nothing else;
// or also absolute ones, for documents that a program keeps for itself.
enum class DocumentPaths { inside, anywhere };

inline constexpr std::size_t kMaxDocumentPath = 4096;

// Why this path cannot be in a document, with the remedy; empty if it can.
std::string document_path_fault(std::string_view path, DocumentPaths paths);

// The path by which a document in `folder` refers to `file`, which need not exist: relative, UTF-8, with '/';
// or absolute if `anywhere`. Fails (bad_argument) for a file outside the folder, with the folder to use in
// the remedy, and for a path that is not UTF-8.
Result<std::string> document_path(const std::filesystem::path& folder, const std::filesystem::path& file,
                                  DocumentPaths paths);

// The file that a document in `folder` refers to. Fails (cannot_read) if there is none; if it is a folder, a
// pipe or a device; or, if `inside`, if a link leads out of the folder.
Result<std::filesystem::path> find_document_file(const std::filesystem::path& folder, const std::string& name,
                                                 DocumentPaths paths);

}  // namespace mannequin::io
