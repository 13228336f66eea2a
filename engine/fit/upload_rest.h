// What the resting avatar does to the meshes of a file, compared with what the file shows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/fit/upload_rules.h"

namespace mannequin::upload {

// How far the resting avatar moves the vertices of a mesh from where the file shows them.
struct RestDisplacement {
  double by = 0.0;  // metres, of the worst vertex
  std::uint32_t vertex = 0;
  std::vector<std::string> joints;  // of the most moved vertices, the most moved first
  bool shaped = false;              // the worst vertex follows joints that a body shape placed: beyond that
};

// All meshes of a file, with its joint positions or without. Ignores a translation common to all vertices of
// the file, and a rotation common to all of a mesh: they place it on the avatar. What is bound to a body
// shape counts as worn on that shape.
class RestMoves {
 public:
  RestMoves(std::span<const Subject> subjects, bool joint_positions);
  RestDisplacement of(std::size_t subject) const;

 private:
  struct Rest {
    std::vector<Mat4> world_from_bind;  // by slot; empty if the binds do not match the joints
    std::vector<bool> shaped;           // by slot
    Mat3 turn{1.0};
  };
  struct Moves;

  Moves moves(std::size_t subject) const;

  std::span<const Subject> subjects_;
  std::vector<Rest> rests_;
  Vec3 common_{0.0};
};

// Finds what the resting avatar moves. The meshes must outlive it.
class RestCheck {
 public:
  explicit RestCheck(std::span<const Subject> subjects) : subjects_(subjects) {}

  // Adds its findings about one of them.
  void check(std::size_t subject, Findings& findings);

 private:
  RestDisplacement displacement(std::size_t subject, bool joint_positions);

  std::span<const Subject> subjects_;
  std::array<std::optional<RestMoves>, 2> moves_;  // without joint positions and with
};

}  // namespace mannequin::upload
