#include "tools/document/worn_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string_view>

#include "engine/fit/standard_poses.h"
#include "engine/io/regular_file.h"
#include "engine/platform/path.h"
#include "engine/wear/file_findings.h"
#include "tools/document/figures.h"
#include "tools/document/translation.h"
#include "tools/document/window_words.h"
#include "tools/document/worn_conflicts.h"

namespace mannequin::document {
namespace {

struct Job {
  std::filesystem::path path;
  std::shared_ptr<const io::BoundMeshFile> file;
  UploadOptions options;
  io::Notes texture_notes;
  std::string stale;                    // why what is shown differs from the file on disk; empty: it does not
  Severity severity = Severity::error;  // of that
  std::string remedy;
  const char* code = "unreadable";
  std::string refused;  // why it cannot be worn at all; empty: it can
  bool attached = false;
  bool not_uploaded = false;  // as it is: of a type that viewers do not take
  bool importer_unknown =
      false;  // it will be a .glb once it is saved, and has nothing yet that importers rebuild
};

Finding as_shown(Finding finding) {
  finding.message = tr_sentence(finding.message);
  // A note has no remedy of its own.
  finding.remedy = finding.code == "image_missing"
                       ? tr("put the image beside the file, where it is found at once, or export as .glb, "
                            "which holds everything")
                       : in_window_words(finding.remedy);
  return finding;
}

// Adds the findings about its levels of detail, and its cost; refused files have none.
void find_cost(const Job& job, const Character& character, Findings& findings, std::vector<FileCost>& costs) {
  const std::vector<LevelFile> levels = level_files(job.path);
  const Findings of_levels = level_findings(*job.file, levels);
  findings.insert(findings.end(), of_levels.begin(), of_levels.end());
  if (is_refused(findings)) return;
  // Only an asset's own bytes count.
  const auto bytes = job.file->is_asset ? io::read_regular_file(job.path) : Result<io::Bytes>(io::Bytes());
  if (!bytes) return;
  if (const auto cost = upload_cost(*bytes, *job.file, levels, character.skeleton, job.options.importer);
      cost)
    costs.push_back({job.path, *cost});
}

void find(const Job& job, const Character& character, std::vector<FileFinding>& all,
          std::vector<FileCost>& costs) {
  const auto add = [&](Finding finding) { all.push_back({job.path, as_shown(std::move(finding))}); };
  if (!job.stale.empty()) add({job.severity, job.code, "", "", std::nullopt, job.stale, job.remedy});
  Findings findings;
  if (job.file) findings = file_findings(*job.file, character, job.options);
  // As it is meant.
  if (job.attached || job.not_uploaded)
    std::erase_if(findings, [](const Finding& f) { return f.code == "not_rigged"; });
  if (job.not_uploaded && job.file)
    add({Severity::error, "unreadable", "", "", std::nullopt, tr("is an .obj, which viewers do not upload"),
         job.attached ? tr("export it as .dae or .glb")
                      : tr("give it weights in the Bind tab, and save it as .glb or .dae")});
  const bool told =
      job.file && (is_refused(findings) || std::ranges::none_of(job.file->meshes, &BoundMeshDesc::rigged));
  if (!job.refused.empty() && !told)
    add({Severity::error, "unreadable", "", "", std::nullopt, job.refused,
         tr("if it is still being exported, wait: watched files are read again at each save, others with F5. "
            "Otherwise export it again")});
  if (job.file && job.refused.empty() && job.stale.empty() && !job.not_uploaded)
    find_cost(job, character, findings, costs);
  if (job.importer_unknown)
    add({Severity::info, "importer_profile", "", "", std::nullopt,
         tr("its weights are not in a file yet: whether all importers read them alike can be checked once "
            "they are "
            "saved"),
         tr("save them as .glb or .dae in the Bind tab")});
  for (Finding& finding : findings) add(std::move(finding));
  for (const io::Note& note : job.texture_notes) add(finding_of(note));
}

Job job_of(const WornFile& worn) {
  Job job;
  job.path = worn.path;
  job.file = worn.file;
  job.options = {worn.joint_positions, worn.importer};
  job.texture_notes = worn.texture_notes;
  job.attached = !worn.point.empty();
  const std::string ending = lower_ending(worn.path);
  job.not_uploaded = ending == ".obj" && !worn.unsaved;
  job.importer_unknown =
      worn.unsaved && !worn.depends_on_importer() && (ending == ".glb" || ending == ".gltf");
  if (worn.refused()) {
    job.refused = worn.gone ? tr("the file is no longer there.") : worn.problem;
  } else if (worn.gone) {
    job.severity = Severity::warning;
    job.code = "file_gone";
    job.stale = tr("the file no longer exists; the version already read stays");
    job.remedy = tr("save it there again; watched files are read again at each save, others with F5");
  } else if (!worn.problem.empty()) {
    job.stale =
        tr("the new file cannot be used: {} Still showing the version of {}", worn.problem, worn.loaded_at);
    job.remedy = tr("save it again; watched files are read again at each save, others with F5");
  }
  return job;
}

// Two files that move the same joint.
FileFinding contest(const WornConflict& conflict, const DressedAvatar& avatar) {
  const std::string &winner = avatar.worn()[conflict.winner]->name,
                    &loser = avatar.worn()[conflict.loser]->name;
  const std::string joints =
      conflict.joints.size() == 1
          ? tr("{} is", conflict.joints.front())
          : tr("{} and {} more joints are", conflict.joints.front(), conflict.joints.size() - 1);
  return {avatar.worn()[conflict.winner]->path,
          {Severity::warning, "joint_contest", "", conflict.joints.front(), std::nullopt,
           tr("{} set by this file and by {}, up to {:.1f} mm apart. In-world the greatest asset id wins{}. "
              "Shown: {} wins, as {}",
              joints, loser, 1000.0 * conflict.apart,
              conflict.certain ? "" : tr(", and a mesh has none before its upload: nobody knows yet"), winner,
              tr_sentence(conflict.reason)),
           conflict.certain ? tr("give both the same position")
                            : tr("give both the same position; to see the other win, drag its row below")}};
}

}  // namespace

std::string FileFinding::text() const {
  std::string text = path.filename().string();
  // Readers' notes already name the file.
  std::string_view message = finding.message;
  if (message.starts_with(text + ": ")) message.remove_prefix(text.size() + 2);
  if (!finding.mesh.empty()) text += tr(", mesh '{}'", finding.mesh);
  if (finding.vertex) text += tr(", vertex {}", *finding.vertex);
  text += fmt::format(": {}", message);
  if (!text.ends_with('.')) text += '.';
  return text;
}

void WornFindings::start(const DressedAvatar& avatar) {
  std::vector<Job> jobs;
  running_meshes_ = 0;
  for (const auto& worn : avatar.worn()) {
    // What was bound or painted here is judged as it would be saved.
    if (!worn->on_disk && !worn->unsaved) continue;
    jobs.push_back(job_of(*worn));
    if (worn->file) running_meshes_ += worn->file->meshes.size();
  }
  std::vector<FileFinding> contests;
  for (const WornConflict& conflict : worn_conflicts(avatar)) contests.push_back(contest(conflict, avatar));
  running_ = std::async(std::launch::async, [jobs = std::move(jobs), contests = std::move(contests),
                                             &character = avatar.character()]() mutable {
    Found found;
    found.list = std::move(contests);
    for (const Job& job : jobs) find(job, character, found.list, found.costs);
    return found;
  });
}

void WornFindings::follow_clip(const Timeline& timeline) {
  if (clip_revision_ == timeline.revision()) return;
  clip_revision_ = timeline.revision();
  has_clip_ = timeline.has_clip();
  clip_.clear();
  for (const Finding& finding : timeline.findings())
    clip_.push_back({path_of_utf8(timeline.name()), as_shown(finding)});
  join();
}

void WornFindings::join() {
  list_ = worn_.list;
  list_.insert(list_.end(), clip_.begin(), clip_.end());
  std::ranges::stable_sort(list_, std::ranges::greater(),
                           [](const FileFinding& f) { return f.finding.severity; });
}

void WornFindings::follow(const DressedAvatar& avatar, std::uint64_t files_revision,
                          const Timeline& timeline) {
  follow_clip(timeline);
  if (running_.valid()) {
    if (running_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    worn_ = running_.get();
    meshes_ = running_meshes_;
    join();
  }
  if (worn_revision_ == avatar.worn_revision() && files_revision_ == files_revision) return;
  worn_revision_ = avatar.worn_revision();
  files_revision_ = files_revision;
  start(avatar);
}

std::size_t WornFindings::count(Severity severity) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(list_, [&](const FileFinding& f) { return f.finding.severity == severity; }));
}

std::string WornFindings::verdict() const {
  if (const std::size_t errors = count(Severity::error))
    return tr("The uploader would refuse this: {}", counted(errors, "error", "errors"));
  if (meshes_ == 0 && !has_clip_) return tr("Nothing worn that could be uploaded");
  if (const std::size_t warnings = count(Severity::warning))
    return tr("The uploader would take this: {}", counted(warnings, "warning", "warnings"));
  const std::size_t notes = count(Severity::info);
  if (meshes_ == 0)
    return notes > 0 ? tr("No errors or warnings in the animation, but {}", counted(notes, "note", "notes"))
                     : tr("No problems found in the animation");
  const std::string meshes = counted(meshes_, "mesh", "meshes");
  if (notes > 0)
    return tr("No errors or warnings in {}, but {}: {} rules, {} poses", meshes,
              counted(notes, "note", "notes"), upload_rules().size(), kCheckPoses);
  return tr("No problems found in {}: {} rules, {} poses", meshes, upload_rules().size(), kCheckPoses);
}

}  // namespace mannequin::document
