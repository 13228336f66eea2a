// The findings of `mannequin check` for everything worn
// and for the playing clip, computed in the background.
#pragma once

#include <future>
#include <string>
#include <vector>

#include "engine/fit/finding.h"
#include "tools/document/dressed_avatar.h"
#include "tools/document/timeline.h"
#include "tools/findings/upload_costs.h"

namespace mannequin::document {

struct FileFinding {
  std::filesystem::path path;
  Finding finding;

  // "jacket.dae, mesh 'sleeve', vertex 12: has no weights."
  std::string text() const;
};

// The upload cost of a worn file.
struct FileCost {
  std::filesystem::path path;
  UploadCost cost;
};

class WornFindings {
 public:
  // Restarts, on another thread, when what is worn has changed since the present results. Leaves out files
  // that were not read from disk, since no one uploads them.
  void follow(const DressedAvatar& avatar, std::uint64_t files_revision, const Timeline& timeline);
  bool finished() const { return !running_.valid(); }

  // Worst first, then by file, the clip last. The previous ones, until new ones are ready.
  const std::vector<FileFinding>& list() const { return list_; }
  // For the files that the uploader would accept.
  const std::vector<FileCost>& costs() const { return worn_.costs; }
  std::size_t count(Severity severity) const;
  std::size_t meshes() const { return meshes_; }  // checked
  // Whether there was anything to check, and all of it has been: only then may anything be called good.
  bool judged() const { return finished() && (meshes_ > 0 || has_clip_); }
  // "The uploader would refuse this: 1 error"
  std::string verdict() const;

 private:
  struct Found {
    std::vector<FileFinding> list;
    std::vector<FileCost> costs;
  };

  void start(const DressedAvatar& avatar);
  void follow_clip(const Timeline& timeline);
  void join();

  std::uint64_t worn_revision_ = 0, files_revision_ = 0, clip_revision_ = 0;
  std::future<Found> running_;
  Found worn_;
  std::vector<FileFinding> clip_, list_;
  bool has_clip_ = false;
  std::size_t running_meshes_ = 0, meshes_ = 0;
};

}  // namespace mannequin::document
