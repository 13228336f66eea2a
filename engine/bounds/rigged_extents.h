// The viewer's boxes of the vertices rigged to each joint, and the avatar's box, which it uses for culling,
// levels of detail and pixel counts. They do not hold every vertex (posed_bounds.h does): weights up to 0.2
// do not count, but each joint's own origin does. Source: LLVOAvatar::calculateSpatialExtents.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/bounds/box.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/solve.h"

namespace mannequin {

inline constexpr float kRiggedWeight = 0.2f;    // vertices with more weight than this count as rigged
inline constexpr double kAvatarPadding = 0.25;  // metres, around the avatar's own skeleton only

// Which weights of a skin count.
enum class ExtentWeights {
  as_in_file,  // of a mesh asset: the viewer does not normalise them
  normalised,  // of any other file: as the uploader would write them
};

// By joint of the skeleton, in the joint's own space before its scale; none: nothing is rigged to it.
// Independent of the pose.
using RiggedExtents = std::vector<std::optional<Box>>;

// For the vertices of one face, or for all vertices.
RiggedExtents rigged_extents(const Mesh& mesh, const Skin& skin, const Skeleton& skeleton,
                             ExtentWeights weights, const FaceDesc* face = nullptr);

// Adds the extents of another face or mesh of the same skeleton; `into` may be empty.
void merge_extents(RiggedExtents& into, const RiggedExtents& from);

// What counts towards an avatar's box besides its rigged meshes.
struct AvatarBoxParts {
  bool is_control_avatar = false;       // of an animated object: without the system avatar's meshes
  std::span<const Vec3> system_joints;  // translations of the palettes of the system avatar's meshes
  std::span<const Box> rigid_objects;   // of attachments that are not rigged, world space
  double largest_object = 5.0 * 64.0;   // a rigid object with a longer side does not count; metres
  Vec3 render_position{0.0};            // used if mPelvis is at the world's origin
};

// The avatar's box in world space. joints: from solve_pose; extents: of all worn meshes.
Box viewer_avatar_box(const Skeleton& skeleton, std::span<const JointTransform> joints,
                      const RiggedExtents& extents, const AvatarBoxParts& parts);
// The same from the matrices of an AvatarBatch, for crowds. world_from_joint: by joint of the skeleton.
Box viewer_avatar_box(const Skeleton& skeleton, std::span<const Mat34> world_from_joint,
                      const RiggedExtents& extents, const AvatarBoxParts& parts);

// The box of a box's corners after a transformation.
Box transformed_box(const Box& box, const Mat4& matrix);

}  // namespace mannequin
