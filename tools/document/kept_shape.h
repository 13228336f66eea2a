// The shape while it is not saved, kept from one start of the program to the next.
#pragma once

#include <optional>
#include <string>

#include "tools/document/shape_file.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

class KeptShape {
 public:
  KeptShape(Workbench& bench, const ShapeFile& file) : bench_(bench), file_(file) {}

  // Looks for what the last session kept; where nothing can be kept, nothing is.
  void look();
  bool offered() const { return !kept_.empty(); }
  void take();
  void drop();

  void step(double seconds);  // since the last time
  void keep_now();            // before the end
  void end_without();         // the end comes, and nothing is to be kept

 private:
  Workbench& bench_;
  const ShapeFile& file_;
  std::string kept_;
  SliderValues sliders_;
  std::uint64_t saves_ = 0;
  std::optional<double> unkept_seconds_;  // since the sliders moved, if they were not kept since
};

}  // namespace mannequin::document
