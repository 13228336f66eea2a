// A gradual change from one shape to another, as seen in-world.
#pragma once

#include <optional>

#include "engine/appearance/shape_transition.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

class GradualShape {
 public:
  explicit GradualShape(Workbench& bench) : bench_(bench) {}

  // From this choice to the present one. Only visual: whatever
  // is opened before the first picture appears at once.
  void begin(const AvatarChoice& from);
  void step(double seconds);

 private:
  Workbench& bench_;
  std::optional<ShapeTransition> transition_;
  double seconds_ = 0.0;
};

}  // namespace mannequin::document
