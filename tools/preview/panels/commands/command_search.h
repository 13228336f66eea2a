// Finds every command and slider by part of its name.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

struct SearchHit {
  const Command* command = nullptr;  // one of the three
  const ParameterDesc* slider = nullptr;
  std::filesystem::path file = {};  // opened lately
  std::string text() const;         // display text: "View > Joints", "Slider: Body Fat", "Open: wave.bvh"
};

// Entries whose texts contain every word of `wanted`, ignoring case; names that start with it come first.
// Sliders also match by their ends' labels and id, files opened lately by their name and kind. If nothing is
// wanted: every command. With ">" in front: commands alone.
std::vector<SearchHit> search(const Commands& commands, const Appearance& appearance, Sex sex,
                              std::string_view wanted, std::span<const std::filesystem::path> recent = {});

class CommandSearch : Panel {
 public:
  explicit CommandSearch(Ui& ui) : Panel(ui) {}
  void open() { opening_ = true; }
  // Keystrokes are meant for its field, which takes a few frames to appear.
  bool opening() const { return opening_ || waiting_; }
  void draw();

 private:
  void run(const SearchHit& hit);

  bool opening_ = false, waiting_ = false;
  char wanted_[64] = {};
  int chosen_ = 0;
};

}  // namespace mannequin::preview
