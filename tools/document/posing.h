// Posing by hand. Each change is one undo step.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/document/workbench.h"
#include "tools/scenes/scenes.h"

namespace mannequin::document {

// Of a pose, in the language of the window: names are kept in English.
std::string pose_title(const std::string& name);

// Those that are offered by name.
std::vector<scenes::NamedPose> named_poses(const Skeleton& skeleton);

class Posing {
 public:
  explicit Posing(Workbench& bench) : bench_(bench) {}

  // Ends a playing clip.
  void set(const std::string& name, Pose pose);
  // From begin to end is one step, named by joint and angle.
  void begin_turn(JointIndex joint);
  void turn(const Vec3& axis, double degrees);  // from its start, about an axis (unit) of its own frame
  void end_turn();
  void cancel_turn();
  bool turning() const { return turn_.has_value(); }
  bool is_posed(JointIndex joint) const;  // by rotation or position
  void reset_joint(JointIndex joint);
  void mirror();

 private:
  // The joint being rotated.
  struct Turn {
    JointIndex joint = kNoJoint;
    Quat from{1.0, 0.0, 0.0, 0.0};
    AvatarChoice before;
    double degrees = 0.0;
  };

  Workbench& bench_;
  std::optional<Turn> turn_;
};

}  // namespace mannequin::document
