// Avatar physics: breast, belly and butt swing as the avatar moves. Each of six oscillators follows one joint
// and sets the weights of one or more driven parameters, which nothing else sets. These parameters move
// collision volumes and the system avatar's morphs, but no joint.
//
// Computed in float32 in the viewer's order, to match its sub-steps and limits. By nature the result
// depends on the frame rate. Source: the viewer's LLPhysicsMotion.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "engine/appearance/character.h"
#include "engine/appearance/weights.h"
#include "engine/motion/parameter_weight.h"
#include "engine/skeleton/solve.h"

namespace mannequin {

inline constexpr std::size_t kPhysicsMotions = 6;  // oscillators

// How one of them swings, as users set it in a "physics" wearable. Ranges: 0.1-1, 0-30, 0-10, 0-3 (0:
// off), 0-100, 1-100, 0-1.
struct PhysicsSettings {
  float mass = 0.1f, gravity = 0.0f, drag = 1.0f, max_effect = 0.0f;
  float spring = 10.0f, gain = 10.0f, damping = 0.2f;
};

// The settings of all: breast in and out, breast up and down, breast left and right, butt up and down, butt
// left and right, belly up and down.
using AllPhysicsSettings = std::array<PhysicsSettings, kPhysicsMotions>;

// The settings from the parameters 10000 to 10032 in `weights`, regardless of sex. During a gradual shape
// change the viewer takes the target weights.
AllPhysicsSettings physics_settings(const Appearance& appearance, const ParameterWeights& weights);

// The place of a joint in the world, metres.
struct PhysicsJoint {
  Vec3f position{0.0f};
  glm::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};
};

// How an avatar's physics starts, and how visible it is.
struct PhysicsOptions {
  // False: everything starts at rest where the avatar is, and so does a motion that is switched on or was not
  // updated for more than a second. True: starts like the viewer, which treats the way from the world's
  // origin to the avatar as a movement in the first frame, and lets a motion that is off go stale.
  bool start_as_viewer = false;
  // Decide when a swing is worth re-evaluating the shape: the viewer's level of detail for physics (0 to 1),
  // whether this is the user's own avatar, and the square root of the pixels it covers.
  float level_of_detail = 1.0f;
  bool own_avatar = true;
  float sqrt_pixel_area = 0.0f;
};

// One avatar's physics. Has a history by nature. Belongs to one thread at a time; holds no references.
class AvatarPhysics {
 public:
  // Takes the driven parameters' ranges from the appearance; skips missing parameters.
  explicit AvatarPhysics(const Appearance& appearance, const PhysicsOptions& options = {});

  // One frame. seconds: on a separate clock that begins at 0 and does not decrease. chest, pelvis: mChest and
  // mPelvis; the viewer uses this frame's mRoot with the previous frame's joint rotations. True if some swing
  // is large enough to be visible; weights() are up to date in any case. Allocates nothing.
  bool update(float seconds, const PhysicsJoint& chest, const PhysicsJoint& pelvis,
              const AllPhysicsSettings& settings);
  // The same for joints from solve_pose.
  bool update(float seconds, const Skeleton& skeleton, std::span<const JointTransform> joints,
              const AllPhysicsSettings& settings);

  // The weights for the driven parameters, 0 before the first update. Valid as long as this.
  std::span<const ParameterWeight> weights() const;

  // One oscillator, for inspection; it shows x from 0 to 1, with 0.5 in the middle.
  struct State {
    float last_time = 0.0f;
    float x = 0.0f, velocity = 0.0f;  // x as integrated, may lie beyond 0 and 1
    float joint_velocity = 0.0f,
          joint_acceleration = 0.0f;  // along its direction, in cm and thirtieths of a second
    float shown = 0.0f;
    Vec3f joint_position{0.0f};
    bool started = false;
  };
  // motion: in the order of PhysicsMotion.
  const State& state(std::size_t motion) const { return states_[motion]; }

  // Call it after the avatar was moved elsewhere (teleport, region border): puts everything at rest there.
  void rest();

 private:
  // The parameters that a motion sets: indices into weights_, and each parameter's range.
  struct Driven {
    std::size_t motion, weight;
    float min, max;
  };

  bool advance(std::size_t motion, float seconds, const PhysicsJoint& joint, const PhysicsSettings& settings);
  bool show(std::size_t motion, float x, float max_effect);

  PhysicsOptions options_;
  std::array<State, kPhysicsMotions> states_;
  std::vector<Driven> driven_;
  std::vector<ParameterWeight> weights_;
};

}  // namespace mannequin
