#include "engine/io/sweep_plan_file.h"

#include <fmt/format.h>

#include "engine/io/json_file.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

int read_count(JsonObject& plan, const char* key, int absent, int least) {
  const int count = plan.integer(key, absent);
  if (count < least) plan.blame(fmt::format("has \"{}\": {}; it must be at least {}", key, count, least));
  return count;
}

void read_sliders(JsonObject& plan, SweepPlan& out) {
  if (!plan.is_text("sliders")) {
    out.sliders = plan.integers("sliders");
    return;
  }
  const std::string all = plan.text("sliders");
  if (all != "all")
    plan.blame(
        fmt::format("has \"sliders\": {}; write \"all\", or a list of ids: [33, 637]", in_quotes(all)));
  out.all_sliders = true;
}

void read_sex(JsonObject& plan, SweepPlan& out) {
  const std::string sex = plan.text("sex", "both");
  if (sex != "female" && sex != "male" && sex != "both")
    plan.blame(fmt::format("has \"sex\": {}; write \"female\", \"male\" or \"both\"", in_quotes(sex)));
  if (sex != "both") out.sex = sex == "male" ? Sex::male : Sex::female;
}

}  // namespace

Result<SweepPlan> read_sweep_plan(std::string_view text, const std::string& source) {
  JsonRoot file(text, source);
  SweepPlan out;
  if (file.ok()) {
    JsonObject plan = file.object();
    check_schema(plan);
    read_sliders(plan, out);
    out.steps = read_count(plan, "steps", out.steps, 2);
    out.pairs = read_count(plan, "pairs", 0, 0);
    out.random = read_count(plan, "random", 0, 0);
    out.seed = static_cast<std::uint32_t>(plan.integer("seed", 0));
    out.shapes = plan.texts("shapes");
    out.poses = plan.texts("poses");
    out.clips = plan.texts("clips");
    out.frames = read_count(plan, "frames", out.frames, 2);
    read_sex(plan, out);
    plan.finish();
  }
  if (!file.ok()) return error_of(file);
  return out;
}

}  // namespace mannequin::io
