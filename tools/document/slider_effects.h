// What each slider does to what is worn, worked out a few sliders at a time.
#pragma once

#include <map>
#include <vector>

#include "engine/fit/slider_effect.h"
#include "tools/document/dressed_avatar.h"

namespace mannequin::document {

class SliderEffects {
 public:
  // Starts again if the avatar is not the one that the present results are of; keeps old results until then.
  void follow(const DressedAvatar& avatar);
  bool finished() const { return next_ >= order_.size(); }
  void step(const DressedAvatar& avatar, int sliders);

  // On what is worn. Null while not known yet.
  const SliderEffect* of(int parameter) const;

 private:
  std::uint64_t revision_ = 0;
  std::vector<ParameterIndex> order_;
  std::size_t next_ = 0;
  std::map<int, SliderEffect> effects_;
};

}  // namespace mannequin::document
