// A path that somebody types or pastes: what is meant by it, and what of its folder could be meant.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace mannequin::preview {

// Without quotes and blanks around it; of a file:// address the path; ~ is the home folder.
std::filesystem::path typed_path(std::string_view text);

struct FolderEntry {
  std::string name;
  std::filesystem::path path;
  bool is_folder = false;
};

// Of the folder that is typed, what begins like the rest of the text: folders, then files that the window may
// open, by their endings. Hidden ones where the rest begins with a dot.
std::vector<FolderEntry> folder_entries(std::string_view text);

// The text goes on as far as all of them agree; a single folder is entered. Empty: nothing to add.
std::string completion(std::string_view text, const std::vector<FolderEntry>& entries);

// As it stands in the field when it was chosen: a folder with a slash at its end.
std::string as_typed(const FolderEntry& entry);

}  // namespace mannequin::preview
