// What is selected in the view, and how the camera gets there.
#include <fmt/format.h>

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

void Session::pick(const Selection& picked, bool add) {
  if (picked.empty()) {
    if (!add) select_nothing();
    return;
  }
  std::vector<JointIndex> joints;
  if (add) {
    joints = selection_.added;
    if (selection_.joint != kNoJoint) joints.push_back(selection_.joint);
  }
  const bool again = std::erase(joints, picked.joint) > 0;
  selection_ = picked;
  if (again) {
    selection_ = {};
    if (!joints.empty()) {
      selection_.joint = joints.back();
      joints.pop_back();
    }
  }
  selection_.added = std::move(joints);
}

void Session::select_all_joints() {
  selection_ = {};
  view_.joints = true;
  const Skeleton& skeleton = character().skeleton;
  for (std::size_t j = 0; j < skeleton.size(); ++j)
    if (skeleton.joints()[j].kind == JointKind::bone) selection_.added.push_back(static_cast<JointIndex>(j));
  selection_.joint = selection_.added.back();
  selection_.added.pop_back();
}

void Session::fit_selected() {
  const auto vertex = selected_vertex_in_world();
  std::vector<JointIndex> joints = selection_.added;
  if (selection_.joint != kNoJoint) joints.push_back(selection_.joint);
  if (!vertex && joints.empty()) {
    fit();
    return;
  }
  std::vector<Vec3> points;
  if (vertex)
    points.push_back(*vertex);
  else
    for (const JointIndex joint : joints) points.push_back(scene_->joint_in_world(joint));
  Camera to = framed(camera_, points, aspect_);
  to.distance = std::max(to.distance, kNear);
  fly(to);
}

void Session::turn_view(double yaw_by, double pitch_by) {
  // Steps that follow each other quickly add up.
  Camera to = flight_.active() ? flight_.to() : camera_;
  to.turn(yaw_by, pitch_by);
  fly(to);
}

Vec3 Session::point_along(const Ray& ray) {
  if (const auto hits = surface_along(ray); !hits.empty()) return hits.front().point;
  return ray.origin + glm::dot(camera_.target - ray.origin, camera_.forward()) /
                          glm::dot(ray.direction, camera_.forward()) * ray.direction;
}

std::vector<SurfaceHit> Session::surface_along(const Ray& ray) {
  return view_.body ? surface_.hits(*scene_, ray) : std::vector<SurfaceHit>();
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

const WornMesh* Session::selected_mesh() const {
  if (selection_.vertex)
    for (const WornMesh* mesh : scene_->visible_meshes())
      if (mesh->id == selection_.mesh && *selection_.vertex < mesh->mesh.vertex_count()) return mesh;
  return nullptr;
}

std::optional<Vec3> Session::selected_vertex_in_world() const {
  const WornMesh* mesh = selected_mesh();
  if (mesh == nullptr) return std::nullopt;
  return skinned_vertex(*mesh, *selection_.vertex) + Vec3(0.0, 0.0, scene_->lift());
}

std::string Session::selected_vertex_text() const {
  const WornMesh* mesh = selected_mesh();
  if (mesh == nullptr) return {};
  return fmt::format("vertex {} of {}\n{}", *selection_.vertex, mesh->mesh.name(),
                     weights_text(vertex_weights(*mesh, *selection_.vertex), character().skeleton));
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
    selection_ = {.joint = kNoJoint, .added = {}, .mesh = mesh->id, .vertex = *found.finding.vertex};
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
