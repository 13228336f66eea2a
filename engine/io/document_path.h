// The paths by which a document names other files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace mannequin::io {

// Which paths a document may contain: those of its folder and below, so that the folder can be moved or
// passed on and a stranger's document reads nothing else; or absolute ones too, for documents that a program
// keeps for itself.
enum class DocumentPaths { inside, anywhere };

inline constexpr std::size_t kMaxDocumentPath = 4096;

// Why this path cannot be in a document, with the remedy; empty if it can.
std::string document_path_fault(std::string_view path, DocumentPaths paths);

// The path by which a document in `folder` names `file`, which need not exist: relative, UTF-8, with '/'; or
// absolute if `anywhere`. Fails (bad_argument) for a file outside the folder, which the remedy names, and for
// a path that is not UTF-8.
Result<std::string> document_path(const std::filesystem::path& folder, const std::filesystem::path& file,
                                  DocumentPaths paths);

// The file that a document in `folder` names. Fails (cannot_read): there is none; it is a folder, a pipe or a
// device; or, if `inside`, a link leads out of the folder.
Result<std::filesystem::path> find_document_file(const std::filesystem::path& folder, const std::string& name,
                                                 DocumentPaths paths);

}  // namespace mannequin::io
