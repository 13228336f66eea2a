#include "engine/io/document_path.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/io/text_file.h"
#include "engine/platform/path.h"

namespace mannequin::io {
namespace {

namespace fs = std::filesystem;

// Without a trailing separator; the current folder for an empty path, as for the folder of "a.json".
fs::path whole(const fs::path& path) {
  std::error_code error;
  const fs::path found = fs::absolute(path.empty() ? "." : path, error).lexically_normal();
  return found.has_filename() || !found.has_relative_path() ? found : found.parent_path();
}

// Resolves links as far as the path exists; the rest is unchanged.
fs::path resolved(const fs::path& path) {
  std::error_code error;
  const fs::path found = fs::weakly_canonical(whole(path), error);
  return error ? whole(path) : found;
}

bool is_below(const fs::path& folder, const fs::path& file) {
  const auto ends = std::ranges::mismatch(folder, file);
  return ends.in1 == folder.end();
}

}  // namespace

std::string document_path_fault(std::string_view path, DocumentPaths paths) {
  if (path.empty()) return "is empty; write the path of a file";
  if (path.size() > kMaxDocumentPath)
    return fmt::format("is longer than {} bytes; use a shorter path", kMaxDocumentPath);
  if (std::ranges::any_of(path, [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
    return "has a character that no file name should have; correct the path";
  if (paths == DocumentPaths::anywhere) return {};
  if (path.find('\\') != std::string_view::npos)
    return fmt::format("is {}; write / between folders", in_quotes(path));
  if (path.starts_with('/') || (path.size() > 1 && path[1] == ':'))
    return fmt::format(
        "is {}, an absolute path; put the file into the document's folder and write its path from there",
        in_quotes(path));
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view step = path.substr(begin, end - begin);
    if (step == "..")
      return fmt::format(
          "is {}, which leads out of the document's folder; put the file into that folder, or the document "
          "into one that contains both",
          in_quotes(path));
    if (step.empty() || step == ".") return fmt::format("is {}; write it as folder/file", in_quotes(path));
    begin = end + 1;
  }
  return {};
}

Result<std::string> document_path(const fs::path& folder, const fs::path& file, DocumentPaths paths) {
  const fs::path where = resolved(folder), what = resolved(file);
  if (paths == DocumentPaths::inside && !is_below(where, what)) {
    fs::path common;
    const auto ends = std::ranges::mismatch(where, what);
    for (auto step = where.begin(); step != ends.in1; ++step) common /= *step;
    // Nobody keeps documents in the root folder; on Windows, two drives have not even that in common.
    if (!common.has_relative_path())
      return fail(ErrorCode::bad_argument, file.string(),
                  fmt::format("lies outside {}, and a document names only files in its own folder and below; "
                              "move or copy the file into that folder",
                              where.string()));
    return fail(ErrorCode::bad_argument, file.string(),
                fmt::format("lies outside {}, and a document names only files in its own folder and below; "
                            "save the document in {}, or move the file",
                            where.string(), common.string()));
  }
  // Uses the names that users see, where links allow.
  const fs::path relative = is_below(whole(folder), whole(file))
                                ? whole(file).lexically_relative(whole(folder))
                                : what.lexically_relative(where);
  const std::string name = (paths == DocumentPaths::inside ? relative : whole(file)).generic_string();
  if (!check_text_file(name, ""))
    return fail(ErrorCode::bad_argument, file.string(),
                "has a name that is not UTF-8, which a document cannot contain; rename the file");
  if (const std::string fault = document_path_fault(name, paths); !fault.empty())
    return fail(ErrorCode::bad_argument, file.string(), fault);
  return name;
}

Result<fs::path> find_document_file(const fs::path& folder, const std::string& name, DocumentPaths paths) {
  const fs::path path = folder / path_of_utf8(name);
  const auto refused = [&](const char* what) {
    return fail(ErrorCode::cannot_read, path.string(), std::string(what));
  };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found)
    return refused("there is no such file; put it there, or correct its path in the document");
  if (!fs::is_regular_file(status))
    return refused("is a folder, a pipe or a device where a file was expected; put the file there");
  if (paths == DocumentPaths::inside && !is_below(resolved(folder), resolved(path)))
    return refused("is a link to outside the document's folder; put the file itself there");
  return path;
}

}  // namespace mannequin::io
