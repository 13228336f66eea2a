// Where the body stands out of its clothes: measured now, and over the shapes and poses of a plan while the
// window goes on.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/document/fit_surface.h"
#include "tools/document/stand_in.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

// What is swept.
enum class FitPlan {
  random,    // 60 shapes at random, in the present pose
  sliders,   // both ends of every slider, in the present pose
  poses,     // the present shape in every named pose
  thorough,  // as `mannequin fit` without a plan: sliders and random shapes in every named pose
  file,      // of `mannequin fit --sweep`
};

// What a person chooses. Rows are identified by their files; what is no longer worn is left out.
struct FitChoice {
  FitPlan plan = FitPlan::random;
  std::filesystem::path file;                             // of FitPlan::file
  std::vector<std::shared_ptr<const WornFile>> bodies;    // empty: what looks like one
  std::vector<std::shared_ptr<const WornFile>> garments;  // empty: all others that are visible
};

// The worst that was found of one garment in one region of the body.
struct FitFault {
  std::string garment, region, shape, pose;
  double depth = 0.0;     // metres that the body stands out
  double area = 0.0;      // square metres of the body, there and elsewhere
  std::size_t cases = 0;  // shapes and poses whose worst place is in that region
  SliderValues sliders;   // of the worst
  Pose posed;
  std::shared_ptr<const WornGeometry> mesh;  // of the body
  std::uint32_t vertex = 0;
};

// Of 5 mm and more anybody sees, of less than 1 mm hardly anybody.
enum class FitSeverity { slight, visible, bad };
FitSeverity severity_of(double depth);
const char* severity_name(FitSeverity severity);

// The worst place of the avatar as it is.
struct FitNow {
  std::string text;  // "through: 3.2 mm at left hip", "nothing stands out"
  double depth = 0.0;
  std::shared_ptr<const WornGeometry> mesh;  // of the body; null: nothing stands out
  std::uint32_t vertex = 0;
};

class GarmentFit {
 public:
  GarmentFit(Workbench& bench, StandIn& stand_in) : bench_(bench), stand_in_(stand_in) {}
  ~GarmentFit();
  GarmentFit(const GarmentFit&) = delete;
  GarmentFit& operator=(const GarmentFit&) = delete;

  FitChoice choice;
  // Rows that take part now.
  std::vector<std::size_t> bodies() const;
  std::vector<std::size_t> garments() const;

  // Begins to sweep. Fails with what is missing: a body, a garment, a plan that can be read; a message tells,
  // too.
  Status run();
  bool running() const { return sweep_ != nullptr; }
  std::size_t done() const { return sweep_ == nullptr ? 0 : sweep_->done.load(); }
  std::size_t all() const { return sweep_ == nullptr ? 0 : sweep_->all; }
  void cancel();
  // Takes what is done by now, and measures the avatar again if it changed.
  void step();

  // Of the last sweep, worst first; and what it was: "60 shapes and poses, 2 garments".
  const std::vector<FitFault>& faults() const { return faults_; }
  const std::string& summary() const { return summary_; }
  // The avatar takes the fault's shape and pose: one step of undo.
  void show(const FitFault& fault);

  // Whether somebody looks at now().
  void need_now(bool on) { needed_ = on; }
  const std::optional<FitNow>& now() const { return now_; }
  bool measuring() const { return measuring_.valid(); }

 private:
  // Body and garments as they are worn, kept alive for another thread.
  struct Model {
    std::vector<std::shared_ptr<const WornGeometry>> body_meshes, garment_meshes;
    FitSurface body;
    std::vector<FitSurface> garments;
    std::vector<std::string> names;  // of the garments
    // Made when they are measured for the first time.
    std::vector<GarmentPair> pairs;
    std::vector<GarmentMeter> meters;
  };
  struct Sweep {
    std::shared_ptr<Model> model;
    std::vector<WornOffsets> worn;
    std::vector<SweepShape> shapes;
    std::vector<SweepPose> poses;
    std::size_t all = 0;
    std::atomic<std::size_t> done{0};
    std::atomic<bool> cancelled{false};
    std::future<Result<SweptGarments>> swept;
  };
  std::shared_ptr<Model> make_model() const;
  Status plan(Sweep& sweep) const;
  void take(const Sweep& sweep, const SweptGarments& swept);
  void measure_now();

  Workbench& bench_;
  StandIn& stand_in_;
  std::shared_ptr<Sweep> sweep_;
  std::vector<FitFault> faults_;
  std::string summary_;

  bool needed_ = false;
  std::uint64_t worn_revision_ = 0, revision_ = 0;
  std::shared_ptr<Model> model_;  // of now()
  std::future<std::optional<FitNow>> measuring_;
  std::optional<FitNow> now_;
};

}  // namespace mannequin::document
