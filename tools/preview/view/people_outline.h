// How the test people are seen together: all from one camera, so that tall people look tall.
#pragma once

#include <vector>

#include "tools/preview/view/workspace.h"

namespace mannequin::preview {

// Direction only; framed() moves it.
Camera towards_people();

// What `wearer` wears, in the present pose on this person.
AvatarInputs inputs_of(const Workspace& workspace, const DressedAvatar& wearer,
                       const document::TestPerson& person);

// Where any of them is, with a margin, in the avatar's frame. Fails if what is built in cannot be made for
// one of them.
Result<std::vector<Vec3>> outline_of_people(const Workspace& workspace);

// How wide pictures of this height have to be for everybody to fit, with their arms, in the present pose.
int width_of_people(const Workspace& workspace, int height);

}  // namespace mannequin::preview
