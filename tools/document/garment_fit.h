// Where the body pokes out of its clothes: measured continuously, and in the background over the shapes and
// poses of a plan.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/document/fit_faults.h"
#include "tools/document/fit_surface.h"
#include "tools/document/stand_in.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

// What to sweep.
enum class FitPlan {
  random,    // 60 shapes at random, in the present pose
  sliders,   // both ends of every slider, in the present pose
  poses,     // the present shape in every named pose
  thorough,  // as `mannequin fit` without a plan: sliders and random shapes in every named pose
  file,      // of `mannequin fit --sweep`
};

// The user's choices. Files identify rows; files no longer worn are ignored.
struct FitChoice {
  FitPlan plan = FitPlan::random;
  std::filesystem::path file;                             // of FitPlan::file
  std::vector<std::shared_ptr<const WornFile>> bodies;    // empty: what looks like one
  std::vector<std::shared_ptr<const WornFile>> garments;  // empty: all other visible ones
};

// One of worst_faults(), as it is shown.
struct FitFault {
  std::string garment, region, shape, pose;
  double depth = 0.0;     // metres that the body pokes out
  double area = 0.0;      // square metres of the body, there and elsewhere
  std::size_t cases = 0;  // shapes and poses in which it pokes out in that region
  SliderValues sliders;   // of the worst
  Pose posed;
  std::shared_ptr<const WornGeometry> mesh;  // of the body
  std::uint32_t vertex = 0;
  bool covered = false;  // what is worn covers it from every side

  // "3.2 mm, visible: left hip"; of what is covered, how bad it would look is not said.
  std::string text() const;
};

// From 5 mm on it is obvious; below 1 mm hardly visible.
enum class FitSeverity { slight, visible, bad };
FitSeverity severity_of(double depth);
const char* severity_name(FitSeverity severity);

// A place where the body of the avatar as it is now pokes out.
struct CurrentPlace {
  std::string text;  // "3.2 mm at left hip, through top.glb"
  double depth = 0.0;
  std::shared_ptr<const WornGeometry> mesh;  // of the body
  std::uint32_t vertex = 0;
};

// The worst places of the avatar as it is now: as faults() ranks them.
struct CurrentFit {
  bool measured = false;                      // false: nothing is worn over a body
  std::optional<CurrentPlace> seen, covered;  // covered: from every side, by what is worn
  // Metres, of the deeper one; 0: nothing pokes out.
  double depth() const;
};

// Shapes and poses to go through.
struct FitCases {
  std::vector<SweepShape> shapes;
  std::vector<SweepPose> poses;  // at least one
  std::optional<Sex> sex;        // none: both
};

class GarmentFit {
 public:
  GarmentFit(Workbench& bench, StandIn& stand_in) : bench_(bench), stand_in_(stand_in) {}
  ~GarmentFit();
  GarmentFit(const GarmentFit&) = delete;
  GarmentFit& operator=(const GarmentFit&) = delete;

  FitChoice choice;
  // The rows that currently take part.
  std::vector<std::size_t> bodies() const;
  std::vector<std::size_t> garments() const;

  // Of the chosen plan. Fails if its file cannot be used.
  Result<FitCases> cases() const;
  // Starts a sweep. If something is missing (a body, a
  // garment, a readable plan), fails and shows a message.
  Status run();
  bool running() const { return sweep_ != nullptr; }
  std::size_t done() const { return sweep_ == nullptr ? 0 : sweep_->done.load(); }
  std::size_t all() const { return sweep_ == nullptr ? 0 : sweep_->all; }
  // Of the cases with faults, those looked at for whether anybody sees them: after measuring; else 0 of 0.
  std::size_t looked() const { return sweep_ == nullptr ? 0 : sweep_->looked.load(); }
  std::size_t to_look() const { return sweep_ == nullptr ? 0 : sweep_->to_look.load(); }
  // Stops it; what is measured stays.
  void cancel();
  bool stopping() const { return sweep_ != nullptr && sweep_->cancelled; }
  // Takes finished results, and measures the avatar again if it changed.
  void step();

  // The last sweep's faults: first those that can be seen, the worst first; and a summary: "60 shapes and
  // poses, 2 garments".
  const std::vector<FitFault>& faults() const { return faults_; }
  const std::string& summary() const { return summary_; }
  bool stopped() const { return stopped_; }  // it was cancelled before all was measured
  // Whether they are of other meshes than take part now: something was taken off, mended, or chosen.
  bool outdated() const;
  // Gives the avatar the fault's shape and pose: one undo step.
  void show(const FitFault& fault);

  // Whether now() is shown.
  void need_now(bool on) { needed_ = on; }
  const std::optional<CurrentFit>& now() const { return now_; }
  bool measuring() const { return measuring_.valid(); }

 private:
  // Body and garments as worn, kept alive for another thread.
  struct Model {
    std::vector<std::shared_ptr<const WornGeometry>> body_meshes, garment_meshes;
    std::vector<std::shared_ptr<const WornGeometry>> others;  // that are worn, too, and may cover a place
    FitSurface body;
    std::vector<FitSurface> garments;
    std::vector<std::string> names;  // of the garments
    // Created on first measurement.
    std::vector<GarmentPair> pairs;
    std::vector<GarmentMeter> meters;

    CurrentFit measure(const Character& character, const AvatarState& state);
  };
  struct Sweep {
    std::shared_ptr<Model> model;
    std::vector<WornOffsets> worn;
    FitCases cases;
    std::size_t all = 0;
    std::atomic<std::size_t> done{0};
    std::atomic<std::size_t> looked{0}, to_look{0};  // after measuring: which places are seen
    std::atomic<bool> cancelled{false};
    struct Found {
      SweptGarments swept;
      std::vector<SweptFault> faults;
      bool looked_at_all = false;  // of the faults, which are seen
    };
    std::future<Result<Found>> found;

    Result<Found> find(const Character& character, unsigned threads);
  };
  using Meshes = std::vector<std::shared_ptr<const WornGeometry>>;
  Meshes meshes_of(const std::vector<std::size_t>& rows) const;
  // Visible ones that take no part.
  Meshes others(const Meshes& bodies, const Meshes& garments) const;
  std::shared_ptr<Model> make_model() const;
  void take(const Sweep& sweep, const Sweep::Found& found);
  void tell(bool looked_at_all);
  void measure_now();

  Workbench& bench_;
  StandIn& stand_in_;
  std::shared_ptr<Sweep> sweep_;
  std::vector<FitFault> faults_;
  Meshes swept_;  // that they are of: bodies, then garments
  std::string summary_;
  bool stopped_ = false;

  bool needed_ = false;
  std::uint64_t revision_ = 0;
  std::shared_ptr<Model> model_;  // of now()
  std::future<CurrentFit> measuring_;
  std::optional<CurrentFit> now_;
};

}  // namespace mannequin::document
