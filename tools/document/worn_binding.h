// Weights for what is worn, made while the window goes on: worn at once, and written to a file of their own.
#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/document/file_binding.h"
#include "tools/document/wardrobe.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

// What a person chooses; the rest of BindOptions is as the command has it by default.
struct BindChoice {
  BindMethod method = BindMethod::transfer;
  Nearest nearest = Nearest::face;                       // of copy
  std::vector<std::shared_ptr<const WornFile>> sources;  // empty: the built-in body
  std::string joints;  // names and sets; empty: base for heat and voxel, those of the source otherwise
  bool clear = true;   // false: joints that the method does not weight keep what they have
  OnFailure on_failure = OnFailure::stop;
  int smooth = 0;             // times
  bool mirror = false;        // left to right
  double prune = 0.0;         // least weight that stays
  std::optional<int> fitted;  // per cent; nothing: as they are
  int limit = 4;              // joints of a vertex; 0: any number
  bool normalise = true;
  bool operator==(const BindChoice&) const = default;

  BindOptions options() const;
};

// What a person should know of a mesh that was bound.
struct BoundReport {
  std::string text;   // "sleeve: 812 vertices, 14 joints, at most 4 for a vertex"
  std::string fault;  // what is wrong, with the remedy; empty: nothing
};

class WornBinding {
 public:
  WornBinding(Workbench& bench, Wardrobe& wardrobe) : bench_(bench), wardrobe_(wardrobe) {}
  ~WornBinding() { cancel(); }
  WornBinding(const WornBinding&) = delete;
  WornBinding& operator=(const WornBinding&) = delete;

  // Whether that row can be bound: a file with meshes, also one that was refused for want of weights.
  bool can_bind(std::size_t index) const;

  const BindChoice& choice() const { return choice_; }
  // Does the last operation again if its result is still worn and the choice is another.
  void choose(BindChoice choice);
  // Begins to bind that row; what was under way is stopped. The result is one step of undo. Messages tell how
  // it went.
  void run(std::size_t index);
  bool running() const { return work_ != nullptr; }
  bool stopping() const { return work_ != nullptr && work_->cancelled; }
  double progress() const { return work_ == nullptr ? 0.0 : work_->progress.load(); }
  // The file that is being bound, by name; empty: none.
  std::string running_name() const { return work_ == nullptr ? "" : work_->before->name; }
  void cancel();
  // Wears what is done by now.
  void step();

  // Of the last operation, one per mesh; empty while its result is not worn.
  const std::vector<BoundReport>& report() const { return report_; }
  // What the last operation made, while it is worn.
  std::shared_ptr<const WornFile> result() const;

  // Rows that hold weights which no file has.
  std::vector<std::size_t> unsaved() const;
  // Where such a row would be written: beside the file that it came from, under another name.
  std::filesystem::path proposed_path(std::size_t index) const;
  // From then on it is that file's. Never to the file that it came from: fails (bad_argument). A message
  // tells how it went.
  Status save(std::size_t index, const std::filesystem::path& path);

 private:
  struct Made {
    io::BoundMeshFile file;
    std::vector<BoundReport> report;
    bool lacks_weights = false;  // then there is no file
    bool has_copy = false;       // where Work says
  };
  // As it is when the work begins: worn files change on the window's thread.
  struct Source {
    std::shared_ptr<const io::BoundMeshFile> file;
    std::filesystem::path path;
    ImporterProfile importer;
  };
  // Shared with the thread that does it.
  struct Work {
    std::shared_ptr<WornFile> before;    // that is bound
    std::shared_ptr<WornFile> replaces;  // whose row the result takes: `before`, or the last result
    BindChoice choice;
    std::shared_ptr<const io::BoundMeshFile> file;
    std::filesystem::path path, copy;  // copy: for after a crash; empty: none
    std::vector<Source> sources;
    std::atomic<double> progress{0.0};
    std::atomic<bool> cancelled{false};
    std::future<Result<Made>> made;
  };
  static Result<Made> bind(Work& work, const Skeleton& skeleton, Sex sex);
  void begin(std::shared_ptr<WornFile> before, std::shared_ptr<WornFile> replaces);
  void finish(const Work& work, Made made);
  bool worn(const std::shared_ptr<WornFile>& file) const;

  Workbench& bench_;
  Wardrobe& wardrobe_;
  BindChoice choice_;
  std::shared_ptr<Work> work_;
  std::vector<std::shared_ptr<Work>> stopped_;  // until their threads have noticed
  // The last operation: what it bound, what it made, and where it stands in the history.
  std::shared_ptr<WornFile> before_, result_;
  std::uint64_t recorded_ = 0;
  std::vector<BoundReport> report_;
};

}  // namespace mannequin::document
