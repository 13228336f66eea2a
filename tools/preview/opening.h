// What the window, or a picture, begins with: the files of the command line, the clip, and what is worn
// without them.
#pragma once

#include <future>
#include <memory>
#include <optional>
#include <string>

#include "engine/avatar/system_avatar.h"
#include "tools/preview/preview_options.h"
#include "tools/preview/view/workspace.h"

namespace mannequin::preview {

// All of it at once. Fails on whatever cannot be used, naming it; on a document, too, of which only a part
// can.
Status open_strictly(Workspace& workspace, const PreviewOptions& options);

// The same while the window already shows: one file after the other, read on other threads. What cannot be
// used is reported in the window.
class Opening {
 public:
  // Without files all is there at once. The workspace must live as long. Fails where a mesh that is no file
  // cannot be worn.
  static Result<std::unique_ptr<Opening>> begin(Workspace& workspace, const PreviewOptions& options);

  // Waits for what is being read: it uses what the options refer to.
  ~Opening();
  Opening(const Opening&) = delete;
  Opening& operator=(const Opening&) = delete;

  bool finished() const { return finished_; }
  // Once for each picture: the next file if the one before has been read, and after the last what is worn
  // without them. Then the camera looks at it, if nobody has moved it meanwhile.
  Status step();

 private:
  // What is read before the files.
  struct Given {
    Result<AvatarInputs> inputs;
    std::optional<Result<SystemAvatar>> avatar;
  };

  Opening(Workspace& workspace, const PreviewOptions& options);
  void begin_given();
  void take_given();
  std::size_t errors() const;
  void tell(const Status& status) const;
  void next_file();
  void count_last();
  void finish();

  Workspace& workspace_;
  PreviewOptions options_;
  std::future<Given> given_;  // valid while it is being read
  bool finished_ = false;
  std::size_t next_ = 0, taken_ = 0;
  std::size_t errors_before_ = 0;  // told before the last file
  std::string refused_;            // names of the files that cannot be used
  std::optional<Camera> camera_;   // at the first step
};

}  // namespace mannequin::preview
