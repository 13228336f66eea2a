// One worn file in the list: its visibility, and when unfolded, all its options.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "tools/document/worn_conflicts.h"
#include "tools/preview/panels/files/file_dialogs.h"
#include "tools/preview/panels/worn/baked_faces.h"

namespace mannequin::preview {

class WornRow : Panel {
 public:
  WornRow(Ui& ui, FileDialogs& files) : Panel(ui), files_(files), baked_faces_(ui) {}

  // Without what can be read elsewhere, for long lists in low columns.
  void in_one_line(bool on) { one_line_ = on; }
  // The unfolded row stays that when its mesh is bound. Before the first row is drawn.
  void follow();
  // Draws into the current window; false if it took itself off or moved, which changes the list.
  bool draw(std::size_t index, const std::vector<WornConflict>& conflicts);
  // Files being read that have no row yet.
  void draw_reading_new();
  // The file whose findings were requested since the last call; empty for none.
  std::filesystem::path take_asked_findings() { return std::exchange(asked_findings_, {}); }

 private:
  bool is_open(const WornFile& file) const { return open_.lock().get() == &file; }
  bool head(const WornFile& file, std::size_t index);
  void drag_handle(const WornFile& file, std::size_t index);
  void reading(const Files::BeingRead& now);
  static const char* badge_of(const WornFile& file);
  float badge_width(const char* text) const;
  void badge(const WornFile& file, const char* text, ImVec2 right_middle);
  void refusal(const WornFile& file);
  bool details(const WornFile& file, std::size_t index);
  bool attachment(const WornFile& file, std::size_t index);
  void level_of_detail(const WornFile& file, std::size_t index);
  void summary(const WornFile& file, bool watched);
  void unit_and_up(const WornFile& file, std::size_t index);
  void importer(const WornFile& file, std::size_t index);
  void tint_and_opacity(const WornFile& file, std::size_t index);
  bool buttons(const WornFile& file, std::size_t index);
  void warnings(const WornFile& file, std::size_t index, const std::vector<WornConflict>& conflicts);

  FileDialogs& files_;
  BakedFaces baked_faces_;
  std::filesystem::path asked_findings_;
  std::weak_ptr<const WornFile> open_;  // the only unfolded row
  bool was_unfolded_ = false;           // in the previous picture
  bool one_line_ = false;
};

}  // namespace mannequin::preview
