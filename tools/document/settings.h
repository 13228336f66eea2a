// What the window stores between sessions: preferences, the last document, and recently opened files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/core/result.h"

namespace mannequin::document {

class Settings {
 public:
  static constexpr std::size_t kMostRecent = 12;

  // Stores nothing without a folder. Ignores what cannot be read or written: settings are expendable.
  explicit Settings(std::filesystem::path folder = {});

  bool keeps() const { return !folder_.empty(); }
  // A folder for expendable files: its own, else the system's for temporary files.
  std::filesystem::path folder_for_samples() const;

  const std::vector<std::filesystem::path>& recent() const { return recent_; }  // newest first, absolute
  void opened(const std::filesystem::path& path);

  std::string preferences() const;  // see preferences.h; empty if none are kept
  void keep_preferences(const std::string& text);

  // A viewer's character folder, whose avatar is shown from the next start on; empty: the built-in one.
  const std::filesystem::path& character_folder() const { return character_; }
  void keep_character_folder(const std::filesystem::path& folder);

  // The last session's document; empty if nothing was stored.
  std::string session_store() const;
  void keep_document(const std::string& text);
  void drop_document();

 private:
  bool make_folder() const;
  std::filesystem::path folder_, character_;
  std::vector<std::filesystem::path> recent_;
};

}  // namespace mannequin::document
