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
  // Where the newest of them is, which is where people look for the next one; without any the present folder.
  std::filesystem::path last_folder() const;

  std::string preferences() const;  // see preferences.h; empty if none are kept
  void keep_preferences(const std::string& text);

  // A viewer's character folder, whose avatar is shown from the next start on; empty: the built-in one.
  const std::filesystem::path& character_folder() const { return character_; }
  void keep_character_folder(const std::filesystem::path& folder);

  // Documents of earlier sessions that were neither taken back nor dropped, newest first.
  const std::vector<std::string>& earlier_documents() const { return earlier_; }
  // Takes the newest out. On disk it stays until a document is kept or dropped, in case the program ends.
  std::string take_earlier_document();
  // This session's document. Earlier ones stay, up to kMostDocuments in all.
  static constexpr std::size_t kMostDocuments = 6, kMostAside = 3;
  void keep_document(const std::string& text);
  void drop_document();
  // What was kept last stays beside the document that is kept next, until it is dropped or the next session
  // finds it as an earlier one.
  void set_document_aside();
  void drop_what_is_aside();
  // What was taken out, and is not the present document, is gone from the disk, too.
  void write_documents() const;

 private:
  bool make_folder() const;
  std::filesystem::path folder_, character_;
  std::vector<std::filesystem::path> recent_;
  std::vector<std::string> earlier_;
  std::vector<std::string> aside_;  // of this session, the newest first
  std::string present_;             // empty: none
};

}  // namespace mannequin::document
