// The shapes and poses of the chosen plan.
#include <utility>

#include "tools/document/garment_fit.h"
#include "tools/document/plan_files.h"
#include "tools/document/small_files.h"

namespace mannequin::document {
namespace {

constexpr int kRandomShapes = 60;

}  // namespace

// Shapes of the present sex, which the worn files are made for.
Result<FitCases> GarmentFit::cases() const {
  FitCases cases;
  SweepPlan plan;
  std::filesystem::path folder;
  SmallFiles small;
  const Character& character = bench_.character();
  const PlanReader reader{
      character, [&small](const std::filesystem::path& path) { return small.read(path); }, {}};
  if (choice.plan == FitPlan::file) {
    Result<SweepPlan> read = read_plan(choice.file, reader);
    if (!read) return error_of(read);
    plan = std::move(*read);
    folder = choice.file.parent_path();
  } else if (choice.plan == FitPlan::thorough) {
    plan = default_sweep_plan();
  } else if (choice.plan == FitPlan::sliders) {
    plan.all_sliders = true;
  } else if (choice.plan == FitPlan::random) {
    plan.random = kRandomShapes;
    plan.seed = 1;
  }
  if (!plan.sex) plan.sex = bench_.avatar.sex();
  if (choice.plan == FitPlan::poses) {
    cases.shapes.push_back({"the present shape", bench_.choice().sliders});
  } else {
    const Result<std::vector<SweepShape>> files = read_plan_shapes(plan, folder, reader);
    if (!files) return error_of(files);
    Result<std::vector<SweepShape>> shapes = sweep_shapes(plan, character.appearance, *files);
    if (!shapes) return error_of(shapes);
    cases.shapes = std::move(*shapes);
  }
  Result<std::vector<SweepPose>> poses = read_plan_poses(plan, folder, reader);
  if (!poses) return error_of(poses);
  cases.poses = std::move(*poses);
  if (choice.plan == FitPlan::poses || choice.plan == FitPlan::thorough)
    cases.poses = default_sweep_poses(character.skeleton);
  if (cases.poses.empty()) cases.poses.push_back({bench_.choice().pose_name, bench_.choice().pose});
  cases.sex = plan.sex;
  return cases;
}

}  // namespace mannequin::document
