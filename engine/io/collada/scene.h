// The visual scene: instances of geometries and controllers.
#pragma once

#include <string>
#include <vector>

#include "engine/io/collada/document.h"
#include "engine/math/types.h"

namespace mannequin::io::collada {

// An instance of a geometry or controller in the scene.
struct Placement {
  pugi::xml_node instance;        // <instance_geometry> or <instance_controller>
  pugi::xml_node target;          // the <geometry> or <controller>
  Mat4 scene_from_instance{1.0};  // unit, up axis and nodes; the viewer ignores it if there is a skin
};

class Scene {
 public:
  // Follows <scene>, else the first <visual_scene>. Fails (bad_data) on dangling references, node instances
  // that contain themselves, and matrices that are not numbers.
  static Result<Scene> read(const Document& document, NoteCollector& noticed);

  std::span<const Placement> placements() const { return placements_; }
  double metres_per_unit() const { return metres_per_unit_; }
  const std::string& up_axis() const { return up_axis_; }  // "Z_UP"; "Y_UP" if missing

 private:
  Status place(const Document& document, NoteCollector& noticed, pugi::xml_node visual_scene);

  std::vector<Placement> placements_;
  double metres_per_unit_ = 1.0;
  std::string up_axis_;
};

}  // namespace mannequin::io::collada
