// What is selected in the view, and how the camera gets there.
#include <algorithm>
#include <cmath>

#include "tools/preview/session/session.h"

namespace mannequin::preview {
namespace {

constexpr double kNear = 0.6;  // metres from the eye to what is looked at closely

}  // namespace

void Session::select_joint(JointIndex joint) {
  selection_ = {};
  selection_.joint = joint;
  view_.joints = true;
}

void Session::fly_to_joint(JointIndex joint) { approach(scene_->joint_in_world(joint)); }

// From the side on which it lies, so that the body is not in between.
void Session::approach(const Vec3& point) {
  Camera to = camera_;
  to.target = point;
  to.distance = std::min(to.distance, kNear);
  if (std::hypot(point.x, point.y) > 0.02) to.yaw = std::atan2(point.y, point.x);
  to.pitch = 0.1;
  fly(to);
}

std::optional<Vec3> Session::selected_vertex_in_world() const {
  if (!selection_.vertex) return std::nullopt;
  for (const WornMesh* mesh : scene_->visible_meshes())
    if (mesh->id == selection_.mesh && *selection_.vertex < mesh->mesh.vertex_count())
      return skinned_vertex(*mesh, *selection_.vertex) + Vec3(0.0, 0.0, scene_->lift());
  return std::nullopt;
}

bool Session::can_show(const FileFinding& found) const {
  return !found.finding.joint.empty() ? character().skeleton.find(found.finding.joint) != kNoJoint
                                      : mesh_of(found) != nullptr;
}

const WornMesh* Session::mesh_of(const FileFinding& found) const {
  for (const auto& file : scene_->worn())
    if (file->path == found.path)
      for (const auto& mesh : file->meshes)
        if (found.finding.mesh.empty() || mesh->mesh.name() == found.finding.mesh) return mesh.get();
  return nullptr;
}

void Session::show(const FileFinding& found) {
  const WornMesh* mesh = mesh_of(found);
  // What is hidden cannot be looked at.
  for (std::size_t i = 0; i < scene_->worn().size(); ++i)
    if (scene_->worn()[i]->path == found.path && !scene_->worn()[i]->visible) scene_->show(i, true);
  if (mesh != nullptr && found.finding.vertex && *found.finding.vertex < mesh->mesh.vertex_count()) {
    selection_ = {kNoJoint, mesh->id, *found.finding.vertex};
    if (const auto point = selected_vertex_in_world()) approach(*point);
    return;
  }
  if (const JointIndex joint = character().skeleton.find(found.finding.joint); joint != kNoJoint) {
    select_joint(joint);
    fly_to_joint(joint);
    return;
  }
  if (mesh == nullptr) return;
  std::vector<Vec3> points = skinned_sample(*mesh, 2000);
  for (Vec3& p : points) p.z += scene_->lift();
  fly(framed(camera_, points, aspect_));
}

}  // namespace mannequin::preview
