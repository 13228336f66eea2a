// A rig other than the avatar's skeleton: its bone ends are tied to points of a base mesh, so that they
// follow when the mesh changes. Frame: Blender's, Z up and facing -Y, metres.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/core/result.h"
#include "engine/math/types.h"

namespace mannequin {

// How an end of a bone is located. `fixed`: at its default position.
enum class EndStrategy : std::uint8_t { fixed, cube, vertex, mean, xyz };

// An end of a bone, head or tail.
struct BoneEnd {
  EndStrategy strategy = EndStrategy::fixed;
  std::string cube;            // cube: the mean of this group of the base mesh
  std::vector<int> vertices;   // vertex: the first; mean: all; xyz: x, y and z of one each
  Vec3 default_position{0.0};  // used if the strategy finds nothing
  std::optional<Vec3> offset;  // added to the position found, in the rig's own scale

  bool operator==(const BoneEnd&) const = default;
};

// How a bone's roll is determined. All but `stored` roll it
// until one axis is as close as possible to a direction.
enum class RollStrategy : std::uint8_t { stored, z_to_world_z, x_to_world_x, z_to_reference };

// A bone as declared by a file.
struct BoneDesc {
  std::string name;
  std::string parent;  // empty: none
  BoneEnd head, tail;
  double roll = 0.0;  // radians about the bone, from the roll-0 frame of its direction
  RollStrategy roll_strategy = RollStrategy::stored;
  std::optional<Vec3> roll_reference_z;
  bool use_connect = false;
  bool use_inherit_rotation = true;
  bool use_local_location = true;
  std::string inherit_scale = "FULL";

  bool operator==(const BoneDesc&) const = default;
};

// A rig as declared by a file, unchecked.
struct RigDesc {
  std::string source;  // file name for messages
  std::vector<BoneDesc> bones;
  bool is_subrig = false;  // of a garment or similar: uses the joint cubes of its parent rig's mesh
  // The scale of the mesh the rig was saved on, in MPFB's terms: its units per decimetre of MakeHuman.
  // Offsets and default positions are in these units.
  std::optional<double> scale_factor;
  // Deform bones that are generated from this rig later; weights may refer to them.
  std::vector<std::string> extra_bones;
};

using BoneIndex = std::int32_t;
inline constexpr BoneIndex kNoBone = -1;

// The scale factor of data in metres.
inline constexpr double kMetreScale = 0.1;

// Immutable and checked. Bones are in the file's order, in which parents may follow their children.
class Rig {
 public:
  // Fails (bad_data) on: no bones, a name that is empty or repeated, an unknown parent, a cycle of parents, a
  // number that is not finite.
  static Result<Rig> build(RigDesc desc);

  Rig(Rig&&) = default;
  Rig& operator=(Rig&&) = default;

  // As given, and each bone's parent (kNoBone: none). References live as long as the rig.
  const RigDesc& desc() const { return desc_; }
  std::span<const BoneDesc> bones() const;
  const BoneDesc& operator[](BoneIndex bone) const { return desc_.bones[static_cast<std::size_t>(bone)]; }
  BoneIndex parent(BoneIndex bone) const { return parents_[static_cast<std::size_t>(bone)]; }
  BoneIndex find(std::string_view name) const;  // kNoBone if unknown

 private:
  Rig() = default;
  RigDesc desc_;
  std::vector<BoneIndex> parents_;
  std::unordered_map<std::string, BoneIndex> by_name_;
};

}  // namespace mannequin
