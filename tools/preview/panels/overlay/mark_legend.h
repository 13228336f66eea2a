// What the marks of joints mean, over the picture.
#pragma once

#include <functional>
#include <vector>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class MarkLegend : Panel {
 public:
  explicit MarkLegend(Ui& ui) : Panel(ui) {}
  // At the lower left of `room`, above `bottom` and above `card`, which asks something and would cover it: a
  // column of lines, or in a view that is small beside its letters a strip of few. Returns where it is;
  // empty: there are no marks.
  ViewRect draw(ImDrawList& list, const ViewRect& room, float bottom, const ViewRect& card) const;

 private:
  struct Entry {
    const char* text;
    std::function<void(ImDrawList&, ImVec2, float unit)> mark;  // its middle; pixels per unit of design
  };
  // All entries in letters of this height, in the room of a width.
  struct Form {
    float letters = 0.0f;             // before scaling
    std::vector<std::size_t> starts;  // the first entry of each line
    ImVec2 size;                      // with the edges
  };
  std::vector<Entry> entries() const;
  float width_of(const Entry& entry, float letters) const;
  Form column(const std::vector<Entry>& entries) const;
  Form flow(const std::vector<Entry>& entries, float width, float letters) const;
  Form strip(const std::vector<Entry>& entries, const ViewRect& room) const;
};

}  // namespace mannequin::preview
