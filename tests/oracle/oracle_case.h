// Shared by the oracle tests: the character from either source, and comparison with a stated limit.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/avatar/avatar.h"
#include "tests/shared_files.h"

namespace mannequin::test {

// Limits of the oracle's README.
inline constexpr double kWeightLimit = 2e-6;
inline constexpr double kLocalPositionLimit = 1e-6;
inline constexpr double kScaleLimit = 3e-6;
inline constexpr double kWorldLimit = 3e-6;
inline constexpr double kSizeLimit = 3e-6;

enum class CharacterSource { builtin, character_folder };

// Built once per source and process.
const Character& character(CharacterSource source);

SliderValues slider_values(const nlohmann::json& inputs);
WornOffsets worn_offsets(const nlohmann::json& mesh);

// The sliders of every shape in shapes.json.gz by its name.
std::map<std::string, SliderValues> oracle_shapes();

// Sixteen numbers of a list, column by column.
Mat4 oracle_matrix(const nlohmann::json& numbers, std::size_t first = 0);

// A pose of skinning.json.gz.
Pose oracle_pose(const nlohmann::json& oracle, const Skeleton& skeleton);

// The greatest absolute difference seen, with where it was.
class Worst {
 public:
  explicit Worst(double limit) : limit_(limit) {}
  void compare(double ours, double theirs, const std::string& where);
  void compare(const Vec3& ours, const nlohmann::json& numbers, std::size_t first, const std::string& where);
  double limit() const { return limit_; }
  double value() const { return value_; }
  const std::string& where() const { return where_; }
  std::size_t count() const { return count_; }

 private:
  double limit_, value_ = 0.0;
  std::size_t count_ = 0;
  std::string where_;
};

// Fails unless something was compared and nothing was over the limit.
#define EXPECT_WITHIN_LIMIT(worst)                                                                       \
  EXPECT_TRUE((worst).count() > 0 && (worst).value() <= (worst).limit())                                 \
      << #worst << ": " << (worst).value() << " at " << (worst).where() << " (limit " << (worst).limit() \
      << ", compared " << (worst).count() << ")"

}  // namespace mannequin::test
