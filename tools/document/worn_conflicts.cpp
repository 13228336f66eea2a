#include "tools/document/worn_conflicts.h"

#include <algorithm>
#include <map>

#include "engine/skeleton/offset_claims.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

constexpr double kSamePlace = 1e-6;  // metres

}  // namespace

std::string WornConflict::text(const DressedAvatar& avatar) const {
  const std::string more = joints.size() == 1 ? "" : tr(" and {} more", joints.size() - 1);
  return tr("{}{}: {} wins over {}, up to {:.1f} mm apart", joints.front(), more, avatar.worn()[winner]->name,
            avatar.worn()[loser]->name, 1000.0 * apart);
}

std::vector<WornConflict> worn_conflicts(const DressedAvatar& avatar) {
  const OutfitOffsets& outfit = avatar.outfit();
  const Skeleton& skeleton = avatar.character().skeleton;
  std::map<std::pair<std::size_t, std::size_t>, WornConflict> found;
  for (const JointClaims& claims : offset_claims(skeleton, outfit.worn).joints) {
    if (claims.positions.size() < 2) continue;
    const std::size_t first = claims.positions.front().worn;
    const auto winner = avatar.place_of(first);
    for (const OffsetClaim& claim : std::span(claims.positions).subspan(1)) {
      const auto loser = avatar.place_of(claim.worn);
      const double apart = glm::distance(claim.value, claims.positions.front().value);
      if (!winner || !loser || *winner == *loser || apart < kSamePlace) continue;
      WornConflict& conflict = found[{*winner, *loser}];
      conflict.winner = *winner;
      conflict.loser = *loser;
      conflict.reason = outfit.reason(first, claim.worn);
      conflict.certain = outfit.certain(first, claim.worn);
      const std::string& joint = skeleton[claims.joint].name;
      if (conflict.joints.empty() || conflict.joints.back() != joint) conflict.joints.push_back(joint);
      conflict.apart = std::max(conflict.apart, apart);
    }
  }
  std::vector<WornConflict> list;
  for (auto& [pair, conflict] : found) list.push_back(std::move(conflict));
  return list;
}

}  // namespace mannequin::document
