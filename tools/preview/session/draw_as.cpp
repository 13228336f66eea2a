#include "tools/preview/session/draw_as.h"

#include "engine/skinning/palette.h"

namespace mannequin::preview {
namespace {

// Puts what a mesh was skinned by, and to, back at the end.
class Kept {
 public:
  explicit Kept(WornMesh& mesh)
      : mesh_(mesh),
        palette_(mesh.palette),
        morph_weights_(mesh.morph_weights),
        morphed_(mesh.morphed),
        skinned_(mesh.drawable.skinned()) {}
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;
  ~Kept() {
    mesh_.palette = std::move(palette_);
    mesh_.morph_weights = std::move(morph_weights_);
    mesh_.morphed = std::move(morphed_);
    mesh_.drawable.set_skinned(skinned_);
  }

 private:
  WornMesh& mesh_;
  std::vector<Mat34> palette_;
  std::vector<float> morph_weights_;
  std::vector<Vec3f> morphed_;
  SkinnedPlaces skinned_;
};

}  // namespace

Status draw_as(const Scene& scene, const AvatarInputs& inputs, SkinnerUpload& by,
               const std::function<Status(const AvatarState& state, const Bounds& bounds)>& draw) {
  const AvatarState state = evaluate_avatar(scene.character(), inputs);
  std::vector<WornMesh*> meshes;
  std::vector<std::unique_ptr<Kept>> kept;
  std::optional<Bounds> bounds;
  for (const auto& file : scene.worn()) {
    if (!file->visible) continue;
    for (const auto& mesh : file->meshes) {
      meshes.push_back(mesh.get());
      kept.push_back(std::make_unique<Kept>(*mesh));
      pose_mesh(*mesh, scene.character(), state);
      for (const Vec3& p : skinned_sample(*mesh, 1000)) {
        if (!bounds) bounds = {p, p};
        bounds->low = glm::min(bounds->low, p);
        bounds->high = glm::max(bounds->high, p);
      }
    }
  }
  if (!bounds) return {};
  if (auto status = by.skin(meshes); !status) return status;
  if (auto status = by.show(meshes, scene.remap()); !status) return status;
  return draw(state, {bounds->low - 0.02, bounds->high + 0.02});
}

}  // namespace mannequin::preview
