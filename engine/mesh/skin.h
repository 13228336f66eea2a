// The binding of a mesh to joints: bind shape, inverse binds, influences, and joint positions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/math/types.h"
#include "engine/mesh/mesh.h"
#include "engine/skeleton/joint_offsets.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

inline constexpr std::size_t kMaxInfluences = 4;
inline constexpr std::size_t kMaxViewerJoints = 110;  // per mesh; with more, the uploader skins nothing

// One joint's influence on a vertex.
struct InfluenceDesc {
  std::uint32_t joint = 0;  // index into joint_names
  float weight = 0.0f;      // as in the file, any sum
};

// A joint as placed by its own file, possibly different from the avatar's.
struct JointRest {
  std::string name;
  Mat4 world_from_joint{1.0};  // the avatar's frame
};

// What a palette slot follows. Worn meshes follow joints; the system avatar's own meshes need two more.
enum class SlotFrame : std::uint8_t {
  joint,     // the joint with its own scale
  unscaled,  // the joint without its scale: for a mesh attached as a child
  root,      // mRoot, regardless of the joint's name
};

// A binding as declared by a file, unchecked.
struct SkinDesc {
  std::vector<std::string> joint_names;              // as in the file, aliases allowed
  std::vector<SlotFrame> frames;                     // per joint; empty: all `joint`
  Mat4 bind_shape{1.0};                              // bind space from mesh space
  std::vector<Mat4> inverse_binds;                   // per joint: joint from bind space
  std::vector<std::optional<Vec3>> joint_positions;  // per joint: relative to the parent; or empty
  std::vector<JointRest> joint_rests;          // the file's own joints, used or not; or empty. See retarget.h
  bool lock_scale = false;                     // only set by mesh assets
  double pelvis_offset = 0.0;                  // only set by mesh assets and retarget(); metres
  std::vector<std::uint32_t> influence_begin;  // vertex count + 1 entries into `influences`
  std::vector<InfluenceDesc> influences;       // any number per vertex, any order
};

// The joint positions that the skin applies when worn, by its own joint names. Leaves out joints without a
// position in the file.
WornOffsets worn_offsets(const SkinDesc& skin, const Uuid& mesh_id);

// Removes joints without any influence above 0, and influences of 0, and renumbers the rest. Returns the
// number of removed joints: 0 if no joint has weight, since a skin needs one.
std::size_t prune_unused_joints(SkinDesc& skin);

// A mesh with its skin, as stored in a file. `skin.joint_names` empty: the mesh is not rigged.
struct BoundMeshDesc {
  MeshDesc mesh;
  SkinDesc skin;

  // False: the mesh does not move.
  bool rigged() const { return !skin.joint_names.empty(); }
};

// Exactly four influences per vertex; unused ones have weight 0. Weights sum to 1.
struct VertexInfluences {
  std::array<std::uint16_t, kMaxInfluences> joint{};  // palette slot
  std::array<float, kMaxInfluences> weight{};
};

// Immutable, resolved against one skeleton.
//
// Palette slots: one per skin joint in the file's order, and one more, bind_slot(), whose matrix is always
// the identity. On the avatar, a vertex without influence follows a weighted vertex at exactly the same
// place, else the first joint, as in-world; on other rigs it follows bind_slot(), in bind pose. Any number of
// threads may read it; it is independent of mesh and skeleton. Views are valid as long as the skin.
class Skin {
 public:
  // Keeps the four largest weights of each vertex (ties: the higher joint index, as the viewer's importer),
  // drops those not above 0, divides by their sum; a single influence counts as 1 regardless of its weight.
  // Fails (bad_data) on: unknown joint names (with the closest known one), mismatched counts, an index
  // out of range, a matrix that is not finite or, for the bind shape, not invertible.
  static Result<Skin> build(SkinDesc desc, const Mesh& mesh, const Skeleton& skeleton);

  // A skin without vertices: only the joints, binds and joint positions that palettes and joint offsets need.
  // Drops influences in `desc`. `name`: the mesh's, for messages. Fails as above.
  static Result<Skin> build_rig(SkinDesc desc, const std::string& name, const Skeleton& skeleton);

  Skin(Skin&&) = default;
  Skin& operator=(Skin&&) = default;

  // Joints of the file; entries of a palette (one more); and the slot of the additional one.
  std::size_t joint_count() const { return joints_.size(); }
  std::size_t palette_size() const { return joints_.size() + 1; }
  std::uint16_t bind_slot() const { return static_cast<std::uint16_t>(joints_.size()); }

  std::span<const JointIndex> joints() const;  // slot -> joint; kNoJoint: mRoot
  // For `slot` below joint_count().
  SlotFrame frame(std::size_t slot) const {
    return desc_.frames.empty() ? SlotFrame::joint : desc_.frames[slot];
  }
  // Names, matrices and positions as given; adapted to the skeleton if the file places its own joints.
  const SkinDesc& desc() const { return desc_; }
  // Bind space from mesh space; and joint from bind space, one per joint.
  const Mat4& bind_shape() const { return desc_.bind_shape; }
  std::span<const Mat4> inverse_binds() const;

  std::span<const VertexInfluences> influences() const;     // one per vertex
  std::span<const std::uint32_t> unbound_vertices() const;  // no influence at all
  std::span<const std::uint32_t> reduced_vertices() const;  // had over four

 private:
  Skin() = default;
  // Gives vertices without influence those of the last vertex at the same place that has some.
  void bind_as_others(const Mesh& mesh);
  static Result<Skin> build_for(SkinDesc desc, const std::string& mesh, std::size_t vertex_count,
                                const Skeleton& skeleton);
  SkinDesc desc_;
  std::vector<JointIndex> joints_;
  std::vector<VertexInfluences> influences_;
  std::vector<std::uint32_t> unbound_, reduced_;
};

}  // namespace mannequin
