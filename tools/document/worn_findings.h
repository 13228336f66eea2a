// What `mannequin check` would say of everything that is worn, worked out beside the picture.
#pragma once

#include <future>
#include <string>
#include <vector>

#include "engine/fit/finding.h"
#include "tools/document/dressed_avatar.h"

namespace mannequin::document {

struct FileFinding {
  std::filesystem::path path;
  Finding finding;

  // "jacket.dae, mesh 'sleeve', vertex 12: has no weights."
  std::string text() const;
};

class WornFindings {
 public:
  // Starts again, on another thread, when what is worn is no longer what the present results are of. Files
  // that were not read from disk are nobody's to upload and are left out.
  void follow(const DressedAvatar& avatar, std::uint64_t files_revision);
  bool finished() const { return !running_.valid(); }

  // Worst first, then by file. Those of before, until new ones are there.
  const std::vector<FileFinding>& list() const { return list_; }
  std::size_t count(Severity severity) const;
  std::size_t meshes() const { return meshes_; }  // looked at
  // "The uploader would refuse this: 1 error"
  std::string verdict() const;

 private:
  void start(const DressedAvatar& avatar);

  std::uint64_t worn_revision_ = 0, files_revision_ = 0;
  std::future<std::vector<FileFinding>> running_;
  std::vector<FileFinding> list_;
  std::size_t running_meshes_ = 0, meshes_ = 0;
};

}  // namespace mannequin::document
