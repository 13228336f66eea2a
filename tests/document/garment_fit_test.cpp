// Where the body pokes out of its clothes: matches the command, and is shown on the avatar.
#include "tools/document/garment_fit.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/document/document_case.h"
#include "tests/io/small_clips.h"
#include "tools/document/sight.h"

namespace mannequin::document {
namespace {

class GarmentFitTest : public DocumentTest {
 protected:
  GarmentFit& fit() { return document_->fit; }

  // The built-in body under the built-in top.
  void dress() {
    ASSERT_TRUE(document_->stand_in.wear_builtin("mannequin"));
    ASSERT_TRUE(document_->files.open(top_, false));
    document_->forget_history();
    document_->update(0.0);
  }
  // What is said of the avatar as it stands.
  const CurrentFit& now() {
    fit().need_now(true);
    document_->update(0.0);
    wait_while([&] { return !fit().now() || fit().measuring(); });
    return *fit().now();
  }
  // The dress over the body with hair that stands in.
  void wear_dress() {
    ASSERT_TRUE(document_->stand_in.wear_builtin_figure());
    ASSERT_TRUE(document_->files.open(std::string(MANNEQUIN_SOURCE_DIR) + "/assets/dress.glb", false));
    document_->update(0.0);
  }
  template <typename Busy>
  void wait_while(Busy&& busy) {
    for (int i = 0; i < 6000 && busy(); ++i) {
      document_->update(0.0);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ASSERT_FALSE(busy());
  }

  const std::filesystem::path top_ = std::string(MANNEQUIN_SOURCE_DIR) + "/assets/top.glb";
};

TEST_F(GarmentFitTest, FindsTheWorstThatTheCommandFinds) {
  dress();
  const auto plan = folder_ / "plan.json";
  ASSERT_TRUE(io::write_file(plan, std::string_view(R"({"schema": 1, "random": 6, "seed": 3, "sex": "female",
                                                "clips": ["bow.bvh"], "frames": 2})")));
  ASSERT_TRUE(io::write_file(folder_ / "bow.bvh", std::string_view(test::small_bvh())));
  fit().choice.plan = FitPlan::file;
  fit().choice.file = plan;
  ASSERT_TRUE(fit().run());
  EXPECT_EQ(fit().all(), 12u);
  wait_while([&] { return fit().running(); });
  ASSERT_FALSE(fit().faults().empty());
  const std::string command = std::string(MANNEQUIN_PROGRAM) + " fit --garment " + top_.string() +
                              " --sweep " + plan.string() + " --json >" + (folder_ / "out.json").string() +
                              " 2>/dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0);  // NOLINT: the project's own program, on files of the test
  const auto out = io::read_file(folder_ / "out.json");
  ASSERT_TRUE(out);
  const nlohmann::json json = nlohmann::json::parse(io::as_text(*out));
  const nlohmann::json* worst = nullptr;
  for (const nlohmann::json& one : json.at("cases"))
    if (worst == nullptr || one.at("depth").get<double>() > worst->at("depth").get<double>()) worst = &one;
  ASSERT_NE(worst, nullptr);
  const FitFault& fault = *std::ranges::max_element(fit().faults(), {}, &FitFault::depth);
  EXPECT_NEAR(fault.depth, worst->at("depth").get<double>(), 1e-6);
  EXPECT_EQ(fault.region, worst->at("region").get<std::string>());
  EXPECT_EQ(fault.shape, worst->at("name").get<std::string>());
  EXPECT_EQ(fault.pose, worst->at("pose").get<std::string>());
  EXPECT_EQ(fault.vertex, worst->at("vertex").get<std::uint32_t>());
  EXPECT_TRUE(std::ranges::is_sorted(fit().faults(), {}, [](const FitFault& each) {
    return std::pair(each.covered, -each.depth);
  })) << "what is seen comes first";
}

// The dress is under the belly in the deepest place, where its own folds hide it.
TEST_F(GarmentFitTest, WhatIsSeenComesBeforeWhatIsCovered) {
  wear_dress();
  ASSERT_TRUE(fit().run());
  wait_while([&] { return fit().running(); });
  const std::vector<FitFault> faults = fit().faults();
  ASSERT_FALSE(faults.empty());
  EXPECT_FALSE(faults.front().covered);
  EXPECT_TRUE(faults.back().covered);
  EXPECT_FALSE(std::ranges::is_sorted(faults, std::ranges::greater(), &FitFault::depth))
      << "some that is covered is deeper than what is seen";
  EXPECT_NE(document_->messages().list().back().text.find(
                fmt::format("{:.1f} mm where it is seen", 1000.0 * faults.front().depth)),
            std::string::npos)
      << document_->messages().list().back().text;
  // As they say, the avatar shows them.
  Surface surface;
  std::size_t looked_at = 0;
  for (const FitFault& fault : faults) {
    fit().show(fault);
    document_->update(0.0);
    for (const WornMesh* mesh : document_->avatar().visible_meshes()) {
      if (mesh->geometry != fault.mesh) continue;
      const Sight sight = best_sight(surface, document_->avatar(), *mesh, fault.vertex, 0.6);
      EXPECT_EQ(sight.cover != nullptr, fault.covered) << fault.region;
      ++looked_at;
    }
  }
  EXPECT_EQ(looked_at, faults.size());
}

// What covers a place hides it in the present state, too, and where the covered one is deeper.
TEST_F(GarmentFitTest, NowIsWhatIsSeenFirst) {
  wear_dress();
  const auto plan = folder_ / "plan.json";
  ASSERT_TRUE(
      io::write_file(plan, std::string_view(R"({"schema": 1, "random": 60, "seed": 3, "sex": "female"})")));
  fit().choice.plan = FitPlan::file;
  fit().choice.file = plan;
  ASSERT_TRUE(fit().run());
  wait_while([&] { return fit().running(); });
  const std::vector<FitFault> faults = fit().faults();
  const auto covered = std::ranges::find_if(faults, &FitFault::covered);
  ASSERT_NE(covered, faults.end());
  fit().show(*covered);
  ASSERT_TRUE(now().covered);
  EXPECT_NEAR(now().covered->depth, covered->depth, 1e-5);
  EXPECT_NE(now().covered->text.find(covered->region), std::string::npos) << now().covered->text;
  // Where there is both, and the seen one would not come first by its depth.
  const auto both = std::ranges::find_if(faults, [&](const FitFault& fault) {
    fit().show(fault);
    return now().seen && now().covered && now().covered->depth > now().seen->depth;
  });
  ASSERT_NE(both, faults.end());
  EXPECT_EQ(now().depth(), now().covered->depth);
  Surface surface;
  for (const auto& [place, hidden] : {std::pair{*now().seen, false}, {*now().covered, true}})
    for (const WornMesh* mesh : document_->avatar().visible_meshes())
      if (mesh->geometry == place.mesh) {
        const Sight sight = best_sight(surface, document_->avatar(), *mesh, place.vertex, 0.6);
        EXPECT_EQ(sight.cover != nullptr, hidden) << place.text;
      }
}

TEST_F(GarmentFitTest, WhatIsCoveredIsNotCalledVisible) {
  FitFault fault;
  fault.region = "left hip";
  fault.depth = 0.0032;
  EXPECT_EQ(fault.text(), "3.2 mm, visible: left hip");
  fault.covered = true;
  EXPECT_EQ(fault.text(), "3.2 mm: left hip");
}

// Every place that was measured stays, and the summary says so.
TEST_F(GarmentFitTest, CancelledWhileLookingItKeepsWhatIsMeasured) {
  wear_dress();
  const auto places = [&] {
    std::map<std::string, double> deepest;
    for (const FitFault& fault : fit().faults())
      deepest[fault.region] = std::max(deepest[fault.region], fault.depth);
    return deepest;
  };
  ASSERT_TRUE(fit().run());
  wait_while([&] { return fit().running(); });
  const auto whole = places();
  ASSERT_GT(whole.size(), 5u);
  // Looking takes milliseconds, in which this thread may not get its turn.
  const auto stopped = [&] { return fit().summary().find("stopped before") != std::string::npos; };
  for (int i = 0; i < 20 && !stopped(); ++i) {
    ASSERT_TRUE(fit().run());
    while (fit().running() && fit().to_look() == 0) std::this_thread::yield();
    fit().cancel();
    wait_while([&] { return fit().running(); });
    EXPECT_EQ(places(), whole);
  }
  EXPECT_TRUE(stopped()) << fit().summary();
}

TEST_F(GarmentFitTest, ShownTheAvatarStandsAsItWasMeasuredAndUndoTakesItBack) {
  dress();
  const SliderValues before = document_->avatar().choice().sliders;
  ASSERT_TRUE(fit().run());
  EXPECT_EQ(fit().all(), 60u);
  wait_while([&] { return fit().running(); });
  ASSERT_FALSE(fit().faults().empty());
  EXPECT_EQ(document_->messages().list().back().kind, Message::Kind::warning);
  const FitFault fault = fit().faults().front();
  const std::filesystem::path saved = folder_ / "mine.json";
  ASSERT_TRUE(document_->shape_file.save(saved));
  fit().show(fault);
  EXPECT_EQ(document_->shape_file.name(), "") << "saving would replace the file of the shape before";
  const Message& shown = document_->messages().list().back();
  EXPECT_NE(shown.text.find("mm through"), std::string::npos) << shown.text;
  EXPECT_EQ(shown.kind, Message::Kind::warning) << "done would give the fault a tick";
  EXPECT_EQ(shown.until, document_->history().recorded()) << "it holds until something is changed";
  ASSERT_TRUE(now().seen);
  const CurrentPlace& place = *now().seen;
  EXPECT_NEAR(place.depth, fault.depth, 1e-5);
  EXPECT_EQ(place.mesh, fault.mesh);
  EXPECT_NE(place.text.find(fault.region), std::string::npos) << place.text;
  EXPECT_EQ(document_->history().size(), 1u);
  document_->undo();
  EXPECT_EQ(document_->avatar().choice().sliders, before);
}

TEST_F(GarmentFitTest, CancelledItKeepsWhatIsDoneAndSaysSo) {
  dress();
  fit().choice.plan = FitPlan::thorough;
  ASSERT_TRUE(fit().run());
  EXPECT_FALSE(fit().stopping());
  fit().cancel();
  EXPECT_TRUE(fit().stopping());
  wait_while([&] { return fit().running(); });
  EXPECT_TRUE(fit().stopped());
  EXPECT_TRUE(fit().summary().starts_with("stopped after")) << fit().summary();
  EXPECT_EQ(document_->messages().list().back().kind, Message::Kind::warning) << "not all was measured";
  fit().choice.plan = FitPlan::poses;
  ASSERT_TRUE(fit().run());
  wait_while([&] { return fit().running(); });
  EXPECT_FALSE(fit().stopped());
}

// Whatever it is at: it does not go on to look at which of the places found are seen.
TEST_F(GarmentFitTest, CancelledOnceWhileMeasuringItStopsForGood) {
  wear_dress();
  fit().choice.plan = FitPlan::thorough;
  ASSERT_TRUE(fit().run());
  while (fit().running() && fit().done() < 40) std::this_thread::yield();
  fit().cancel();
  std::size_t looked = 0;
  while (fit().running()) {
    looked = std::max(looked, fit().looked());
    document_->update(0.0);
  }
  EXPECT_EQ(looked, 0u);
  ASSERT_FALSE(fit().faults().empty()) << "what was found is kept";
  const std::string& summary = fit().summary();
  EXPECT_TRUE(summary.starts_with("stopped after")) << summary;
  EXPECT_EQ(summary.find("stopped", 1), std::string::npos) << "said once: " << summary;
  EXPECT_NE(summary.find("what can be seen was not checked"), std::string::npos) << summary;
}

TEST_F(GarmentFitTest, SaysWhatIsMissing) {
  EXPECT_FALSE(fit().run());
  EXPECT_NE(document_->messages().list().back().text.find("body"), std::string::npos);
  ASSERT_TRUE(document_->stand_in.wear_builtin("mannequin"));
  document_->update(0.0);
  EXPECT_FALSE(fit().run());
  EXPECT_NE(document_->messages().list().back().text.find("over the body"), std::string::npos);
  dress();
  fit().choice.plan = FitPlan::file;
  fit().choice.file = folder_ / "nothing.json";
  EXPECT_FALSE(fit().run());
  EXPECT_FALSE(fit().running());
}

TEST_F(GarmentFitTest, WhatWouldBeZeroIsNotThrough) {
  // One vertex of the cloth 0.04 mm under the body, the rest 10 mm over it.
  BoundMeshDesc cloth = test::box_on(character_.skeleton, "mPelvis", {0.0, 0.0, 0.02});
  ASSERT_TRUE(document_->files.open(write_mesh(cloth, "body.glb"), false));
  const auto in_front = [](const Vec3f& a, const Vec3f& b) { return a.x < b.x; };
  const std::size_t front = static_cast<std::size_t>(
      std::ranges::max_element(cloth.mesh.positions, in_front) - cloth.mesh.positions.begin());
  for (std::size_t v = 0; v < cloth.mesh.positions.size(); ++v)
    cloth.mesh.positions[v] += cloth.mesh.normals[v] * (v == front ? -0.00004f : 0.01f);
  ASSERT_TRUE(document_->files.open(write_mesh(cloth, "cloth.glb"), false));
  fit().choice.bodies = {document_->avatar().worn()[0]};
  EXPECT_TRUE(now().measured);
  EXPECT_FALSE(now().seen);
  EXPECT_FALSE(now().covered);
  EXPECT_EQ(now().depth(), 0.0);
}

TEST_F(GarmentFitTest, FiguresOfOtherMeshesAreNotTakenForThePresentOnes) {
  dress();
  fit().choice.plan = FitPlan::poses;
  ASSERT_TRUE(fit().run());
  fit().cancel();
  wait_while([&] { return fit().running(); });
  EXPECT_FALSE(fit().outdated());
  const std::size_t garment = fit().garments().front();
  document_->wardrobe.show(garment, false);
  EXPECT_TRUE(fit().outdated());
  document_->undo();
  EXPECT_FALSE(fit().outdated());
  // Now: at once of what is chosen.
  EXPECT_TRUE(now().measured);
  for (const std::size_t row : fit().garments())
    fit().choice.bodies.push_back(document_->avatar().worn()[row]);
  for (const auto& file : document_->avatar().worn())
    if (std::ranges::find(fit().choice.bodies, file) == fit().choice.bodies.end())
      fit().choice.bodies.push_back(file);
  EXPECT_FALSE(now().measured);
}

TEST_F(GarmentFitTest, NamesHowBadItIs) {
  EXPECT_EQ(severity_of(0.0004), FitSeverity::slight);
  EXPECT_EQ(severity_of(0.0032), FitSeverity::visible);
  EXPECT_EQ(severity_of(0.0051), FitSeverity::bad);
}

}  // namespace
}  // namespace mannequin::document
