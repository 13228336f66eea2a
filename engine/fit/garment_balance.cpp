#include "engine/fit/garment_balance.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/mesh/skin.h"

namespace mannequin {
namespace {

constexpr int kSteps = 200;
constexpr double kNoGain = 1e-10;  // square metres, per unit of weight

// Per two joints: the mean product of how far they miss the place where the vertex is to go. Times both
// weights and summed up, that is the squared distance.
using Misses = std::vector<std::vector<double>>;

Misses misses_of(std::span<const JointCandidate> joints, std::size_t shapes, double poses) {
  const std::size_t count = joints.size(), cases = joints.front().places.size();
  Misses out(count, std::vector<double>(count, 0.0));
  for (std::size_t c = 0; c < cases; ++c) {
    const bool is_shape = c < shapes;
    Vec3 target(0.0);
    for (const JointCandidate& joint : joints)
      target += (is_shape ? joint.follow : joint.own) * joint.places[c];
    const double counts =
        is_shape ? 1.0 / static_cast<double>(shapes) : poses / static_cast<double>(cases - shapes);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < count; ++j)
        out[i][j] += counts * glm::dot(joints[i].places[c] - target, joints[j].places[c] - target);
  }
  return out;
}

double slope(const Misses& misses, std::span<const double> weights, std::size_t i) {
  double sum = 0.0;
  for (std::size_t j = 0; j < weights.size(); ++j) sum += misses[i][j] * weights[j];
  return sum;
}

double distance_of(const Misses& misses, std::span<const double> weights) {  // squared
  double sum = 0.0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * slope(misses, weights, i);
  return sum;
}

// Moves weight from one of `allowed` to another until that gains nothing.
void improve(const Misses& misses, const std::vector<bool>& allowed, std::vector<double>& weights) {
  for (int step = 0; step < kSteps; ++step) {
    std::size_t from = weights.size(), to = weights.size();
    double most = -std::numeric_limits<double>::infinity(), least = -most;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (!allowed[i]) continue;
      const double now = slope(misses, weights, i);
      if (weights[i] > 0.0 && now > most) most = now, from = i;
      if (now < least) least = now, to = i;
    }
    if (from == weights.size() || from == to || !(most - least > kNoGain)) return;
    const double bend = misses[from][from] + misses[to][to] - 2.0 * misses[from][to];
    const double moved = bend > 0.0 ? std::min(weights[from], (most - least) / bend) : weights[from];
    weights[from] -= moved;
    weights[to] += moved;
  }
}

// Without the joint `i`.
std::vector<double> without(const Misses& misses, std::vector<bool>& allowed, std::vector<double> weights,
                            std::size_t i) {
  const double left = std::exchange(weights[i], 0.0);
  allowed[i] = false;
  const auto most = static_cast<std::size_t>(std::ranges::max_element(weights) - weights.begin());
  weights[most] += left;
  improve(misses, allowed, weights);
  return weights;
}

}  // namespace

std::vector<double> balanced_weights(std::span<const JointCandidate> joints, std::size_t shapes,
                                     double poses) {
  std::vector<double> weights;
  for (const JointCandidate& joint : joints) weights.push_back(joint.follow);
  if (joints.empty()) return weights;
  const Misses misses = misses_of(joints, shapes, poses);
  std::vector<bool> allowed(joints.size(), true);
  improve(misses, allowed, weights);
  while (std::ranges::count_if(weights, [](double w) { return w > 0.0; }) >
         static_cast<std::ptrdiff_t>(kMaxInfluences)) {
    double least = std::numeric_limits<double>::infinity();
    std::vector<double> best;
    std::vector<bool> left;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (!(weights[i] > 0.0)) continue;
      std::vector<bool> others = allowed;
      std::vector<double> fewer = without(misses, others, weights, i);
      const double cost = distance_of(misses, fewer);
      if (cost < least) least = cost, best = std::move(fewer), left = std::move(others);
    }
    weights = std::move(best);
    allowed = std::move(left);
  }
  return weights;
}

}  // namespace mannequin
