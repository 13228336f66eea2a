// The viewer's boxes of what is rigged to each joint, and the avatar's box that it culls, picks levels of
// detail and counts pixels by. They do not hold every vertex (posed_bounds.h does): weights up to 0.2 count
// for nothing, and a joint's own origin always does. Source: HOST.md 1.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/bounds/box.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/solve.h"

namespace mannequin {

inline constexpr float kRiggedWeight = 0.2f;    // a joint is rigged to by weights above this
inline constexpr double kAvatarPadding = 0.25;  // metres, around the avatar's own skeleton only

// Which weights of a skin are meant.
enum class ExtentWeights {
  as_in_file,  // of a mesh asset: what the viewer reads is not normalised
  normalised,  // of any other file: as the uploader would write them
};

// By joint of the skeleton, in the joint's own space before its scale; none: nothing is rigged to it.
// Skeleton and pose do not matter for it.
using RiggedExtents = std::vector<std::optional<Box>>;

// Of the vertices of one face, or of all of them.
RiggedExtents rigged_extents(const Mesh& mesh, const Skin& skin, const Skeleton& skeleton,
                             ExtentWeights weights, const FaceDesc* face = nullptr);

// Adds what another face or mesh has. Both of one skeleton, or `into` empty.
void merge_extents(RiggedExtents& into, const RiggedExtents& from);

// What is added to the box of an avatar beside its rigged meshes.
struct AvatarBoxParts {
  bool is_control_avatar = false;       // of an animated object: without the system avatar's meshes
  std::span<const Vec3> system_joints;  // translations of the palettes of the system avatar's meshes
  std::span<const Box> rigid_objects;   // of what is attached and not rigged, world space
  double largest_object = 5.0 * 64.0;   // a rigid object with a longer side does not count; metres
  Vec3 render_position{0.0};            // in place of mPelvis where that is at the world's origin
};

// The avatar's box in world space. joints: as solve_pose made them; extents: of all that is worn.
Box viewer_avatar_box(const Skeleton& skeleton, std::span<const JointTransform> joints,
                      const RiggedExtents& extents, const AvatarBoxParts& parts);

// The box of a box's corners after a transformation.
Box transformed_box(const Box& box, const Mat4& matrix);

}  // namespace mannequin
