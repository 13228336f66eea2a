// Every allocation of every C function fails once: a status, nothing lost, and the library goes on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>

#include "tests/host/allocations.h"
#include "tests/host/every_call.h"

namespace mannequin::test {
namespace {

// The built-in definitions take tens of thousands of allocations: of those every so many-th fails, unless
// MANNEQUIN_EVERY_ALLOCATION is set, which takes minutes. Of all other functions every single one does.
constexpr std::size_t kMostPoints = 1000;

struct Failures {
  std::size_t allocations = 0;  // of the call
  std::size_t points = 0;       // allocations of the call
  std::size_t reported = 0;     // calls that failed, all with MANNEQUIN_OUT_OF_MEMORY
  std::size_t went_on = 0;      // calls that did without
};

// `at_once`: so many fail in a row, from each point on.
Failures fail_each(const EveryCall& every, std::size_t at_once) {
  Failures found;
  CallScene scene;
  // What is made once and kept is made now: tables, results that frames reuse.
  for (int warm = 0; warm < 2; ++warm) {
    EXPECT_EQ(every.call(scene), MANNEQUIN_OK) << every.name << ": " << mannequin_last_error();
    scene.release_made();
  }
  const std::size_t live = live_allocations();
  const std::size_t total = allocations_of([&] { EXPECT_EQ(every.call(scene), MANNEQUIN_OK); });
  scene.release_made();
  const std::size_t step = std::getenv("MANNEQUIN_EVERY_ALLOCATION") != nullptr
                               ? 1
                               : std::max<std::size_t>(1, (total + kMostPoints - 1) / kMostPoints);
  found.allocations = total;
  for (std::size_t point = 0;; point += step, ++found.points) {
    fail_allocations(point, at_once);
    const mannequin_status status = every.call(scene);
    const bool failed = stop_failing();
    if (status == MANNEQUIN_OUT_OF_MEMORY) ++found.reported;
    if (failed && status == MANNEQUIN_OK) ++found.went_on;
    if (status != MANNEQUIN_OUT_OF_MEMORY && status != MANNEQUIN_OK) {
      ADD_FAILURE() << every.name << ", allocation " << point << ": status " << status << ": "
                    << mannequin_last_error();
      return found;
    }
    scene.release_made();
    if (!failed) break;
    const std::size_t now = live_allocations();
    if (now > live + 16) {
      ADD_FAILURE() << every.name << ", allocation " << point << ": " << now - live << " are lost";
      return found;
    }
  }
  EXPECT_EQ(every.call(scene), MANNEQUIN_OK) << every.name << " does not go on: " << mannequin_last_error();
  scene.release_made();
  return found;
}

class AllocationFailure : public testing::TestWithParam<std::size_t> {};

TEST_P(AllocationFailure, IsAStatusOfEveryCall) {
  std::size_t points = 0, reported = 0, went_on = 0;
  for (const EveryCall& every : every_call()) {
    const Failures found = fail_each(every, GetParam());
    std::printf("%-45s %6zu allocations, %6zu failed, %6zu reported\n", every.name.c_str(), found.allocations,
                found.points, found.reported);
    std::fflush(stdout);
    points += found.points;
    reported += found.reported;
    went_on += found.went_on;
  }
  std::printf("%zu points, %zu reported, %zu did without\n", points, reported, went_on);
  EXPECT_GT(reported, 1000u);
  EXPECT_EQ(points, reported + went_on);
}

INSTANTIATE_TEST_SUITE_P(OfAllocations, AllocationFailure, testing::Values(1, 1'000'000'000),
                         [](const auto& mode) { return mode.param == 1 ? "One" : "AllFromThere"; });

TEST(AllocationFailures, LeaveOutNoFunction) {
  std::ifstream file(MANNEQUIN_SOURCE_DIR "/include/mannequin/c_api.h");
  const std::string header{std::istreambuf_iterator<char>(file), {}};
  // Those that take no memory, and those that need a viewer's files.
  std::string tried =
      "mannequin_version mannequin_last_error mannequin_character_from_folder mannequin_meshes_system_avatar "
      "mannequin_crowd_remove ";
  for (const EveryCall& every : every_call()) tried += every.name + " ";
  const std::regex function(R"(MANNEQUIN_API [\w\* ]*?(mannequin_\w+)\()");
  std::size_t functions = 0;
  for (std::sregex_iterator at(header.begin(), header.end(), function), end; at != end; ++at, ++functions) {
    const std::string name = (*at)[1];
    if (name.ends_with("_release")) continue;
    EXPECT_NE(tried.find(name + " "), std::string::npos) << name;
  }
  EXPECT_GT(functions, 60u);
}

}  // namespace
}  // namespace mannequin::test
