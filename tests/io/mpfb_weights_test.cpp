#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/io/mpfb/weights_file.h"

namespace mannequin::io {
namespace mpfb_weights_test {

using nlohmann::ordered_json;

const std::string kWeights = R"({"copyright": "me", "name": "mine", "version": 110, "further": {"a": [1]},
  "weights": {"zeta": [[3, 0.25], [3, 0.5]], "alpha": [], "mhmask-hair": [[0, 1]]}, "license": "CC0"})";

std::string error_of(const std::string& text) {
  const auto file = read_mpfb_weights(text, "w.json");
  return file ? "" : file.error().message();
}

TEST(MpfbWeights, AreReadInTheFilesOrder) {
  const MpfbWeightsFile file = read_mpfb_weights(kWeights, "w.json").value();
  EXPECT_EQ(file.name, "mine");
  EXPECT_EQ(file.license, "CC0");
  EXPECT_EQ(file.version, 110);
  ASSERT_EQ(file.weights.groups.size(), 3u);
  EXPECT_EQ(file.weights.groups[0].name, "zeta");
  ASSERT_EQ(file.weights.groups[0].weights.size(), 2u);
  EXPECT_EQ(file.weights.groups[0].weights[1].vertex, 3u);
  EXPECT_EQ(file.weights.groups[0].weights[1].weight, 0.5);
  EXPECT_TRUE(is_mask_group(file.weights.groups[2].name));
}

TEST(MpfbWeights, AreWrittenAsTheyWereRead) {
  const auto written = write_mpfb_weights(read_mpfb_weights(kWeights, "w.json").value());
  ASSERT_TRUE(written) << written.error().message();
  EXPECT_TRUE(ordered_json::parse(*written) == ordered_json::parse(kWeights)) << *written;  // 1 is 1.0
}

TEST(MpfbWeights, AreSavedRounded) {
  RigWeights weights;
  weights.groups = {{"a", {{0, 0.123456789}, {1, 0.00009}, {2, 0.0001}, {3, 1.5}, {4, 0.000097}}}};
  const auto rounded = rounded_weights(weights).groups[0].weights;
  ASSERT_EQ(rounded.size(), 4u);
  EXPECT_EQ(rounded[0].weight, 0.12346);
  EXPECT_EQ(rounded[1].vertex, 2u);
  EXPECT_EQ(rounded[1].weight, 0.0001);
  EXPECT_EQ(rounded[2].weight, 1.0);
  EXPECT_EQ(rounded[3].weight, 0.0001);  // rounded first
}

TEST(MpfbWeights, WritesWeightsThatWereNeverRead) {
  MpfbWeightsFile file;
  file.name = "new";
  file.weights.groups = {{"a", {{7, 0.5}}}};
  const ordered_json out = ordered_json::parse(write_mpfb_weights(file).value());
  EXPECT_EQ(out.dump(), R"({"name":"new","version":110,"weights":{"a":[[7,0.5]]}})");
}

TEST(MpfbWeights, SayWhatIsWrongAndWhere) {
  const auto says = [](const std::string& text, const char* wanted) {
    const std::string error = error_of(text);
    EXPECT_NE(error.find(wanted), std::string::npos) << error << "\nshould say: " << wanted;
    EXPECT_TRUE(error.starts_with("w.json")) << error;
  };
  const auto with = [](const char* entries) { return std::string(R"({"weights": {"a": )") + entries + "}}"; };
  says("{}", "is it a weights file");
  says(R"({"weights": []})", "is it a weights file");
  says(R"({"weights": {}, "version": 120})", "supports up to 110");
  says(with("1"), "group 'a'");
  says(with("[[0, 1], [1]]"), "group 'a', entry 1");
  says(with("[[0, 1], [0.5, 1]]"), "entry 1");
  says(with("[[-1, 1]]"), "numbered from 0");
  says(with("[[99999999999, 1]]"), "too large vertex");
  says(with("[[0, -0.5]]"), "entry 0");
  says(with("[[0, \"1\"]]"), "entry 0");
  says(with("[[0, NaN]]"), "w.json:1");
  says(with("[[0, 1e400]]"), "w.json");
}

}  // namespace mpfb_weights_test
}  // namespace mannequin::io
