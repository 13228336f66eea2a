// The gradual change from one shape to another, as in-world when somebody changes shape.
#pragma once

#include <optional>

#include "engine/appearance/shape_transition.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

class GradualShape {
 public:
  explicit GradualShape(Workbench& bench) : bench_(bench) {}

  // From this choice to the present one. Only for who looks on: what is opened before the first picture is
  // there at once.
  void begin(const AvatarChoice& from);
  void step(double seconds);

 private:
  Workbench& bench_;
  std::optional<ShapeTransition> transition_;
  double seconds_ = 0.0;
};

}  // namespace mannequin::document
