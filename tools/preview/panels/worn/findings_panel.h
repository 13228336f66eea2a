// The findings about what is worn, and recent messages.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class FindingsPanel : Panel {
 public:
  explicit FindingsPanel(Ui& ui) : Panel(ui) {}
  void draw_tabs(float room);  // into the current tab bar, which has so much room left
  // Lists only those of one file, until all are requested again.
  void show_only(std::filesystem::path file) { only_ = std::move(file), bring_up(); }
  void bring_up() { bring_up_ = Tab::findings; }
  void bring_up_messages() { bring_up_ = Tab::messages; }

 private:
  enum class Tab { findings, messages };

  std::string title(float room) const;
  void verdict();
  void list_findings();
  void turn_positions_on(const std::filesystem::path& path);
  void row(const FileFinding& found);
  void list_costs();
  void list_messages();
  void which_file();
  void filters();
  bool is_listed(const FileFinding& found) const;
  std::size_t list_by_cause(const std::vector<FileFinding>& list);

  std::filesystem::path only_;  // empty: of all files
  std::optional<Tab> bring_up_;
  std::set<Severity> left_out_;
  std::set<std::string> unfolded_;  // codes of causes
};

}  // namespace mannequin::preview
