// The avatar's shadows: depth from the key light for self-shadowing, and blurred pictures of its shadow on
// the floor. They change with the avatar, not with the camera.
#pragma once

#include <span>

#include "engine/gpu/gl_program.h"
#include "shaders/preview_layout.h"
#include "tools/document/camera.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/render/image_pass.h"
#include "tools/preview/render/mesh_drawable.h"
#include "tools/preview/render/uniforms.h"

namespace mannequin::preview {

class Shadows {
 public:
  static Result<Shadows> create();

  // bounds: of the avatar in the world; lift: world from avatar; key: unit, towards the light.
  // Given up, the floor keeps those it had, and only drafts can be drawn until the next update.
  void update(std::span<const MeshDrawable* const> meshes, const Bounds& bounds, double lift, const Vec3& key,
              GivingUp& giving_up);

  // Binds the textures and fills in what the frame's shaders need to use them.
  void use(layout::PreviewFrame& frame) const;

 private:
  Shadows(UniformBlock<layout::PreviewPass> pass, ImageTriangle triangle)
      : pass_(std::move(pass)), triangle_(std::move(triangle)) {}
  void draw_key_depth(std::span<const MeshDrawable* const> meshes, const Bounds& bounds, double lift,
                      const Vec3& key, GivingUp& giving_up);
  void draw_floor_shadow(std::span<const MeshDrawable* const> meshes, const Bounds& bounds, double lift,
                         const Vec3& key, GivingUp& giving_up);
  void blur(GLuint from, GLuint scratch, GLuint scratch_target, GLuint to_target, int size, float sigma);

  UniformBlock<layout::PreviewPass> pass_;
  ImageTriangle triangle_;
  GlProgram depth_, floor_shadow_, blur_;
  GlTexture key_depth_, floor_raw_, floor_sharp_, floor_soft_, scratch_sharp_, scratch_soft_;
  GlFramebuffer to_key_depth_, to_raw_, to_sharp_, to_soft_, to_scratch_sharp_, to_scratch_soft_;
  Mat4 key_from_world_{1.0};
  double key_width_ = 1.0;          // of the depth map, metres
  Vec3 floor_area_{0.0, 0.0, 1.0};  // corner x, y and side
};

}  // namespace mannequin::preview
