// Draws the avatar in its studio.
#pragma once

#include <optional>
#include <span>

#include "engine/gpu/gl_program.h"
#include "tools/document/camera.h"
#include "tools/preview/render/ambient_occlusion.h"
#include "tools/preview/render/document_names.h"
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
  // As quick as it gets: one sample per pixel, light by vertex, shadows as they were, the meshes' coarse
  // triangles where they have some.
  bool draft = false;
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

  // The avatar changed: its shadows are drawn again with the next picture that is no draft.
  void avatar_changed();

  // Whether improve() would make the next picture a better one: by what each vertex sees of the others.
  bool improving() const { return !ambient_occlusion_.finished(); }
  // Works on that for some milliseconds, or to the end.
  void improve(const Picture& picture);
  void finish(const Picture& picture);

  // Draws a picture of this size and keeps it.
  Status draw(const Picture& picture, int width, int height);
  // Of the kept picture: there must be one.
  DepthImage read_depth() const { return kept().read_depth(); }
  // Shows the kept picture in a viewport of a framebuffer (0: the window), which it leaves bound.
  void present(GLuint framebuffer, const Viewport& viewport) const;

 private:
  Renderer(Shadows shadows, AmbientOcclusion ambient_occlusion, PaintPass paint,
           UniformBlock<layout::PreviewFrame> frame, UniformBlock<layout::PreviewDraw> draw,
           ImageTriangle triangle)
      : shadows_(std::move(shadows)),
        ambient_occlusion_(std::move(ambient_occlusion)),
        paint_(std::move(paint)),
        frame_(std::move(frame)),
        draw_(std::move(draw)),
        triangle_(std::move(triangle)) {}
  Status load_programs();
  Status make_target(bool draft, int width, int height);
  const RenderTarget& kept() const { return kept_draft_ ? *draft_target_ : *target_; }
  layout::PreviewFrame frame_block(const Picture& picture) const;
  void draw_background() const;
  void draw_floor() const;
  // What is behind the avatar of a draft, which stays while a slider moves: drawn when it changed.
  Status draw_backdrop(const Picture& picture, const layout::PreviewFrame& frame);
  void draw_meshes(const Picture& picture) const;

  Shadows shadows_;
  AmbientOcclusion ambient_occlusion_;
  PaintPass paint_;
  UniformBlock<layout::PreviewFrame> frame_;
  UniformBlock<layout::PreviewDraw> draw_;
  ImageTriangle triangle_;
  GlProgram background_, floor_, body_, draft_, present_;
  std::optional<RenderTarget> target_, draft_target_;
  struct Backdrop {
    RenderTarget target;
    layout::PreviewFrame frame;
    bool floor;
    std::uint64_t shadows;
  };
  std::optional<Backdrop> backdrop_;
  std::uint64_t shadows_drawn_ = 0;  // how often
  bool opaque_ = true;               // the kept picture
  bool copies_ = false;              // to present it, rather than draw each of its pixels once more
  bool kept_draft_ = false;
  int samples_ = 4;
  bool shadows_stale_ = true;
};

}  // namespace mannequin::preview
