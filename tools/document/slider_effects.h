// What each slider does to what is worn, computed a few sliders at a time.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/fit/slider_effect.h"
#include "tools/document/dressed_avatar.h"

namespace mannequin::document {

class SliderEffects {
 public:
  // On this worn file alone; null: on all that is worn. What is no longer worn counts as null.
  void be_about(std::shared_ptr<const WornFile> file) { wanted_ = std::move(file); }
  // What they are about by name; empty: all that is worn.
  std::string subject() const { return file_ == nullptr ? "" : file_->name; }
  // Starts again if the avatar is not the one that the present results are of, and returns whether it did;
  // keeps old results until then, but for those of an avatar that wore nothing. `plays`: a clip is moving it,
  // and its poses are no reason: they would never let it end.
  bool follow(const DressedAvatar& avatar, bool plays);
  bool finished() const { return next_ >= order_.size(); }
  void step(const DressedAvatar& avatar, int sliders);

  // Whether it changes what is painted on the avatar now: a sleeve of the shirt that is worn.
  bool paints(int parameter) const { return painting_.contains(parameter); }
  // Null while not known yet.
  const SliderEffect* of(int parameter) const;
  // The worn file that the slider moves farthest, by name; empty where there is only one, or none is moved.
  std::string farthest(int parameter) const;

 private:
  bool counts(const WornFile& file) const;
  bool known(const DressedAvatar& avatar, bool plays) const;

  std::uint64_t revision_ = 0, worn_revision_ = 0;
  AvatarChoice choice_;  // that the results are of, without its pose
  std::shared_ptr<const WornFile> wanted_, file_;
  std::vector<ParameterIndex> order_;
  std::size_t next_ = 0;
  bool wore_nothing_ = true;  // when the results were computed
  std::map<int, SliderEffect> effects_;
  std::map<int, std::string> farthest_;
  std::set<int> painting_;  // parameters
};

}  // namespace mannequin::document
