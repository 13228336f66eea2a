#include "engine/fit/garment_changes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace mannequin {
namespace {

constexpr std::uint32_t kSide = 21;  // places along an edge
constexpr double kApart = 0.01;      // metres
constexpr std::uint32_t kMiddle = kSide * (kSide / 2) + kSide / 2;

// A square of cloth, moved upwards.
GarmentPlaces square() {
  GarmentPlaces out;
  for (std::uint32_t y = 0; y < kSide; ++y)
    for (std::uint32_t x = 0; x < kSide; ++x) {
      const std::uint32_t w = y * kSide + x;
      out.of.push_back(w);
      out.positions.emplace_back(kApart * x, kApart * y, 0.0);
      out.outwards.emplace_back(0.0, 0.0, 1.0);
      out.mirror.push_back(w);
      auto& neighbours = out.neighbours.emplace_back();
      if (x > 0) neighbours.push_back(w - 1);
      if (x + 1 < kSide) neighbours.push_back(w + 1);
      if (y > 0) neighbours.push_back(w - kSide);
      if (y + 1 < kSide) neighbours.push_back(w + kSide);
    }
  return out;
}

// One vertex of the body, over one place alone.
MeasuredCase pushed(double above, double share) {
  MeasuredCase out;
  Penetration push;
  push.place = {kMiddle, kMiddle + 1, kMiddle + kSide};
  push.gain = push.gain_away = {1.0f, 0.0f, 0.0f};
  push.share = push.share_away = {static_cast<float>(share), 0.0f, 0.0f};
  push.above = push.outside = static_cast<float>(above);
  out.penetrations.push_back(push);
  return out;
}

double steepest(const GarmentPlaces& places, const std::vector<double>& values) {
  double most = 0.0;
  for (std::size_t w = 0; w < places.count(); ++w)
    for (const std::uint32_t b : places.neighbours[w]) most = std::max(most, std::abs(values[w] - values[b]));
  return most;
}

constexpr double kDeepest = 0.010;
const std::vector<bool> kHeld = {true}, kLoose = {false};

TEST(GarmentChanges, MovesAsFarAsIsNeededAndFallsOffAround) {
  const GarmentPlaces places = square();
  GarmentChanges changes(places, {0.010, 0.001});
  const MeasuredCase one = pushed(0.004, 0.0);
  const double allowed = 1.0;
  EXPECT_NEAR(changes.solve({{&one, 1}, kHeld, {&allowed, 1}, {&kDeepest, 1}, true, false}), 0.005, 1e-4);
  EXPECT_NEAR(changes.moved()[kMiddle], 0.005, 1e-4);
  EXPECT_GT(changes.moved()[kMiddle + 1], 0.0005);
  EXPECT_EQ(changes.moved()[0], 0.0);
  // Nothing is moved for penetrations deeper than the limit, nor where nothing is required.
  GarmentChanges other(places, {0.010, 0.001});
  const MeasuredCase deep = pushed(0.020, 0.0);
  EXPECT_EQ(other.solve({{&deep, 1}, kHeld, {&allowed, 1}, {&kDeepest, 1}, true, false}), 0.0);
  EXPECT_EQ(other.solve({{&one, 1}, kLoose, {&allowed, 1}, {&kDeepest, 1}, true, false}), 0.0);
}

TEST(GarmentChanges, GivesAwayAsMuchOfAShareAsACaseAllows) {
  const GarmentPlaces places = square();
  GarmentChanges changes(places, {0.010, 0.001});
  changes.set_share(std::vector<double>(places.count(), 1.0));
  // With a whole share the body comes out by 20 mm, 10 mm more than without: 15 mm are allowed.
  const MeasuredCase one = pushed(0.020, -0.010);
  const double allowed = 0.015;
  changes.solve({{&one, 1}, kHeld, {&allowed, 1}, {&kDeepest, 1}, false, true});
  EXPECT_NEAR(changes.share()[kMiddle], 0.5, 0.02);
  EXPECT_EQ(changes.moved()[kMiddle], 0.0);
  EXPECT_LT(steepest(places, changes.share()), 0.25);
  EXPECT_EQ(changes.share()[0], 1.0);
}

// A vertex of the body that slid out under a hem is in the plane of the cloth, which weights move along.
TEST(GarmentChanges, GivesAwayAShareThatMakesAHemShorter) {
  const GarmentPlaces places = square();
  GarmentChanges changes(places, {0.010, 0.001});
  changes.set_share(std::vector<double>(places.count(), 1.0));
  MeasuredCase one = pushed(0.020, -0.010);
  one.penetrations[0].above = 0.0f;
  one.penetrations[0].gain_away = one.penetrations[0].share = {};
  const double allowed = 0.015;
  changes.solve({{&one, 1}, kLoose, {&allowed, 1}, {&kDeepest, 1}, true, true});
  EXPECT_NEAR(changes.share()[kMiddle], 0.5, 0.02);
  EXPECT_EQ(changes.moved()[kMiddle], 0.0);
}

TEST(GarmentChanges, MovesThatWereRuledOutCanBeTriedAgain) {
  const GarmentPlaces places = square();
  GarmentChanges changes(places, {0.010, 0.001});
  const GarmentChanges::Snapshot nothing = changes.snapshot();
  const MeasuredCase one = pushed(0.004, 0.0);
  const double allowed = 1.0;
  const auto solve = [&] {
    return changes.solve({{&one, 1}, kHeld, {&allowed, 1}, {&kDeepest, 1}, true, false});
  };
  EXPECT_GT(solve(), 0.004);
  changes.restore_where(nothing, std::vector<double>(places.count(), 1.0));
  EXPECT_EQ(changes.moved(), nothing.moved);
  EXPECT_EQ(solve(), 0.0);
  std::vector<double> taken_back(places.count(), 0.0);
  taken_back[kMiddle] = 1.0;
  changes.allow_moves(taken_back);
  EXPECT_EQ(changes.moved()[kMiddle], 0.0);
  EXPECT_EQ(solve(), 0.0);
  taken_back[kMiddle] = 0.0;
  changes.allow_moves(taken_back);
  EXPECT_GT(solve(), 0.004);
}

TEST(GarmentChanges, WhatIsTakenBackStaysSo) {
  const GarmentPlaces places = square();
  GarmentChanges changes(places, {0.010, 0.001});
  std::vector<double> part(places.count(), 0.0);
  part[kMiddle] = 0.75;
  changes.set_share(std::vector<double>(places.count(), 1.0));
  changes.roll_back_shares(part);
  EXPECT_EQ(changes.share()[kMiddle], 0.25);
  const MeasuredCase more = pushed(0.004, 0.010);
  const double allowed = 0.001;
  changes.solve({{&more, 1}, kHeld, {&allowed, 1}, {&kDeepest, 1}, true, true});
  EXPECT_LE(changes.share()[kMiddle], 0.25);
  EXPECT_GT(changes.moved()[kMiddle], 0.003);
  part[kMiddle] = 1.0;
  changes.roll_back_moves(part);
  EXPECT_EQ(changes.moved()[kMiddle], 0.0);
  changes.solve({{&more, 1}, kHeld, {&allowed, 1}, {&kDeepest, 1}, true, true});
  EXPECT_EQ(changes.moved()[kMiddle], 0.0);
}

}  // namespace
}  // namespace mannequin
