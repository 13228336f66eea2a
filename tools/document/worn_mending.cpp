#include "tools/document/worn_mending.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <thread>
#include <utility>

#include "tools/document/figures.h"
#include "tools/document/kept_copy.h"
#include "tools/document/made_here.h"
#include "tools/document/reason.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

// What is left of the progress for measuring the result.
constexpr double kSolving = 0.9;

unsigned threads_beside_the_window() { return std::max(std::thread::hardware_concurrency(), 2u) - 1; }

FitSurface surface_of_meshes(const std::vector<std::shared_ptr<const WornGeometry>>& meshes) {
  FitSurface surface;
  for (const auto& mesh : meshes) surface.meshes.push_back({&mesh->mesh, &mesh->skin});
  return surface;
}

// Now and then asks whether to go on; false: stopped.
bool measure_in_steps(const GarmentMendInput& input, const GarmentPair& pair, const WornGarment& garment,
                      std::span<const MendCase> cases, const std::atomic<bool>& cancelled, MendMeasure& to) {
  constexpr std::size_t kStep = 20;
  for (std::size_t begin = 0; begin < cases.size() && !cancelled; begin += kStep) {
    MendMeasure some =
        measure_garment(input, pair, garment, cases.subspan(begin, std::min(kStep, cases.size() - begin)),
                        threads_beside_the_window());
    to.cases.insert(to.cases.end(), some.cases.begin(), some.cases.end());
  }
  return !cancelled;
}

std::string on_cases(const char* what, const MendMeasure& before, const MendMeasure& after) {
  return tr("{}, {}: {:.0f} cm² came through, {:.0f} cm² do now; at most {:.1f} mm, now {:.1f} mm", what,
            counted(before.cases.size(), "case", "cases"), 1e4 * before.area(), 1e4 * after.area(),
            1e3 * before.depth(), 1e3 * after.depth());
}

const char* why_it_remains(const MendResidual& remains) {
  return remains.too_deep > remains.open
             ? tr("What remains is deeper than vertices may be moved: allow more millimetres")
             : tr("For what remains no single change suits all shapes, as in folds where cloth meets cloth: "
                  "leave out the body's faces there");
}

}  // namespace

Status WornMending::prepare(Work& work, std::size_t row) const {
  const auto& worn = bench_.avatar.worn();
  work.before = worn[row];
  work.file = work.before->file;
  if (work.file == nullptr || work.before->refused() || !work.before->point.empty())
    return fail(ErrorCode::bad_argument, work.before->name, tr("has no mesh with weights to mend"));
  work.importer = work.file->is_builtin ? kStrictImporter : work.before->importer;
  work.garment_meshes = work.before->geometry();
  for (const std::size_t body : fit_.bodies()) {
    if (worn[body] == work.before)
      return fail(ErrorCode::bad_argument, work.before->name,
                  tr("is the body here, and only what is worn over it can be mended"));
    if (worn[body]->file == nullptr)
      return fail(ErrorCode::bad_argument, worn[body]->name,
                  tr("is part of the viewer and has no weights to copy; wear a mesh body"));
    work.body_files.push_back(worn[body]->file);
    for (auto& mesh : worn[body]->geometry()) work.body_meshes.push_back(std::move(mesh));
  }
  if (work.body_meshes.empty())
    return fail(ErrorCode::bad_argument, "",
                tr("No worn file looks like a body; wear one, or choose which file is the body"));
  work.worn = bench_.avatar.inputs().worn;
  Result<FitCases> cases = fit_.cases();
  if (!cases) return error_of(cases);
  work.cases = std::move(*cases);
  work.choice = choice;
  work.copy = kept_copy_path(bench_, *work.before);
  return {};
}

Status WornMending::run(std::size_t row) {
  if (running()) return {};
  auto work = std::make_shared<Work>();
  if (auto status = prepare(*work, row); !status) {
    bench_.report(Message::Kind::error, named_reason(status.error(), work->before->path));
    return status;
  }
  report_.clear();
  changed_ = false;
  work->made = std::async(
      std::launch::async, [work = work.get(), &character = bench_.character()]() -> Result<Mended> {
        try {
          return mend(*work, character);
        } catch (const std::bad_alloc&) {
          return fail(
              ErrorCode::bad_data, work->before->name,
              tr("there is not enough memory to mend it; close other programs, or take a smaller plan"));
        }
      });
  work_ = std::move(work);
  return {};
}

void WornMending::cancel() {
  if (work_ != nullptr) work_->cancelled = true;
}

std::shared_ptr<const WornFile> WornMending::result() const {
  const auto made = result_.lock();
  return std::ranges::find(bench_.avatar.worn(), made) != bench_.avatar.worn().end() ? made : nullptr;
}

std::vector<std::string> WornMending::report() const {
  return changed_ && result() == nullptr ? std::vector<std::string>() : report_;
}

Result<WornMending::Mended> WornMending::mend(Work& work, const Character& character) {
  const Skeleton& skeleton = character.skeleton;
  WeightSources sources;
  for (const auto& body : work.body_files)
    if (auto status = add_body_weights(*body, skeleton, sources); !status) return error_of(status);
  Mended out{.file = *work.file, .report = {}};
  std::vector<BoundMeshDesc> garment;  // what has weights
  for (const BoundMeshDesc& mesh : out.file.meshes)
    if (mesh.rigged()) garment.push_back(mesh);
  const FitSurface body = surface_of_meshes(work.body_meshes);
  const GarmentPair pair = make_garment_pair(body, surface_of_meshes(work.garment_meshes));
  const MendingCases cases = mending_cases(character, work.cases.shapes, work.cases.poses, work.cases.sex);
  const auto build = [&](std::span<const BoundMeshDesc> meshes) {
    return build_garment(meshes, skeleton, work.importer);
  };
  const GarmentMendInput input{character, work.worn, body,       sources.meshes, sources.binds,
                               garment,   build,     cases.plan, cases.checks,   cases.watched};
  GarmentMendOptions options;
  options.keep_weights = work.choice.changes == MendChoice::Changes::shape;
  options.keep_shape = work.choice.changes == MendChoice::Changes::weights;
  options.limit = work.choice.limit;
  options.threads = threads_beside_the_window();
  options.progress = [&work](double part) {
    work.progress = kSolving * part;
    return !work.cancelled;
  };
  Result<MendedGarment> mended = mend_garment(input, pair, options);
  if (!mended) return error_of(mended);
  if (!mended->changed) {
    out.report.push_back(mended->before.area() > 0.0 ? std::string(why_it_remains(mended->remains))
                                                     : tr("The body stays under it in all {}",
                                                          counted(cases.plan.size(), "case", "cases")));
    return out;
  }
  const Result<WornGarment> before = build(garment);
  if (!before) return error_of(before);
  const Result<WornGarment> after = build(mended->meshes);
  if (!after) return error_of(after);
  MendMeasure others_before, others_after;
  if (!measure_in_steps(input, pair, *before, cases.others, work.cancelled, others_before) ||
      !measure_in_steps(input, pair, *after, cases.others, work.cancelled, others_after))
    return out;
  out.changed = true;
  std::size_t next = 0;
  for (BoundMeshDesc& mesh : out.file.meshes)
    if (mesh.rigged()) {
      mesh = std::move(mended->meshes[next++]);
      // As writers do: not all joints of the body that were offered have got weight.
      if (mesh.skin.joint_names.size() > kMaxViewerJoints) prune_unused_joints(mesh.skin);
    }
  const MendSizes sizes = sizes_of(*mended);
  out.report.push_back(tr("{} of {} moved, {:.1f} mm at most; {} got weights from the body",
                          grouped(sizes.moved), counted(sizes.vertices, "vertex", "vertices"),
                          1e3 * sizes.largest, grouped(sizes.reweighted)));
  out.report.push_back(on_cases(tr("On the plan"), mended->before, mended->after));
  out.report.push_back(on_cases(tr("On other shapes and poses"), others_before, others_after));
  if (mended->deeper > 0)
    out.report.push_back(
        tr("In {} the body comes out further than before: more would come through elsewhere "
           "otherwise",
           counted(mended->deeper, "case", "cases")));
  if (mended->spent) out.report.emplace_back(tr("The search ended early: measuring these meshes takes long"));
  if (removed_share(others_before, others_after) < 0.9)
    out.report.emplace_back(why_it_remains(mended->remains));
  if (!work.copy.empty() && !work.cancelled) out.has_copy = write_kept_copy(out.file, skeleton, work.copy);
  return out;
}

void WornMending::step() {
  if (work_ == nullptr) return;
  if (work_->before->file != work_->file && !work_->cancelled) work_->read_again = work_->cancelled = true;
  if (work_->made.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  const std::shared_ptr<Work> work = std::exchange(work_, nullptr);
  Result<Mended> made = work->made.get();
  const std::string name = work->before->name;
  if (work->read_again)
    return bench_.report(
        Message::Kind::warning,
        tr("{} has been read again, so mending what it was before was stopped: mend the new one", name));
  if (work->cancelled)
    return bench_.report(Message::Kind::done, tr("Stopped mending {}; nothing was changed", name));
  if (!made) return bench_.report(Message::Kind::error, named_reason(made.error(), work->before->path));
  report_ = std::move(made->report);
  changed_ = made->changed;
  if (!made->changed)
    return bench_.report(Message::Kind::done, tr("{}: nothing was changed. {}", name, report_.front()));
  const Comparison::Geometry geometry = work->before->geometry();
  const std::shared_ptr<WornFile> result =
      wear_made_here(bench_, wardrobe_,
                     {.from = work->before,
                      .replaces = work->before,
                      .file = std::move(made->file),
                      .copy = made->has_copy ? work->copy : std::filesystem::path(),
                      .step = tr("Mend {}", name),
                      .how = kMended});
  if (result == nullptr) return;
  comparison_.replaced(result, geometry, work->before->loaded_at);
  result_ = result;
  bench_.report(Message::Kind::done, tr("Mended {}; no file has it yet. {}", name, report_.front()));
}

}  // namespace mannequin::document
