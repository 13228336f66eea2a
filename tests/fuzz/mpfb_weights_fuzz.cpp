#include <algorithm>

#include "engine/io/mpfb/weights_file.h"
#include "tests/fuzz/mutate_json.h"
#include "tests/fuzz/small_rig.h"

// What is taken can be written, and comes back.
void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  const auto file = io::read_mpfb_weights(text_of(bytes), "fuzz.json");
  if (!taken(file)) return;
  const auto written = io::write_mpfb_weights(*file);
  require(written.has_value());
  const auto again = io::read_mpfb_weights(*written, "again.json");
  require(again.has_value());
  const auto same = [](const WeightGroup& a, const WeightGroup& b) {
    return a.name == b.name && std::ranges::equal(a.weights, b.weights, [](const auto& x, const auto& y) {
             return x.vertex == y.vertex && x.weight == y.weight;
           });
  };
  require(std::ranges::equal(again->weights.groups, file->weights.groups, same));
  bind_rig(two_bones(), triangle(), file->weights);
  (void)taken(evaluated_weights(two_bones(), io::rounded_weights(file->weights), 3, 4));
}
