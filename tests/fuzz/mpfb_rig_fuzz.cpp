#include "engine/rig/strategy.h"
#include "tests/fuzz/mutate_json.h"
#include "tests/fuzz/small_rig.h"

// What is taken can be written, and comes back.
void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  const auto file = io::read_mpfb_rig(text_of(bytes), "fuzz.json");
  if (!taken(file)) return;
  const auto written = io::write_mpfb_rig(*file);
  require(written.has_value());
  const auto again = io::read_mpfb_rig(*written, "again.json");
  require(again.has_value() && again->rig.bones == file->rig.bones &&
          again->rig.extra_bones == file->rig.extra_bones);
  const auto rig = Rig::build(file->rig);
  if (!taken(rig)) return;
  bind_rig(*rig, triangle(), {});
  const auto fit = fit_rig(*rig, triangle(), &triangle());
  if (taken(fit)) (void)saved_rig(*rig, *fit, triangle(), &triangle(), StrategySaving::choose);
}
