// What somebody works on: an avatar, what it wears, its shape and pose, what it is compared with, and how it
// came to be so. Knows nothing of windows: who shows it looks at it, and compares revisions.
#pragma once

#include "tools/document/body_measures.h"
#include "tools/document/comparison.h"
#include "tools/document/files.h"
#include "tools/document/garment_fit.h"
#include "tools/document/gradual_shape.h"
#include "tools/document/kept_document.h"
#include "tools/document/pose_file.h"
#include "tools/document/posing.h"
#include "tools/document/saved_document.h"
#include "tools/document/shape_file.h"
#include "tools/document/slider_effects.h"
#include "tools/document/sliders.h"
#include "tools/document/stand_in.h"
#include "tools/document/test_people.h"
#include "tools/document/wardrobe.h"
#include "tools/document/workbench.h"
#include "tools/document/worn_binding.h"
#include "tools/document/worn_findings.h"

namespace mannequin::document {

class Document {
  Workbench bench_;  // what follows refers to it
  GradualShape gradual_;

 public:
  // The character must live as long. `inputs.worn`: worn without a mesh.
  Document(const Character& character, AvatarInputs inputs, Settings settings = Settings());
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  // What the constructor takes, where it was read only later. No step of undo; what is worn as meshes stays.
  void begin_with(AvatarInputs inputs);

  // --- to look at
  const Character& character() const { return bench_.character(); }
  const DressedAvatar& avatar() const { return bench_.avatar; }
  const History& history() const { return bench_.history; }
  const WornFindings& findings() const { return findings_; }
  const SliderEffects& effects() const { return effects_; }
  Messages& messages() { return bench_.messages; }
  const Messages& messages() const { return bench_.messages; }
  Timeline& timeline() { return bench_.timeline; }
  const Timeline& timeline() const { return bench_.timeline; }
  Settings& settings() { return bench_.settings; }
  const Settings& settings() const { return bench_.settings; }

  // --- to change, each by what it is about
  StandIn stand_in;
  Sliders sliders;
  Posing posing;
  Wardrobe wardrobe;
  WornBinding binding;
  BodyMeasures measures;
  GarmentFit fit;
  TestPeople people;
  ShapeFile shape_file;
  PoseFile pose_file;
  Comparison comparison;
  Files files;
  SavedDocument saved;
  KeptDocument kept;

  void undo();
  void redo();
  void jump_in_history(std::size_t done);  // so many steps of history() are done then
  void forget_history() { bench_.history.clear(); }
  // The present avatar becomes side A of the comparison.
  void set_a_to_current();
  void swap_a_and_b();  // a step of undo

  // Brings the avatar and the one it is compared with up to date. True if the avatar changed.
  bool compute();
  // The same, with what changes by itself; seconds since the last time. False: nothing more will change by
  // itself.
  bool update(double seconds);
  // Whether other threads are at work, which use what this has: files that are read, textures, findings.
  bool working() const;

 private:
  void follow_history();
  void follow_timeline(double seconds);

  SliderEffects effects_;
  WornFindings findings_;
};

}  // namespace mannequin::document
