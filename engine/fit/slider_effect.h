// The effect of each slider on worn meshes: how far it moves them, or why it does not.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/fit/measured_mesh.h"
#include "engine/fit/slider_reach.h"
#include "engine/layers/layer_reach.h"

namespace mannequin {

// Why a slider moves nothing worn.
enum class DeadReason {
  none,
  surface_only,
  texture_only,
  no_weights,
  fixed_by_offset,
  too_little,
  other_sex
};

// The effect of one slider on everything worn.
struct SliderEffect {
  double metres = 0.0;       // the maximum movement of any vertex between the slider's ends
  std::size_t farthest = 0;  // the index of the measured mesh with that vertex
  bool bones = false, volumes = false;
  DeadReason why = DeadReason::none;
  std::string reason;  // sentences for users, if `why` is not none
};

// Names for the reason. If a function is empty or returns no name, "your mesh", "a worn mesh" and the
// skeleton's joint names are used.
struct EffectNames {
  std::vector<std::string> worn;                              // the files of all measured meshes
  std::function<std::string(std::size_t measured)> mesh;      // one measured mesh
  std::function<std::string(const Uuid& mesh_id)> offset_by;  // mesh whose positions apply, measured or not
  std::function<std::string(const Joint&)> joint;
  // What clothing sliders paint; null: unknown. Must outlive the call.
  const LayerSetsDesc* layers = nullptr;
};

// Moves one slider from end to end while everything else stays as in `now`. Pure; may run on any thread.
SliderEffect slider_effect(const Character& character, const AvatarInputs& now, ParameterIndex slider,
                           std::span<const MeasuredMesh* const> worn, const EffectNames& names = {});

}  // namespace mannequin
