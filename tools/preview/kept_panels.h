// The panels as last drawn. Where nothing changed they are copied: a software renderer spends nearly as long
// on them as on the avatar.
#pragma once

#include <imgui.h>

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "tools/preview/render/canvas.h"

namespace mannequin::preview {

// Pixels, y from the top.
struct PixelRect {
  int left = 0, top = 0, right = 0, bottom = 0;
  bool empty() const { return right <= left || bottom <= top; }
  bool operator==(const PixelRect&) const = default;
};

class KeptPanels {
 public:
  // Draws a frame's lists over a framebuffer of width x height pixels: everything inside the views, which
  // show new pictures; elsewhere what changed since the last frame, and a copy of the rest. The pixels are
  // those of ImGui_ImplOpenGL3_RenderDrawData, if the lists cover all of the window but the views.
  void draw(const ImDrawData& data, std::span<const PixelRect> views, GLuint framebuffer, int width,
            int height);
  // The next frame draws everything: the letters changed.
  void forget() { kept_.reset(); }

 private:
  // A triangle as it is drawn: all that decides on its pixels.
  struct Piece {
    std::array<ImDrawVert, 3> corners;
    PixelRect scissor;
    ImTextureID texture;
  };
  using Pieces = std::vector<Piece>;
  struct Kept {
    Canvas canvas;
    int width, height;
    std::vector<PixelRect> views;
    std::vector<Pieces> lists;
  };

  void begin(std::span<const PixelRect> views, int width, int height);
  static Pieces pieces_of(const ImDrawData& data, const ImDrawList& list, int height);
  static bool same(const Piece& a, const Piece& b);
  static PixelRect covered(const ImDrawData& data, const Piece& piece);
  static void draw_within(const ImDrawData& data, const std::vector<Pieces>& lists,
                          std::span<const PixelRect> places);
  std::vector<PixelRect> changed(const ImDrawData& data, const std::vector<Pieces>& lists) const;

  std::optional<Kept> kept_;
};

}  // namespace mannequin::preview
