// How to show the two sides of a comparison.
#pragma once

#include <algorithm>

namespace mannequin::preview {

class CompareLayout {
 public:
  enum class Layout { split, side_by_side, hold, onion };

  bool shown() const { return shown_; }
  void show(bool on) { shown_ = on; }
  Layout layout() const { return layout_; }
  void set_layout(Layout layout) { layout_ = layout; }
  double bar() const { return bar_; }  // position of the split, 0..1 from the left
  void move_bar(double to) { bar_ = std::clamp(to, 0.02, 0.98); }
  double opacity() const { return opacity_; }  // of B over A, as an onion skin
  void set_opacity(double opacity) { opacity_ = opacity; }
  // While held, the sides are swapped.
  bool held() const { return held_; }
  void hold(bool on) { held_ = on; }
  // Whether the pointer is where A is drawn.
  bool at_a() const { return shown_ && at_a_; }
  void point_at_a(bool on) { at_a_ = on; }

 private:
  bool shown_ = false, held_ = false, at_a_ = false;
  Layout layout_ = Layout::split;
  double bar_ = 0.5, opacity_ = 0.5;
};

}  // namespace mannequin::preview
