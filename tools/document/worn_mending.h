// Mends a worn garment in the background, so that the body stays under it over the plan of the fit lab: worn
// at once, and saved to a separate file.
#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "tools/document/comparison.h"
#include "tools/document/garment_fit.h"
#include "tools/document/garment_mending.h"
#include "tools/document/wardrobe.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

// The user's choices; the rest of GarmentMendOptions is the command's defaults.
struct MendChoice {
  enum class Changes { weights_and_shape, shape, weights };
  Changes changes = Changes::weights_and_shape;
  double limit = 0.010;  // metres that a vertex may be moved
};

class WornMending {
 public:
  WornMending(Workbench& bench, Wardrobe& wardrobe, GarmentFit& fit, Comparison& comparison)
      : bench_(bench), wardrobe_(wardrobe), fit_(fit), comparison_(comparison) {}
  ~WornMending() { cancel(); }
  WornMending(const WornMending&) = delete;
  WornMending& operator=(const WornMending&) = delete;

  MendChoice choice;
  // Starts mending that row for the bodies and the plan that the fit lab has. The result is one undo step,
  // and the file before it is what the comparison shows as such. If something is missing, fails with a
  // message; messages also report the outcome.
  Status run(std::size_t row);
  bool running() const { return work_ != nullptr; }
  bool stopping() const { return work_ != nullptr && work_->cancelled; }
  double progress() const { return work_ == nullptr ? 0.0 : work_->progress.load(); }
  void cancel();
  // Wears the finished result.
  void step();

  // What is being mended; empty: nothing.
  std::string name() const { return work_ == nullptr ? std::string() : work_->before->name; }

  // What the last one came to, as long as its result is worn, or it changed nothing.
  std::vector<std::string> report() const;
  // Its result, while that is worn; null: none.
  std::shared_ptr<const WornFile> result() const;

 private:
  struct Mended {
    io::BoundMeshFile file;
    std::vector<std::string> report;
    bool changed = false, has_copy = false;
  };
  // Shared with the thread that works.
  struct Work {
    std::shared_ptr<WornFile> before;
    std::shared_ptr<const io::BoundMeshFile> file;
    std::vector<std::shared_ptr<const io::BoundMeshFile>> body_files;
    std::vector<std::shared_ptr<const WornGeometry>> body_meshes, garment_meshes;
    ImporterProfile importer;
    std::vector<WornOffsets> worn;
    FitCases cases;
    MendChoice choice;
    std::filesystem::path copy;
    std::atomic<double> progress{0.0};
    std::atomic<bool> cancelled{false};
    bool read_again = false;  // saved by another program meanwhile: then it is cancelled
    std::future<Result<Mended>> made;
  };
  static Result<Mended> mend(Work& work, const Character& character);
  Status prepare(Work& work, std::size_t row) const;

  Workbench& bench_;
  Wardrobe& wardrobe_;
  GarmentFit& fit_;
  Comparison& comparison_;
  std::shared_ptr<Work> work_;
  std::weak_ptr<const WornFile> result_;
  std::vector<std::string> report_;
  bool changed_ = false;  // the last one: then there is a result
};

}  // namespace mannequin::document
