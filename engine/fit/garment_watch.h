// Watches poses while a garment is mended: more of them than can be solved on, measured now and then. Those
// that became deeper are solved on from then on, and places are given back what they had before: where cloth
// is what it was, no pose can be deeper, measured or not.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/fit/garment_field.h"

namespace mannequin {

class GarmentWatch {
 public:
  // `watched`: cases that are bounded, in other poses than the usual one; `original`: the garment in these;
  // `before`: the same in the cases of the field. `may_cover`: moves may make it cover more of the body. The
  // field must outlive it.
  GarmentWatch(const RemedyField& field, std::span<const MeasuredCase> before,
               std::span<const MendCase> watched, std::span<const MeasuredCase> original, double worse,
               bool may_cover = false);

  // Takes moves back that make the garment cover more of the body (see garment_cover.h), and adds watched
  // cases that this state made deeper to those of the field. Where it costs little, gives places back what
  // they had (see PlaceChange::restored); then measures all cases of `state` again. `worth`: the
  // share of the area at first, in the usual pose, that may be lost to cure all poses; with 1, curing one
  // pose in a hundred may cost one percent of it. Fails where `go_on` does, and as RemedyField::measure().
  Status look(std::span<const GarmentRemedy> remedies, double worth, MendState& state,
              const std::function<Status()>& go_on);

  // The watched cases as they were at the end of the last look; before the first one as at first.
  std::span<const MeasuredCase> now() const { return std::span(now_).subspan(first_watched_); }

 private:
  // What is given back around a place.
  struct Spot {
    std::uint32_t place = 0;
    double radius = 0.0;  // metres
  };
  // What that changes.
  struct Gain {
    double poses = 0.0;  // how many are not deeper any more
    double area = 0.0;   // square metres that come through more, over the cases in the usual pose
  };

  // Metres deeper than its case may be; 0 in the usual pose.
  double excess(std::size_t which, const Penetration& push) const;
  bool is_deeper(std::size_t which) const;
  std::vector<Spot> find_spots(double radius) const;
  std::vector<Gain> gains_of(std::span<const Spot> tried, std::span<const std::size_t> which,
                             std::span<const MeasuredCase> with) const;
  Result<bool> cover_no_more(std::span<const GarmentRemedy> remedies, MendState& state) const;
  Status measure(std::span<const GarmentRemedy> remedies, const MendState& state);
  Status try_spots(std::span<const GarmentRemedy> remedies, const RemedyChoice& choice, double worth,
                   std::vector<Spot> tried, std::vector<PlaceChange>& places);

  const RemedyField& field_;
  // Bounded ones that the field had at first, of a large body not all that stand; then those watched.
  std::vector<MendCase> cases_;
  std::vector<MeasuredCase> before_, now_;
  std::size_t first_watched_;
  std::vector<bool> is_added_;  // to the field
  double worse_;
  bool may_cover_;
  // Square metres that came through at first in the usual pose, divided by the number of cases in others.
  double area_per_pose_;
  SearchMemory memory_;
  RemedyField watched_;  // of cases_
};

}  // namespace mannequin
