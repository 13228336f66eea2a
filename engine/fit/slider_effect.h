// What each slider does to worn meshes: how far it moves them, and where it cannot, why.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/fit/measured_mesh.h"
#include "engine/fit/slider_reach.h"

namespace mannequin {

// Why a slider moves nothing that is worn.
enum class WhyDead { none, surface_only, texture_only, no_weights, fixed_by_offset, too_little, other_sex };

// What one slider does to all that is worn.
struct SliderEffect {
  double metres = 0.0;  // the most that any vertex moves between the slider's ends
  bool bones = false, volumes = false;
  WhyDead why = WhyDead::none;
  std::string reason;  // sentences for a person, where `why` is not none
};

// What the reason calls those it is about. Where a function is empty, or there is no name, it speaks of "your
// mesh" and "a worn mesh", and calls joints as the skeleton does.
struct EffectNames {
  std::vector<std::string> worn;                              // the files of all that is measured
  std::function<std::string(std::size_t measured)> mesh;      // one of what is measured
  std::function<std::string(const Uuid& mesh_id)> offset_by;  // whose joint positions count, measured or not
  std::function<std::string(const Joint&)> joint;
};

// Moves one slider from end to end while everything else stays as `now` says. Pure; may run on any thread.
SliderEffect slider_effect(const Character& character, const AvatarInputs& now, ParameterIndex slider,
                           std::span<const MeasuredMesh* const> worn, const EffectNames& names = {});

}  // namespace mannequin
