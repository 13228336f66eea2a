// What each slider does to worn meshes: how far it moves them, and where it cannot, why.
#pragma once

#include <span>
#include <string>

#include "engine/avatar/avatar.h"
#include "engine/fit/measured_mesh.h"
#include "engine/fit/slider_reach.h"

namespace mannequin {

// Why a slider moves nothing that is worn.
enum class WhyDead { none, surface_only, texture_only, no_weights, fixed_by_offset, too_little };

// What one slider does to all that is worn.
struct SliderEffect {
  double metres = 0.0;  // the most that any vertex moves between the slider's ends
  bool bones = false, volumes = false;
  WhyDead why = WhyDead::none;
  std::string reason;  // a sentence for a person, where `why` is not none
};

// Moves one slider from end to end while everything else stays as `now` says. Pure; may run on any thread.
SliderEffect slider_effect(const Character& character, const AvatarInputs& now, ParameterIndex slider,
                           std::span<const MeasuredMesh* const> worn);

}  // namespace mannequin
