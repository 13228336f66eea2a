// What each slider does to what is worn: how far it can move it, and if it cannot, why.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/preview/scene.h"

namespace mannequin::preview {

enum class WhyDead { none, surface_only, texture_only, no_weights, offset, too_little };

struct SliderEffect {
  double millimetres = 0.0;  // the most that anything worn moves between the slider's ends, from where it is
  bool bones = false, volumes = false;
  WhyDead why = WhyDead::none;
  std::string reason;  // a sentence for a person, where `why` is not none
};

// Evaluates the avatar with each slider at both ends, a few sliders at a time.
class SliderEffects {
 public:
  // Begins anew if the scene is not the one that the present results are of; keeps old results until then.
  void follow(const Scene& scene);
  bool finished() const { return next_ >= order_.size(); }
  void step(const Scene& scene, int sliders);

  // Null while not known yet.
  const SliderEffect* of(int parameter) const;

 private:
  SliderEffect evaluate(const Scene& scene, const AvatarInputs& now, ParameterIndex parameter) const;

  std::uint64_t revision_ = 0;
  std::vector<ParameterIndex> order_;
  std::size_t next_ = 0;
  std::map<int, SliderEffect> effects_;
};

}  // namespace mannequin::preview
