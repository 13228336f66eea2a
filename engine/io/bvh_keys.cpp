#include "engine/io/bvh_keys.h"

#include <algorithm>
#include <cmath>

namespace mannequin::io {
namespace {

using Point = std::array<float, 3>;

// In the file's units, inches: beyond this a joint counts as moved.
constexpr float kMoved = 0.001f;
// A position closer to the line than this needs no key.
constexpr float kOnLine = 0.03f;
// The same for rotations, by the distance between the ends of two axes; less for joints with children.
constexpr float kOnArc = 0.01f;

float squared_distance(const Point& a, const Point& b) {
  const float x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
  return x * x + y * y + z * z;
}

Point point_between(const Point& a, const Point& b, float u) {
  return {a[0] + (b[0] - a[0]) * u, a[1] + (b[1] - a[1]) * u, a[2] + (b[2] - a[2]) * u};
}

BvhRotation rotation_between(const BvhRotation& a, const BvhRotation& b, float u) {
  const float v = 1.0f - u;
  BvhRotation q{u * b.x + v * a.x, u * b.y + v * a.y, u * b.z + v * a.z, u * b.w + v * a.w};
  const float length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  if (length <= 1e-7f) return {};
  if (std::fabs(1.0f - length) <= 1e-6f) return q;
  const float inverse = 1.0f / length;
  return {q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse};
}

// q v q*, in two products.
Point turn(const Point& v, const BvhRotation& q) {
  const float rw = -q.x * v[0] - q.y * v[1] - q.z * v[2];
  const float rx = q.w * v[0] + q.y * v[2] - q.z * v[1];
  const float ry = q.w * v[1] + q.z * v[0] - q.x * v[2];
  const float rz = q.w * v[2] + q.x * v[1] - q.y * v[0];
  return {-rw * q.x + rx * q.w - ry * q.z + rz * q.y, -rw * q.y + ry * q.w - rz * q.x + rx * q.z,
          -rw * q.z + rz * q.w - rx * q.y + ry * q.x};
}

// The distance between the rotated x and y axes of two rotations.
float apart(const BvhRotation& a, const BvhRotation& b) {
  const Point x{1.0f, 0.0f, 0.0f}, y{0.0f, 1.0f, 0.0f};
  const float of_x = std::sqrt(squared_distance(turn(x, a), turn(x, b)));
  const float of_y = std::sqrt(squared_distance(turn(y, a), turn(y, b)));
  return of_x + of_y;
}

// One pass over the frames; each is decided one frame late, when the next is known.
class PositionKeys {
 public:
  PositionKeys(const Point& reference, std::size_t first, std::vector<bool>& kept)
      : reference_(reference), good_(first), kept_(kept) {}

  template <typename At>
  void judge(std::size_t previous, std::size_t frame, At at) {
    if (previous == good_) {
      moves_ |= squared_distance(at(previous), reference_) > kMoved * kMoved;
      return;
    }
    const Point now = at(frame);
    moves_ |= squared_distance(now, reference_) > kMoved * kMoved;
    const Point told = point_between(now, at(good_), 1.0f / static_cast<float>(considered_));
    if (squared_distance(told, at(previous)) < kOnLine * kOnLine) {
      kept_[previous] = false;
      ++considered_;
    } else {
      considered_ = 2;
      good_ = previous;
    }
  }
  bool moves() const { return moves_; }

 private:
  Point reference_;
  std::size_t good_;
  int considered_ = 2;
  std::vector<bool>& kept_;
  bool moves_ = false;
};

class RotationKeys {
 public:
  RotationKeys(const BvhRotation& reference, std::size_t first, int levels_below, std::vector<bool>& kept)
      : reference_(reference),
        good_(first),
        worst_frame_(first),
        limit_(kOnArc / std::max(static_cast<float>(levels_below) * 0.33f, 1.0f)),
        kept_(kept) {}

  template <typename At>
  void judge(std::size_t previous, std::size_t frame, bool last, At at) {
    const BvhRotation then = at(previous);
    moves_ |= apart(reference_, then) > kMoved;
    if (previous == good_) return;
    const BvhRotation told = rotation_between(at(frame), at(good_), 1.0f / static_cast<float>(considered_));
    const float off = apart(told, then);
    if (off >= limit_ || (last && considered_ > 2)) {
      considered_ = 2;
      good_ = previous;
      // Restores the frame after the worst of those dropped since.
      if (worst_ > 0.0) kept_[worst_frame_] = true;
      worst_ = 0.0;
    } else {
      kept_[previous] = false;
      ++considered_;
      if (static_cast<double>(off) > worst_) {
        worst_ = static_cast<double>(off);
        worst_frame_ = frame;
      }
    }
  }
  bool moves() const { return moves_; }

 private:
  BvhRotation reference_;
  std::size_t good_, worst_frame_;
  int considered_ = 2;
  float limit_;
  double worst_ = 0.0;
  std::vector<bool>& kept_;
  bool moves_ = false;
};

std::vector<std::size_t> numbers_of(const std::vector<bool>& kept) {
  std::vector<std::size_t> frames;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (kept[i]) frames.push_back(i);
  return frames;
}

}  // namespace

BvhRotation turned(const BvhRotation& a, const BvhRotation& b) {
  return {b.w * a.x + b.x * a.w + b.y * a.z - b.z * a.y, b.w * a.y + b.y * a.w + b.z * a.x - b.x * a.z,
          b.w * a.z + b.z * a.w + b.x * a.y - b.y * a.x, b.w * a.w - b.x * a.x - b.y * a.y - b.z * a.z};
}

BvhRotation bvh_rotation(const BvhJoint& joint, const BvhValue& value) {
  BvhRotation about[3];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    constexpr float kRadians = 0.017453292519943295769f;
    const float half = value.degrees[axis] * kRadians * 0.5f;
    const float sine = std::sin(half);
    about[axis] = {axis == 0 ? sine : 0.0f, axis == 1 ? sine : 0.0f, axis == 2 ? sine : 0.0f, std::cos(half)};
  }
  // The last axis listed in the file is applied first. An order that repeats an axis counts as z, y, x.
  const auto [a, b, c] = joint.order;
  const bool proper = a != b && b != c && a != c;
  const std::array<int, 3> turns = proper ? std::array{c, b, a} : std::array{0, 1, 2};
  const auto at = [&](std::size_t i) { return about[static_cast<std::size_t>(turns[i])]; };
  return turned(turned(at(0), at(1)), at(2));
}

BvhKeys choose_bvh_keys(const BvhDocument& document, std::size_t joint) {
  const auto count = static_cast<std::size_t>(std::max(document.frame_count, 0));
  BvhKeys keys;
  if (count == 0) return keys;
  const auto position = [&](std::size_t frame) { return document.value(frame, joint).position; };
  std::vector<BvhRotation> rotations;
  for (std::size_t frame = 0; frame < count; ++frame)
    rotations.push_back(bvh_rotation(document.joints[joint], document.value(frame, joint)));
  const auto rotation = [&](std::size_t frame) { return rotations[frame]; };
  // A single frame is played; otherwise the first one is the reference.
  const std::size_t first = count > 1 ? 1 : 0;
  std::vector<bool> kept_positions(count, true), kept_rotations(count, true);
  if (first == 1) kept_positions[0] = kept_rotations[0] = false;
  PositionKeys by_position(position(0), first, kept_positions);
  RotationKeys by_rotation(rotation(0), first, document.joints[joint].levels_below, kept_rotations);
  std::size_t previous = first;
  for (std::size_t frame = first; frame < count; ++frame) {
    by_position.judge(previous, frame, position);
    by_rotation.judge(previous, frame, frame + 1 == count, rotation);
    previous = frame;
  }
  keys.moves = count == 1 || by_position.moves() || by_rotation.moves();
  keys.positions = numbers_of(kept_positions);
  keys.rotations = numbers_of(kept_rotations);
  return keys;
}

}  // namespace mannequin::io
