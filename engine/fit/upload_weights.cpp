#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/core/quantity.h"
#include "engine/fit/upload_rules.h"

namespace mannequin::upload {
namespace {

constexpr double kSumSlack = 0.005;  // allows rounding to two decimals

// The joint of the skin that is bound closest to a vertex; empty without any.
std::string nearest_joint(const Subject& subject, std::size_t vertex) {
  std::string name;
  double nearest = 0.0;
  const std::size_t count = std::min(subject.joints().size(), subject.skin().inverse_binds.size());
  for (std::size_t slot = 0; slot < count; ++slot) {
    const Vec3 place(glm::inverse(subject.skin().inverse_binds[slot])[3]);
    const double distance = glm::distance(place, subject.bound_position(vertex));
    if (subject.joints()[slot] == kNoJoint || !std::isfinite(distance)) continue;
    if (name.empty() || distance < nearest) {
      nearest = distance;
      name = subject.skin().joint_names[slot];
    }
  }
  return name;
}

// One kind of fault over all vertices: count and worst case.
struct Count {
  std::size_t vertices = 0;
  std::uint32_t worst = 0;
  double by = 0.0;

  void add(std::size_t vertex, double amount) {
    if (vertices++ == 0 || amount > by) {
      worst = static_cast<std::uint32_t>(vertex);
      by = amount;
    }
  }
};

void report_unweighted(const Subject& subject, const Count& none, Findings& findings) {
  if (none.vertices == 0) return;
  const bool all = none.vertices == subject.vertices().size();
  const std::string nearest = nearest_joint(subject, none.worst);
  findings.push_back(
      {Severity::warning, all ? "no_weights" : "unweighted_vertices", subject.mesh().name, nearest,
       none.worst,
       fmt::format("{} of {} {} no weight above 0; in-world {} '{}', the first joint of the skin, "
                   "wherever {}",
                   all ? "all" : fmt::format("{}", none.vertices), subject.vertices().size(),
                   none.vertices == 1 ? "vertices has" : "vertices have",
                   none.vertices == 1 ? "it follows" : "they follow", subject.skin().joint_names.front(),
                   none.vertices == 1 ? "it is" : "they are"),
       nearest.empty()
           ? "assign them to a joint, or copy weights from the body"
           : fmt::format("assign them to '{}', the joint nearest to the first of them, or copy weights from "
                         "the body",
                         nearest)});
}

}  // namespace

void check_weights(const Subject& subject, Findings& findings) {
  Count none, many, sums;
  for (const std::uint32_t v : subject.vertices()) {
    std::vector<InfluenceDesc> influences = subject.influences(v);
    if (influences.empty()) {
      none.add(v, 0.0);
      continue;
    }
    std::ranges::sort(influences, std::greater(), &InfluenceDesc::weight);
    double sum = 0.0, kept = 0.0;
    for (std::size_t k = 0; k < influences.size(); ++k) {
      sum += static_cast<double>(influences[k].weight);
      if (k < kMaxInfluences) kept = sum;
    }
    if (influences.size() > kMaxInfluences) many.add(v, 1.0 - kept / sum);
    if (std::abs(sum - 1.0) > kSumSlack) sums.add(v, std::abs(sum - 1.0));
  }
  report_unweighted(subject, none, findings);
  if (many.vertices > 0)
    findings.push_back(
        {Severity::warning, "too_many_influences", subject.mesh().name, "", many.worst,
         fmt::format("{} more than {} joints; only the {} largest weights count. The worst vertex "
                     "loses {:.1f} % of its weight",
                     quantity(many.vertices, "vertex follows", "vertices follow"), kMaxInfluences,
                     kMaxInfluences, many.by * 100.0),
         "limit the weights to four before exporting to see the final result"});
  if (sums.vertices > 0)
    findings.push_back(
        {Severity::info, "weight_sums", subject.mesh().name, "", sums.worst,
         fmt::format("the weights of {} do not sum to 1 (the worst is off by {:.3f}); the uploader "
                     "divides by the sum",
                     quantity(sums.vertices, "vertex", "vertices"), sums.by),
         "normalise the weights, so that your program shows the same as the viewer"});
}

}  // namespace mannequin::upload
