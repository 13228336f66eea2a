// Which joints worn meshes move, how far, and any irregularities.
#pragma once

#include <string>
#include <vector>

#include "tools/document/dressed_avatar.h"

namespace mannequin::document {

struct OffsetRow {
  JointIndex joint = kNoJoint;
  bool moved = false;        // the offset applies
  bool warning = false;      // a note needs attention
  Vec3 offset{0.0};          // from the default position, metres
  std::size_t vertices = 0;  // of worn vertices with weight on it
  std::string set_by;        // the file whose position applies, else one that has a position
  std::vector<std::string> notes;

  std::string all_notes() const;  // in one line
};

// For the avatar as last updated, by joint: every joint with a non-default position in a worn file, whether
// it applies or not, and joints left out of a chain of moved ones.
std::vector<OffsetRow> offset_rows(const DressedAvatar& avatar);

// With a header line, tab-separated, in millimetres.
std::string offset_table_text(const std::vector<OffsetRow>& rows, const Skeleton& skeleton);

}  // namespace mannequin::document
