// Worn files that move the same joints to different places, and which of them wins.
#pragma once

#include <string>
#include <vector>

#include "tools/document/dressed_avatar.h"

namespace mannequin::document {

struct WornConflict {
  std::size_t winner = 0, loser = 0;  // indices in the list of what is worn
  std::vector<std::string> joints;    // contested, in the skeleton's order
  double apart = 0.0;                 // the largest distance, metres
  std::string reason;                 // why the winner wins: "id ... is greater than ..."
  bool certain = false;               // certain to be so in-world; else a guess, as one has no asset id yet
  std::string text(const DressedAvatar& avatar)
      const;  // "body.dae has mChest and 3 more joints, not jacket.dae: up to 12.0 mm apart"
};

// Between files; equal positions are no conflict. By winner, then loser.
std::vector<WornConflict> worn_conflicts(const DressedAvatar& avatar);

}  // namespace mannequin::document
