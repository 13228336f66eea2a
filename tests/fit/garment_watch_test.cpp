#include "engine/fit/garment_watch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "tests/fit/smoothed_top.h"

namespace mannequin {
namespace {

Status go_on() { return {}; }

// All places have transferred weights: armpits get deeper in many poses, hardly less of the rest is mended.
struct WatchedTop {
  explicit WatchedTop(std::vector<MendCase> poses) : watched(std::move(poses)) {
    top.state.places.assign(top.places.count(), {.weights = 1, .share = 1.0});
    top.state = top.field.state(top.state.choice, top.remedies, top.state.places).value();
    all = top.state;
  }
  std::vector<MeasuredCase> measured(const MendState& state) const {
    const ChangedGarment garment = top.changes.with(state.choice, top.remedies, state.places).value();
    return top.meter.measure(garment.worn.surface(), watched, all_of(watched.size()), &top.places);
  }
  std::size_t deeper(std::span<const MeasuredCase> now) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < watched.size(); ++i)
      count += now[i].at.depth > original[i].at.depth + kWorse ? 1 : 0;
    return count;
  }

  static constexpr double kWorse = 0.0005;
  SmoothedTop top{{}};
  std::vector<MendCase> watched;
  const std::vector<MeasuredCase> original =
      top.meter.measure(top.worn.surface(), watched, all_of(watched.size()), &top.places);
  MendState all;
};

TEST(GarmentWatch, TakesBackWhatMakesPosesDeeper) {
  WatchedTop one(posed_mend_cases(40, 5000));
  GarmentWatch watch(one.top.field, one.top.before, one.watched, one.original, WatchedTop::kWorse);
  const std::size_t before = one.deeper(one.measured(one.all));
  ASSERT_GT(before, 5u);
  ASSERT_TRUE(watch.look(one.top.remedies, 5.0, one.top.state, go_on));
  const std::vector<MeasuredCase> now = one.measured(one.top.state);
  EXPECT_LT(4 * one.deeper(now), 3 * before);
  for (std::size_t i = 0; i < now.size(); ++i) EXPECT_EQ(watch.now()[i].at.depth, now[i].at.depth) << i;
  // It is paid for, but not dearly, and only around some places.
  const double lost = one.top.standing_area(one.top.state.cases) - one.top.standing_area(one.all.cases);
  EXPECT_LT(lost, 0.1 * one.top.standing_area(one.top.before));
  std::size_t restored = 0;
  for (std::uint32_t w = 0; w < one.top.places.count(); ++w) {
    const PlaceChange& change = one.top.state.places[w];
    EXPECT_EQ(change, one.top.state.places[one.top.places.mirror[w]]);
    EXPECT_LE(change.share, 1.0 - change.restored + 1e-9);
    restored += change.restored > 0.0 ? 1 : 0;
  }
  EXPECT_GT(restored, 0u);
  EXPECT_LT(restored, one.top.places.count() / 2);
}

// A coarse garment may: the one that it stands for sees to its own hems.
TEST(GarmentWatch, CoversNoMoreOfTheBodyThanBefore) {
  for (const bool may_cover : {false, true}) {
    WatchedTop one(posed_mend_cases(4, 5000));
    std::vector<PlaceChange> down = one.all.places;
    for (PlaceChange& change : down) change.moved = Vec3(0.0, 0.0, -0.008);
    one.top.state = one.top.field.state(one.all.choice, one.top.remedies, down).value();
    const auto newly_counted = [&](const MendState& state) {
      const ChangedGarment garment =
          one.top.changes.with(state.choice, one.top.remedies, state.places).value();
      const GarmentPair pair = make_garment_pair(one.top.input.body, garment.worn.surface());
      std::vector<std::uint32_t> fresh;
      std::ranges::set_difference(pair.counted(), one.top.pair.counted(), std::back_inserter(fresh));
      return fresh.size();
    };
    ASSERT_GT(newly_counted(one.top.state), 5u);
    GarmentWatch watch(one.top.field, one.top.before, one.watched, one.original, WatchedTop::kWorse,
                       may_cover);
    ASSERT_TRUE(watch.look(one.top.remedies, 0.0, one.top.state, go_on));
    EXPECT_EQ(newly_counted(one.top.state) > 0, may_cover);
    const std::vector<MeasuredCase> now = one.measured(one.top.state);
    for (std::size_t i = 0; i < now.size(); ++i) EXPECT_EQ(watch.now()[i].at.depth, now[i].at.depth) << i;
  }
}

// From then on they cost something, too.
TEST(GarmentWatch, AddsDeeperPosesToTheCasesOnce) {
  WatchedTop one(posed_mend_cases(40, 5000));
  const std::size_t cases = one.top.cases.size();
  GarmentWatch watch(one.top.field, one.top.before, one.watched, one.original, WatchedTop::kWorse);
  std::set<std::uint32_t> deeper;
  const std::vector<MeasuredCase> then = one.measured(one.all);
  for (std::size_t i = 0; i < then.size(); ++i)
    if (then[i].at.depth > one.original[i].at.depth + WatchedTop::kWorse)
      deeper.insert(one.watched[i].pose_number);
  for (int look = 0; look < 2; ++look) {
    ASSERT_TRUE(watch.look(one.top.remedies, 1.0, one.top.state, go_on));
    std::multiset<std::uint32_t> added;
    for (std::size_t i = cases; i < one.top.cases.size(); ++i) added.insert(one.top.cases[i].pose_number);
    EXPECT_EQ(added, std::multiset<std::uint32_t>(deeper.begin(), deeper.end()));
    EXPECT_EQ(one.top.state.cases.size(), one.top.cases.size());
    EXPECT_EQ(one.top.state.cost, one.top.costs.of(one.top.state.cases));
    one.top.state = one.top.field.state(one.all.choice, one.top.remedies, one.all.places).value();
  }
}

TEST(GarmentWatch, ChangesNothingWhereNoPoseIsDeeper) {
  WatchedTop one(posed_mend_cases(10, 5000));
  GarmentWatch watch(one.top.field, one.top.before, one.watched, one.original, 1.0);
  ASSERT_TRUE(watch.look(one.top.remedies, 1.0, one.top.state, go_on));
  EXPECT_EQ(one.top.state.places, one.all.places);
  EXPECT_EQ(one.top.state.cases.size(), one.all.cases.size());
}

TEST(GarmentWatch, IsStopped) {
  WatchedTop one(posed_mend_cases(40, 5000));
  GarmentWatch watch(one.top.field, one.top.before, one.watched, one.original, WatchedTop::kWorse);
  const Status status = watch.look(one.top.remedies, 1.0, one.top.state,
                                   [] { return fail(ErrorCode::bad_argument, "", "mending was stopped"); });
  EXPECT_FALSE(status);
}

// A place whose remedies are taken back is where it was, and moves as it did.
TEST(GarmentWatch, WhatIsGivenBackIsTheOriginal) {
  SmoothedTop top{{}};
  const std::size_t last = top.remedies.size() - 1;
  std::vector<PlaceChange> changes(top.places.count());
  for (std::uint32_t w = 0; w < top.places.count(); ++w)
    if (top.places.positions[w].z > 1.2) changes[w].restored = 1.0;
  const ChangedGarment garment =
      top.changes.with(RemedyChoice(top.patches.count(), last), top.remedies, changes).value();
  std::size_t restored = 0, others = 0;
  for (std::uint32_t w = 0; w < top.places.count(); ++w) {
    const bool same = garment.moved[w] == Vec3(0.0) && garment.reweighted[w] == 0.0;
    if (changes[w].restored > 0.0) {
      EXPECT_TRUE(same) << w;
      ++restored;
    } else {
      others += same ? 0 : 1;
    }
  }
  EXPECT_GT(restored, 50u);
  EXPECT_GT(others, 50u);
}

}  // namespace
}  // namespace mannequin
