// Asks which file to open: a path to type, the content of its folder, and recent files.
#pragma once

#include "tools/preview/panels/files/typed_path.h"
#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class OpenDialog : Panel {
 public:
  explicit OpenDialog(Ui& ui) : Panel(ui) {}

  void ask() { opening_ = true, replaced_.reset(), texture_of_.clear(); }
  void ask_for_replacement(std::size_t worn) { opening_ = true, replaced_ = worn, texture_of_.clear(); }
  // For a painted item of this type.
  void ask_for_texture(const std::string& slot) { opening_ = true, replaced_.reset(), texture_of_ = slot; }
  void draw();

 private:
  void begin();
  bool path_field();  // true once it was entered
  void list();
  float height_of_list(std::size_t count) const;
  void recent_files();
  void take(const FolderEntry& entry);
  void put(const std::string& text);
  void open(const std::filesystem::path& path);  // and closes on success

  Status use(const std::filesystem::path& path);

  std::optional<std::size_t> replaced_;  // the worn file to replace
  std::string texture_of_;               // the slot of a painted item that gets a texture; empty: none
  char path_[1024] = {};
  std::string began_, listed_;                       // the text at opening; the text that the list belongs to
  std::string problem_;                              // of the last attempt
  std::vector<FolderEntry> entries_;                 // of its folder
  float listed_height_ = 0.0f, around_list_ = 0.0f;  // in the last frame
  bool opening_ = false, take_focus_ = false, to_the_end_ = false, select_all_ = false;
};

}  // namespace mannequin::preview
