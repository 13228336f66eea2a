// Draws the pictures of sliders' ends: one per frame, only for unfolded rows, and only if the avatar they
// show has changed.
#pragma once

#include <chrono>
#include <map>
#include <optional>

#include "tools/preview/panels/shared/slider_ends.h"
#include "tools/preview/small_picture.h"

namespace mannequin::preview {

class EndPictures {
 public:
  using Clock = std::chrono::steady_clock;

  // Draws one missing or outdated picture that `ends` wants, and stores it there. side: pixels. True if more
  // remain. Fails if OpenGL or the skinner does.
  Result<bool> step(const Workspace& workspace, SliderEnds& ends, int side, Clock::time_point now);

 private:
  struct End {
    Canvas canvas;
    SmallPictureInputs of;
    Clock::time_point drawn;
    bool paints = false;  // its slider was known to change what is painted
  };
  struct Row {
    std::array<std::optional<End>, 2> ends;
    std::optional<SmallPictureInputs> reach_of;
  };

  void paint(const Workspace& workspace, int parameter, bool maximum);
  Status draw(const Workspace& workspace, const SliderEnds::Wanted& wanted, bool maximum, Canvas& canvas,
              int side);

  SmallPicture picture_;
  std::map<int, Row> rows_;
  // Of the last picture whose slider changes what is painted.
  std::optional<document::PaintedClothing> painted_;
  Scene::BakedRegions baked_;
};

}  // namespace mannequin::preview
