// Tape measures of the avatar: girths and lengths as tailors take them, and where they run.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/document/dressed_avatar.h"

namespace mannequin::document {

enum class Measure { height, chest, waist, hip, upper_arm, thigh, arm, leg };
inline constexpr std::size_t kMeasures = 8;
const char* measure_name(Measure measure);  // "Chest"
const char* measure_hint(Measure measure);  // where it is measured

// One measurement.
struct MeasuredLine {
  Measure measure = Measure::height;
  double length = 0.0;     // metres
  std::vector<Vec3> line;  // avatar's frame, in order
  bool closed = false;     // around the body
};

// "92.3 cm", "36.3 in".
std::string centimetres(double metres);
std::string inches(double metres);

// Measures the posed body, or everything visible if nothing worn looks like a body. Omits measures it has no
// place for (a body without arms).
//   height     from the lowest point to the highest of what follows the head
//   chest      at the level of the chest muscles' volumes
//   waist      the smallest between mTorso and mChest
//   hip        the largest between the hip joints and mPelvis, and as much below
//   upper arm  halfway from shoulder to elbow, left; thigh: 0.4 of the way from hip to knee, below where the
//   legs meet, left arm        from shoulder over elbow to wrist, left; leg: from hip over knee and ankle to
//   the sole, left
// Girths are taken across the spine or the limb; see girth_at.
std::vector<MeasuredLine> measure_body(const DressedAvatar& avatar);

// Updated while they are shown, next to pinned values.
class BodyMeasures {
 public:
  void need(bool on) { needed_ = on; }
  bool needed() const { return needed_; }
  // Measures again if the avatar has changed since.
  void follow(const DressedAvatar& avatar);
  const std::vector<MeasuredLine>& lines() const { return lines_; }

  // Pins the current values, to show changes.
  void pin();
  void unpin() { pinned_.reset(); }
  bool has_pins() const { return pinned_.has_value(); }
  std::optional<double> pinned(Measure measure) const;

 private:
  bool needed_ = false;
  std::uint64_t revision_ = 0;
  std::vector<MeasuredLine> lines_;
  std::optional<std::array<std::optional<double>, kMeasures>> pinned_;
};

}  // namespace mannequin::document
