// A path being typed or pasted: its meaning, and its possible completions.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace mannequin::preview {

// Strips quotes and spaces around it; takes the path of a file:// URI; expands ~ to the home folder.
std::filesystem::path typed_path(std::string_view text);

struct FolderEntry {
  std::string name;
  std::filesystem::path path;
  bool is_folder = false;
};

// Entries of the typed folder that start with the rest of the text: folders, then files that the window may
// open, by extension. Includes hidden ones if the rest starts with a dot.
std::vector<FolderEntry> folder_entries(std::string_view text);

// Completes the text as far as all candidates agree; enters a single folder. Empty: nothing to add.
std::string completion(std::string_view text, const std::vector<FolderEntry>& entries);

// The field's text when it is selected: folders end with a slash.
std::string as_typed(const FolderEntry& entry);

}  // namespace mannequin::preview
