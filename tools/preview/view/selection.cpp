#include "tools/preview/view/selection.h"

namespace mannequin::preview {

std::vector<JointIndex> Selection::joints() const {
  std::vector<JointIndex> all = added;
  if (joint != kNoJoint) all.push_back(joint);
  return all;
}

void Selection::pick(const Selection& picked, bool add) {
  if (picked.empty()) {
    if (!add) *this = {};
    return;
  }
  std::vector<JointIndex> all;
  if (add) all = joints();
  const bool again = std::erase(all, picked.joint) > 0;
  *this = picked;
  if (again) {
    *this = {};
    if (!all.empty()) {
      joint = all.back();
      all.pop_back();
    }
  }
  added = std::move(all);
}

void Selection::all_bones(const Skeleton& skeleton) {
  *this = {};
  for (std::size_t j = 0; j < skeleton.size(); ++j)
    if (skeleton.joints()[j].kind == JointKind::bone) added.push_back(static_cast<JointIndex>(j));
  joint = added.back();
  added.pop_back();
}

}  // namespace mannequin::preview
