// Weights of worn files changed by hand, while sliders and pose stay as they are: like bound ones they are
// worn at once, and saved to a separate file (WornBinding).
#pragma once

#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/bind/brush.h"
#include "engine/bind/skin_table.h"
#include "tools/document/wardrobe.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

// Of the radius, metres.
inline constexpr double kLeastBrush = 0.002, kLargestBrush = 0.5;

// The user's choices.
struct BrushChoice {
  BrushMode mode = BrushMode::add;
  double radius = 0.05;  // metres
  double strength = 0.5, value = 1.0;
  bool mirror = false;  // on the other side at the same time, for the joint of the other side
  bool connected = true;
};

class WeightPainting {
 public:
  WeightPainting(Workbench& bench, Wardrobe& wardrobe) : bench_(bench), wardrobe_(wardrobe) {}
  WeightPainting(const WeightPainting&) = delete;
  WeightPainting& operator=(const WeightPainting&) = delete;

  BrushChoice brush;            // of the next stroke
  std::set<JointIndex> locked;  // joints whose weights nothing here changes

  // Why the worn mesh of this id cannot be painted; empty: it can.
  std::string refusal(const Uuid& mesh) const;

  // Begins a stroke of this joint's weight; `mode` replaces the brush's. False, with a message, if the mesh
  // cannot be painted or the joint is locked. A stroke is one undo step, or none if it changes nothing.
  bool begin(const Uuid& mesh, JointIndex joint, BrushMode mode);
  bool painting() const { return stroke_ != nullptr; }
  // `place`: of the surface, as shown, world; `vertex`: the mesh's nearest to it. The next step() shows it.
  void dab(const Vec3& place, std::size_t vertex);
  void end();
  void cancel();  // as if the stroke had never begun

  // Types a weight, 0 to 1, for one vertex: one undo step. False, with a message, if that cannot be.
  bool set_weight(const Uuid& mesh, std::size_t vertex, JointIndex joint, double weight);

  // Shows what was painted since the last call, and keeps copies of what no file has.
  void step();

 private:
  // A mesh as the brush sees it, whatever its weights.
  struct Canvas {
    std::weak_ptr<const WornGeometry> geometry;  // with_mesh() of its meshes
    WeldedSurface welded;
    std::vector<std::size_t> vertex;  // of the mesh, by surface vertex
    std::optional<BrushSurface> surface;
    std::vector<std::optional<OppositePlace>> opposite;  // empty until it is needed
  };
  // Where a mesh is.
  struct Place {
    std::size_t row = 0, mesh = 0, in_file = 0;  // in worn(), its meshes, and the meshes of its file
  };
  struct Stroke {
    Place place;
    std::shared_ptr<WornFile> before, made;        // made: once something has changed
    std::shared_ptr<const WornGeometry> geometry;  // before
    std::shared_ptr<Canvas> canvas;
    std::string name;            // of the step
    std::uint64_t recorded = 0;  // its number
    WeightTable table;
    std::vector<bool> locked;  // groups
    std::optional<BrushStroke> brush;
    std::vector<Vec3> places;  // of the surface's vertices, avatar's frame; empty: not known
    std::set<std::uint32_t> typed;
    bool shown = true;  // all that was changed

    std::vector<std::uint32_t> changed() const;
    const std::shared_ptr<WornFile>& worn() const { return made == nullptr ? before : made; }
    // A file that is read again has other vertices.
    bool has_its_mesh() const;
  };
  std::optional<Place> place_of(const Uuid& mesh) const;
  std::shared_ptr<Canvas> canvas_of(const WornFile& file, const Place& place);
  std::unique_ptr<Stroke> make_stroke(const Uuid& mesh, JointIndex joint);
  std::uint32_t group_of(Stroke& stroke, JointIndex joint) const;
  bool still_there() const;
  void wear_changed();
  void show();
  void complete();
  void keep_copies();
  const std::map<std::string, JointBind>& binds();

  Workbench& bench_;
  Wardrobe& wardrobe_;
  std::vector<std::shared_ptr<Canvas>> canvases_;
  std::unique_ptr<Stroke> stroke_;
  std::map<std::string, JointBind> binds_;  // of the avatar's joints, once needed
  // What the copies have that were written here, by their paths.
  std::map<std::filesystem::path, std::weak_ptr<const io::BoundMeshFile>> copies_;
  std::future<void> writing_;
};

}  // namespace mannequin::document
