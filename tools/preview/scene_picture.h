// The picture of one avatar: redrawn if something in it changed, else cached. If a whole picture takes long,
// draws drafts during motion, and a whole one at rest, which gives way to what the user does meanwhile.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include "tools/preview/render/renderer.h"
#include "tools/preview/view/view.h"

namespace mannequin::preview {

// How to show an avatar.
struct PictureSettings {
  const ViewSettings& view;
  const Camera& camera;
  Shading shading;
  std::uint64_t colors = 0;                // increases whenever the paint of the meshes changes
  bool plays = false;                      // the avatar moves by itself
  std::function<bool()> input_waits = {};  // a whole picture that takes long is then given up for a draft
};

class ScenePicture {
 public:
  static Result<ScenePicture> create();

  // True if it was redrawn, false if it is unchanged. The settings' references need not outlive the call.
  Result<bool> draw(const Scene& scene, const PictureSettings& settings, int width, int height);
  // Draws once in full quality; the next draw() draws again.
  Status draw_finished(const Scene& scene, const PictureSettings& settings, bool transparent, int width,
                       int height);
  // Draws it into a viewport of a framebuffer, and leaves the framebuffer bound.
  void present(GLuint framebuffer, const Viewport& viewport) const {
    renderer_.present(framebuffer, viewport);
  }

  // From the last draw() with joints to show, to find which of them are hidden.
  const DepthImage& depth() const { return depth_; }

  // Whether it would still improve by itself; and doing so at once, visible after the next draw().
  bool improving() const { return draft_ || renderer_.improving(); }
  void finish();

 private:
  explicit ScenePicture(Renderer renderer) : renderer_(std::move(renderer)) {}
  void follow(const Scene& scene);
  Picture picture(const Scene& scene, const PictureSettings& settings) const;
  // The kind of the next picture, if any.
  enum class Next { none, draft, whole };
  Next next(const Picture& picture, bool changed);

  struct Drawn {
    Camera camera;
    bool body, floor, file_colors, textures, light, joints;
    Shading shading;
    std::uint64_t colors;
    int width, height;
    bool operator==(const Drawn&) const = default;
  };

  Renderer renderer_;
  std::vector<MeshDrawable*> drawables_;
  const Scene* scene_ = nullptr;
  std::uint64_t revision_ = 0;
  Bounds bounds_;
  std::optional<Drawn> drawn_;
  bool draft_ = false;  // the last one
  bool finish_ = false;
  std::chrono::steady_clock::time_point changed_at_;
  std::chrono::steady_clock::duration whole_took_{};
  DepthImage depth_;
};

}  // namespace mannequin::preview
