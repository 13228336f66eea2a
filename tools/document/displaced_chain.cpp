#include "tools/document/displaced_chain.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "engine/fit/file_hierarchy.h"

namespace mannequin::document {
namespace {

const WornFile* worn_from(const DressedAvatar& avatar, const std::filesystem::path& path) {
  for (const auto& worn : avatar.worn())
    if (worn->path == path && worn->file) return worn.get();
  return nullptr;
}

// From the joint down to the farthest one with weights; only the joint if none has any.
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
  std::map<const WornFile*, std::set<JointIndex>> left_out;
  for (const FileFinding& found : findings) {
    if (found.finding.code != "displaced_joint") continue;
    const WornFile* worn = worn_from(avatar, found.path);
    const JointIndex joint = skeleton.find(found.finding.joint);
    if (worn != nullptr && joint != kNoJoint) left_out[worn].insert(joint);
  }
  std::vector<DisplacedChain> chains;
  for (const auto& [worn, left] : left_out) {
    const auto& joints = left;  // not all compilers can capture structured bindings
    const FileHierarchy file(skeleton, worn->file->joints);
    // The distance between the joint in the file and in-world, from all displaced joints above it.
    const auto moved = [&](JointIndex joint) {
      Vec3 sum(0.0);
      for (JointIndex up = joint; up != kNoJoint && skeleton[up].parent != kNoJoint;
           up = skeleton[up].parent) {
        const std::optional<Vec3> own = joints.contains(up) ? file.displacement(up) : std::nullopt;
        if (!own) continue;
        const JointTransform& above = avatar.state().joints[static_cast<std::size_t>(skeleton[up].parent)];
        sum += above.world_rotation * (above.scale * *own);
      }
      return sum;
    };
    std::set<JointIndex> drawn;
    for (const JointIndex joint : joints) {  // ancestors first
      if (skeleton[joint].parent == kNoJoint || drawn.contains(joint)) continue;
      std::vector<JointIndex> links = chain_of(avatar, joint);
      drawn.insert(links.begin(), links.end());
      links.insert(links.begin(), skeleton[joint].parent);
      DisplacedChain& chain = chains.emplace_back(DisplacedChain{skeleton[joint].name, {}, {}});
      for (const JointIndex link : links) {
        chain.worn.push_back(avatar.joint_in_world(link));
        chain.modelled.push_back(chain.worn.back() + moved(link));
      }
    }
  }
  return chains;
}

}  // namespace mannequin::document
