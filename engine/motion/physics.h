// Avatar physics: breast, belly and butt swing as the avatar moves. Six oscillators, each of which follows
// one joint and sets the weights of one or more driven parameters, which nothing else sets. No joint is
// moved; collision volumes are, by those parameters, and the morphs of the system avatar.
//
// Numbers are float32 in the viewer's order, so that its sub-steps and limits are met. By nature the result
// depends on the frame rate. Source: ALGORITHM-physics.md.
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

// How one of them swings, as a person sets it in a "physics" wearable. Ranges: 0.1-1, 0-30, 0-10, 0-3 (0:
// off), 0-100, 1-100, 0-1.
struct PhysicsSettings {
  float mass = 0.1f, gravity = 0.0f, drag = 1.0f, max_effect = 0.0f;
  float spring = 10.0f, gain = 10.0f, damping = 0.2f;
};

// Of all: breast in and out, breast up and down, breast left and right, butt up and down, butt left and
// right, belly up and down.
using AllPhysicsSettings = std::array<PhysicsSettings, kPhysicsMotions>;

// As the parameters 10000 to 10032 have them in `weights`, whatever the sex. During a gradual change of shape
// the viewer takes the weights that the change leads to.
AllPhysicsSettings physics_settings(const Appearance& appearance, const ParameterWeights& weights);

// Where a joint is in the world, metres.
struct PhysicsJoint {
  Vec3f position{0.0f};
  glm::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};
};

// How an avatar's physics starts, and who sees it.
struct PhysicsOptions {
  // False: everything begins at rest where the avatar is; so does a motion that is switched on, and one that
  // was not seen for more than a second. True: as the viewer begins, which takes the way from the world's
  // origin to the avatar for a movement of the first frame, and lets a motion that is off go stale.
  bool start_as_viewer = false;
  // When a swing is worth a new evaluation of the shape: the viewer's level of detail for physics (0 to 1),
  // whether this is the user's own avatar, and the root of the pixels that it covers.
  float level_of_detail = 1.0f;
  bool own_avatar = true;
  float sqrt_pixel_area = 0.0f;
};

// One avatar's physics. Has a history by its nature. Belongs to one thread at a time; refers to nothing.
class AvatarPhysics {
 public:
  // Takes the driven parameters' ranges from the appearance; those that it has not are left out.
  explicit AvatarPhysics(const Appearance& appearance, const PhysicsOptions& options = {});

  // One frame. seconds: on a clock of its own that begins at 0 and does not fall. chest, pelvis: mChest and
  // mPelvis; the viewer sees mRoot of this frame with the joint rotations of the frame before. True if some
  // swing is large enough to be seen; weights() are up to date either way. Allocates nothing.
  bool update(float seconds, const PhysicsJoint& chest, const PhysicsJoint& pelvis,
              const AllPhysicsSettings& settings);
  // The same for joints as solve_pose made them.
  bool update(float seconds, const Skeleton& skeleton, std::span<const JointTransform> joints,
              const AllPhysicsSettings& settings);

  // What the driven parameters are to be set to, 0 before the first update. Lives as long as this.
  std::span<const ParameterWeight> weights() const { return weights_; }

  // One oscillator, for whoever wants to look inside; x of 0 to 1 is where it shows, 0.5 its middle.
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

  // After the avatar was put somewhere else (a teleport, a region's border): everything is at rest there.
  void rest();

 private:
  // What a motion sets: places among weights_, and each parameter's range.
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
