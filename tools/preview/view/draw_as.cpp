#include "tools/preview/view/draw_as.h"

#include <deque>

namespace mannequin::preview {
namespace {

// Restores a drawable's previous content at the end.
class Shown {
 public:
  explicit Shown(MeshDrawable& drawable) : drawable_(drawable), before_(drawable.skinned()) {}
  Shown(const Shown&) = delete;
  Shown& operator=(const Shown&) = delete;
  ~Shown() { drawable_.set_skinned(before_); }

 private:
  MeshDrawable& drawable_;
  SkinnedPlaces before_;
};

constexpr std::size_t kOutlinePoints = 1000;  // of each mesh

}  // namespace

std::vector<Vec3> outline_as(const DressedAvatar& avatar, const AvatarInputs& inputs) {
  const Character& character = avatar.character();
  const AvatarState state = evaluate_avatar(character, inputs);
  std::vector<Vec3> points;
  for (const WornMesh* mesh : avatar.visible_meshes()) {
    WornMesh its(mesh->geometry);
    pose_mesh(its, character, state);
    for (const Vec3& p : skinned_sample(its, kOutlinePoints))
      points.push_back(p + Vec3(0.0, 0.0, state.root_above_ground()));
  }
  return points;
}

Status draw_as(const Scene& scene, const AvatarInputs& inputs, SkinnerUpload& by,
               const std::function<Status(const AvatarState& state, const Bounds& bounds)>& draw) {
  const Character& character = scene.avatar().character();
  const AvatarState state = evaluate_avatar(character, inputs);
  std::deque<WornMesh> posed;
  std::deque<Shown> shown;
  std::vector<DrawnMesh> meshes;
  std::optional<Bounds> bounds;
  for (const auto& [mesh, device] : scene.visible()) {
    WornMesh& its = posed.emplace_back(mesh->geometry);
    shown.emplace_back(device->drawable());
    meshes.push_back({&its, device});
    pose_mesh(its, character, state);
    for (const Vec3& p : skinned_sample(its, kOutlinePoints)) {
      if (!bounds) bounds = {p, p};
      bounds->low = glm::min(bounds->low, p);
      bounds->high = glm::max(bounds->high, p);
    }
  }
  if (!bounds) return {};
  if (auto status = by.skin(meshes); !status) return status;
  if (auto status = by.show(meshes); !status) return status;
  return draw(state, {bounds->low - 0.02, bounds->high + 0.02});
}

}  // namespace mannequin::preview
