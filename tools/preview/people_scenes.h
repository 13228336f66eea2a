// What the test people are drawn in: the avatar's own scene, and one of what it would wear with the other
// sex.
#pragma once

#include <memory>

#include "tools/document/other_sex.h"
#include "tools/preview/view/workspace.h"

namespace mannequin::preview {

class PeopleScenes {
 public:
  // Up to date. Fails if what is built in cannot be made for that sex, or if OpenGL fails.
  Result<const Scene*> of(const Workspace& workspace, Sex sex);
  // Keeps nothing on the device until the next call of of().
  void release();

 private:
  document::OtherSex other_;
  std::unique_ptr<Scene> scene_;  // of other_'s avatar
};

}  // namespace mannequin::preview
