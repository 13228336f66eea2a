// Draws the avatar in its studio.
#pragma once

#include <optional>
#include <span>

#include "engine/gpu/gl_program.h"
#include "tools/preview/render/camera.h"
#include "tools/preview/render/openness.h"
#include "tools/preview/render/paint_pass.h"
#include "tools/preview/render/render_target.h"
#include "tools/preview/render/shadows.h"

namespace mannequin::preview {

struct Studio {
  Vec3f background_inner, background_outer, floor_line, floor_light;  // linear
  float grid;                                                         // strength of the floor's lines
};

extern const Studio kDarkStudio, kLightStudio;

// What is in the picture. The vertices of `meshes` are in the avatar's frame.
struct Picture {
  std::span<MeshDrawable* const> meshes;
  Bounds bounds;             // of the meshes, in the avatar's frame
  double lift = 0.0;         // world from avatar, along Z
  bool body = true;          // draw the meshes
  bool file_colors = false;  // in the colours of their files, else all in plaster
  bool textures = false;     // with the textures and vertex colours of their files, where these have any
  bool floor = true;
  bool transparent = false;  // the meshes alone; alpha says how much of a pixel they cover
  Shading shading;
  Camera camera;
  Studio studio = kDarkStudio;
};

struct Viewport {
  int x = 0, y = 0, width = 0, height = 0;  // pixels, y from the bottom
};

class Renderer {
 public:
  static Result<Renderer> create(int samples);

  // The avatar changed: its shadows are drawn anew with the next picture, its openness within the next ones.
  void avatar_changed();

  // Whether more pictures would improve this one.
  bool improving() const { return !openness_.finished(); }
  // Finishes what pictures would do step by step.
  void finish(const Picture& picture);

  // Draws a picture of this size and keeps it.
  Status draw(const Picture& picture, int width, int height);
  // Of the kept picture: there must be one.
  DepthImage read_depth() const { return target_->read_depth(); }
  // Shows the kept picture in a viewport of a framebuffer (0: the window), which it leaves bound.
  void present(GLuint framebuffer, const Viewport& viewport) const;

 private:
  Renderer(Shadows shadows, Openness openness, PaintPass paint, UniformBlock<layout::PreviewFrame> frame,
           UniformBlock<layout::PreviewDraw> draw, ImageTriangle triangle)
      : shadows_(std::move(shadows)),
        openness_(std::move(openness)),
        paint_(std::move(paint)),
        frame_(std::move(frame)),
        draw_(std::move(draw)),
        triangle_(std::move(triangle)) {}
  Status load_programs();
  layout::PreviewFrame frame_block(const Picture& picture) const;
  void draw_floor() const;
  void draw_meshes(const Picture& picture) const;

  Shadows shadows_;
  Openness openness_;
  PaintPass paint_;
  UniformBlock<layout::PreviewFrame> frame_;
  UniformBlock<layout::PreviewDraw> draw_;
  ImageTriangle triangle_;
  GlProgram background_, floor_, body_, present_;
  std::optional<RenderTarget> target_;
  int samples_ = 4;
  bool shadows_stale_ = true;
};

}  // namespace mannequin::preview
