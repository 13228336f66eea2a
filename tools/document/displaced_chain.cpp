#include "tools/document/displaced_chain.h"

#include <algorithm>
#include <map>

namespace mannequin::document {
namespace {

const WornFile* worn_from(const DressedAvatar& avatar, const std::filesystem::path& path) {
  for (const auto& worn : avatar.worn())
    if (worn->path == path && worn->file) return worn.get();
  return nullptr;
}

// From the joint down to the farthest one with weights; the joint alone if none has any.
std::vector<JointIndex> chain_of(const DressedAvatar& avatar, JointIndex joint) {
  const Skeleton& skeleton = avatar.character().skeleton;
  std::vector<JointIndex> longest = {joint};
  for (JointIndex end = joint; static_cast<std::size_t>(end) < skeleton.size(); ++end) {
    if (skeleton[end].kind != JointKind::bone || !avatar.has_weights(end)) continue;
    std::vector<JointIndex> chain;
    JointIndex up = end;
    for (; up != kNoJoint && up != joint; up = skeleton[up].parent) chain.push_back(up);
    chain.push_back(joint);
    if (up == kNoJoint || chain.size() <= longest.size()) continue;
    std::ranges::reverse(chain);
    longest = std::move(chain);
  }
  return longest;
}

}  // namespace

std::vector<DisplacedChain> displaced_chains(const DressedAvatar& avatar,
                                             const std::vector<FileFinding>& findings) {
  const Skeleton& skeleton = avatar.character().skeleton;
  // By file: what its joints are off the avatar's, where the uploader leaves that out.
  std::map<std::filesystem::path, std::map<JointIndex, Vec3>> lost;
  for (const FileFinding& found : findings) {
    if (found.finding.code != "displaced_joint") continue;
    const WornFile* worn = worn_from(avatar, found.path);
    const JointIndex joint = skeleton.find(found.finding.joint);
    if (worn == nullptr || joint == kNoJoint) continue;
    for (const FileJoint& listed : worn->file->joints)
      if (listed.position && skeleton.find(listed.name) == joint)
        lost[found.path].emplace(joint, *listed.position - skeleton[joint].default_position);
  }
  std::vector<DisplacedChain> chains;
  for (const auto& [path, joints] : lost)
    for (const auto& [joint, displaced] : joints) {
      if (skeleton[joint].parent == kNoJoint) continue;
      DisplacedChain chain{skeleton[joint].name, {}, {}};
      Vec3 moved(0.0);
      chain.worn.push_back(avatar.joint_in_world(skeleton[joint].parent));
      chain.modelled.push_back(chain.worn.back());
      for (const JointIndex link : chain_of(avatar, joint)) {
        if (const auto own = joints.find(link); own != joints.end()) {
          const JointTransform& above =
              avatar.state().joints[static_cast<std::size_t>(skeleton[link].parent)];
          moved += above.world_rotation * (above.scale * own->second);
        }
        chain.worn.push_back(avatar.joint_in_world(link));
        chain.modelled.push_back(chain.worn.back() + moved);
      }
      chains.push_back(std::move(chain));
    }
  return chains;
}

}  // namespace mannequin::document
