#include "tools/document/plan_files.h"

#include <fmt/format.h>

#include <utility>

#include "engine/animation/sample.h"
#include "engine/io/pose_file.h"
#include "engine/io/shape_file.h"
#include "engine/io/sweep_plan_file.h"
#include "engine/platform/path.h"

namespace mannequin::document {
namespace {

Result<io::ClipFile> read_plan_clip(const io::Bytes& bytes, const std::string& name,
                                    const PlanReader& reader) {
  Result<io::ClipFile> clip = io::read_clip(bytes, name, reader.character.skeleton);
  if (clip && reader.report_clip) reader.report_clip(*clip);
  return clip;
}

}  // namespace

Result<SweepPlan> read_plan(const std::filesystem::path& path, const PlanReader& reader) {
  const Result<io::Bytes> bytes = reader.read(path);
  if (!bytes) return error_of(bytes);
  return io::read_sweep_plan(io::as_text(*bytes), path.filename().string());
}

Result<std::vector<SweepShape>> read_plan_shapes(const SweepPlan& plan, const std::filesystem::path& folder,
                                                 const PlanReader& reader) {
  std::vector<SweepShape> shapes;
  for (const std::string& listed : plan.shapes) {
    const std::filesystem::path path = folder / path_of_utf8(listed);
    const std::string name = path.filename().string();
    const Result<io::Bytes> bytes = reader.read(path);
    if (!bytes) return error_of(bytes);
    Result<io::ShapeFile> shape = io::read_shape(*bytes, name, reader.character.appearance);
    if (!shape) return error_of(shape);
    if (reader.tell) reader.tell(shape->notes);
    shapes.push_back({name, std::move(shape->sliders)});
  }
  return shapes;
}

Result<std::vector<SweepPose>> read_plan_poses(const SweepPlan& plan, const std::filesystem::path& folder,
                                               const PlanReader& reader) {
  const Skeleton& skeleton = reader.character.skeleton;
  std::vector<SweepPose> poses;
  for (const std::string& listed : plan.poses) {
    const std::filesystem::path path = folder / path_of_utf8(listed);
    const std::string name = path.filename().string();
    const Result<io::Bytes> bytes = reader.read(path);
    if (!bytes) return error_of(bytes);
    if (io::clip_format(*bytes, name)) {
      const Result<io::ClipFile> clip = read_plan_clip(*bytes, name, reader);
      if (!clip) return error_of(clip);
      poses.push_back({name, sample_clip(clip->clip, skeleton, 0.0f)});
      continue;
    }
    Result<Pose> pose = io::read_pose(io::as_text(*bytes), name, skeleton);
    if (!pose) return error_of(pose);
    poses.push_back({name, std::move(*pose)});
  }
  for (const std::string& listed : plan.clips) {
    const std::filesystem::path path = folder / path_of_utf8(listed);
    const std::string name = path.filename().string();
    const Result<io::Bytes> bytes = reader.read(path);
    if (!bytes) return error_of(bytes);
    const Result<io::ClipFile> clip = read_plan_clip(*bytes, name, reader);
    if (!clip) return error_of(clip);
    const float last = clip->clip.duration();
    for (int frame = 0; frame < plan.frames; ++frame) {
      const float time = last * static_cast<float>(frame) / static_cast<float>(plan.frames - 1);
      poses.push_back({fmt::format("{} at {:.2f} s", name, time), sample_clip(clip->clip, skeleton, time)});
    }
  }
  return poses;
}

}  // namespace mannequin::document
