// What the cases of mending cost: the area that comes through, and above all what is deeper than it may be.
#pragma once

#include <array>
#include <limits>
#include <span>
#include <vector>

#include "engine/fit/garment_cases.h"
#include "engine/fit/garment_patches.h"

namespace mannequin {

// Everything referred to must outlive it, except for cases.
class GarmentCosts {
 public:
  // `before`: the cases with the original garment. `worse`: metres by which cases may become deeper.
  GarmentCosts(const CaseMeter& meter, const GarmentPatches& patches, std::span<const MendCase> cases,
               std::span<const MeasuredCase> before, double worse);
  // Of one more case, which was so with the original garment.
  void add(const MendCase& one, const MeasuredCase& before);

  // Metres: how deep this case may be; infinity if it is not bounded.
  double most(std::size_t which) const {
    return cases_[which].bounded ? cases_[which].limit : std::numeric_limits<double>::infinity();
  }
  // Square metres of the body around a vertex, in bind space.
  double area(const Penetration& push) const { return body_area_[push.body]; }
  // Of a case's number and one vertex, or all that was measured in it; of all cases.
  double of(std::size_t which, const Penetration& push) const;
  double of(std::size_t which, const MeasuredCase& one) const;
  double of(std::span<const MeasuredCase> cases) const;
  // Per patch, of the cases with the numbers `which`: half of what a body vertex costs counts where it is,
  // half where the cloth is that it is nearest to. Symmetric on a symmetric garment.
  std::vector<double> by_patch(std::span<const MeasuredCase> cases, std::span<const std::size_t> which) const;
  // The same, as if no case could be deeper than it may be.
  std::vector<double> promise_by_patch(std::span<const MeasuredCase> cases,
                                       std::span<const std::size_t> which) const;

 private:
  struct Case {
    bool posed, bounded;
    double limit;  // metres: being deeper costs
  };

  void find_typical(std::span<const MeasuredCase> before);
  double without_excess(std::size_t which, const Penetration& push) const;
  void share_out(const Penetration& push, double cost, std::vector<double>& by_patch) const;
  std::vector<double> on_both_sides(const std::vector<double>& by_patch) const;

  const GarmentPatches& patches_;
  double worse_;
  std::vector<double> body_area_;  // per counted vertex of the body, in bind space
  std::vector<Case> cases_;
  std::array<double, 2> typical_{};  // metres: depth of cases in the usual pose, and in others
};

}  // namespace mannequin
