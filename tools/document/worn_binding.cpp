#include "tools/document/worn_binding.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "engine/core/lower_case.h"
#include "engine/io/file.h"
#include "engine/mesh/retarget.h"
#include "engine/platform/path.h"
#include "tools/document/figures.h"
#include "tools/document/kept_copy.h"
#include "tools/document/made_here.h"
#include "tools/document/mesh_writing.h"
#include "tools/document/reason.h"
#include "tools/document/time_of_day.h"
#include "tools/document/translation.h"
#include "tools/document/window_words.h"

namespace mannequin::document {
namespace {

const char* method_name(BindMethod method) {
  switch (method) {
    case BindMethod::preserve:
      return tr("its own weights");
    case BindMethod::empty:
      return tr("empty groups");
    case BindMethod::heat:
      return tr("heat");
    case BindMethod::voxel:
      return tr("voxels");
    case BindMethod::copy:
      return tr("copying");
    case BindMethod::transfer:
      return tr("transfer");
    case BindMethod::face:
      return tr("the face of the source");
  }
  return "";
}

BoundReport report_of(const BoundMeshDesc& mesh, const BindOutcome& outcome) {
  std::size_t most = 0;
  for (const auto& weights : outcome.weights.vertices) most = std::max(most, weights.size());
  BoundReport report;
  report.text = tr("{}: {} vertices, {}, at most {} for a vertex", mesh.mesh.name,
                   grouped(outcome.weights.vertices.size()),
                   counted(outcome.weights.groups.size(), "joint", "joints"), most);
  if (outcome.limit_loss.vertices > 0)
    report.text += tr("; {} limited, which changes their movement by up to {:.2f} mm otherwise",
                      counted(outcome.limit_loss.vertices, "vertex", "vertices"),
                      1000.0 * outcome.limit_loss.largest_distance);
  for (const BindFault& fault : outcome.faults)
    report.fault += fmt::format("{}{} \u2192 {}.", report.fault.empty() ? "" : "\n",
                                tr_sentence(fault.message), in_window_words(fault.remedy));
  return report;
}

}  // namespace

BindOptions BindChoice::options() const {
  BindOptions options;
  options.method = method;
  options.nearest = nearest;
  options.clear = clear;
  options.on_failure = on_failure;
  options.smooth = smooth;
  options.sharpen = sharpen;
  options.mirror = mirror;
  options.weld = weld;
  if (fitted) options.fitted.all = *fitted / 100.0;
  for (const auto& [bone, percent] : fitted_bones) options.fitted.bones[bone] = percent / 100.0;
  options.prune = prune;
  options.limit = static_cast<std::size_t>(std::max(limit, 0));
  options.normalise = normalise;
  options.keep_empty = keep_empty;
  return options;
}

bool WornBinding::can_bind(std::size_t index) const {
  if (index >= bench_.avatar.worn().size()) return false;
  const WornFile& worn = *bench_.avatar.worn()[index];
  return worn.file != nullptr && !worn.file->meshes.empty();
}

bool WornBinding::worn(const std::shared_ptr<WornFile>& file) const {
  return file != nullptr && std::ranges::find(bench_.avatar.worn(), file) != bench_.avatar.worn().end();
}

const WornBinding::Done* WornBinding::done(const std::shared_ptr<WornFile>& file) const {
  if (!worn(file)) return nullptr;
  const auto found =
      std::ranges::find_if(done_, [&](const Done& each) { return each.result.lock() == file; });
  return found != done_.end() && file->saved_at == found->before->saved_at ? &*found : nullptr;
}

std::shared_ptr<const WornFile> WornBinding::result() const {
  const std::shared_ptr<WornFile> file = about_.lock();
  return done(file) != nullptr ? file : nullptr;
}

const std::vector<BoundReport>& WornBinding::report() const {
  static const std::vector<BoundReport> none;
  const std::shared_ptr<WornFile> file = about_.lock();
  if (worn(file) && left_.lock() == file) return why_left_;
  const Done* const made = done(file);
  return made != nullptr ? made->report : none;
}

void WornBinding::be_about(std::size_t index) {
  if (running() || index >= bench_.avatar.worn().size()) return;
  const std::shared_ptr<WornFile>& file = bench_.avatar.worn()[index];
  if (about_.lock() == file) return;
  about_ = file;
  if (const Done* const made = done(file)) choice_ = made->choice;
}

void WornBinding::choose(BindChoice choice) {
  if (choice == choice_) return;
  choice_ = std::move(choice);
  const std::shared_ptr<WornFile> file = about_.lock();
  if (work_ != nullptr && !work_->cancelled)
    begin(work_->before, work_->replaces);
  else if (const Done* const made = done(file))
    begin(made->before, file);
}

void WornBinding::run(std::size_t index) {
  if (!can_bind(index)) return;
  const std::shared_ptr<WornFile> file = bench_.avatar.worn()[index];
  begin(file, file);
}

void WornBinding::cancel() {
  if (work_ == nullptr) return;
  work_->cancelled = true;
  for (const auto& each : stopped_) each->cancelled = true;
}

void WornBinding::begin(std::shared_ptr<WornFile> before, std::shared_ptr<WornFile> replaces) {
  if (work_ != nullptr) {
    work_->cancelled = true;
    stopped_.push_back(std::move(work_));
  }
  about_ = replaces;
  left_.reset();
  auto work = std::make_shared<Work>();
  work->before = std::move(before);
  work->replaces = std::move(replaces);
  work->choice = choice_;
  work->file = work->before->file;
  work->path = work->before->path;
  for (const auto& source : choice_.sources)
    if (source->file != nullptr) work->sources.push_back({source->file, source->path, source->importer});
  work->copy = kept_copy_path(bench_, *work->replaces);
  work->made = std::async(
      std::launch::async,
      [work = work.get(), &character = bench_.character(),
       sex = bench_.avatar.sex()]() -> Result<BindOutput> {
        try {
          return bind(*work, character, sex);
        } catch (const std::bad_alloc&) {
          return fail(ErrorCode::bad_data, work->path.filename().string(),
                      tr("there is not enough memory to bind it; close other programs, or divide the mesh"));
        }
      });
  work_ = std::move(work);
}

Result<WornBinding::BindOutput> WornBinding::bind(Work& work, const Character& character, Sex sex) {
  const Skeleton& skeleton = character.skeleton;
  Result<BindableFile> file;
  if (lower_ending(work.path) == ".obj") {
    const Result<io::Bytes> bytes = io::read_file(work.path);
    if (!bytes) return error_of(bytes);
    file = read_bindable_obj(io::as_text(*bytes), work.path, work.before->reading.obj);
  } else {
    file = make_bindable(*work.file, has_position_array(*work.file, work.path));
  }
  if (!file) return error_of(file);
  const Result<BindBones> bones = avatar_bones(skeleton, work.choice.joints);
  if (!bones) return error_of(bones);
  const BindOptions options = work.choice.options();
  WeightSources sources;
  if (takes_sources(options)) {
    if (work.sources.empty())
      if (auto status = add_builtin_body(sex, character, kStrictImporter, sources); !status)
        return error_of(status);
    for (const Source& source : work.sources) {
      BindableFile from = make_bindable(*source.file, has_position_array(*source.file, source.path));
      settle_binds(from, skeleton, source.file->is_builtin ? kStrictImporter : source.importer);
      if (auto status = add_sources(from, "has no weights to copy; choose another source", sources); !status)
        return error_of(status);
    }
    if (auto status = restrict_sources(skeleton, work.choice.joints, sources); !status)
      return error_of(status);
  }
  const FileBinding binding{options, *bones, sources, {}, &skeleton};
  const auto count = static_cast<double>(file->meshes.size());
  const auto progress_of = [&work, count](std::size_t m) -> BindProgress {
    return [&work, count, m](double part) {
      work.progress = (static_cast<double>(m) + part) / count;
      return !work.cancelled;
    };
  };
  const Result<std::vector<BindOutcome>> outcomes = bind_file(*file, binding, progress_of);
  if (!outcomes) return error_of(outcomes);
  BindOutput made;
  for (std::size_t m = 0; m < outcomes->size(); ++m)
    made.report.push_back(report_of(file->file.meshes[m], (*outcomes)[m]));
  if (lacks_weights(options.method, *outcomes)) {
    made.lacks_weights = true;
    return made;
  }
  put_weights(*outcomes, binding, *file);
  made.file = std::move(file->file);
  if (!work.copy.empty() && !work.cancelled) made.has_copy = write_kept_copy(made.file, skeleton, work.copy);
  return made;
}

void WornBinding::step() {
  const auto ready = [](const std::shared_ptr<Work>& work) {
    return work->made.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  };
  std::erase_if(stopped_, ready);
  if (work_ == nullptr || !ready(work_)) return;
  const std::shared_ptr<Work> work = std::exchange(work_, nullptr);
  Result<BindOutput> made = work->made.get();
  if (work->cancelled) {
    bench_.report(Message::Kind::done, tr("Stopped binding {}; nothing was changed", work->before->name));
    return;
  }
  if (!made) {
    bench_.report(Message::Kind::error, named_reason(made.error(), work->path));
    return;
  }
  finish(*work, std::move(*made));
}

void WornBinding::finish(const Work& work, BindOutput made) {
  const std::string& name = work.before->name;
  if (made.lacks_weights) {
    left_ = work.replaces;
    why_left_ = std::move(made.report);
    bench_.report(Message::Kind::error,
                  tr("{}: some vertices got no weight by {}, so nothing was changed. Weight the rest "
                     "through voxels or by transfer, or mend what the Bind tab names",
                     name, method_name(work.choice.method)));
    return;
  }
  const Done* const last = done(work.replaces);
  const bool redone = last != nullptr && bench_.history.latest() == last->recorded;
  const std::shared_ptr<WornFile> result =
      wear_made_here(bench_, wardrobe_,
                     {.from = work.before,
                      .replaces = work.replaces,
                      .file = std::move(made.file),
                      .copy = made.has_copy ? work.copy : std::filesystem::path(),
                      .step = tr("Bind {} by {}", name, method_name(work.choice.method)),
                      .how = "bound",
                      .redone = redone});
  if (result == nullptr) return;
  std::erase_if(done_, [](const Done& each) { return each.result.expired(); });
  const bool sound =
      std::ranges::all_of(made.report, [](const BoundReport& each) { return each.fault.empty(); });
  done_.push_back({work.before, result, work.choice, std::move(made.report), bench_.history.latest()});
  about_ = result;
  const std::string method = method_name(work.choice.method);
  if (sound)
    bench_.report(Message::Kind::done, tr("Bound {} by {}; no file has these weights yet", name, method));
  else
    bench_.report(Message::Kind::warning,
                  tr("Bound {} by {}, with faults that the Bind tab names; no file has these weights yet",
                     name, method));
}

std::vector<std::size_t> WornBinding::unsaved() const {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < bench_.avatar.worn().size(); ++i)
    if (bench_.avatar.worn()[i]->unsaved) rows.push_back(i);
  return rows;
}

std::filesystem::path WornBinding::proposed_path(std::size_t index) const {
  const WornFile& worn = *bench_.avatar.worn()[index];
  const std::string ending = lower_ending(worn.path) == ".dae" ? ".dae" : ".glb";
  return worn.path.parent_path() /
         path_of_utf8(fmt::format("{}_{}{}", worn.path.stem().string(), worn.made_by, ending));
}

Status WornBinding::save(std::size_t index, const std::filesystem::path& path) {
  const std::shared_ptr<WornFile> worn = bench_.avatar.worn()[index];
  const auto write = [&]() -> Status {
    std::error_code other;
    if (path == worn->path || std::filesystem::equivalent(path, worn->path, other))
      return fail(ErrorCode::bad_argument, path.filename().string(),
                  tr("is the file that the mesh came from, which stays as it is; choose another name"));
    const std::string ending = lower_ending(path);
    if (!converts_to_mesh(ending) || ending == ".obj")
      return fail(
          ErrorCode::bad_argument, path.filename().string(),
          tr("has no file name extension for meshes with weights; use .glb, .dae, .llmesh, .mesh or .slm"));
    const Skeleton& skeleton = bench_.character().skeleton;
    io::BoundMeshFile file = *worn->file;
    if (ending != ".glb")
      for (BoundMeshDesc& mesh : file.meshes)
        retarget(mesh.skin, skeleton, is_asset_ending(ending) ? kViewerImporter : kStrictImporter);
    const Result<io::Notes> notes = write_meshes(file, skeleton, worn->path, path);
    if (!notes) return error_of(notes);
    for (const io::Note& note : *notes) bench_.report(Message::Kind::warning, note.what);
    // From now on, the worn version is the file's.
    Result<io::BoundMeshFile> read = read_worn(path, {});
    if (!read) return error_of(read);
    auto made = make_worn_file(std::make_shared<const io::BoundMeshFile>(std::move(*read)), path, skeleton,
                               worn->importer);
    if (!made) return error_of(made);
    (*made)->on_disk = true;
    (*made)->keeps_colors = worn->keeps_colors;
    (*made)->loaded_at = time_of_day();
    (*made)->was_read(saved_at(path));
    remove_kept_copy(*worn);
    bench_.watch.begin(path);
    bench_.avatar.wear_again(index, std::move(**made));
    return {};
  };
  const std::string name = worn->name;
  const Status status = write();
  if (!status) {
    bench_.report(Message::Kind::error, named_reason(status.error(), path));
    return status;
  }
  wardrobe_.problems_changed();
  bench_.settings.opened(path);
  bench_.report(Message::Kind::done, tr("Saved the weights of {} as {}", name, path.filename().string()));
  return {};
}

}  // namespace mannequin::document
