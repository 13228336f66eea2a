// Every command and slider, found by a part of its name.
#pragma once

#include <string>
#include <vector>

#include "tools/preview/panels/panel.h"

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
  // From the next frame on what is typed goes to its field.
  bool opening() const { return opening_; }
  void draw();

 private:
  void run(const SearchHit& hit);

  bool opening_ = false;
  char wanted_[64] = {};
  int chosen_ = 0;
};

}  // namespace mannequin::preview
