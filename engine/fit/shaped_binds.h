// Meshes that were bound to a body shape: their binds hold the scales of its bones, and their joints stand
// where that shape has them. On that shape they fit, and only there. What no shape explains is a fault all
// the same.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "engine/fit/shape_range.h"
#include "engine/fit/upload_rules.h"

namespace mannequin::upload {

class ShapedBinds {
 public:
  // All meshes of a file, which may have been bound to one shape. Only assets and .dae: the glTF importer
  // loses these scales. With `joint_positions`, those of the file take the place of the sliders'.
  ShapedBinds(std::span<const Subject> subjects, bool joint_positions);

  // Replaces what the resting avatar does to what is bound to the joints of a mesh, `at_rest`, where a shape
  // plays a part: there it is what the avatar does on the shape that explains the binds best, without that
  // shape's own scale. True for these slots, which are those of `at_rest`.
  std::vector<bool> apply(std::size_t subject, std::vector<Mat4>& at_rest) const;

 private:
  // What a mesh is bound to a joint by.
  struct Bound {
    std::size_t subject = 0, slot = 0;
    Vec3 place{0.0};   // of the bind, turned as the avatar turns the whole mesh
    Vec3 astray{0.0};  // from where the avatar has it
    Mat4 worn{1.0};    // as for apply()
  };
  using Slots = std::map<JointIndex, std::vector<Bound>>;

  void find_scales(std::span<const Subject> subjects);
  void find_offsets(std::span<const Subject> subjects);
  Slots bound_slots(std::span<const Subject> subjects, bool joint_positions) const;
  void place(Slots slots);
  bool is_shaped(JointIndex joint) const;
  Bounds link(JointIndex joint) const;
  Bounds scale(JointIndex bone) const;
  Bounds between(JointIndex from, JointIndex to) const;

  const Skeleton* skeleton_ = nullptr;
  ShapeRange range_;
  std::vector<bool> shaped_;             // by joint
  std::map<JointIndex, Bounds> scales_;  // of bones, as the file has them
  std::map<JointIndex, Vec3> offsets_;   // of joints: positions that count
  std::vector<Bound> placed_;            // to shaped joints
};

}  // namespace mannequin::upload
