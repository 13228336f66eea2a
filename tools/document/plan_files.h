// A plan of `mannequin fit` with the shapes, poses and clips
// that it refers to: shared by the command and the window.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "engine/appearance/character.h"
#include "engine/fit/sweep_plan.h"
#include "engine/io/clip_file.h"
#include "engine/io/file.h"

namespace mannequin::document {

// How to read files, since a window must not block on a pipe, and where the readers' notes go.
struct PlanReader {
  const Character& character;
  std::function<Result<io::Bytes>(const std::filesystem::path&)> read;
  std::function<void(const io::Notes&)> report;               // or none
  std::function<void(const io::ClipFile&)> report_clip = {};  // or none
};

Result<SweepPlan> read_plan(const std::filesystem::path& path, const PlanReader& reader);

// Only the shapes of the plan's files, named after these; paths are relative to `folder`.
Result<std::vector<SweepShape>> read_plan_shapes(const SweepPlan& plan, const std::filesystem::path& folder,
                                                 const PlanReader& reader);

// The plan's poses (for clips among them the first frame), then its clips, with `frames` of each evenly
// spaced from first to last; none if the plan names none.
Result<std::vector<SweepPose>> read_plan_poses(const SweepPlan& plan, const std::filesystem::path& folder,
                                               const PlanReader& reader);

}  // namespace mannequin::document
