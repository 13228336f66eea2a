// What the window, or a picture, starts with: the files of the command line, the clip, and what is worn
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

// Opens everything at once. Fails on anything that cannot be used, naming it, including a document that can
// only partly be used.
Status open_strictly(Workspace& workspace, const PreviewOptions& options);

// The same while the window is already shown: one file after the other, read on other threads. Reports in the
// window what cannot be used.
class Opening {
 public:
  // Without files, everything is ready at once. The workspace must outlive it. Fails if a mesh that is not a
  // file cannot be worn.
  static Result<std::unique_ptr<Opening>> begin(Workspace& workspace, const PreviewOptions& options);

  // Waits for background reads, which use what the options refer to.
  ~Opening();
  Opening(const Opening&) = delete;
  Opening& operator=(const Opening&) = delete;

  bool finished() const { return finished_; }
  // Call once per picture: opens the next file once the previous one was read, and after the last one puts on
  // what is worn without them. Then frames it, unless the user moved the camera meanwhile.
  Status step();

 private:
  // What to read before the files.
  struct EarlyInputs {
    Result<AvatarInputs> inputs;
    std::optional<Result<SystemAvatar>> avatar;
    std::optional<Result<io::LoadedOutfit>> outfit;
    std::optional<Result<io::ShapeFile>> shape;
  };

  Opening(Workspace& workspace, const PreviewOptions& options);
  bool names_inputs() const;
  void begin_early_inputs();
  void take_early_inputs();
  std::size_t errors() const;
  void report(const Status& status) const;
  void next_file();
  void count_last();
  void finish();

  Workspace& workspace_;
  PreviewOptions options_;
  std::future<EarlyInputs> given_;  // valid while it is being read
  // One after the other.
  struct FileToOpen {
    std::filesystem::path path;
    std::string point;  // the attachment point that it is to hang on; empty: none
  };
  std::vector<FileToOpen> files_;
  bool finished_ = false;
  std::size_t next_ = 0, taken_ = 0;
  std::size_t messages_before_ = 0;  // shown before the first file
  std::size_t errors_before_ = 0;    // shown before the last one
  std::string refused_;              // names of the files that cannot be used
  std::optional<Camera> camera_;     // on the first step
};

}  // namespace mannequin::preview
