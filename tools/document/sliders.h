// Sliders, and operations on several at once. Each change is one undo step.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tools/document/stand_in.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

class Sliders {
 public:
  Sliders(Workbench& bench, StandIn& stand_in) : bench_(bench), stand_in_(stand_in) {}

  void begin(const ParameterDesc& parameter);  // a drag; move() until the next begin() is one step
  void move(const ParameterDesc& parameter, double percent);
  void cancel(const ParameterDesc& parameter);  // cancels the drag, without a step
  void set(const ParameterDesc& parameter, double percent);
  // By a key. `goes_on`: soon after the one before; if nothing else was done since, both are one step of
  // undo.
  void step(const ParameterDesc& parameter, double percent, bool goes_on);
  void reset(const ParameterDesc& parameter);
  void reset_section(const SectionDesc& section);
  void reset_all();
  void rest();  // nothing applied
  void set_sex(Sex sex);
  // Which one was moved last, by its id; 0: none yet.
  int last_moved() const { return last_moved_; }
  // A choice being tried: shown at once; one undo step if it is kept, none otherwise. another_shape: what is
  // tried takes the place of the shape, and has no file.
  void begin_trial(bool another_shape = false);
  void try_out(SliderValues sliders);
  void end_trial(bool keep, const std::string& step);

 private:
  Workbench& bench_;
  StandIn& stand_in_;
  bool drag_recorded_ = false;
  double drag_began_ = 0.0;
  std::uint64_t stepped_ = 0;  // the step of undo of the last step()
  double steps_began_ = 0.0;   // where the slider was before it
  int last_moved_ = 0;
  std::optional<AvatarChoice> trial_;  // the previous state
  bool tries_another_shape_ = false;
};

}  // namespace mannequin::document
