// What the pointer is over in the view, and picking it.
#pragma once

#include <span>
#include <string>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class Picking : Panel {
 public:
  explicit Picking(Ui& ui) : Panel(ui) {}

  // Call once per frame. `marks`: joints whose marks are under the pointer, the most informative first.
  // `plate`: where the name of what is selected stands, which stays readable. `pointing`: the pointer is over
  // the view and free. `clicked`: it was clicked there.
  void frame(std::span<const JointIndex> marks, const ViewRect& plate, bool pointing, bool clicked);

  // What is under the pointer, in one line and in several; empty over nothing.
  const std::string& text() const { return text_; }

 private:
  void pick(std::span<const JointIndex> marks, std::span<const SurfaceHit> hits, bool add);
  std::string describe(const SurfaceHit& hit) const;

  std::string text_;
  // The last click's position and depth: another click there picks what is behind.
  ImVec2 spot_{-1e6f, -1e6f};
  Camera seen_from_;
  std::size_t depth_ = 0;
};

}  // namespace mannequin::preview
