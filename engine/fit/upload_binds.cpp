#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/core/quantity.h"
#include "engine/fit/upload_rules.h"
#include "engine/math/nearest_rotation.h"

namespace mannequin::upload {
namespace {

constexpr double kTurnedDegrees = 2.0, kScaled = 0.02;
constexpr double kLostScale = 1.499;  // more than any shape scales a bone

// How a joint at rest transforms the mesh bound to it.
struct Distortion {
  double degrees = 0.0;  // about any axis
  double scale = 1.0;    // along the axis where it differs most from 1
};

Distortion distortion_of(const Mat4& world_from_bind) {
  Distortion found;
  for (int axis = 0; axis < 3; ++axis) {
    const double length = glm::length(Vec3(world_from_bind[axis]));
    if (std::abs(std::log(length)) > std::abs(std::log(found.scale))) found.scale = length;
  }
  const Mat3 turn = nearest_rotation(Mat3(world_from_bind));
  const double cosine = (turn[0][0] + turn[1][1] + turn[2][2] - 1.0) / 2.0;
  found.degrees = std::acos(std::clamp(cosine, -1.0, 1.0)) * 180.0 / std::numbers::pi;
  return found;
}

// The worst case of one kind of distortion over all joints.
struct Worst {
  std::vector<std::string> joints;
  std::string joint;
  double value = 0.0, by = 0.0;

  void add(const std::string& name, double what, double size) {
    joints.push_back(name);
    if (size <= by) return;
    joint = name;
    value = what;
    by = size;
  }
};

}  // namespace

void check_binds(const Subject& subject, Findings& findings) {
  const SkinDesc& skin = subject.skin();
  if (skin.inverse_binds.size() != subject.joints().size()) return;
  if (subject.rebound()) return;  // viewers replace these binds; check_importers compares the results
  const std::vector<Mat4> at_rest = subject.at_rest(subject.options().joint_positions);
  const Mat4 unturned = glm::transpose(Mat4(subject.common_turn(at_rest)));
  Worst turned, scaled;
  for (std::size_t slot = 0; slot < skin.inverse_binds.size(); ++slot) {
    const JointIndex joint = subject.joints()[slot];
    if (joint == kNoJoint || subject.weighted()[slot] == 0) continue;
    const Distortion found = distortion_of(unturned * at_rest[slot]);
    const std::string& name = skin.joint_names[slot];
    if (found.degrees > kTurnedDegrees) turned.add(name, found.degrees, found.degrees);
    if (std::abs(found.scale - 1.0) > kScaled) scaled.add(name, found.scale, std::abs(std::log(found.scale)));
  }
  if (!turned.joints.empty())
    findings.push_back(
        {Severity::warning, "bind_rotation", subject.mesh().name, turned.joint, std::nullopt,
         fmt::format("the binds of {} are rotated relative to the avatar's ({}; '{}' by {:.0f} degrees), so "
                     "the mesh is twisted about them as soon as it is worn",
                     quantity(turned.joints.size(), "joint", "joints"), some_names(turned.joints),
                     turned.joint, turned.value),
         "bind to an armature whose bones have the avatar's axes (in the exporter: the Second Life "
         "option, or no bone orientation), and export again"});
  if (scaled.joints.empty()) return;
  const bool lost = std::abs(std::log(scaled.value)) >= std::log(kLostScale);
  findings.push_back(
      {lost ? Severity::warning : Severity::info, "bind_scale", subject.mesh().name, scaled.joint,
       std::nullopt,
       fmt::format("the binds of {} have a different scale than the avatar's at rest ({}; '{}' makes "
                   "what is bound to it {:.3g} times as large), {}",
                   quantity(scaled.joints.size(), "joint", "joints"), some_names(scaled.joints), scaled.joint,
                   scaled.value,
                   lost ? "as from exporters that drop the scale of joints; the mesh is deformed as soon "
                          "as it is worn"
                        : "as if bound to an avatar with a shape; it fits that shape"),
       lost ? "keep the scale of collision volumes in the armature when binding, apply the armature's own "
              "scale, and "
              "export again"
            : ""});
}

}  // namespace mannequin::upload
