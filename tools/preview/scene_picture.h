// The picture of one avatar: drawn when something in it changed, kept otherwise. Where a whole picture takes
// long, what moves is drawn as a draft, and whole once it rests.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "tools/preview/render/renderer.h"
#include "tools/preview/view/view.h"

namespace mannequin::preview {

// How to look at an avatar.
struct PictureSettings {
  const ViewSettings& view;
  const Camera& camera;
  Shading shading;
  std::uint64_t colors = 0;  // grows with every change of what the meshes are painted with
};

class ScenePicture {
 public:
  static Result<ScenePicture> create();

  // True if it was drawn, false if what there is stays. The settings' references need not stay.
  Result<bool> draw(const Scene& scene, const PictureSettings& settings, int width, int height);
  // Once, as good as it gets; the next draw() draws again.
  Status draw_finished(const Scene& scene, const PictureSettings& settings, bool transparent, int width,
                       int height);
  // Shows it in a viewport of a framebuffer, which it leaves bound.
  void present(GLuint framebuffer, const Viewport& viewport) const {
    renderer_.present(framebuffer, viewport);
  }

  // Of the last draw() that had joints to show, to tell which of them are hidden.
  const DepthImage& depth() const { return depth_; }

  // Whether it would get better by itself; and all of that at once, to be seen with the next draw().
  bool improving() const { return draft_ || renderer_.improving(); }
  void finish();

 private:
  explicit ScenePicture(Renderer renderer) : renderer_(std::move(renderer)) {}
  void follow(const Scene& scene);
  Picture picture(const Scene& scene, const PictureSettings& settings) const;
  // What the next picture is to be, if there is to be one.
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
