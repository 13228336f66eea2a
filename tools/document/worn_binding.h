// Makes weights for worn files in the background: worn at once, and saved to a separate file.
#pragma once

#include <atomic>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/document/file_binding.h"
#include "tools/document/wardrobe.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

// The user's choices; the rest of BindOptions is the command's defaults.
struct BindChoice {
  BindMethod method = BindMethod::transfer;
  Nearest nearest = Nearest::face;                       // for copy
  std::vector<std::shared_ptr<const WornFile>> sources;  // empty: the built-in body
  std::string joints;  // names and sets; empty: base for heat and voxel, those of the source otherwise
  bool clear = true;   // false: joints that the method does not weight keep theirs
  OnFailure on_failure = OnFailure::stop;
  int smooth = 0, sharpen = 0;              // times
  std::optional<Mirroring> mirror;          // nothing: not mirrored
  std::optional<double> weld;               // metres; nothing: seams stay as they are
  std::optional<int> fitted;                // per cent; nothing: unchanged
  std::map<std::string, int> fitted_bones;  // per cent, for single bones instead
  double prune = 0.0;                       // smaller weights are dropped
  int limit = 4;                            // joints per vertex; 0: unlimited
  bool normalise = true;
  bool keep_empty = false;  // joints that move no vertex
  bool operator==(const BindChoice&) const = default;

  BindOptions options() const;
};

// What the user should know about a bound mesh.
struct BoundReport {
  std::string text;   // "sleeve: 812 vertices, 14 joints, at most 4 for a vertex"
  std::string fault;  // the problem and its remedy; empty: none
};

class WornBinding {
 public:
  WornBinding(Workbench& bench, Wardrobe& wardrobe) : bench_(bench), wardrobe_(wardrobe) {}
  ~WornBinding() { cancel(); }
  WornBinding(const WornBinding&) = delete;
  WornBinding& operator=(const WornBinding&) = delete;

  // Whether that row can be bound: a file with meshes, including one refused for lack of weights.
  bool can_bind(std::size_t index) const;

  // The row that choice, report and result are about. If it was bound here, the choice is again the one it
  // was bound with, after undo and redo too; otherwise it stays as it is.
  void be_about(std::size_t index);
  const BindChoice& choice() const { return choice_; }
  // Binds the row again if it is a result and the choice differs.
  void choose(BindChoice choice);
  // Starts binding that row, and cancels the current operation.
  // The result is one undo step. Messages report the outcome.
  void run(std::size_t index);
  bool running() const { return work_ != nullptr; }
  bool stopping() const { return work_ != nullptr && work_->cancelled; }
  double progress() const { return work_ == nullptr ? 0.0 : work_->progress.load(); }
  // The name of the file being bound; empty: none.
  std::string running_name() const { return work_ == nullptr ? "" : work_->before->name; }
  void cancel();
  // Wears finished results.
  void step();

  // For the operation that made the row, or could not, one per mesh; empty: there was none.
  const std::vector<BoundReport>& report() const;
  // The row, if it was bound here; null: it was not, or is no longer worn.
  std::shared_ptr<const WornFile> result() const;

  // Rows with weights that are in no file.
  std::vector<std::size_t> unsaved() const;
  // Where to write such a row: next to its original file, under another name.
  std::filesystem::path proposed_path(std::size_t index) const;
  // Afterwards the row is that file's. Never overwrites the original file: fails (bad_argument). A message
  // reports the outcome.
  Status save(std::size_t index, const std::filesystem::path& path);

 private:
  struct BindOutput {
    io::BoundMeshFile file;
    std::vector<BoundReport> report;
    bool lacks_weights = false;  // then there is no file
    bool has_copy = false;       // in the path given by Work
  };
  // Copied when the work begins: worn files change on the window's thread.
  struct Source {
    std::shared_ptr<const io::BoundMeshFile> file;
    std::filesystem::path path;
    ImporterProfile importer;
  };
  // Shared with the worker thread.
  struct Work {
    std::shared_ptr<WornFile> before;    // being bound
    std::shared_ptr<WornFile> replaces;  // the row to replace: `before`, or the last result
    BindChoice choice;
    std::shared_ptr<const io::BoundMeshFile> file;
    std::filesystem::path path, copy;  // copy: for recovery after a crash; empty: none
    std::vector<Source> sources;
    std::atomic<double> progress{0.0};
    std::atomic<bool> cancelled{false};
    std::future<Result<BindOutput>> made;
  };
  // A finished operation. Undo and redo may bring its result back.
  struct Done {
    std::shared_ptr<WornFile> before;
    std::weak_ptr<WornFile> result;
    BindChoice choice;
    std::vector<BoundReport> report;
    std::uint64_t recorded = 0;  // its step in the history
  };
  static Result<BindOutput> bind(Work& work, const Character& character, Sex sex);
  void begin(std::shared_ptr<WornFile> before, std::shared_ptr<WornFile> replaces);
  void finish(const Work& work, BindOutput made);
  bool worn(const std::shared_ptr<WornFile>& file) const;
  // What made that file, as long as it is worn, and is still of the mesh it was made for; null: nothing.
  const Done* done(const std::shared_ptr<WornFile>& file) const;

  Workbench& bench_;
  Wardrobe& wardrobe_;
  BindChoice choice_;
  std::shared_ptr<Work> work_;
  std::vector<std::shared_ptr<Work>> stopped_;  // until their threads have noticed
  std::vector<Done> done_;
  std::weak_ptr<WornFile> about_;
  // Of the last operation, if it changed nothing: what it was to replace, and why it did not.
  std::weak_ptr<WornFile> left_;
  std::vector<BoundReport> why_left_;
};

}  // namespace mannequin::document
