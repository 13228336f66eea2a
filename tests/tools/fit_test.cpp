// mannequin fit and effects, as scripts and build servers call them.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/io/small_clips.h"
#include "tests/shared_files.h"
#include "tests/tools/program_test.h"

namespace mannequin::test {
namespace {

using FitJson = nlohmann::json;

class CommandFit : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write_body("body.glb");
    write("top.glb", io::as_text(embedded_asset("top.glb")));
    write("boots.glb", io::as_text(embedded_asset("boots.glb")));
    write("plan.json", R"({"schema": 1, "sliders": [637, 105], "steps": 2, "random": 4, "seed": 3,
                           "shapes": ["curvy.json"], "poses": ["t.json", "bent.json"], "sex": "female"})");
    write("curvy.json", R"({"sex": "female", "params": {"105": 0.9, "795": 1.0}})");
    write("t.json", R"({"rotations": {}})");
    write("bent.json", R"({"rotations": {"mTorso": [0, 0.2588190451, 0, 0.9659258263]}})");
  }
  FitJson fit(const std::string& more, int code = 0) const {
    const Outcome outcome =
        run("fit --body body.glb --garment top.glb boots.glb --sweep plan.json --json " + more);
    EXPECT_EQ(outcome.exit_code, code) << outcome.err;
    return FitJson::parse(outcome.out);
  }
};

TEST_F(CommandFit, HasEveryShapePoseAndGarmentInThePlansOrder) {
  const FitJson report = fit("");
  EXPECT_EQ(report.at("schema"), 1);
  const FitJson& cases = report.at("cases");
  ASSERT_EQ(cases.size(), (4u + 4u + 1u) * 2u * 2u);
  double deepest = 0.0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(cases[i].at("case"), i);
    EXPECT_EQ(cases[i].at("garment"), i % 2 == 0 ? "top.glb" : "boots.glb");
    EXPECT_EQ(cases[i].at("pose"), i / 2 % 2 == 0 ? "t.json" : "bent.json");
    const double depth = cases[i].at("depth"), area = cases[i].at("area");
    EXPECT_GE(depth, 0.0);
    EXPECT_GE(area, 0.0);
    EXPECT_EQ(cases[i].at("vertex").is_null(), depth == 0.0);
    EXPECT_EQ(cases[i].at("region").is_null(), depth == 0.0);
    deepest = std::max(deepest, depth);
  }
  EXPECT_EQ(cases[0].at("shape"), (FitJson{{"80", 0.0}, {"637", 0.0}}));
  EXPECT_EQ(cases[12].at("shape").at("105"), 1.0);
  EXPECT_EQ(cases[32].at("name"), "curvy.json");
  EXPECT_EQ(report.at("worst").at("depth"), deepest);
  EXPECT_GT(report.at("shapes_per_minute"), 0.0);
}

TEST_F(CommandFit, TakesFramesOfClipsInEvenSteps) {
  write("clips.json", R"({"schema": 1, "sex": "female", "clips": ["bow.bvh"], "frames": 3})");
  write("bow.bvh", small_bvh());
  const Outcome outcome = run("fit --body body.glb --garment top.glb --sweep clips.json --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const FitJson report = FitJson::parse(outcome.out);
  std::vector<std::string> poses;
  for (const FitJson& one : report.at("cases")) poses.push_back(one.at("pose"));
  ASSERT_EQ(poses.size(), 3u);
  EXPECT_EQ(poses[0], "bow.bvh at 0.00 s");
  EXPECT_EQ(std::set<std::string>(poses.begin(), poses.end()).size(), 3u);
  // The clip turns the chest in its last frame only.
  EXPECT_NE(report.at("cases")[0].at("depth"), report.at("cases")[2].at("depth"));
}

TEST_F(CommandFit, JoinsPartsToTheWhole) {
  const FitJson whole = fit("");
  for (const int part : {1, 2, 3}) {
    fit("--shard " + std::to_string(part) + "/3");
    write("part" + std::to_string(part), read("out"));
  }
  const Outcome merged = run("fit --merge part3 part1 part2 --json");
  ASSERT_EQ(merged.exit_code, 0) << merged.err;
  const FitJson report = FitJson::parse(merged.out);
  for (const char* key : {"cases", "worst", "cover", "garments"})
    EXPECT_EQ(report.at(key), whole.at(key)) << key;

  const Outcome lacking = run("fit --merge part3 part1 --json");
  EXPECT_EQ(lacking.exit_code, 2);
  EXPECT_NE(lacking.err.find("lacks part 2"), std::string::npos) << lacking.err;
  write("other", read("plan.json"));
  EXPECT_EQ(run("fit --merge other --json").exit_code, 3);
}

TEST_F(CommandFit, FailsAboveTheLimitOnly) {
  const FitJson report = fit("");
  const double worst = report.at("worst").at("depth");
  ASSERT_GT(worst, 0.0002);
  char below[32], above[32];
  std::snprintf(below, sizeof below, "%.6fmm", 1000.0 * worst - 0.0001);
  std::snprintf(above, sizeof above, "%.6fmm", 1000.0 * worst + 0.0001);
  fit(std::string("--limit ") + below, 1);
  fit(std::string("--limit ") + above, 0);
  EXPECT_EQ(run("fit --garment top.glb --limit 2").exit_code, 2);
}

TEST_F(CommandFit, CoverShowsEveryPlaceThatIsEverOutside) {
  const FitJson report = fit("--shard 1/1 --cover shapes");
  const FitJson &cases = report.at("cases"), &outside = report.at("outside");
  std::set<std::pair<std::size_t, int>> all, shown;
  for (std::size_t i = 0; i < cases.size(); ++i)
    for (const int v : outside[i]) all.emplace(i % 2, v);
  for (const std::size_t i : report.at("cover")) {
    for (const int v : outside[i]) shown.emplace(i % 2, v);
    char name[64];
    std::snprintf(name, sizeof name, "shapes/case-%06zu.json", i);
    const FitJson shape = FitJson::parse(read(name));
    for (const auto& [id, weight] : cases[i].at("shape").items()) {
      if (id == "80") continue;
      EXPECT_NEAR(shape.at("params").at(id).at("weight").get<double>(), weight.get<double>(), 1e-8) << id;
    }
  }
  EXPECT_FALSE(all.empty());
  EXPECT_EQ(all, shown);
  EXPECT_LT(report.at("cover").size(), cases.size());
}

TEST_F(CommandFit, WritesReportsForBuildServersAndPeople) {
  fit("--limit 0.2mm --junit j.xml --html page.html --contact-sheet sheet.png", 1);
  const std::string junit = read("j.xml"), page = read("page.html"), sheet = read("sheet.png");
  EXPECT_NE(junit.find("tests=\"18\""), std::string::npos);
  EXPECT_NE(junit.find("<failure "), std::string::npos);
  EXPECT_NE(page.find("What to do next"), std::string::npos);
  EXPECT_NE(page.find("<code>mannequin mend top.glb --body body.glb -o top_mended.glb</code>"),
            std::string::npos);
  EXPECT_NE(page.find("data:image/png;base64,iVBOR"), std::string::npos);
  EXPECT_EQ(page.find("://"), std::string::npos) << "the page must need nothing but itself";
  EXPECT_EQ(sheet.substr(1, 3), "PNG");
}

// The dress is deepest in a fold under the belly.
TEST_F(CommandFit, ShowsFirstWhatPeopleSee) {
  write("dress.glb", io::as_text(embedded_asset("dress.glb")));
  write("few.json", R"({"schema": 1, "random": 4, "seed": 3, "sex": "female"})");
  const Outcome outcome =
      run("fit --body body.glb --garment dress.glb --sweep few.json --html page.html --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string page = read("page.html");
  const auto depth_after = [&](const std::string& words) {
    const std::size_t at = page.find(words);
    return at == std::string::npos ? -1.0 : std::strtod(page.c_str() + at + words.size(), nullptr);
  };
  const double seen = depth_after("pokes through dress.glb by up to "),
               hidden = depth_after("deeper where nobody sees it, as in a fold: through dress.glb by up to ");
  EXPECT_GT(seen, 0.0);
  EXPECT_GT(hidden, seen);
  EXPECT_NEAR(hidden, 1000.0 * FitJson::parse(outcome.out).at("worst").at("depth").get<double>(), 0.05);
}

TEST_F(CommandFit, SaysWhatIsMissing) {
  const Outcome none = run("fit --body body.glb");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.err.find("--garment"), std::string::npos);
  write("bad.json", R"({"schema": 1, "sliders": [424242]})");
  const Outcome bad = run("fit --garment top.glb --sweep bad.json");
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_NE(bad.err.find("bad.json"), std::string::npos) << bad.err;
  EXPECT_EQ(run("fit --garment nowhere.glb").exit_code, 3);
}

TEST_F(CommandFit, NamesAGarmentThatCoversNothing) {
  const Outcome outcome = run("fit --body boots.glb --garment top.glb --sweep plan.json --json");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("covers_nothing"), std::string::npos) << outcome.err;
}

// --- verify, whose cases are split in the same way

TEST_F(CommandFit, JoinsPartsOfVerifyToTheWhole) {
  const auto backends = [](const std::string& text) {
    std::map<std::pair<std::string, std::string>, FitJson> by;
    const FitJson report = FitJson::parse(text);
    for (const FitJson& one : report.at("backends"))
      if (!one.contains("skipped")) by.emplace(std::pair(one.at("backend"), one.at("format")), one);
    return by;
  };
  const Outcome all = run("verify boots.glb --json");
  ASSERT_EQ(all.exit_code, 0) << all.err;
  const auto whole = backends(all.out);
  EXPECT_TRUE(whole.contains({"cpu", "full"}));
  for (const int part : {1, 2}) {
    const Outcome one = run("verify boots.glb --json --shard " + std::to_string(part) + "/2");
    ASSERT_EQ(one.exit_code, 0) << one.err;
    write("verified" + std::to_string(part), one.out);
  }
  const Outcome merged = run("verify --merge verified2 verified1 --json");
  ASSERT_EQ(merged.exit_code, 0) << merged.err;
  const auto joined = backends(merged.out);
  ASSERT_EQ(joined.size(), whole.size());
  for (const auto& [key, one] : whole) {
    const FitJson& other = joined.at(key);
    for (const char* same : {"comparisons", "agrees", "device", "position_error", "normal_error"})
      EXPECT_EQ(other.at(same), one.at(same)) << key.first << ' ' << key.second << ' ' << same;
  }
  EXPECT_EQ(run("verify --merge verified1 --json").exit_code, 2);

  // A part in which a backend is wrong makes the whole wrong.
  FitJson spoilt = FitJson::parse(read("verified2"));
  for (FitJson& one : spoilt.at("backends"))
    if (one.at("backend") == "cpu" && one.at("format") == "full") {
      one["agrees"] = false;
      one["position_error"] = 0.5;
    }
  write("verified2", spoilt.dump());
  const Outcome wrong = run("verify --merge verified1 verified2 --json");
  EXPECT_EQ(wrong.exit_code, 1) << wrong.err;
  EXPECT_EQ(backends(wrong.out).at({"cpu", "full"}).at("position_error"), 0.5);
}

// --- effects

using CommandEffects = CommandFit;

TEST_F(CommandEffects, AgreeWithSkinning) {
  const Outcome outcome = run("effects top.glb --sex female --json --csv all.csv --html page.html");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const FitJson report = FitJson::parse(outcome.out);
  EXPECT_EQ(report.at("schema"), 1);
  std::map<std::pair<int, std::string>, FitJson> by;
  for (const FitJson& line : report.at("sliders")) {
    EXPECT_EQ(line.at("sex"), "female");
    EXPECT_EQ(line.at("reason").is_null(), line.at("moved") > 0) << line;
    EXPECT_EQ(line.at("through").empty(), line.at("moved") == 0) << line;
    EXPECT_TRUE(by.emplace(std::pair(line.at("id").get<int>(), line.at("direction").get<std::string>()), line)
                    .second);
  }
  const auto positions = [&](const std::string& more) {
    const Outcome skinned = run("skin top.glb --sex female --backend reference --json " + more);
    return FitJson::parse(skinned.out).at("meshes")[0].at("positions");
  };
  const FitJson now = positions(""), end = positions("--set \"Breast Size=100%\"");
  double largest = 0.0, sum = 0.0;
  std::size_t moved = 0;
  const bool triples = now[0].is_array();
  const std::size_t count = triples ? now.size() : now.size() / 3;
  const auto at = [&](const FitJson& list, std::size_t v, std::size_t axis) -> double {
    return triples ? list[v][axis] : list[3 * v + axis];
  };
  for (std::size_t v = 0; v < count; ++v) {
    double squared = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis) squared += std::pow(at(end, v, axis) - at(now, v, axis), 2);
    const double distance = std::sqrt(squared);
    largest = std::max(largest, distance);
    if (distance > 5e-5) sum += distance, ++moved;
  }
  EXPECT_EQ(report.at("vertices"), count);
  const FitJson& breast = by.at({105, "up"});
  EXPECT_NEAR(breast.at("largest").get<double>(), largest, 1e-6);
  EXPECT_NEAR(breast.at("moved").get<double>(), double(moved), 3.0);
  EXPECT_NEAR(breast.at("mean").get<double>(), sum / double(moved), 2e-6);
  const auto& through = breast.at("through");
  EXPECT_NE(std::ranges::find(through, FitJson("LEFT_PEC")), through.end()) << through;
  EXPECT_EQ(by.at({637, "down"}).at("moved"), 0);  // Body Fat is at 0 by default
  EXPECT_NE(by.at({637, "down"}).at("reason"), FitJson());
  const std::string csv = read("all.csv");
  EXPECT_EQ(std::ranges::count(csv, '\n'), static_cast<std::ptrdiff_t>(report.at("sliders").size()) + 1);
  EXPECT_EQ(read("page.html").find("://"), std::string::npos);
}

// Its body follows morphs, which no joint shows.
TEST_F(CommandEffects, OfTheSystemAvatar) {
  MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_lad.xml");
  EXPECT_EQ(run("effects system-avatar").exit_code, 2);
  const std::string folder = " --character " + shared_path("viewer-character").string();
  const Outcome outcome =
      run("effects system-avatar --sex female --hair off --skirt off --json --html page.html" + folder);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const FitJson report = FitJson::parse(outcome.out);
  std::map<int, FitJson> up;
  for (const FitJson& line : report.at("sliders"))
    if (line.at("direction") == "up") up.emplace(line.at("id"), line);
  const auto places = [&](const std::string& more) {
    const Outcome skinned =
        run("skin system-avatar --sex female --hair off --skirt off --backend reference "
            "--json" +
            more + folder);
    std::vector<double> all;
    const FitJson meshes = FitJson::parse(skinned.out).at("meshes");
    for (const FitJson& mesh : meshes)
      for (const FitJson& p : mesh.at("positions")) {
        if (p.is_array())
          all.insert(all.end(), p.begin(), p.end());
        else
          all.push_back(p);
      }
    return all;
  };
  const std::vector<double> now = places(""), end = places(" --set \"Belly Size=100%\"");
  ASSERT_EQ(now.size(), end.size());
  EXPECT_EQ(report.at("vertices"), now.size() / 3);
  double largest = 0.0;
  for (std::size_t i = 0; i < now.size(); i += 3)
    largest =
        std::max(largest, std::hypot(end[i] - now[i], end[i + 1] - now[i + 1], end[i + 2] - now[i + 2]));
  EXPECT_GT(largest, 0.01);
  EXPECT_NEAR(up.at(157).at("largest").get<double>(), largest, 2e-6);
  EXPECT_EQ(read("page.html").find("://"), std::string::npos);
}

TEST_F(CommandEffects, CoverBothSexesUnlessOneIsGiven) {
  const FitJson both = FitJson::parse(run("effects top.glb --json").out);
  std::map<std::string, std::size_t> count;
  for (const FitJson& line : both.at("sliders")) ++count[line.at("sex")];
  EXPECT_GT(count["female"], 200u);
  EXPECT_GT(count["male"], 200u);
}

}  // namespace
}  // namespace mannequin::test
