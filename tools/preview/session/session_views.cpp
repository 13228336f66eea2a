// What the colours of the view are of, and what the avatar is compared with.
#include "tools/preview/session/session.h"

namespace mannequin::preview {

void Session::show_weights_of(JointIndex joint) {
  // The marks of the joints stay as they are: they would lie over the colours.
  selection_ = {};
  selection_.joint = joint;
  views_.choose_joint(joint);
  views_.show(ViewMode::weights);
}

void Session::go_to(const WorstPlace& place) {
  selection_ = {.joint = kNoJoint, .added = {}, .mesh = place.mesh, .vertex = place.vertex};
  if (const auto point = selected_vertex_in_world()) approach(*point);
}

void Session::keep_as_a() {
  comparison_.keep(*scene_, shape_name().empty() ? "the kept shape" : "the kept " + shape_name());
  tell(Message::Kind::done, "Kept as A: the present shape, pose and what is worn");
}

void Session::swap_a_and_b() {
  history_.record("Swap A and B", scene_->choice());
  // A clip would put its own pose back.
  if (comparison_.differs() == Comparison::Differs::pose) timeline_.close();
  scene_->choose(comparison_.exchange(*scene_));
}

}  // namespace mannequin::preview
