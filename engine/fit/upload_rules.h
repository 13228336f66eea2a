// The rules of check_upload, one subject per file. Each adds its findings about one mesh. Private to
// engine/fit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/appearance/character.h"
#include "engine/fit/finding.h"
#include "engine/fit/upload_check.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/joint_offsets.h"

namespace mannequin::upload {

// A mesh, and data shared by several rules. Ignores invalid indices: readers and Skin::build reject
// them.
class Subject {
 public:
  // For glTF uses the strict reading of the binds, with the joint positions from its nodes.
  Subject(const BoundMeshDesc& bound, const Character& character, const UploadOptions& options);

  const MeshDesc& mesh() const { return mesh_; }
  // Without influences, which are got one vertex at a time.
  const SkinDesc& skin() const { return skin_; }
  // The same as the viewer's importer stores it; like skin() unless the file is glTF.
  const SkinDesc& imported() const { return imported_; }
  // Of a joint that the avatar has, by the skin's own index.
  const Mat4& imported_bind(std::size_t slot) const { return imported_.inverse_binds[imported_slots_[slot]]; }
  bool rigged() const { return !skin_.joint_names.empty(); }
  // glTF: the importer drops unknown joints, and keeps the rest.
  bool from_gltf() const { return from_gltf_; }
  // Viewers rebuild its binds for the avatar's joints, and the result differs from the file's (glTF only).
  bool rebound() const { return rebound_; }
  const Skeleton& skeleton() const { return character_.skeleton; }
  const Character& character() const { return character_; }
  const UploadOptions& options() const { return options_; }

  // Not glTF: collision volumes that are bound without the rotation that they have on the avatar at rest, by
  // the skin's own index; elsewhere here they count as bound with it.
  std::span<const std::size_t> unrotated_volumes() const { return unrotated_; }

  // Of the skeleton, by the skin's own index; kNoJoint if unknown.
  std::span<const JointIndex> joints() const { return joints_; }
  // Vertices weighted to a joint, by the skin's own index.
  std::span<const std::size_t> weighted() const { return weighted_; }
  // Those of which triangles are made: importers drop the others. All, if there are no triangles.
  std::span<const std::uint32_t> vertices() const { return vertices_; }
  // With a joint of the skin and a weight above 0.
  std::vector<InfluenceDesc> influences(std::size_t vertex) const;
  // In bind space, as the file's own joints place it.
  Vec3 shown_position(std::size_t vertex) const;
  Vec3 bound_position(std::size_t vertex) const {
    return Vec3(skin().bind_shape * Vec4(Vec3(mesh().positions[vertex]), 1.0));
  }
  // By the skin's own index: what the resting avatar does to vertices bound to the joint, with or without the
  // file's joint positions. Empty if the binds do not match the joints. Unknown joints: identity.
  std::vector<Mat4> at_rest(bool joint_positions) const;
  // The same relative to the file's own rest: how a vertex moves from where the file shows it to the body.
  std::vector<Mat4> from_shown(std::vector<Mat4> at_rest) const;
  // The rotation that most of `at_rest` share, by the vertices weighted to them; the identity if they share
  // none, or only one place is bound.
  Mat3 common_turn(std::span<const Mat4> at_rest) const;

 private:
  void rotate_rests();
  void rotate_volumes();

  const MeshDesc& mesh_;
  const SkinDesc& bound_;
  SkinDesc skin_, imported_;
  std::vector<std::uint32_t> vertices_;
  bool from_gltf_, rebound_;
  std::vector<Mat4> shown_;  // glTF: what each joint of the skin does to the mesh in its own file
  const Character& character_;
  const UploadOptions& options_;
  static constexpr std::size_t kNoSlot = static_cast<std::size_t>(-1);
  std::vector<JointIndex> joints_;
  std::vector<std::size_t> imported_slots_;  // by the skin's own index: the slot in imported_
  std::vector<std::size_t> weighted_;
  std::vector<std::size_t> unrotated_;
};

// Faces, size, orientation of the bind shape.
void check_geometry(const Subject& subject, Findings& findings);
// Which way the mesh faces, and joints that move the other side of the body.
void check_sides(const Subject& subject, Findings& findings);
// Names, number, attachment points; mismatched matrices.
void check_joint_list(const Subject& subject, Findings& findings);
// Influences, vertex by vertex.
void check_weights(const Subject& subject, Findings& findings);
// The effects of the file's joint positions, even if they are not included.
void check_joint_positions(const Subject& subject, Findings& findings);
// How much importers differ, over all meshes: one finding at most.
void check_importers(std::span<const BoundMeshDesc> meshes, const Character& character,
                     const UploadOptions& options, Findings& findings);
// The same of what viewers already made of a glTF file.
void check_volumes(const Subject& subject, Findings& findings);
// Weights that poses tear.
void check_tears(const Subject& subject, Findings& findings);
// Inverse binds that rotate or scale the mesh.
void check_binds(const Subject& subject, Findings& findings);

// "'a', 'b', 'c' and 4 more"
std::string some_names(std::span<const std::string> names);

}  // namespace mannequin::upload
