// Dumps of a running viewer: the driven weights that it wrote next to its sliders.
#include <cmath>

#include "engine/io/file.h"
#include "engine/io/shape_file.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

// Half a unit of the third decimal, and rounding.
constexpr double kThreeDecimals = 0.0005 + 1e-6;

// Weights that no slider of the file explains.
const std::map<int, const char*>& set_by_other_means() {
  static const std::map<int, const char*> reasons = {
      {101, "hands_relaxed: the hand pose of the animation that was playing, not a slider, sets it"},
      {846,
       "skirt_loose: no skirt was worn, so the skirt's driver 863 was never set on the user's own avatar "
       "(ALGORITHM 2.6, 14); ours sets every transmitted parameter"},
  };
  return reasons;
}

class ShapeFixture : public testing::TestWithParam<const char*> {};

TEST_P(ShapeFixture, DrivenWeightsEqualTheViewers) {
  const std::string file = std::string("fixtures/shapes/") + GetParam() + ".xml";
  MANNEQUIN_NEEDS_SHARED(file);
  const Character& c = character(CharacterSource::builtin);
  const io::Bytes bytes = io::read_file(shared_path(file)).value();
  const io::ShapeFile shape = io::read_shape(bytes, file, c.appearance).value();
  const ParameterWeights weights = evaluate_weights(c.appearance, with_defaults(c.appearance, shape.sliders));
  std::size_t compared = 0;
  for (const auto& [id, recorded] : shape.recorded) {
    const ParameterIndex p = c.appearance.find(id);
    if (p == kNoParameter) continue;
    const ParameterDesc& parameter = c.appearance[p];
    if (parameter.kind == ParameterKind::texture_alpha || parameter.kind == ParameterKind::texture_color)
      continue;
    ++compared;
    const double difference = std::abs(weights.weight[static_cast<std::size_t>(p)] - recorded);
    const auto other = set_by_other_means().find(id);
    if (other != set_by_other_means().end()) {
      EXPECT_GT(difference, kThreeDecimals) << id << " agrees; take it off the list: " << other->second;
      continue;
    }
    EXPECT_LE(difference, kThreeDecimals)
        << id << " " << parameter.name << " group " << parameter.group << ": ours "
        << weights.weight[static_cast<std::size_t>(p)] << ", the viewer's " << recorded;
  }
  EXPECT_GT(compared, 300u);
}

INSTANTIATE_TEST_SUITE_P(Dumps, ShapeFixture, testing::Values("Angela", "Brenda", "Emily"),
                         [](const auto& dump) { return std::string(dump.param); });

}  // namespace
}  // namespace mannequin::test
