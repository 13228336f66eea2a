// What the colours of the view are of.
#include "tools/preview/session/session.h"

namespace mannequin::preview {

void Session::show_weights_of(JointIndex joint) {
  // The marks of the joints stay as they are: they would lie over the colours.
  selection_ = {};
  selection_.joint = joint;
  views_.choose_joint(joint);
  views_.show(ViewMode::weights);
}

}  // namespace mannequin::preview
