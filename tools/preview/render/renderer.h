// Draws the avatar in its studio.
#pragma once

#include <optional>
#include <span>

#include "engine/gpu/gl_program.h"
#include "tools/document/camera.h"
#include "tools/preview/render/ambient_occlusion.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/render/giving_up.h"
#include "tools/preview/render/paint_pass.h"
#include "tools/preview/render/render_target.h"
#include "tools/preview/render/shadows.h"

namespace mannequin::preview {

struct Studio {
  Vec3f background_inner, background_outer, floor_line, floor_light;  // linear
  float grid;                                                         // strength of the floor's lines
};

extern const Studio kDarkStudio, kLightStudio;

// The content of the picture. The vertices of `meshes` are in the avatar's frame.
struct Picture {
  std::span<MeshDrawable* const> meshes;
  Bounds bounds;             // of the meshes, in the avatar's frame
  double lift = 0.0;         // world from avatar, along Z
  bool body = true;          // draw the meshes
  bool file_colors = false;  // in their files' colours, else all in plaster
  bool textures = false;     // with their files' textures and vertex colours, if any
  bool floor = true;
  bool transparent = false;  // only the meshes; alpha is their coverage of each pixel
  // As fast as possible: one sample per pixel, per-vertex light, the previous shadows, coarse triangles if
  // the meshes have any, and only the front faces of those that enclose their inside.
  bool draft = false;
  bool plays = false;  // the avatar moves by itself: shadows of drafts follow it, a few of them late
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

  // The avatar changed: its shadows are redrawn with the next picture that is not a draft, or with one of the
  // next drafts if it plays.
  void avatar_changed();

  // Whether improve() would improve the next picture, through what each vertex sees of the others.
  bool improving() const { return !ambient_occlusion_.finished(); }
  // Works on that for some milliseconds, or to the end.
  void improve(const Picture& picture);
  void finish(const Picture& picture);

  // Draws a picture of this size and keeps it. False: it was given up, and there is none until another is
  // drawn. Drafts are not given up.
  Result<bool> draw(const Picture& picture, int width, int height, GivingUp giving_up = GivingUp());
  // Of the kept picture, which must exist.
  DepthImage read_depth() const { return kept().read_depth(); }
  // Draws the kept picture into a viewport of a framebuffer (0: the window), which stays bound.
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
  // The background of drafts, which stays the same while a slider moves: drawn when it changes.
  Status draw_backdrop(const Picture& picture, const layout::PreviewFrame& frame);
  void draw_meshes(const Picture& picture, GivingUp& giving_up) const;

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
  bool copies_ = false;              // for presenting it without shading each pixel again
  bool kept_draft_ = false;
  int samples_ = 4;
  bool shadows_stale_ = true;
  int drafts_ = 0;  // since the shadows were drawn
};

}  // namespace mannequin::preview
