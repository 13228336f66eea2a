// A .bvh file as text: joints, channels and rows of numbers, read with the leniency and the strictness of the
// viewer's uploader, which tests lines for words they contain. Source: oracle/anim/README.md 11.
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
  std::size_t line = 0;               // where it is named, from 1
  int channels = 3;                   // as stated; 6: positions and rotations, else rotations only
  std::array<int, 3> order{0, 1, 2};  // axis (0 x, 1 y, 2 z) of each rotation as the file lists them
  int levels_below = 0;               // joints of the longest chain under it
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

// Seconds that a file of so many frames plays; the first frame is the reference and does not count.
float bvh_duration(int frame_count, float frame_time);

// Errors name the line, and end with the uploader's own word for what is wrong: "[E_ST_NO_CHANNELS]".
// Further than the uploader this refuses numbers that are not finite.
Result<BvhDocument> read_bvh_document(std::string_view text, const std::string& source);

}  // namespace mannequin::io
