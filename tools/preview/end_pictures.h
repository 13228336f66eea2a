// Draws the pictures of sliders' ends: one per frame, only of rows that are unfolded, only when what they
// show is another avatar than before.
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

  // Looks at what `ends` wants, draws a picture that is missing or old, and puts it there. side: pixels. True
  // if more are to be drawn. Fails where OpenGL or the skinner does.
  Result<bool> step(const Workspace& workspace, SliderEnds& ends, int side, Clock::time_point now);

 private:
  struct End {
    Canvas canvas;
    SmallPictureInputs of;
    Clock::time_point drawn;
  };
  struct Row {
    std::array<std::optional<End>, 2> ends;
    std::optional<SmallPictureInputs> reach_of;
  };

  Status draw(const Workspace& workspace, const SliderEnds::Wanted& wanted, bool maximum, Canvas& canvas,
              int side);

  SmallPicture picture_;
  std::map<int, Row> rows_;
};

}  // namespace mannequin::preview
