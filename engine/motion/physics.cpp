#include "engine/motion/physics.h"

#include <algorithm>
#include <cmath>

namespace mannequin {
namespace {

// The oscillators in the viewer's order. Both butt and belly follow the pelvis.
struct Motion {
  bool of_chest;
  Vec3f direction;  // in the joint's axes
  std::array<int, 3> driven;
  int mass, max_effect;  // first ids of (mass, gravity, drag) and (max effect, spring, gain, damping)
};

constexpr int kNone = -1;

const std::array<Motion, kPhysicsMotions>& motions() {
  static const std::array<Motion, kPhysicsMotions> kMotions = {{
      {true, {-1, 0, 0}, {1201, kNone, kNone}, 10000, 10007},
      {true, {0, 0, 1}, {1200, kNone, kNone}, 10000, 10003},
      {true, {0, -1, 0}, {1207, kNone, kNone}, 10000, 10029},
      {false, {0, 0, -1}, {1205, kNone, kNone}, 10018, 10021},
      {false, {0, -1, 0}, {1206, kNone, kNone}, 10018, 10025},
      {false, {0, 0, -1}, {1202, 1203, 1204}, 10011, 10014},
  }};
  return kMotions;
}

constexpr float kMiddle = 0.5f, kStep = 0.05f, kLongestFrame = 1.0f, kMaxVelocity = 100.0f;

// The unit of a joint's motion is one centimetre per thirtieth of a second.
constexpr float kUnitsPerMetre = 100.0f, kUnitsPerSecond = 30.0f;

Vec3f world_direction(const Vec3f& direction, const glm::quat& rotation) {
  const Vec3f turned = rotation * direction;
  const float length = glm::length(turned);
  return length > 1e-7f ? turned * (1.0f / length) : Vec3f(0.0f);
}

// One sub-step: from x, which is within 0 to 1, and v.
struct Forces {
  float joint_velocity, joint_acceleration, up;  // up: of the direction
};

float acceleration(const PhysicsSettings& s, const Forces& forces, float x, float velocity) {
  const float spring = -(x - kMiddle) * s.spring;
  const float accelerated = s.gain * (forces.joint_acceleration * s.mass);
  const float gravity = forces.up * s.gravity * s.mass;
  const float damping = -s.damping * velocity;
  // Along with the joint, not against it.
  const double sign = forces.joint_velocity < 0.0f ? -1.0 : 1.0;
  const auto v = static_cast<double>(forces.joint_velocity);
  const auto drag = static_cast<float>(0.5 * static_cast<double>(s.drag) * v * v * sign);
  return ((((accelerated + gravity) + spring) + damping) + drag) / s.mass;
}

}  // namespace

AllPhysicsSettings physics_settings(const Appearance& appearance, const ParameterWeights& weights) {
  const auto read = [&](int id, float& out) {
    const ParameterIndex p = appearance.find(id);
    if (p != kNoParameter) out = static_cast<float>(weights.weight[static_cast<std::size_t>(p)]);
  };
  AllPhysicsSettings all;
  for (std::size_t m = 0; m < kPhysicsMotions; ++m) {
    const Motion& motion = motions()[m];
    PhysicsSettings& settings = all[m];
    // The viewer's fallback for a character without such parameters.
    settings = {0.2f, 0.0f, 0.15f, 0.1f, 0.1f, 10.0f, 0.05f};
    read(motion.mass, settings.mass);
    read(motion.mass + 1, settings.gravity);
    read(motion.mass + 2, settings.drag);
    read(motion.max_effect, settings.max_effect);
    read(motion.max_effect + 1, settings.spring);
    read(motion.max_effect + 2, settings.gain);
    read(motion.max_effect + 3, settings.damping);
  }
  return all;
}

AvatarPhysics::AvatarPhysics(const Appearance& appearance, const PhysicsOptions& options)
    : options_(options) {
  for (std::size_t m = 0; m < kPhysicsMotions; ++m)
    for (const int id : motions()[m].driven) {
      const ParameterIndex p = id == kNone ? kNoParameter : appearance.find(id);
      if (p == kNoParameter) continue;
      driven_.push_back(
          {m, weights_.size(), static_cast<float>(appearance[p].min), static_cast<float>(appearance[p].max)});
      weights_.push_back({id, 0.0f});
    }
}

void AvatarPhysics::rest() {
  for (State& state : states_) state = {};
}

bool AvatarPhysics::update(float seconds, const PhysicsJoint& chest, const PhysicsJoint& pelvis,
                           const AllPhysicsSettings& settings) {
  bool seen = false;
  for (std::size_t m = 0; m < kPhysicsMotions; ++m)
    seen |= advance(m, seconds, motions()[m].of_chest ? chest : pelvis, settings[m]);
  return seen;
}

bool AvatarPhysics::update(float seconds, const Skeleton& skeleton, std::span<const JointTransform> joints,
                           const AllPhysicsSettings& settings) {
  const auto joint = [&](const char* name) -> PhysicsJoint {
    const JointIndex index = skeleton.find(name);
    if (index == kNoJoint) return {};
    const JointTransform& at = joints[static_cast<std::size_t>(index)];
    return {Vec3f(at.world_position), glm::quat(at.world_rotation)};
  };
  return update(seconds, joint("mChest"), joint("mPelvis"), settings);
}

bool AvatarPhysics::advance(std::size_t motion, float seconds, const PhysicsJoint& joint,
                            const PhysicsSettings& settings) {
  State& state = states_[motion];
  const bool at_rest = !options_.start_as_viewer;
  const float frame = seconds - state.last_time;
  // The viewer instead keeps its state from before a gap, and treats the gap as a movement.
  const auto rest_here = [&] {
    state.last_time = seconds;
    state.joint_position = joint.position;
    state.joint_velocity = state.joint_acceleration = 0.0f;
  };
  if (at_rest && !state.started) {
    state.started = true;
    state.x = kMiddle;
    state.velocity = 0.0f;
    rest_here();
    return show(motion, kMiddle, settings.max_effect);
  }
  if ((!at_rest && state.last_time == 0.0f) || state.last_time >= seconds) {
    state.last_time = seconds;
    return false;
  }
  if (frame > kLongestFrame) {
    if (at_rest)
      rest_here();
    else
      state.last_time = seconds;
    return false;
  }
  if (options_.level_of_detail == 0.0f) return true;

  const Vec3f direction = world_direction(motions()[motion].direction, joint.rotation);
  const float joint_frame = frame * kUnitsPerSecond;
  const Vec3f moved = (joint.position - state.joint_position) * kUnitsPerMetre;
  Forces forces{};
  forces.joint_velocity = glm::dot(moved, direction) / joint_frame;
  const float raw = (forces.joint_velocity - state.joint_velocity) / joint_frame;
  forces.joint_acceleration = raw / 3.0f + state.joint_acceleration * 2.0f / 3.0f;
  forces.up = direction.z;

  const int steps = static_cast<int>(frame / kStep) + 1;
  const float step = frame / static_cast<float>(steps);
  bool seen = false;
  for (int i = 0; i < steps; ++i) {
    const float from = std::clamp(state.x, 0.0f, 1.0f);
    if (settings.max_effect == 0.0f && from == kMiddle) {
      if (!at_rest) return seen;  // the state of the joint goes stale, as in the viewer
      state.velocity = 0.0f;
      break;
    }
    float v = state.velocity + acceleration(settings, forces, from, state.velocity) * step;
    v = std::clamp(v, -kMaxVelocity, kMaxVelocity);
    float x = from + v * step;
    if (settings.max_effect == 0.0f) x = kMiddle;
    if ((x < 0.0f && v < 0.0f) || (x > 1.0f && v > 0.0f)) v = 0.0f;
    if (!std::isfinite(x) || !std::isfinite(v)) {
      state = {};
      return show(motion, kMiddle, settings.max_effect);
    }
    seen |= show(motion, x, settings.max_effect);
    state.velocity = v;
    state.joint_acceleration = forces.joint_acceleration;
    state.x = x;
  }
  state.last_time = seconds;
  state.joint_position = joint.position;
  state.joint_velocity = forces.joint_velocity;
  return seen;
}

// Sets the parameters that the motion drives; true if it has moved far enough since it was last shown.
bool AvatarPhysics::show(std::size_t motion, float x, float max_effect) {
  State& state = states_[motion];
  const float shown = std::clamp(x, 0.0f, 1.0f);
  const float low = 0.5f - max_effect / 2.0f, high = 0.5f + max_effect / 2.0f;
  const float share = low + (high - low) * shown;
  for (const Driven& driven : driven_)
    if (driven.motion == motion)
      weights_[driven.weight].weight =
          std::clamp(driven.min + (driven.max - driven.min) * share, driven.min, driven.max);
  const float detail = options_.level_of_detail;
  if (!options_.own_avatar && !(options_.sqrt_pixel_area > 1400.0f * (1.0f - detail))) return false;
  if (!(std::abs(state.shown - shown) > (1.0001f - detail) * 0.4f)) return false;
  state.shown = x;
  return true;
}

std::span<const ParameterWeight> AvatarPhysics::weights() const { return weights_; }

}  // namespace mannequin
