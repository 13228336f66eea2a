#include "tools/preview/panels/files/typed_path.h"

#include <algorithm>
#include <array>

#include "engine/platform/path.h"
#include "engine/platform/program.h"
#include "tools/document/file_address.h"
#include "tools/document/file_kind.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {
namespace {

constexpr std::array kOpenable = {".dae", ".glb",  ".gltf", ".mesh", ".llmesh", ".slm",
                                  ".xml", ".json", ".txt",  ".anim", ".bvh"};
// Drives, and another separator beside the usual one.
constexpr bool kDrives = std::filesystem::path::preferred_separator != '/';
constexpr const char* kSeparators = kDrives ? "/\\" : "/";
// A folder of thousands is searched by typing on.
constexpr std::size_t kMostRead = 5000;

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view() : text.substr(first, last - first + 1);
}

bool is_openable(const std::filesystem::path& path) {
  return std::ranges::find(kOpenable, lower_ending(path)) != kOpenable.end();
}

// The rest of the text after the folder.
std::string begun_name(std::string_view text) {
  const std::string path = typed_path(text).string();
  return path == "." || path == ".." ? path : path.substr(path.find_last_of(kSeparators) + 1);
}

}  // namespace

std::filesystem::path typed_path(std::string_view text) {
  text = without_blanks(text);
  for (const char quote : {'"', '\''})
    if (text.size() > 1 && text.front() == quote && text.back() == quote)
      text = text.substr(1, text.size() - 2);
  if (auto path = document::path_of_address(text)) return *path;
  if (const std::filesystem::path home = home_folder();
      !home.empty() && (text == "~" || text.starts_with("~/")))
    return home.native() + path_of_utf8(text.substr(1)).native();
  return path_of_utf8(text);
}

std::vector<FolderEntry> folder_entries(std::string_view text) {
  const std::filesystem::path typed = typed_path(text);
  const std::string begun = begun_name(text);
  const std::filesystem::path folder = !typed.has_filename() ? typed : typed.parent_path();
  std::vector<FolderEntry> found;
  std::error_code error;
  std::size_t read = 0;
  std::filesystem::directory_iterator each(folder.empty() ? "." : folder, error);
  for (; !error && each != std::filesystem::directory_iterator() && read < kMostRead;
       each.increment(error), ++read) {
    const std::string name = each->path().filename().string();
    std::error_code unknown;
    const bool is_folder = each->is_directory(unknown);
    if (!name.starts_with(begun) || (name.starts_with('.') && begun.empty()) ||
        (!is_folder && !is_openable(each->path())))
      continue;
    found.push_back({name, folder / path_of_utf8(name), is_folder});
  }
  std::ranges::sort(found, [](const FolderEntry& a, const FolderEntry& b) {
    return a.is_folder != b.is_folder ? a.is_folder : a.name < b.name;
  });
  return found;
}

std::string as_typed(const FolderEntry& entry) {
  return entry.is_folder ? entry.path.generic_string() + '/' : entry.path.generic_string();
}

std::string completion(std::string_view text, const std::vector<FolderEntry>& entries) {
  if (entries.empty()) return {};
  std::string common = as_typed(entries.front());
  for (const FolderEntry& entry : entries) {
    const std::string other = as_typed(entry);
    common.erase(std::ranges::mismatch(common, other).in1, common.end());
  }
  // Does not cut a character in half.
  while (!common.empty() && (static_cast<unsigned char>(common.back()) & 0xc0u) == 0x80u &&
         entries.size() > 1)
    common.pop_back();
  return common.size() > typed_path(text).string().size() ? common : std::string();
}

}  // namespace mannequin::preview
