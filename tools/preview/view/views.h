// How to colour what is worn, and the legend of the colours.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/document/comparison.h"
#include "tools/document/displacement.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/render/shading.h"
#include "tools/preview/view/scene.h"
#include "tools/preview/view/view_mode.h"

namespace mannequin::preview {

// The legend of a picture with colours.
struct Legend {
  std::string title, unit;                            // no title: nothing to explain
  bool ramp = false;                                  // Shading's, with `ticks` along it
  std::vector<std::pair<double, std::string>> ticks;  // 0..1 along the ramp
  bool clipped_low = false, clipped_high = false;     // some values lie beyond its ends
  std::string hatching;                               // the meaning of the hatched grey; empty: not used
  std::string note;
};

// A vertex under the pointer.
struct PointedVertex {
  Uuid mesh;
  std::string mesh_name;
  std::size_t vertex = 0;
};

class Views {
 public:
  ViewMode mode() const { return mode_; }
  void show(ViewMode mode) { mode_ = mode; }

  // The joint whose weights are shown.
  JointIndex joint() const { return joint_; }
  void choose_joint(JointIndex joint) { joint_ = joint, joint_is_chosen_ = true; }

  // Replaces viridis and batlow.
  bool uses_cividis() const { return cividis_; }
  void use_cividis(bool on) { cividis_ = on; }

  // Whether the colours show how far apart the compared avatars are.
  bool measures_distances() const { return mode_ == ViewMode::distance || mode_ == ViewMode::along_normal; }
  // Keeps the ramp's range while distances change.
  bool range_locked() const { return range_locked_; }
  void lock_range(bool on) { range_locked_ = on; }
  // The place of the greatest distance or error; none if there are none.
  const std::optional<WorstPlace>& worst() const { return displacements_.worst; }
  std::string worst_text() const;  // "18.30 mm, jacket vertex 4 011"

  // Updates colours and legend from the scene and the comparison, which must be up to date themselves.
  // `selected`: the selected joint, or none; shows its weights from then on. `other`: of the avatar that the
  // present one is compared with; null while it is not shown.
  Status follow(const Scene& scene, const Scene* other, const Comparison& comparison, JointIndex selected);

  Shading shading() const { return shading_; }
  // The share of the ramp that has dots: the values below 0, if there are others.
  float dotted() const {
    return shading_.low < 0.0 ? static_cast<float>(shading_.low / (shading_.low - shading_.high)) : 0.0f;
  }
  // For the avatar that the present one is compared with: the same, if its colours have the same meaning.
  Shading shading_of_other() const {
    return measures_distances() || mode_ == ViewMode::error ? Shading{} : shading_;
  }
  const Legend& legend() const { return legend_; }
  std::uint64_t revision() const { return revision_; }  // increases whenever colours change

  void point_at(std::optional<PointedVertex> vertex) { pointed_ = std::move(vertex); }
  const std::optional<PointedVertex>& pointed() const { return pointed_; }
  // The value shown there, in words and numbers; empty if there is none.
  std::string value_at(const DressedAvatar& avatar, const PointedVertex& vertex) const;

 private:
  Status paint(const Scene& scene);
  Status paint_distances(const Scene& scene, const Comparison& comparison);
  Status paint_errors(const Scene& scene);
  double top_of_range() const;
  Status paint_weights(const Scene& scene);
  Status paint_influences(const Scene& scene);
  Status paint_strongest(const Scene& scene);

  // What the present colours depend on.
  struct Painted {
    ViewMode mode;
    JointIndex joint;
    bool cividis;
    std::uint64_t worn, other_worn;  // revisions; 0 if there is no other
    std::uint64_t present, other;    // the same for their positions, where these matter
    bool range_locked;
    bool operator==(const Painted&) const = default;
  };

  ViewMode mode_ = ViewMode::solid;
  JointIndex joint_ = kNoJoint, selected_ = kNoJoint;
  bool joint_is_chosen_ = false;
  std::uint64_t default_of_ = 0;  // the worn things whose joint it is
  bool cividis_ = false, range_locked_ = false;
  Displacements displacements_;
  std::optional<Painted> painted_;
  Shading shading_;
  Legend legend_;
  std::uint64_t revision_ = 0;
  std::optional<PointedVertex> pointed_;
};

}  // namespace mannequin::preview
