// The view of a document: camera, selection, colours, and its avatars' data on the GPU.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tools/document/document.h"
#include "tools/document/picking.h"
#include "tools/document/sight.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/view/camera_control.h"
#include "tools/preview/view/compare_layout.h"
#include "tools/preview/view/recording.h"
#include "tools/preview/view/selection.h"
#include "tools/preview/view/skinning_choice.h"
#include "tools/preview/view/view_settings.h"
#include "tools/preview/view/views.h"

namespace mannequin::preview {

class View {
  const Document& document_;
  std::unique_ptr<Scene> scene_, other_scene_;
  document::Surface surface_, other_surface_;
  std::weak_ptr<const WornFile> focused_;
  std::weak_ptr<const WornFile> picked_;  // that the selected vertex belongs to
  std::uint64_t naming_revision_ = 0;
  Selection seen_for_;  // what other meshes are drawn faintly for

  std::optional<std::size_t> row_of_focused() const;

 public:
  // Of the document, which must outlive it. Needs a current context.
  static Result<std::unique_ptr<View>> create(Document& document);

  ViewSettings settings;
  CameraControl camera_control;
  Selection selection;
  Views colors;
  CompareLayout compare;
  SkinningChoice skinning;
  Timings timings;
  std::optional<Recording> recording;  // a series of pictures; nothing else changes the avatar meanwhile
  std::optional<int> wanted_slider;    // the one being searched for; the slider list takes it

  Scene& scene() { return *scene_; }
  const Scene& scene() const { return *scene_; }
  // Of the avatar that the present one is compared with; null while it is not shown.
  const Scene* other_scene() const { return other_scene_.get(); }
  Camera& camera() { return camera_control.camera(); }
  const Camera& camera() const { return camera_control.camera(); }
  // The avatar that is drawn beside the present one, by the same camera; null: none.
  const DressedAvatar* beside() const { return compare.shown() ? document_.comparison.other() : nullptr; }
  // Where a vertex is on that one, world; none: it has no such vertex, or is not drawn.
  std::optional<Vec3> place_beside(const Uuid& mesh, std::size_t vertex) const;
  bool looks_at_both() const { return compare.shown() || colors.measures_distances(); }

  // Updates scenes and colours from the document. True if something was skinned.
  Result<bool> follow();

  // The worn file that figures and commands about a single mesh refer to: the selected vertex's, else the one
  // focused last, else the last that is not a stand-in; its row. None if nothing is worn.
  std::optional<std::size_t> focused_row() const;
  void focus_on(std::size_t row);
  // That file only if somebody chose it: in the view or in the list. Null: what is said is about all that is
  // worn.
  std::shared_ptr<const WornFile> chosen() const;
  void choose_nothing();

  // What is drawn of the worn meshes along a ray, nearest first; nothing while the meshes are not drawn.
  std::vector<SurfaceHit> surface_along(const Ray& ray);
  // From where a vertex is seen, among what is drawn.
  document::Sight best_sight(const WornMesh& mesh, std::size_t vertex, double distance);
  // Draws these faintly as long as what is selected now stays so.
  void see_through(std::span<const WornMesh* const> meshes);
  // The surface along a ray from the eye, of the avatar that the pointer is on, or the point at the distance
  // of the camera's target.
  Vec3 point_along(const Ray& ray);
  const WornMesh* selected_mesh() const;                 // of the vertex; none while it is hidden
  std::optional<Vec3> selected_vertex_in_world() const;  // the same
  std::string selected_vertex_text() const;              // which one it is, and its weights
  JointIndex selected_joint() const;                     // or that of the selected vertex
  // The bone selected last, or the nearest bone above what was selected.
  JointIndex joint_to_turn() const;

 private:
  View(Document& document, std::unique_ptr<Scene> scene);
  Status follow_other();
};

}  // namespace mannequin::preview
