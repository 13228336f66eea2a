// The selection in the view.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/core/uuid.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::preview {

// A vertex, and the joint it follows most, are selected together.
struct Selection {
  JointIndex joint = kNoJoint;    // the last selected one
  std::vector<JointIndex> added;  // the previous ones
  Uuid mesh;                      // of the vertex
  std::optional<std::size_t> vertex;

  bool operator==(const Selection&) const = default;
  bool empty() const { return joint == kNoJoint && !vertex; }
  bool has(JointIndex which) const {
    return which != kNoJoint && (joint == which || std::ranges::find(added, which) != added.end());
  }
  std::vector<JointIndex> joints() const;  // in the order of their selection

  // Selects it; with `add`, toggles it in the existing selection.
  void pick(const Selection& picked, bool add);
  void all_bones(const Skeleton& skeleton);
};

}  // namespace mannequin::preview
