// The avatar's skeleton: joints, collision volumes and attachment points as one list of joints.
// Readers fill SkeletonDesc; Skeleton is checked, immutable and shared by any number of avatars.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/core/result.h"
#include "engine/math/types.h"

namespace mannequin {

// Index into Skeleton::joints().
using JointIndex = std::int32_t;
inline constexpr JointIndex kNoJoint = -1;  // as a parent: mRoot

// The kind of a joint, and whether the system avatar's own skinning uses it (base).
enum class JointKind : std::uint8_t { bone, collision_volume, attachment_point };
enum class JointSupport : std::uint8_t { base, extended };

// One joint as declared by a file. Lengths in metres, in the parent's frame.
struct JointDesc {
  std::string name;
  std::string parent;  // empty: mRoot
  JointKind kind = JointKind::bone;
  JointSupport support = JointSupport::base;
  std::string group;                 // "Torso", "Hand", ...; empty for attachment points
  std::vector<std::string> aliases;  // alternative names
  Vec3 position{0.0};
  Vec3 rotation_degrees{
      0.0};  // bones and volumes: about X, then fixed Y, then fixed Z; attachment points: reversed
  std::optional<Quat> rotation;  // instead of the angles, for rigs without angles; unit
  Vec3 scale{1.0};
  Vec3 tail{0.0};         // where the joint ends, relative to it; for drawing only
  Vec3 pivot{0.0};        // "skin offset" of the system avatar's own skinning; 0 for volumes
  int attachment_id = 0;  // attachment points: 1 and up
  bool hud = false;       // HUD attachment points; not joints of the body
};

// Joints as declared by files, in any order, unchecked.
struct SkeletonDesc {
  std::string source;  // file name for messages
  std::vector<JointDesc> joints;
  bool is_avatar = true;  // false: another rig, in which a joint named mPelvis is not special
};

// A joint of a built skeleton. Lengths in metres, in the parent's frame; other members as in
// JointDesc.
struct Joint {
  std::string name;
  JointIndex parent = kNoJoint;
  JointKind kind = JointKind::bone;
  JointSupport support = JointSupport::base;
  std::string group;
  std::vector<std::string> aliases;
  int attachment_id = 0;
  Vec3 default_position{0.0};  // as in the file; joint offsets are compared with it
  Vec3 default_scale{1.0};     // what a scale lock restores; 0 for attachment points, as in the viewer
  Vec3 rest_position{0.0};     // local, before any parameter; mPelvis rests at mRoot, not at its default
  Quat rest_rotation{1.0, 0.0, 0.0, 0.0};
  Vec3 rest_scale{1.0};
  Vec3 tail{0.0};
  Vec3 pivot{0.0};
};

// Joints in the viewer's order: bones depth first as in the file, then collision volumes in file order,
// then attachment points by id. Parents precede their children. Immutable: any number of
// threads may read it.
class Skeleton {
 public:
  // Fails (bad_data) on: no joints, a repeated name, an unknown parent, a cycle, a number that is not finite,
  // a volume or attachment point used as a parent. Drops attachment points of the HUD.
  static Result<Skeleton> build(SkeletonDesc desc);

  Skeleton(Skeleton&&) = default;
  Skeleton& operator=(Skeleton&&) = default;

  // Its joints. Views are valid as long as the skeleton.
  std::size_t size() const { return joints_.size(); }
  std::span<const Joint> joints() const;
  const Joint& operator[](JointIndex joint) const { return joints_[static_cast<std::size_t>(joint)]; }

  // By name or alias, case-sensitive; attachment points also with underscores for spaces. kNoJoint if
  // unknown.
  JointIndex find(std::string_view name) const;

  // The known name closest to a misspelt one, for messages; empty if none is close.
  std::string nearest_name(std::string_view name) const;

 private:
  Skeleton() = default;
  // Allows lookups without creating strings: worn meshes name joints every frame.
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::vector<Joint> joints_;
  std::unordered_map<std::string, JointIndex, Hash, std::equal_to<>> by_name_;
};

}  // namespace mannequin
