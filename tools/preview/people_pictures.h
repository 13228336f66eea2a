// Draws the pictures of the test people: one per frame while
// they are shown, and again when what is worn changes.
#pragma once

#include <vector>

#include "tools/preview/panels/shared/people_strip.h"
#include "tools/preview/people_scenes.h"
#include "tools/preview/small_picture.h"

namespace mannequin::preview {

class PeoplePictures {
 public:
  // side: pixels. True if more remain. Fails as SmallPicture and PeopleScenes.
  Result<bool> step(const Workspace& workspace, PeopleScenes& scenes, PeopleStrip& strip, int side);

 private:
  struct Shown {
    Canvas canvas;
    SmallPictureInputs of;
  };

  SmallPicture picture_;
  std::vector<std::optional<Shown>> shown_;
};

}  // namespace mannequin::preview
