// An avatar on the GPU: its worn meshes, skinned and ready to draw. Follows the document's avatar, and
// computes only what changed.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "engine/skinning/agreement.h"
#include "tools/document/dressed_avatar.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/view/skinner_upload.h"
#include "tools/preview/view/timings.h"

namespace mannequin::preview {

// The distance of what is shown from the reference.
struct LiveError {
  double position_mm = 0.0;
  double position_relative = 0.0;  // relative to the diagonal of the mesh's box
  double normal = 0.0;
  bool within_limits() const { return position_relative <= kPositionLimit && normal <= kNormalLimit; }
};

class Scene {
 public:
  // Needs a current context with its functions loaded. The avatar must outlive it. If OpenGL can draw but not
  // skin, the CPU skins.
  static Result<std::unique_ptr<Scene>> create(const DressedAvatar& avatar);
  // Another avatar's, on the same device: no mesh of theirs has the same id.
  Result<std::unique_ptr<Scene>> beside(const DressedAvatar& avatar) const;

  const DressedAvatar& avatar() const { return avatar_; }
  // Why OpenGL cannot skin; none: it can.
  const std::optional<Error>& gl_refusal() const { return gl_refusal_; }

  // Skins by it and uploads the vertices for drawing; null: OpenGL skins, which it must support, and they
  // stay where they are.
  void skin_by(std::shared_ptr<Skinner> skinner);
  std::string backend() const {
    return skinner_upload_ ? skinner_upload_->backend() : remaps_->skinner()->backend();
  }
  // Compares with the reference whenever something is skinned.
  void check_against_reference(bool on);
  bool checks_against_reference() const { return checks_; }

  // Call after the avatar's own update(): uploads what is worn, releases what is not, and skins. True if
  // something was skinned.
  Result<bool> update();
  std::uint64_t revision() const { return revision_; }  // increases whenever what is drawn changes

  // Worn meshes that the device could not take since the last call, by index in the list of what is worn.
  struct Refused {
    std::size_t worn = 0;
    Error error;
  };
  std::vector<Refused> take_refused() { return std::exchange(refused_, {}); }
  // Textures that it could not take; their meshes are drawn without them.
  std::vector<Error> take_texture_errors() { return std::exchange(texture_errors_, {}); }

  std::vector<DrawnMesh> visible() const;
  std::vector<MeshDrawable*> drawables() const;  // of what is visible
  // Draws these meshes faintly, until the next call, so that one sees what is under them.
  void see_through(std::span<const WornMesh* const> meshes);
  bool sees_through() const { return !seen_through_.empty(); }
  // Null for a mesh that is not on the device.
  MeshDrawable* drawable_of(const WornMesh& mesh) const;
  const std::optional<LiveError>& live_error() const { return live_error_; }
  // Lets drafts draw visible meshes with fewer triangles, if they have many; fast if already done.
  Status prepare_drafts() const;
  // For a visible mesh, as last skinned.
  Status read_back(const WornMesh& mesh, std::span<SkinnedVertex> out) const;
  // What is painted, on the device.
  struct Baked {
    std::shared_ptr<const GlTexture> texture;
    std::uint64_t revision = 0;
    bool see_through = false;
  };
  using BakedRegions = std::map<std::string, Baked, std::less<>>;
  // Shows the avatar painted in another way, for a picture of its own; `baked` is what of it is on the
  // device. The next call without arguments shows it as it is again.
  void show_painted(const document::PaintedRegions& painted, BakedRegions& baked);
  void show_painted() { show_painted(avatar_.painted().regions(), baked_); }
  // Duration of the last update that skinned something, without drawing.
  const PictureTime& time() const { return time_; }

 private:
  explicit Scene(const DressedAvatar& avatar) : avatar_(avatar) {}
  void follow_worn();
  DeviceMesh* device_of(const WornMesh& mesh) const;
  Status skin_visible();
  Status show_skinned();
  Status compare_with_reference();

  const DressedAvatar& avatar_;
  std::shared_ptr<VertexRemaps> remaps_;
  TextureCache textures_;
  std::map<const WornGeometry*, std::unique_ptr<DeviceMesh>> meshes_;
  std::optional<Error> gl_refusal_;
  const Baked* bake(const std::string& region, const document::PaintedRegion& painted, Baked& baked);
  BakedRegions baked_;
  std::uint64_t painted_revision_ = 0;
  std::unique_ptr<SkinnerUpload> skinner_upload_;
  std::vector<Refused> refused_;
  std::vector<Error> texture_errors_;
  std::set<const WornGeometry*> seen_through_;
  bool checks_ = false, stale_ = true;
  std::uint64_t worn_revision_ = 0, avatar_revision_ = 0, revision_ = 0;
  PictureTime time_;
  std::optional<LiveError> live_error_;
};

}  // namespace mannequin::preview
