// Every command and slider, found by a part of its name.
#pragma once

#include <string>
#include <vector>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

struct SearchHit {
  const Command* command = nullptr;  // one of the two
  const ParameterDesc* slider = nullptr;
  std::string text() const;  // what to show: "View > Joints", "Slider: Body Fat"
};

// Whose texts have every word of `wanted`, in any case; names that begin with it first. Sliders also by their
// ends' labels and id. Nothing is wanted: every command.
std::vector<SearchHit> search(const Commands& commands, const Appearance& appearance, Sex sex,
                              std::string_view wanted);

class CommandSearch : Panel {
 public:
  explicit CommandSearch(Ui& ui) : Panel(ui) {}
  void open() { opening_ = true; }
  // What is typed is for its field, which takes a few frames to be there.
  bool opening() const { return opening_ || waiting_; }
  // At the beginning of a frame: keeps what was typed for the field until it is there.
  void hold_typed();
  void draw();

 private:
  void run(const SearchHit& hit);

  void hand_over_typed();

  bool opening_ = false, waiting_ = false;
  std::vector<ImWchar> held_;  // typed before the field was there
  char wanted_[64] = {};
  int chosen_ = 0;
};

}  // namespace mannequin::preview
