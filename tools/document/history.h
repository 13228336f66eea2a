// Undo and redo over the user's choices.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tools/document/avatar_choice.h"

namespace mannequin::document {

class History {
 public:
  static constexpr std::size_t kSteps = 200;

  // Called before a change: the previous state, and the change's display name ("Body Fat 12 → 40").
  // `leaves_shape`: it puts another shape in the place of the present one; `unsaved`: one that may be in no
  // file.
  void record(std::string name, AvatarChoice before, bool leaves_shape = false, bool unsaved = false) {
    redo_.clear();
    if (grouping_ && ++in_group_ > 1) {
      undo_.back().leaves_shape |= leaves_shape;
      undo_.back().unsaved |= unsaved;
      return;
    }
    undo_.push_back({std::move(name), std::move(before), ++recorded_, leaves_shape, unsaved});
    if (undo_.size() > kSteps) undo_.erase(undo_.begin());
  }
  // How many steps were ever recorded.
  std::uint64_t recorded() const { return recorded_; }
  // Renames the latest step, during a drag.
  void rename(std::string name) {
    if (!undo_.empty()) undo_.back().name = std::move(name);
  }
  // Identifies the latest done step among all; 0: none.
  std::uint64_t latest() const { return undo_.empty() ? 0 : undo_.back().number; }
  // Removes the latest step as if it had never happened; returns the state before it.
  AvatarChoice cancel() {
    AvatarChoice before = std::move(undo_.back().choice);
    undo_.pop_back();
    return before;
  }
  // Merges what is recorded between the two into one step. Several changes get this name.
  void begin_group() { grouping_ = true, in_group_ = 0; }
  void end_group(std::string name) {
    if (in_group_ > 1) rename(std::move(name));
    grouping_ = false;
  }
  // The same for what belongs to a group that has ended, if its step, `latest()` then, is still the latest.
  // False: it is not, and what is recorded next is a step of its own.
  bool resume_group(std::uint64_t step) {
    if (step == 0 || latest() != step || !redo_.empty()) return false;
    grouping_ = true, in_group_ = 1;
    return true;
  }
  // Changes every earlier and every undone state, for what is not undoable.
  void change_states(const std::function<void(AvatarChoice&)>& change) {
    for (std::vector<Step>* steps : {&undo_, &redo_})
      for (Step& step : *steps) change(step.choice);
  }
  void clear() { undo_.clear(), redo_.clear(); }

  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }
  const std::string& undo_name() const { return undo_.back().name; }
  const std::string& redo_name() const { return redo_.back().name; }

  // All steps, oldest first; those from done() on are undone.
  std::size_t size() const { return undo_.size() + redo_.size(); }
  std::size_t done() const { return undo_.size(); }
  const std::string& name(std::size_t step) const {
    return step < undo_.size() ? undo_[step].name : redo_[size() - 1 - step].name;
  }

  // Of a step that is done: the state before it, whether it left its shape, and whether the one that it
  // brought may be in no file.
  const AvatarChoice& before(std::size_t step) const { return undo_[step].choice; }
  bool leaves_shape(std::size_t step) const { return undo_[step].leaves_shape; }
  bool brings_unsaved(std::size_t step) const { return undo_[step].unsaved; }

  AvatarChoice undo(AvatarChoice now) { return exchange(undo_, redo_, std::move(now)); }
  AvatarChoice redo(AvatarChoice now) { return exchange(redo_, undo_, std::move(now)); }

 private:
  struct Step {
    std::string name;
    AvatarChoice choice;  // before it; for an undone step, after it
    std::uint64_t number;
    bool leaves_shape, unsaved;
  };
  static AvatarChoice exchange(std::vector<Step>& from, std::vector<Step>& to, AvatarChoice now) {
    Step step = std::move(from.back());
    from.pop_back();
    to.push_back({std::move(step.name), std::move(now), step.number, step.leaves_shape, step.unsaved});
    return std::move(step.choice);
  }
  std::vector<Step> undo_, redo_;
  bool grouping_ = false;
  std::size_t in_group_ = 0;
  std::uint64_t recorded_ = 0;
};

}  // namespace mannequin::document
