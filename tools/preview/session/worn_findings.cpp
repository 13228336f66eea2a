#include "tools/preview/session/worn_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string_view>

#include "tools/findings/file_findings.h"

namespace mannequin::preview {
namespace {

struct Job {
  std::filesystem::path path;
  std::shared_ptr<const io::BoundMeshFile> file;
  bool joint_positions = false;
  io::Notes texture_notes;
  std::string stale;                    // why what is shown is not what lies on disk; empty: it is
  Severity severity = Severity::error;  // of that
  std::string remedy;
  const char* code = "unreadable";
};

std::vector<FileFinding> find(const std::vector<Job>& jobs, const Character& character) {
  std::vector<FileFinding> all;
  for (const Job& job : jobs) {
    if (!job.stale.empty())
      all.push_back({job.path, {job.severity, job.code, "", "", std::nullopt, job.stale, job.remedy}});
    for (Finding& finding : file_findings(*job.file, character, {job.joint_positions}))
      all.push_back({job.path, std::move(finding)});
    for (const io::Note& note : job.texture_notes)
      all.push_back(
          {job.path, {note.severity, note.code, "", "", std::nullopt, note.where + ": " + note.what, ""}});
  }
  std::ranges::stable_sort(all, std::ranges::greater(),
                           [](const FileFinding& f) { return f.finding.severity; });
  return all;
}

Job job_of(const WornFile& worn) {
  Job job;
  job.path = worn.path;
  job.file = worn.file;
  job.joint_positions = worn.joint_positions;
  job.texture_notes = worn.texture_notes;
  if (worn.gone) {
    job.severity = Severity::warning;
    job.code = "file_gone";
    job.stale = "the file is no longer there; what was read of it stays";
    job.remedy = "save it there again, and it is read again by itself";
  } else if (!worn.problem.empty()) {
    job.stale = fmt::format("the new file cannot be used: {} Still showing the version of {}", worn.problem,
                            worn.loaded_at);
    job.remedy = "save it again; it is tried at each save";
  }
  return job;
}

}  // namespace

std::string FileFinding::text() const {
  std::string text = path.filename().string();
  // What was noticed in reading names the file, too.
  std::string_view message = finding.message;
  if (message.starts_with(text + ": ")) message.remove_prefix(text.size() + 2);
  if (!finding.mesh.empty()) text += fmt::format(", mesh '{}'", finding.mesh);
  if (finding.vertex) text += fmt::format(", vertex {}", *finding.vertex);
  text += fmt::format(": {}", message);
  if (!text.ends_with('.')) text += '.';
  return text;
}

void WornFindings::start(const Scene& scene) {
  std::vector<Job> jobs;
  running_meshes_ = 0;
  for (const auto& worn : scene.worn()) {
    if (!worn->on_disk) continue;
    jobs.push_back(job_of(*worn));
    running_meshes_ += worn->file->meshes.size();
  }
  running_ = std::async(std::launch::async, [jobs = std::move(jobs), &character = scene.character()] {
    return find(jobs, character);
  });
}

void WornFindings::follow(const Scene& scene, std::uint64_t files_revision) {
  if (running_.valid()) {
    if (running_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    list_ = running_.get();
    meshes_ = running_meshes_;
  }
  if (worn_revision_ == scene.worn_revision() && files_revision_ == files_revision) return;
  worn_revision_ = scene.worn_revision();
  files_revision_ = files_revision;
  start(scene);
}

std::size_t WornFindings::count(Severity severity) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(list_, [&](const FileFinding& f) { return f.finding.severity == severity; }));
}

std::string WornFindings::verdict() const {
  const auto counted = [](std::size_t count, const char* word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
  };
  if (meshes_ == 0) return "Nothing worn that could be uploaded";
  if (const std::size_t errors = count(Severity::error))
    return "The uploader would refuse this: " + counted(errors, "error");
  if (const std::size_t warnings = count(Severity::warning))
    return "The uploader would take this: " + counted(warnings, "warning");
  return fmt::format("No problems found in {}, {} rules checked",
                     meshes_ == 1 ? "1 mesh" : fmt::format("{} meshes", meshes_), upload_rules().size());
}

}  // namespace mannequin::preview
