// A .bvh file as text: joints, channels and rows of numbers, parsed as leniently and strictly as by the
// viewer's uploader, which searches lines for words. Source: oracle/anim/README.md 11.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

namespace mannequin::io {

struct BvhJoint {
  std::string name;
  std::size_t line = 0;               // where it is declared, from 1
  int channels = 3;                   // as declared; 6: positions and rotations, else rotations only
  std::array<int, 3> order{0, 1, 2};  // axis (0 x, 1 y, 2 z) of each rotation in file order
  int levels_below = 0;               // joints of the longest chain below it
};

// One joint in one frame, in the file's units and axes.
struct BvhValue {
  std::array<float, 3> position{};  // x, y, z
  std::array<float, 3> degrees{};   // about x, y, z
};

struct BvhDocument {
  std::vector<BvhJoint> joints;
  int frame_count = 0;
  float frame_time = 0.0f;       // seconds
  std::vector<BvhValue> values;  // frame by frame, joint by joint

  const BvhValue& value(std::size_t frame, std::size_t joint) const {
    return values[frame * joints.size() + joint];
  }
};

// The duration of a file with this many frames; the first frame is the reference and does not count.
float bvh_duration(int frame_count, float frame_time);

// Errors name the line, and end with the uploader's own code: "[E_ST_NO_CHANNELS]".
// Stricter than the uploader, this rejects numbers that are not finite.
Result<BvhDocument> read_bvh_document(std::string_view text, const std::string& source);

}  // namespace mannequin::io
