// The state of a session: an avatar, what it wears, its shape and pose, what it is compared with, and the
// history. Independent of windows: viewers poll it and compare revisions.
#pragma once

#include "tools/document/body_measures.h"
#include "tools/document/clothing.h"
#include "tools/document/comparison.h"
#include "tools/document/files.h"
#include "tools/document/garment_fit.h"
#include "tools/document/gradual_shape.h"
#include "tools/document/left_behind.h"
#include "tools/document/pose_file.h"
#include "tools/document/posing.h"
#include "tools/document/saved_document.h"
#include "tools/document/session_store.h"
#include "tools/document/shape_file.h"
#include "tools/document/slider_effects.h"
#include "tools/document/sliders.h"
#include "tools/document/stand_in.h"
#include "tools/document/test_people.h"
#include "tools/document/wardrobe.h"
#include "tools/document/weight_painting.h"
#include "tools/document/workbench.h"
#include "tools/document/worn_binding.h"
#include "tools/document/worn_findings.h"
#include "tools/document/worn_mending.h"

namespace mannequin::document {

class Document {
  Workbench bench_;  // the members below refer to it
  GradualShape gradual_;

 public:
  // The character must outlive it. `inputs.worn`: offsets worn without a mesh.
  Document(const Character& character, AvatarInputs inputs, Settings settings = Settings());
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  // Sets what the constructor takes, if it was read only later. Not undoable; keeps worn meshes.
  void begin_with(AvatarInputs inputs);

  // --- state
  const Character& character() const { return bench_.character(); }
  const DressedAvatar& avatar() const { return bench_.avatar; }
  const History& history() const { return bench_.history; }
  const WornFindings& findings() const { return findings_; }
  const SliderEffects& effects() const { return effects_; }
  SliderEffects& effects() { return effects_; }
  Messages& messages() { return bench_.messages; }
  const Messages& messages() const { return bench_.messages; }
  Timeline& timeline() { return bench_.timeline; }
  const Timeline& timeline() const { return bench_.timeline; }
  Settings& settings() { return bench_.settings; }
  const Settings& settings() const { return bench_.settings; }

  // --- changes, by subject
  StandIn stand_in;
  Sliders sliders;
  Posing posing;
  Wardrobe wardrobe;
  Clothing clothing;
  WornBinding binding;
  WeightPainting painting;
  BodyMeasures measures;
  GarmentFit fit;
  TestPeople people;
  ShapeFile shape_file;
  PoseFile pose_file;
  Comparison comparison;
  WornMending mending;
  Files files;
  SavedDocument saved;
  SessionStore kept;

  void undo();
  void redo();
  void jump_in_history(std::size_t done);  // moves to where this many steps of history() are done
  void forget_history() { bench_.history.clear(); }
  bool shape_is_unsaved() const {
    return document::shape_is_unsaved(history(), bench_.choice(), character().appearance, shape_file);
  }
  std::vector<LeftBehind> left_behind() const {
    return document::left_behind(history(), bench_.choice(), character().appearance, shape_file);
  }
  // Stops the clip at this many seconds, and takes its pose there.
  void show_clip_at(double seconds);
  // Makes the present avatar side A of the comparison.
  void set_a_to_current();
  // Exchanges what the two differ in; undo gives both back. Where that cannot be worn, only says why.
  void swap_a_and_b();

  // Updates the avatar and the one it is compared with. True if the avatar changed.
  bool compute();
  // The same, including what changes over time; seconds since the last call. False: nothing will change until
  // the next input.
  bool update(double seconds);
  // Whether background threads are using this: reading files, decoding textures, checking.
  bool working() const;

 private:
  void step_back();
  void step_forward();
  void follow_history();
  void follow_timeline(double seconds);

  SliderEffects effects_;
  WornFindings findings_;
};

}  // namespace mannequin::document
