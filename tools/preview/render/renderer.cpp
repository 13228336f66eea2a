#include "tools/preview/render/renderer.h"

#include <chrono>
#include <cstring>
#include <utility>

#include "engine/gpu/gl_context.h"

namespace mannequin::preview {
namespace {

// From the avatar's front: key from its upper left, fill from its right, rim from behind.
const Vec3 kKey = glm::normalize(Vec3(0.62, 0.55, 0.95));
const Vec3 kFill = glm::normalize(Vec3(0.75, -0.85, 0.25));
const Vec3 kRim = glm::normalize(Vec3(-0.85, -0.35, 0.55));
const Vec3f kKeyColor{1.20f, 1.125f, 1.01f};
const Vec3f kFillColor{0.13f, 0.155f, 0.20f};
const Vec3f kRimColor{0.55f, 0.60f, 0.68f};
const Vec3f kSkyColor{0.25f, 0.275f, 0.31f};
const Vec3f kGroundColor{0.12f, 0.105f, 0.09f};
const Vec3f kPlaster{0.57f, 0.495f, 0.435f};
constexpr int kDraftsPerShadow = 4;
constexpr float kRoughness = 0.52f;
const Vec4f kWire{0.02f, 0.025f, 0.03f, 0.6f};

// Time for improve() between two pictures: short enough that rotating the view stays smooth on a CPU.
constexpr std::chrono::milliseconds kImproving{30};

// Whether the eye, and all that its near plane cuts, is outside of the avatar's box.
bool sees_from_outside(const Picture& picture) {
  const Camera& camera = picture.camera;
  if (camera.orthographic) return true;
  const Vec3 lift(0.0, 0.0, picture.lift);
  const Vec3 eye = camera.position(), low = picture.bounds.low + lift, high = picture.bounds.high + lift;
  return glm::distance(eye, glm::clamp(eye, low, high)) > 2.0 * camera.near_plane();
}

Vec4f with(const Vec3& v, float w) { return Vec4f(Vec3f(v), w); }

}  // namespace

const Studio kDarkStudio{{0.090f, 0.098f, 0.108f},
                         {0.0165f, 0.0185f, 0.021f},
                         {0.34f, 0.37f, 0.40f},
                         {0.075f, 0.076f, 0.078f},
                         0.5f};
const Studio kLightStudio{
    {0.82f, 0.835f, 0.85f}, {0.46f, 0.48f, 0.50f}, {0.20f, 0.23f, 0.26f}, {0.10f, 0.10f, 0.10f}, 0.5f};

Result<Renderer> Renderer::create(int samples) {
  auto shadows = Shadows::create();
  if (!shadows) return error_of(shadows);
  auto ambient_occlusion = AmbientOcclusion::create();
  if (!ambient_occlusion) return error_of(ambient_occlusion);
  auto paint = PaintPass::create();
  if (!paint) return error_of(paint);
  auto frame = UniformBlock<layout::PreviewFrame>::create(layout::kFrameBinding);
  if (!frame) return error_of(frame);
  auto draw = UniformBlock<layout::PreviewDraw>::create(layout::kDrawBinding);
  if (!draw) return error_of(draw);
  auto triangle = ImageTriangle::create();
  if (!triangle) return error_of(triangle);
  Renderer made(std::move(*shadows), std::move(*ambient_occlusion), std::move(*paint), std::move(*frame),
                std::move(*draw), std::move(*triangle));
  made.samples_ = samples;
  made.copies_ = gl_is_software();
  if (auto status = made.load_programs(); !status) return error_of(status);
  return made;
}

Status Renderer::load_programs() {
  for (auto [program, vertex, fragment] :
       {std::tuple{&background_, "preview_image.vert", "preview_background.frag"},
        {&floor_, "preview_floor.vert", "preview_floor.frag"},
        {&body_, "preview_body.vert", "preview_body.frag"},
        {&draft_, "preview_draft.vert", "preview_draft.frag"},
        {&present_, "preview_image.vert", "preview_present.frag"}}) {
    auto made = GlProgram::create({vertex, fragment});
    if (!made) return error_of(made);
    *program = std::move(*made);
  }
  return {};
}

void Renderer::avatar_changed() {
  shadows_stale_ = true;
  ambient_occlusion_.restart();
}

void Renderer::improve(const Picture& picture) {
  const auto end = std::chrono::steady_clock::now() + kImproving;
  while (improving() && std::chrono::steady_clock::now() < end) {
    ambient_occlusion_.step(picture.meshes, picture.bounds, kKey);
    glFinish();  // otherwise it would measure the query itself
  }
}

void Renderer::finish(const Picture& picture) {
  while (improving()) ambient_occlusion_.step(picture.meshes, picture.bounds, kKey);
}

layout::PreviewFrame Renderer::frame_block(const Picture& picture) const {
  const double width = kept().width(), height = kept().height();
  layout::PreviewFrame frame{};
  frame.clip_from_world = Mat4f(picture.camera.clip_from_world(width / height));
  frame.lift = {0.0f, 0.0f, static_cast<float>(picture.lift), 0.0f};
  frame.camera = with(picture.camera.position(), picture.camera.orthographic ? 0.0f : 1.0f);
  frame.camera_forward = with(picture.camera.forward(), 0.0f);
  frame.key_direction = with(kKey, 0.0f);
  frame.key_color = Vec4f(kKeyColor, 0.0f);
  frame.fill_direction = with(kFill, 0.0f);
  frame.fill_color = Vec4f(kFillColor, 0.0f);
  frame.rim_direction = with(kRim, 0.0f);
  frame.rim_color = Vec4f(kRimColor, 0.0f);
  frame.sky_color = Vec4f(kSkyColor, 0.0f);
  frame.ground_color = Vec4f(kGroundColor, 0.0f);
  frame.background_inner = Vec4f(picture.studio.background_inner, 0.0f);
  frame.background_outer = Vec4f(picture.studio.background_outer, 0.0f);
  frame.floor_line = Vec4f(picture.studio.floor_line, picture.studio.grid);
  frame.floor_light = Vec4f(picture.studio.floor_light, 0.0f);
  frame.viewport = Vec4(width, height, 1.0 / width, 1.0 / height);
  shadows_.use(frame);
  return frame;
}

void Renderer::draw_background() const {
  glDisable(GL_DEPTH_TEST);
  glUseProgram(background_.id());
  triangle_.draw();
}

void Renderer::draw_floor() const {
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_FALSE);
  glUseProgram(floor_.id());
  triangle_.draw();  // extends from -1 to 3: more than the part that is not faded out
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
}

void Renderer::draw_meshes(const Picture& picture, GivingUp& giving_up) const {
  // If the triangles' edges are drawn, they must be those of the mesh.
  const bool coarse = picture.draft && !picture.shading.wires;
  if (picture.shading.kind != Shading::Kind::studio)
    return paint_.draw(picture.meshes, picture.shading, coarse, draw_, giving_up);
  glUseProgram(picture.draft ? draft_.id() : body_.id());
  // Drafts leave out back faces that only deep folds show: without a graphics card, filling takes most of
  // their time.
  const bool fronts_only = picture.draft && sees_from_outside(picture);
  for (const MeshDrawable* mesh : picture.meshes) {
    if (giving_up.given_up()) return;
    mesh->bind();
    if (fronts_only && !mesh->shows_back_faces(picture.textures)) glEnable(GL_CULL_FACE);
    for (const DrawFace& face : mesh->faces()) {
      const bool baked = picture.textures && face.baked != nullptr;
      const GlTexture* const texture = baked ? face.baked.get() : face.texture.get();
      const bool textured = picture.textures && texture != nullptr;
      const bool colored = !baked && picture.textures && mesh->has_vertex_colors();
      const bool see_through = baked ? face.baked_see_through : face.see_through;
      const Vec3f color = baked                                         ? Vec3f(1.0f)
                          : textured || colored                         ? face.factor
                          : picture.file_colors || mesh->keeps_colors() ? face.color
                                                                        : kPlaster;
      if (textured) glBindTextureUnit(layout::kTextureBinding, texture->id());
      draw_.set({.color = Vec4f(mesh->tint() * color, 1.0f),
                 .settings = {kRoughness, mesh->opacity(), textured ? (see_through ? 2.0f : 1.0f) : 0.0f,
                              colored ? 1.0f : 0.0f}});
      mesh->draw(face, coarse, giving_up);
      if (giving_up.given_up()) break;
    }
    glDisable(GL_CULL_FACE);
  }
}

Status Renderer::draw_backdrop(const Picture& picture, const layout::PreviewFrame& frame) {
  layout::PreviewFrame wanted = frame;
  wanted.lift = {};  // only of the avatar
  const int width = kept().width(), height = kept().height();
  if (backdrop_ && backdrop_->target.width() == width && backdrop_->target.height() == height &&
      std::memcmp(&backdrop_->frame, &wanted, sizeof wanted) == 0 && backdrop_->floor == picture.floor &&
      backdrop_->shadows == shadows_drawn_)
    return {};
  backdrop_.reset();
  auto target = RenderTarget::create(width, height, 1);
  if (!target) return error_of(target);
  backdrop_.emplace(Backdrop{std::move(*target), wanted, picture.floor, shadows_drawn_});
  backdrop_->target.begin();
  glClear(GL_DEPTH_BUFFER_BIT);
  draw_background();
  glEnable(GL_DEPTH_TEST);
  if (picture.floor) draw_floor();
  backdrop_->target.resolve();
  return {};
}

Status Renderer::make_target(bool draft, int width, int height) {
  std::optional<RenderTarget>& target = draft ? draft_target_ : target_;
  if (!target || target->width() != width || target->height() != height) {
    target.reset();  // first, so that both need not fit in memory
    auto made = RenderTarget::create(width, height, draft ? 1 : samples_);
    if (!made) return error_of(made);
    target = std::move(*made);
  }
  kept_draft_ = draft;
  return {};
}

Result<bool> Renderer::draw(const Picture& picture, int width, int height, GivingUp giving_up) {
  if (picture.draft) giving_up = GivingUp();
  if (auto status = make_target(picture.draft, width, height); !status) return error_of(status);
  glDisable(GL_CULL_FACE);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
  // Drawing them in each draft would take as long as the draft.
  const bool due = !picture.draft || (picture.plays && ++drafts_ >= kDraftsPerShadow);
  if (shadows_stale_ && due) {
    drafts_ = 0;
    const Vec3 lift(0.0, 0.0, picture.lift);
    const std::vector<const MeshDrawable*> meshes(picture.meshes.begin(), picture.meshes.end());
    shadows_.update(meshes, {picture.bounds.low + lift, picture.bounds.high + lift}, picture.lift, kKey,
                    giving_up);
    if (giving_up.given_up()) return false;
    shadows_stale_ = false;
    ++shadows_drawn_;
  }

  const layout::PreviewFrame frame = frame_block(picture);
  frame_.set(frame);
  opaque_ = !picture.transparent;
  // From above, the whole floor is behind the avatar, except for soles slightly below it.
  const bool from_above =
      picture.camera.orthographic ? picture.camera.forward().z < 0.0 : picture.camera.position().z > 0.0;
  const bool with_backdrop = picture.draft && opaque_ && from_above;
  if (with_backdrop) {
    if (auto status = draw_backdrop(picture, frame); !status) return error_of(status);
    kept().take_colors(backdrop_->target);
    kept().begin();
    glClear(GL_DEPTH_BUFFER_BIT);
  } else {
    kept().begin();
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    if (opaque_) draw_background();
  }
  glEnable(GL_DEPTH_TEST);
  if (picture.body) draw_meshes(picture, giving_up);
  if (giving_up.given_up()) return false;
  if (picture.body && picture.shading.wires) paint_.draw_wires(picture.meshes, kWire);
  if (picture.floor && opaque_ && !with_backdrop) draw_floor();
  kept().resolve();
  return true;
}

void Renderer::present(GLuint framebuffer, const Viewport& viewport) const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glViewport(viewport.x, viewport.y, viewport.width, viewport.height);
  glDisable(GL_DEPTH_TEST);
  // It is already encoded for the screen; only blending needs linear light.
  if (copies_ && opaque_ && glIsEnabled(GL_BLEND) == GL_FALSE && viewport.width == kept().width() &&
      viewport.height == kept().height()) {
    glBlitNamedFramebuffer(kept().framebuffer(), framebuffer, 0, 0, viewport.width, viewport.height,
                           viewport.x, viewport.y, viewport.x + viewport.width, viewport.y + viewport.height,
                           GL_COLOR_BUFFER_BIT, GL_NEAREST);
    return;
  }
  glUseProgram(present_.id());
  glBindTextureUnit(layout::kImageBinding, kept().texture());
  triangle_.draw();
}

}  // namespace mannequin::preview
