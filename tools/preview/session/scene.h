// The avatar in the window: from sliders, worn files and pose to skinned vertices on the GPU. Computes only
// what changed.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/skinning/agreement.h"
#include "tools/preview/session/skinner_upload.h"
#include "tools/preview/session/timings.h"

namespace mannequin::preview {

// What undo brings back.
struct AvatarChoice {
  SliderValues sliders;
  bool apply_parameters = true;
  Pose pose;
  std::string pose_name = "T";
  std::filesystem::path shape;  // the file that the sliders came from; empty for none
  std::vector<WornItem> worn;   // in the order of the list: where two move one joint, the later wins
};

// How far what is shown is from the reference.
struct LiveError {
  double position_mm = 0.0;
  double position_relative = 0.0;  // by the diagonal of the mesh's box
  double normal = 0.0;
  bool within_limits() const { return position_relative <= kPositionLimit && normal <= kNormalLimit; }
};

class Scene {
 public:
  // Needs a current context with its functions loaded. `offsets`: worn without a mesh. Where OpenGL draws but
  // cannot skin, the processor does.
  static Result<std::unique_ptr<Scene>> create(const Character& character, std::vector<WornOffsets> offsets);

  const Character& character() const { return character_; }
  const VertexRemaps& remap() const { return *remaps_; }
  // Why OpenGL cannot skin; none: it can.
  const std::optional<Error>& gl_refusal() const { return gl_refusal_; }

  // --- what the avatar is made of; each change is taken up by the next update()
  const AvatarChoice& choice() const { return choice_; }
  void choose(AvatarChoice choice);
  double weight(const ParameterDesc& parameter) const;
  void set_weight(const ParameterDesc& parameter, double weight);
  // Shown in place of the choice's own weights, while a shape changes gradually. Any choice ends it.
  void show_weights(std::optional<ParameterWeights> weights);
  bool shows_weights() const { return shown_weights_.has_value(); }
  bool edited(const ParameterDesc& parameter) const { return weight(parameter) != parameter.default_weight; }
  Sex sex() const;

  // Those of the choice, as they are worn.
  std::span<const std::shared_ptr<WornFile>> worn() const { return worn_; }
  // The one that a mesh of this id belongs to; null if none that is worn.
  const WornFile* file_of(const Uuid& mesh) const;
  // Grows with every change of what is worn, and of which joint positions count.
  std::uint64_t worn_revision() const { return worn_revision_; }
  // At the end of the list. Assets' joint positions count in any case.
  Status wear(std::shared_ptr<const io::BoundMeshFile> file, const std::filesystem::path& path,
              bool joint_positions);
  Status wear(io::BoundMeshFile file, const std::filesystem::path& path, bool joint_positions);
  // A row for a file that cannot be worn, as make_refused_file(); worn the given way once it can be.
  void wear_refused(std::unique_ptr<WornFile> refused, bool joint_positions);
  Status wear_system_avatar(std::vector<SystemPart> parts, SystemPiece piece, bool visible);
  // Puts what a file holds now in the place of what it held; the file stays the same one, worn as it was. On
  // failure everything stays as it was.
  Status wear_again(std::size_t index, std::shared_ptr<const io::BoundMeshFile> file);
  void take_off(std::size_t index);
  void show(std::size_t index, bool visible);
  void use_joint_positions(std::size_t index, bool on);
  void wear_as(std::size_t index, const Wearing& how);

  // Skins by it and hands the vertices over for drawing; null: OpenGL skins, which it must be able to, and
  // they stay where they are.
  void skin_by(std::shared_ptr<Skinner> skinner);
  std::string backend() const {
    return skinner_upload_ ? skinner_upload_->backend() : remaps_->skinner()->backend();
  }
  // Compares with the reference whenever something was skinned.
  void check_against_reference(bool on);
  bool checks_against_reference() const { return checks_; }

  // --- what came out
  // True if something was computed.
  Result<bool> update();
  std::uint64_t revision() const { return revision_; }  // grows with every change of what is drawn
  const AvatarState& state() const { return state_; }
  const std::vector<WornOffsets>& bare_offsets() const { return offsets_; }  // worn without a mesh
  AvatarInputs inputs() const;               // of the state, for evaluations of the caller's
  Bounds bounds() const { return bounds_; }  // avatar's frame
  // World from avatar, along Z: the ground is at 0 in the world.
  double lift() const { return state_.root_above_ground(); }
  // How far the lowest point of what is visible is above the ground, metres.
  double floats() const;
  std::span<const Vec3> outline() const { return outline_; }  // points of what is visible, avatar's frame
  Vec3 joint_in_world(JointIndex joint) const;
  std::vector<MeshDrawable*> drawables() const;  // of what is visible
  std::vector<const WornMesh*> visible_meshes() const;
  bool has_weights(JointIndex joint) const { return weighted_[static_cast<std::size_t>(joint)]; }
  std::size_t visible_vertices() const;
  const std::optional<LiveError>& live_error() const { return live_error_; }
  // Lets drafts draw what is visible with fewer triangles, where it has many; quick where that is done.
  Status prepare_drafts() const;
  // Of a visible mesh, as it was skinned last.
  Status read_back(const WornMesh& mesh, std::span<SkinnedVertex> out) const;
  // What the last update took that computed something; nothing is drawn by it.
  const PictureTime& time() const { return time_; }

 private:
  explicit Scene(const Character& character) : character_(character) {}
  std::vector<WornMesh*> visible_worn() const;
  void make_palettes();
  Status skin_visible();
  Status show_skinned();
  Status compare_with_reference();
  void dress();
  void measure_bounds();

  const Character& character_;
  std::shared_ptr<VertexRemaps> remaps_;
  std::optional<Error> gl_refusal_;
  std::vector<WornOffsets> offsets_;
  AvatarChoice choice_;
  std::optional<ParameterWeights> shown_weights_;
  std::vector<std::shared_ptr<WornFile>> worn_;
  std::uint64_t worn_revision_ = 0;
  std::unique_ptr<SkinnerUpload> skinner_upload_;
  bool checks_ = false;
  bool stale_ = true;

  AvatarState state_;
  Bounds bounds_;
  std::vector<Vec3> outline_;
  std::vector<bool> weighted_;
  PictureTime time_;
  std::optional<LiveError> live_error_;
  std::uint64_t revision_ = 0;
};

}  // namespace mannequin::preview
