// The brush that paints weights on the mesh under the pointer.
#pragma once

#include <optional>

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class WeightBrush : Panel {
 public:
  explicit WeightBrush(Ui& ui) : Panel(ui) {}

  // Call once per frame, before the camera takes the pointer. `over_view`: the pointer is over the view and
  // nothing else takes it.
  void frame(bool over_view);
  void draw(ImDrawList& list) const;
  // A stroke is under way, and the pointer its own.
  bool painting() const { return workspace_.document.painting.painting(); }
  // [ and ] change the radius. During a stroke all keys are the brush's: Esc cancels it.
  bool key(const Shortcut& pressed);

 private:
  // Where the brush touches the surface.
  struct Touch {
    Uuid mesh;
    std::size_t vertex = 0;
    Vec3 point{0.0};  // world
  };
  std::optional<Touch> touch(ImVec2 at);
  float radius_on_screen(const Vec3& point) const;
  void begin();
  void follow();

  std::optional<Touch> touch_;
  Uuid painted_;             // mesh
  ImVec2 last_{0.0f, 0.0f};  // dab
};

}  // namespace mannequin::preview
