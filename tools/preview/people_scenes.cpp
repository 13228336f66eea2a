#include "tools/preview/people_scenes.h"

namespace mannequin::preview {

Result<const Scene*> PeopleScenes::of(const Workspace& workspace, Sex sex) {
  const DressedAvatar& present = workspace.document.avatar();
  if (sex == present.sex()) return &workspace.view.scene();
  const auto other = other_.follow(present, workspace.document.stand_in);
  if (!other) return error_of(other);
  if (*other == nullptr) {
    release();
    return &workspace.view.scene();
  }
  if (!scene_) {
    auto made = workspace.view.scene().beside(**other);
    if (!made) return error_of(made);
    scene_ = std::move(*made);
  }
  if (auto updated = scene_->update(); !updated) return error_of(updated);
  return scene_.get();
}

void PeopleScenes::release() {
  scene_.reset();
  other_ = {};
}

}  // namespace mannequin::preview
