// What `mannequin check` would say of everything that is worn and of the clip that plays, worked out beside
// the picture.
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

// What the upload of a worn file would cost.
struct FileCost {
  std::filesystem::path path;
  UploadCost cost;
};

class WornFindings {
 public:
  // Starts again, on another thread, when what is worn is no longer what the present results are of. Files
  // that were not read from disk are nobody's to upload and are left out.
  void follow(const DressedAvatar& avatar, std::uint64_t files_revision, const Timeline& timeline);
  bool finished() const { return !running_.valid(); }

  // Worst first, then by file, the clip last. Those of before, until new ones are there.
  const std::vector<FileFinding>& list() const { return list_; }
  // Of what the uploader would take.
  const std::vector<FileCost>& costs() const { return worn_.costs; }
  std::size_t count(Severity severity) const;
  std::size_t meshes() const { return meshes_; }  // looked at
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
