// The avatar and what it wears: from sliders, worn files and pose to palettes. Computes only what changed.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/wear/outfit.h"
#include "tools/document/avatar_choice.h"
#include "tools/document/camera.h"
#include "tools/document/painted_clothing.h"

namespace mannequin::document {

class DressedAvatar {
 public:
  // `offsets`: worn without a mesh. The character must outlive it.
  DressedAvatar(const Character& character, std::vector<WornOffsets> offsets);

  const Character& character() const { return character_; }

  // --- inputs; each change takes effect with the next update()
  const AvatarChoice& choice() const { return choice_; }
  void choose(AvatarChoice choice);
  double weight(const ParameterDesc& parameter) const;
  void set_weight(const ParameterDesc& parameter, double weight);
  // Shown instead of the choice's own weights during a gradual change of shape. Any choice ends it.
  void show_weights(std::optional<ParameterWeights> weights);
  bool shows_weights() const { return shown_weights_.has_value(); }
  bool edited(const ParameterDesc& parameter) const { return weight(parameter) != parameter.default_weight; }
  Sex sex() const;

  // The files of the choice, as worn.
  std::span<const std::shared_ptr<WornFile>> worn() const { return worn_; }
  // Their joint positions in effect, by the usual rules (engine/wear); after offsets worn without a mesh.
  const OutfitOffsets& outfit() const { return outfit_; }
  // The file that an entry of outfit() came from; null for what is worn without a mesh.
  const WornFile* file_of(std::size_t entry) const;
  // The file whose joint positions apply under this id (JointOffset::mesh_id); null likewise.
  const WornFile* file_of(const Uuid& offset_id) const;
  // The file's index in worn(); nothing for offsets without a mesh.
  std::optional<std::size_t> place_of(std::size_t entry) const;
  // Increases with every change of what is worn, how, and which joint positions apply.
  std::uint64_t worn_revision() const { return worn_revision_; }
  // Increases when an id or a vertex number may mean another mesh or vertex than before.
  std::uint64_t naming_revision() const { return naming_revision_; }
  // Appends to the list.
  void wear(std::shared_ptr<WornFile> file, const WearSettings& how);
  // Replaces a file's content with the version read now; the file object, and how it is worn, stay the same.
  void wear_again(std::size_t index, WornFile read);
  // Shows a mesh of a worn file with other weights, under the same id: vertices, shape and pose stay.
  void reskin(std::size_t index, std::size_t mesh, std::shared_ptr<const WornGeometry> geometry);
  void take_off(std::size_t index);
  void wear_as(std::size_t index, const WearSettings& how);
  // Replaces the offsets previously worn this way.
  void wear_without_mesh(std::vector<WornOffsets> offsets);
  // Textures of files worn from now on are decoded on other threads, and shown by a later update(). Initially
  // they are decoded at once.
  void decode_textures_in_background(bool on) { textures_in_background_ = on; }
  bool decodes_textures() const;
  // What the choice's clothing is painted with; at first there is nothing.
  void paint_with(std::shared_ptr<const LayerSource> source);
  const std::shared_ptr<const LayerSource>& layer_source() const { return layer_source_; }
  // Worn meshes stay where they are bound, whatever the joints do; initially they do not.
  void wear_as_modelled(bool on);
  // Gives a worn file's meshes these ids, until something else is worn or in another way.
  void name_meshes(std::size_t index, std::span<const Uuid> ids);

  // --- results
  // True if something was computed. Also shows textures decoded since.
  bool update();
  std::uint64_t revision() const { return revision_; }  // increases when update() computes something
  const AvatarState& state() const { return state_; }
  const std::vector<WornOffsets>& bare_offsets() const { return offsets_; }  // worn without a mesh
  // By what each region of a worn face looks; none while no clothing is worn.
  const PaintedClothing& painted() const { return painted_; }
  AvatarInputs inputs() const;               // of the state, for evaluations of the caller's
  Bounds bounds() const { return bounds_; }  // avatar's frame
  // World from avatar, along Z: the ground is at 0 in the world.
  double lift() const { return state_.root_above_ground(); }
  // Height of the lowest visible point above the ground, metres.
  double floats() const;
  std::span<const Vec3> outline() const { return outline_; }  // points of what is visible, avatar's frame
  std::vector<Vec3> outline_in_world() const;
  Vec3 joint_in_world(JointIndex joint) const;
  // Of this file; null: of all that is worn.
  std::vector<const WornMesh*> visible_meshes(const WornFile* file = nullptr) const;
  bool has_weights(JointIndex joint) const { return weighted_[static_cast<std::size_t>(joint)]; }
  std::size_t visible_vertices(const WornFile* file = nullptr) const;
  // Duration of the last update() that computed something,
  // milliseconds: up to the joints, and for the palettes.
  double solve_time() const { return solve_time_; }
  double palette_time() const { return palette_time_; }

 private:
  std::vector<WornMesh*> visible_worn(const WornFile* file = nullptr) const;
  void dress();
  void note_weighted();
  void measure_bounds();
  void mask_system_avatar();

  const Character& character_;
  std::vector<WornOffsets> offsets_;
  AvatarChoice choice_;
  std::optional<ParameterWeights> shown_weights_;
  std::vector<std::shared_ptr<WornFile>> worn_;
  OutfitOffsets outfit_;
  std::uint64_t worn_revision_ = 0, naming_revision_ = 0;
  bool stale_ = true, reskinned_ = false, textures_in_background_ = false, as_modelled_ = false;
  std::shared_ptr<const LayerSource> layer_source_;
  PaintedClothing painted_;

  AvatarState state_;
  Bounds bounds_;
  std::vector<Vec3> outline_;
  std::vector<bool> weighted_;
  double solve_time_ = 0.0, palette_time_ = 0.0;
  std::uint64_t revision_ = 0;
};

// The visible mesh of this id; null if there is none.
const WornMesh* visible_mesh(const DressedAvatar& avatar, const Uuid& id);

}  // namespace mannequin::document
