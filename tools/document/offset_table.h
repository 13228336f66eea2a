// Which joints worn meshes move, how far, and what is odd about it.
#pragma once

#include <string>
#include <vector>

#include "tools/document/dressed_avatar.h"

namespace mannequin::document {

struct OffsetRow {
  JointIndex joint = kNoJoint;
  bool moved = false;        // the offset counts
  bool warning = false;      // some note needs somebody's attention
  Vec3 offset{0.0};          // from the default position, metres
  std::size_t vertices = 0;  // of what is worn, with weight on it
  std::string set_by;        // the file whose position counts, else the one that has a position
  std::vector<std::string> notes;

  std::string all_notes() const;  // in one line
};

// Of the avatar as it was last updated, by joint: every joint for which a worn file has another position than
// the default, moved or not, and joints left out of a chain of moved ones.
std::vector<OffsetRow> offset_rows(const DressedAvatar& avatar);

// With a line of headings, tabulators between the columns, millimetres.
std::string offset_table_text(const std::vector<OffsetRow>& rows, const Skeleton& skeleton);

}  // namespace mannequin::document
