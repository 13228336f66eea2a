// Where the body pokes out of its clothes: on the current
// avatar, on test people, and over a plan of shapes and poses.
#pragma once

#include "tools/preview/panels/fit/mend_panel.h"

namespace mannequin::preview {

class FitPanel : Panel {
 public:
  FitPanel(Ui& ui, FileDialogs& files) : Panel(ui), mend_(ui, files) {}
  void draw();  // into the current window
  void unfold_mending() { mend_.unfold(); }

 private:
  static void hover_hint(const char* text);  // of the last item
  static const char* sign_of(FitSeverity severity);
  ImU32 color_of(FitSeverity severity) const;
  void missing();
  void now();
  void now_places(float column);
  float height_of_places(float column) const;
  void now_at(const char* sign, const std::string& text, ImU32 color,
              const std::optional<CurrentPlace>& place, const char* hint);
  void tears();
  void people();
  void rows(const char* label, const std::vector<std::size_t>& taking_part,
            std::vector<std::shared_ptr<const WornFile>>& chosen);
  void plan();
  void run();
  void faults();
  void follow_run();
  void scroll_to_results() const;
  void go_to(const std::shared_ptr<const WornGeometry>& mesh, std::uint32_t vertex);

  MendPanel mend_;
  char file_[512] = {};
  std::optional<FitFault> shown_;  // the avatar must take this shape before the camera moves
  std::uint64_t shown_at_ = 0;     // the camera's last wish by then: a later one wins
  bool new_list_ = false;          // of faults: it begins at the worst
  // Whether the panel scrolls to the results when they come: not once somebody scrolled, or looked elsewhere.
  bool follows_run_ = false;
  float scroll_ = 0.0f, run_at_ = 0.0f;  // as it was scrolled at Run, and where that button is
  int drawn_at_ = 0;                     // the last frame of the panel
  std::uint64_t named_of_ = 0;           // the worn things for which "Now" named a place
};

}  // namespace mannequin::preview
