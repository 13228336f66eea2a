// Text and signs over a finished picture, in letters as large as the picture needs: the window's own are made
// for its size.
#pragma once

#include <imgui.h>

#include <functional>

#include "engine/core/result.h"
#include "engine/gpu/gl_object.h"
#include "tools/preview/panels/shared/rare_letters.h"
#include "tools/preview/panels/shared/theme.h"

namespace mannequin::preview {

class Overprint {
 public:
  Overprint() = default;
  ~Overprint();  // with the OpenGL context of draw() current
  Overprint(const Overprint&) = delete;
  Overprint& operator=(const Overprint&) = delete;

  // Draws over what a framebuffer of width x height pixels holds; `draw` counts in its pixels, y from the
  // top. scale: size of the letters, 1: as in the window at 100 %. rare: letters that names may have. Fails
  // if OpenGL cannot draw an interface.
  Status draw(GLuint framebuffer, int width, int height, float scale, const RareLetters& rare,
              const std::function<void(ImDrawList& list, const Fonts& fonts)>& draw);

 private:
  Status prepare(float scale, const RareLetters& rare);

  ImGuiContext* context_ = nullptr;  // its own: letters of another size
  float scale_ = 0.0f;
  Fonts fonts_;
  ImVector<ImWchar> rare_;
};

}  // namespace mannequin::preview
