// Every allocation of every C function fails once: a status, nothing lost, and the library continues.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "tests/host/allocations.h"
#include "tests/host/every_call.h"

namespace mannequin::test {
namespace {

// The built-in definitions make tens of thousands of allocations, and voxels take long: for these only every
// n-th fails, unless MANNEQUIN_EVERY_ALLOCATION is set, which takes minutes. For all other functions every
// single one does, or one in five where all that follow fail, too; under checkers, which look for what a
// failure leaves behind, one in 41.
#ifdef MANNEQUIN_CHECKED
constexpr std::size_t kCoarser = 41;  // everything takes several times as long
#else
constexpr std::size_t kCoarser = 1;
#endif

struct Failures {
  std::size_t allocations = 0;  // of the call
  std::size_t points = 0;       // allocations of the call
  std::size_t reported = 0;     // calls that failed, all with MANNEQUIN_OUT_OF_MEMORY
  std::size_t went_on = 0;      // calls that did without
};

constexpr std::size_t kOne = 1, kAllFromThere = 1'000'000'000;

// `at_once`: this many fail in a row, from each point on.
Failures fail_each(const EveryCall& every, std::size_t at_once) {
  Failures found;
  CallScene scene;
  // What is made once and kept is made now: tables, results that frames reuse.
  for (int warm = 0; warm < 2; ++warm) {
    EXPECT_EQ(every.call(scene), every.usual) << every.name << ": " << mannequin_last_error();
    scene.release_made();
  }
  std::size_t live = live_allocations();
  const std::size_t total = allocations_of([&] { EXPECT_EQ(every.call(scene), every.usual); });
  scene.release_made();
  const std::size_t step =
      std::getenv("MANNEQUIN_EVERY_ALLOCATION") != nullptr
          ? 1
          : std::max<std::size_t>(1, (total + every.most_points - 1) / every.most_points) *
                std::max<std::size_t>(kCoarser, at_once == kAllFromThere ? 5 : 1);
  found.allocations = total;
  for (std::size_t point = 0;; point += step, ++found.points) {
    fail_allocations(point, at_once);
    const mannequin_status status = every.call(scene);
    const bool failed = stop_failing();
    if (status == MANNEQUIN_OUT_OF_MEMORY) ++found.reported;
    if (failed && status == every.usual) ++found.went_on;
    if (status != MANNEQUIN_OUT_OF_MEMORY && status != every.usual) {
      ADD_FAILURE() << every.name << ", allocation " << point << ": status " << status << ": "
                    << mannequin_last_error();
      return found;
    }
    scene.release_made();
    if (!failed) break;
    const std::size_t now = live_allocations();
    if (now > live + 16 + every.left_behind) {
      ADD_FAILURE() << every.name << ", allocation " << point << ": " << now - live << " are lost";
      return found;
    }
    if (every.left_behind > 0) live = now;
  }
  EXPECT_EQ(every.call(scene), every.usual) << every.name << " does not go on: " << mannequin_last_error();
  scene.release_made();
  return found;
}

std::vector<EveryCall> calls_of_all_headers() {
  std::vector<EveryCall> all = every_call();
  for (const auto& more : {every_viewer_call(), every_editor_call(), every_bind_call(), every_device_call()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

bool left_out_of_this_build(const std::string& header) {
#ifndef MANNEQUIN_HAS_GL
  if (header == "c_gl.h") return true;
#endif
#ifndef MANNEQUIN_HAS_VULKAN
  if (header == "c_vulkan.h") return true;
#endif
  return header.empty();
}

class AllocationFailure : public testing::TestWithParam<std::size_t> {};

TEST_P(AllocationFailure, IsAStatusOfEveryCall) {
  std::size_t points = 0, reported = 0, went_on = 0;
  for (const EveryCall& every : calls_of_all_headers()) {
    const Failures found = fail_each(every, GetParam());
    std::printf("%-45s %6zu allocations, %6zu failed, %6zu reported\n", every.name.c_str(), found.allocations,
                found.points, found.reported);
    std::fflush(stdout);
    EXPECT_TRUE(found.points > 0 || found.allocations == 0) << every.name << ": no failure was tried";
    points += found.points;
    reported += found.reported;
    went_on += found.went_on;
  }
  std::printf("%zu points, %zu reported, %zu did without\n", points, reported, went_on);
  EXPECT_GT(reported, kCoarser == 1 ? 1000u : 250u);
  EXPECT_EQ(points, reported + went_on);
}

INSTANTIATE_TEST_SUITE_P(OfAllocations, AllocationFailure, testing::Values(kOne, kAllFromThere),
                         [](const auto& mode) { return mode.param == kOne ? "One" : "AllFromThere"; });

TEST(AllocationFailures, LeaveOutNoFunction) {
  // Functions that do not allocate, and functions that need a viewer's files.
  std::string tried =
      "mannequin_version mannequin_last_error mannequin_character_from_folder mannequin_meshes_system_avatar "
      "mannequin_crowd_remove mannequin_set_job_system mannequin_set_allocator "
      // A JSON value allocates where it is destroyed, and so ends the program there: c_editor.h says so.
      "mannequin_avatar_copy_glb ";
  for (const EveryCall& every : calls_of_all_headers()) tried += every.name + " ";
  const std::regex function(R"(MANNEQUIN_API [\w\* ]*?(mannequin_\w+)\()");
  std::size_t functions = 0;
  for (const auto& file : std::filesystem::directory_iterator(MANNEQUIN_SOURCE_DIR "/include/mannequin")) {
    const std::string name = file.path().filename().string();
    if (!name.starts_with("c_") || left_out_of_this_build(name)) continue;
    std::ifstream text(file.path());
    const std::string header{std::istreambuf_iterator<char>(text), {}};
    for (std::sregex_iterator at(header.begin(), header.end(), function), end; at != end; ++at, ++functions) {
      const std::string called = (*at)[1];
      if (called.ends_with("_release")) continue;
      EXPECT_NE(tried.find(called + " "), std::string::npos) << name << ": " << called;
    }
  }
  EXPECT_GT(functions, 70u);
}

}  // namespace
}  // namespace mannequin::test
