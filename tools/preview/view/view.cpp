#include "tools/preview/view/view.h"

#include <algorithm>

#include "engine/skinning/cpu/cpu_skinner.h"
#include "tools/document/translation.h"
#include "tools/document/worn_names.h"

namespace mannequin::preview {

View::View(Document& document, std::unique_ptr<Scene> scene)
    : document_(document),
      scene_(std::move(scene)),
      camera_control(document.avatar(), settings, [this] { return beside(); }),
      skinning(*scene_, document.messages()) {}

Result<std::unique_ptr<View>> View::create(Document& document) {
  auto scene = Scene::create(document.avatar());
  if (!scene) return error_of(scene);
  return std::unique_ptr<View>(new View(document, std::move(*scene)));
}

Status View::follow_other() {
  const DressedAvatar* other = document_.comparison.other();
  if (other == nullptr) {
    other_scene_.reset();
    return {};
  }
  if (other_scene_ == nullptr || &other_scene_->avatar() != other) {
    auto made = Scene::create(*other);
    if (!made) return error_of(made);
    other_scene_ = std::move(*made);
  }
  if (scene_->backend() == "cpu" && other_scene_->backend() != "cpu") {
    auto skinner = CpuSkinner::create();
    if (!skinner) return error_of(skinner);
    other_scene_->skin_by(std::move(*skinner));
  }
  if (auto updated = other_scene_->update(); !updated) return error_of(updated);
  return {};
}

Result<bool> View::follow() {
  if (document_.avatar().naming_revision() != naming_revision_) {
    naming_revision_ = document_.avatar().naming_revision();
    // The vertex may mean another one; its file, or what takes its place, stays in focus.
    if (selection.vertex) {
      if (const auto picked = picked_.lock()) focused_ = picked;
      selection = {};
    }
  }
  if (selection.vertex)
    if (const auto row = focused_row()) picked_ = document_.avatar().worn()[*row];
  if (scene_->sees_through() && selection != seen_for_) scene_->see_through({});
  const auto changed = scene_->update();
  if (!changed) return changed;
  if (auto status = follow_other(); !status) return error_of(status);
  if (auto status = colors.follow(*scene_, other_scene_.get(), document_.comparison, selected_joint());
      !status)
    return error_of(status);
  return changed;
}

std::optional<std::size_t> View::row_of_focused() const {
  const auto focused = focused_.lock();
  if (focused == nullptr) return std::nullopt;
  return document::row_of_same(document_.avatar().worn(), *focused);
}

std::optional<std::size_t> View::focused_row() const {
  const auto& worn = document_.avatar().worn();
  for (std::size_t i = 0; i < worn.size(); ++i)
    if (selection.vertex &&
        std::ranges::any_of(worn[i]->meshes, [&](const auto& mesh) { return mesh->id == selection.mesh; }))
      return i;
  if (const auto row = row_of_focused()) return row;
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < worn.size(); ++i)
    if (!worn[i]->stands_in || !last || worn[*last]->stands_in) last = i;
  return last;
}

std::shared_ptr<const WornFile> View::chosen() const {
  const auto& worn = document_.avatar().worn();
  const auto row = focused_row();
  if (!row || (!selection.vertex && row != row_of_focused())) return nullptr;
  return worn[*row];
}

void View::choose_nothing() { focused_.reset(); }

void View::focus_on(std::size_t row) {
  focused_ = document_.avatar().worn()[row];
  // A selected vertex of another file would otherwise still decide which one it is.
  if (focused_row() != row) selection = {};
}

Vec3 View::point_along(const Ray& ray) {
  const DressedAvatar* const other = compare.at_a() ? beside() : nullptr;
  const auto hits = other != nullptr && settings.body ? other_surface_.hits(*other, ray) : surface_along(ray);
  if (!hits.empty()) return hits.front().point;
  return ray.origin + glm::dot(camera().target - ray.origin, camera().forward()) /
                          glm::dot(ray.direction, camera().forward()) * ray.direction;
}

std::optional<Vec3> View::place_beside(const Uuid& mesh, std::size_t vertex) const {
  const DressedAvatar* const other = beside();
  if (other == nullptr) return std::nullopt;
  for (const WornMesh* each : other->visible_meshes())
    if (each->id == mesh && vertex < each->mesh.vertex_count())
      return skinned_vertex(*each, vertex) + Vec3(0.0, 0.0, other->lift());
  return std::nullopt;
}

std::vector<SurfaceHit> View::surface_along(const Ray& ray) {
  return settings.body ? surface_.hits(document_.avatar(), ray) : std::vector<SurfaceHit>();
}

document::Sight View::best_sight(const WornMesh& mesh, std::size_t vertex, double distance) {
  return document::best_sight(surface_, document_.avatar(), mesh, vertex, distance);
}

void View::see_through(std::span<const WornMesh* const> meshes) {
  seen_for_ = selection;
  scene_->see_through(meshes);
}

const WornMesh* View::selected_mesh() const {
  if (selection.vertex)
    for (const WornMesh* mesh : document_.avatar().visible_meshes())
      if (mesh->id == selection.mesh && *selection.vertex < mesh->mesh.vertex_count()) return mesh;
  return nullptr;
}

std::optional<Vec3> View::selected_vertex_in_world() const {
  const WornMesh* mesh = selected_mesh();
  if (mesh == nullptr) return std::nullopt;
  return skinned_vertex(*mesh, *selection.vertex) + Vec3(0.0, 0.0, document_.avatar().lift());
}

std::string View::selected_vertex_text() const {
  const WornMesh* mesh = selected_mesh();
  if (mesh == nullptr) return {};
  return tr("vertex {} of {}\n{}", *selection.vertex, name_told_apart(document_.avatar().worn(), *mesh),
            weights_text(vertex_weights(*mesh, *selection.vertex), document_.character().skeleton));
}

// Of a vertex that was selected by its place alone, the joint that it follows most.
JointIndex View::selected_joint() const {
  const WornMesh* mesh = selection.joint == kNoJoint ? selected_mesh() : nullptr;
  if (mesh == nullptr) return selection.joint;
  const auto weights = vertex_weights(*mesh, *selection.vertex);
  return weights.empty() ? kNoJoint : weights.front().joint;
}

JointIndex View::joint_to_turn() const {
  const Skeleton& skeleton = document_.character().skeleton;
  JointIndex joint = selection.joint;
  while (joint != kNoJoint && skeleton[joint].kind != JointKind::bone) joint = skeleton[joint].parent;
  return joint;
}

}  // namespace mannequin::preview
