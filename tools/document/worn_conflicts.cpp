#include "tools/document/worn_conflicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/skeleton/offset_claims.h"

namespace mannequin::document {
namespace {

constexpr double kSamePlace = 1e-6;  // metres

}  // namespace

std::string WornConflict::text(const DressedAvatar& avatar) const {
  const std::string more = joints.size() == 1 ? "" : fmt::format(" and {} more", joints.size() - 1);
  return fmt::format("{}{}: {} wins over {}, up to {:.1f} mm apart", joints.front(), more,
                     avatar.worn()[winner]->name, avatar.worn()[loser]->name, 1000.0 * apart);
}

std::vector<WornConflict> worn_conflicts(const DressedAvatar& avatar) {
  const AvatarInputs inputs = avatar.inputs();
  const Skeleton& skeleton = avatar.character().skeleton;
  std::map<Uuid, std::size_t> place;
  for (std::size_t i = 0; i < avatar.worn().size(); ++i)
    for (const auto& mesh : avatar.worn()[i]->meshes) place[mesh->id] = i;
  std::map<std::pair<std::size_t, std::size_t>, WornConflict> found;
  for (const JointClaims& claims : offset_claims(skeleton, inputs.worn).joints) {
    if (claims.positions.size() < 2) continue;
    const auto winner = place.find(inputs.worn[claims.positions.front().worn].mesh_id);
    for (const OffsetClaim& claim : std::span(claims.positions).subspan(1)) {
      const auto loser = place.find(inputs.worn[claim.worn].mesh_id);
      const double apart = glm::distance(claim.value, claims.positions.front().value);
      if (winner == place.end() || loser == place.end() || winner->second == loser->second ||
          apart < kSamePlace)
        continue;
      WornConflict& conflict = found[{winner->second, loser->second}];
      conflict.winner = winner->second;
      conflict.loser = loser->second;
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
