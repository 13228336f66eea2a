// What is selected in the view.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/core/uuid.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::preview {

// A vertex and the joint that it follows most are selected together.
struct Selection {
  JointIndex joint = kNoJoint;    // the one selected last
  std::vector<JointIndex> added;  // those before it
  Uuid mesh;                      // of the vertex
  std::optional<std::size_t> vertex;

  bool empty() const { return joint == kNoJoint && !vertex; }
  bool has(JointIndex which) const {
    return which != kNoJoint && (joint == which || std::ranges::find(added, which) != added.end());
  }
  std::vector<JointIndex> joints() const;  // in the order in which they were selected

  // Selects; added to what is selected, or removed from it if it was selected already.
  void pick(const Selection& picked, bool add);
  void all_bones(const Skeleton& skeleton);
};

}  // namespace mannequin::preview
