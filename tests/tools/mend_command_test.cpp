// mannequin mend, as creators call it: on a box for a belly and clothes like it.
#include <nlohmann/json.hpp>
#include <string>

#include "engine/io/gltf_writer.h"
#include "tests/document/figure.h"
#include "tests/tools/program_test.h"

namespace mannequin::test {
namespace {

using MendJson = nlohmann::json;

class MendCommand : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write_mesh("body.glb", belly_box(character_.skeleton, 0.5f, 0.0f));
    write_mesh("sound.glb", belly_box(character_.skeleton, 0.5f, 0.004f));
    write_mesh("cloth.glb", belly_box(character_.skeleton, 0.0f, 0.004f));  // never fitted
    write("plan.json", R"({"schema": 1, "random": 8, "seed": 3, "sex": "female"})");
    write("others.json", R"({"schema": 1, "random": 40, "seed": 881, "sex": "female"})");
  }
  void write_mesh(const std::string& name, const BoundMeshDesc& desc) const {
    const auto bytes = io::write_glb(std::span(&desc, 1), &character_.skeleton);
    ASSERT_TRUE(bytes) << name;
    write(name, io::as_text(*bytes));
  }
  Outcome mend(const std::string& more) const {
    return run("mend --body body.glb --sweep plan.json " + more);
  }
  // All cases of a plan.
  MendJson cases(const std::string& garment, const std::string& plan) const {
    const Outcome fit = run("fit --body body.glb --garment " + garment + " --sweep " + plan + " --json");
    EXPECT_EQ(fit.exit_code, 0) << fit.err;
    return MendJson::parse(fit.out).at("cases");
  }
  static double area_of(const MendJson& cases) {
    double sum = 0.0;
    for (const MendJson& one : cases) sum += one.at("area").get<double>();
    return sum;
  }
  bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }

  const Character character_ = make_builtin_character();
};

TEST_F(MendCommand, LessComesThroughOnShapesThatAreNotInThePlan) {
  const std::string source = read("cloth.glb");
  const Outcome outcome = mend("cloth.glb -o mended.glb --keep shape --picture map.png --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(read("cloth.glb"), source);
  EXPECT_EQ(read("map.png").substr(1, 3), "PNG");
  const MendJson report = MendJson::parse(outcome.out);
  EXPECT_EQ(report.at("schema"), 1);
  EXPECT_EQ(report.at("changed"), true);
  EXPECT_GT(report.at("reweighted").at("vertices"), 0);

  EXPECT_EQ(run("check mended.glb").exit_code, 0);
  const MendJson before = cases("cloth.glb", "others.json"), after = cases("mended.glb", "others.json");
  ASSERT_EQ(before.size(), after.size());
  ASSERT_GT(area_of(before), 0.01);
  EXPECT_LT(area_of(after), 0.1 * area_of(before));
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_LE(after[i].at("depth").get<double>(), before[i].at("depth").get<double>() + 0.0005) << i;
  // What it says about its own plan is what others measure there.
  const MendJson& plan = report.at("plan");
  EXPECT_NEAR(plan.at("before").at("area"), area_of(cases("cloth.glb", "plan.json")), 1e-6);
  EXPECT_NEAR(plan.at("after").at("area"), area_of(cases("mended.glb", "plan.json")), 1e-6);
}

TEST_F(MendCommand, KeepsASoundGarmentByteForByte) {
  const Outcome outcome = mend("sound.glb -o same.glb");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("nothing was changed"), std::string::npos) << outcome.out;
  EXPECT_TRUE(read("same.glb") == read("sound.glb"));
}

TEST_F(MendCommand, SaysWhyNothingCanBeDone) {
  const Outcome outcome = mend("cloth.glb --keep weights --limit 0 -o same.glb");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("nothing was changed: "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("raise --limit"), std::string::npos) << outcome.out;
  EXPECT_TRUE(read("same.glb") == read("cloth.glb"));
}

TEST_F(MendCommand, RefusesWithAReason) {
  write_mesh("rigid.glb", rigid_box());
  write("text.glb", "not a mesh");
  const struct {
    std::string arguments, reason;
    int code;
  } refused[] = {
      {"cloth.glb --body body.glb -o out.obj", "bound meshes", 2},
      {"cloth.glb --body body.glb", "--output", 2},
      {"cloth.glb --body body.glb -o out.glb --limit 200", "--limit", 2},
      {"cloth.glb --body body.glb -o out.glb --keep both", "--keep", 2},
      {"cloth.glb --body rigid.glb -o out.glb", "rigid.glb", 3},
      {"rigid.glb --body body.glb -o out.glb", "rigid.glb", 3},
      {"text.glb --body body.glb -o out.glb", "text.glb", 3},
      {"nowhere.glb --body body.glb -o out.glb", "nowhere.glb", 3},
  };
  for (const auto& [arguments, reason, code] : refused) {
    const Outcome outcome = run("mend --sweep plan.json " + arguments);
    EXPECT_EQ(outcome.exit_code, code) << arguments << outcome.err;
    EXPECT_NE(outcome.err.find(reason), std::string::npos) << arguments << outcome.err;
    EXPECT_FALSE(exists("out.glb") || exists("out.obj")) << arguments;
  }
}

}  // namespace
}  // namespace mannequin::test
