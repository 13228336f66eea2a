// Undo and redo over what the avatar is made of.
#pragma once

#include <string>
#include <vector>

#include "tools/preview/session/scene.h"

namespace mannequin::preview {

class History {
 public:
  // Before a change: what was, and the change's name for people ("Body Fat 12 → 40").
  void record(std::string name, AvatarChoice before) {
    redo_.clear();
    undo_.push_back({std::move(name), std::move(before)});
    if (undo_.size() > kSteps) undo_.erase(undo_.begin());
  }
  // Renames the latest step, while one drag goes on.
  void rename(std::string name) {
    if (!undo_.empty()) undo_.back().name = std::move(name);
  }
  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }
  const std::string& undo_name() const { return undo_.back().name; }
  const std::string& redo_name() const { return redo_.back().name; }

  AvatarChoice undo(AvatarChoice now) { return exchange(undo_, redo_, std::move(now)); }
  AvatarChoice redo(AvatarChoice now) { return exchange(redo_, undo_, std::move(now)); }

 private:
  static constexpr std::size_t kSteps = 200;
  struct Step {
    std::string name;
    AvatarChoice choice;
  };
  static AvatarChoice exchange(std::vector<Step>& from, std::vector<Step>& to, AvatarChoice now) {
    Step step = std::move(from.back());
    from.pop_back();
    to.push_back({std::move(step.name), std::move(now)});
    return std::move(step.choice);
  }
  std::vector<Step> undo_, redo_;
};

}  // namespace mannequin::preview
