#include "tools/preview/stage.h"

#include <backends/imgui_impl_opengl3.h>

#include <cmath>

#include "tools/preview/png.h"
#include "tools/preview/render/canvas.h"

namespace mannequin::preview {
namespace {

constexpr int kSamples = 4;

bool same(const Camera& a, const Camera& b) {
  return a.target == b.target && a.distance == b.distance && a.yaw == b.yaw && a.pitch == b.pitch &&
         a.orthographic == b.orthographic;
}

Status load_files(Session& session, const PreviewOptions& options, bool strict) {
  if (options.system_avatar) {
    Status worn;
    if (auto avatar = options.system_avatar(); avatar)
      worn = session.wear_system_avatar(std::move(*avatar), options.hair, options.skirt);
    else
      worn = tl::make_unexpected(avatar.error());
    if (!worn && strict) return worn;
    if (!worn) session.tell(Message::Kind::error, worn.error().message());
  }
  if (options.rigged)
    if (auto status = session.scene().wear(*options.rigged, options.rigged->source, false); !status) return status;
  for (const auto& path : options.files)
    if (auto status = session.open(path, options.joint_positions); !status && strict) return status;
  if (!options.clip.empty()) {
    if (auto status = session.open(options.clip, false); !status && strict) return status;
  }
  if (session.timeline().has_clip()) {
    session.timeline().seek(options.clip_seconds);
    // A picture is of one moment.
    if (strict) session.timeline().play(false);
  }
  if (!session.scene().worn().empty()) return {};
  std::vector<std::string> builtin = {"mannequin"};
  builtin.insert(builtin.end(), options.outfit.begin(), options.outfit.end());
  for (const std::string& name : builtin)
    if (auto status = session.wear_builtin(name); !status) {
      if (strict) return status;
      session.tell(Message::Kind::error, status.error().message());
    }
  return {};
}

}  // namespace

Result<std::unique_ptr<Stage>> Stage::create(const Character& character, const PreviewOptions& options,
                                             float density, bool strict) {
  std::unique_ptr<Stage> stage(new Stage());
  auto session = Session::create(character, options.inputs);
  if (!session) return tl::make_unexpected(session.error());
  stage->session_ = std::move(*session);
  stage->session_->use_settings(Settings(options.settings_folder));
  stage->session_->view().joints = options.joints;
  if (const auto mode = view_mode_named(options.colors)) stage->session_->views().show(*mode);
  if (!options.joint.empty()) {
    const JointIndex joint = character.skeleton.find(options.joint);
    if (joint == kNoJoint) return fail(ErrorCode::bad_argument, "joint " + options.joint, "The skeleton has none of this name.");
    stage->session_->select_joint(joint);
    stage->session_->view().joints = options.joints;
  }
  if (options.interface_size != 0) stage->session_->preferences().interface_size = options.interface_size;
  auto renderer = Renderer::create(kSamples);
  if (!renderer) return tl::make_unexpected(renderer.error());
  stage->renderer_.emplace(std::move(*renderer));
  if (auto status = load_files(*stage->session_, options, strict); !status)
    return tl::make_unexpected(status.error());
  stage->session_->forget_history();  // what it begins with is no step
  if (auto computed = stage->session_->update(0.0); !computed) return tl::make_unexpected(computed.error());

  stage->imgui_ = ImGui::CreateContext();
  ImGui::SetCurrentContext(stage->imgui_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // the layout is ours
  stage->interface_ = std::make_unique<Interface>(*stage->session_);
  stage->interface_->prepare(density, 1.0f);
  if (const auto tab = RightColumn::named(options.tab)) stage->interface_->open_tab(*tab);
  if (!ImGui_ImplOpenGL3_Init("#version 450"))
    return fail(ErrorCode::device, "interface",
                "Dear ImGui cannot draw with this OpenGL driver. Install libgl1.");
  stage->last_frame_ = std::chrono::steady_clock::now();
  return stage;
}

Stage::~Stage() {
  if (imgui_ == nullptr) return;
  ImGui::SetCurrentContext(imgui_);
  if (ImGui::GetIO().BackendRendererUserData != nullptr) ImGui_ImplOpenGL3_Shutdown();
  interface_.reset();
  ImGui::DestroyContext(imgui_);
  // No program that is about to be deleted stays the current one, for whoever draws next.
  glUseProgram(0);
}

Picture Stage::picture() const {
  const ViewSettings& view = session_->view();
  return {.meshes = drawables_,
          .bounds = session_->scene().bounds(),
          .lift = session_->scene().lift(),
          .body = view.body,
          .file_colors = view.file_colors,
          .floor = view.floor,
          .shading = session_->views().shading(),
          .camera = session_->camera(),
          .studio = view.light_theme ? kLightStudio : kDarkStudio};
}

void Stage::follow_scene() {
  if (session_->scene().revision() == drawn_revision_) return;
  drawn_revision_ = session_->scene().revision();
  drawables_ = session_->scene().drawables();
  renderer_->avatar_changed();
  drawn_.reset();
}

Status Stage::draw_view(const Picture& picture, int width, int height) {
  const ViewSettings& view = session_->view();
  const bool same_view = drawn_ && same(drawn_->camera, picture.camera) && drawn_->body == view.body &&
                         drawn_->floor == view.floor && drawn_->colors == view.file_colors &&
                         drawn_->light == view.light_theme && drawn_->width == width &&
                         drawn_->height == height && drawn_->views == session_->views().revision();
  // The panels change more often than the picture, which costs far more.
  if (same_view && !renderer_->improving()) return {};
  const auto began = std::chrono::steady_clock::now();
  if (auto status = renderer_->draw(picture, width, height); !status) return status;
  drawn_ = Drawn{picture.camera, view.body,  view.floor, view.file_colors,
                 view.light_theme, width, height, session_->views().revision()};
  glFinish();
  times_.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
  return {};
}

Result<bool> Stage::frame(GLuint framebuffer, int width, int height, float density, bool panels) {
  ImGui::SetCurrentContext(imgui_);
  const auto now = std::chrono::steady_clock::now();
  const double seconds = std::min(std::chrono::duration<double>(now - last_frame_).count(), 0.1);
  last_frame_ = now;

  if (interface_->prepare(density, display_scale_)) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  if (session_->recording()) {
    const Status status = record();
    if (!status || session_->recording()->finished()) session_->end_recording(status);
  }
  interface_->frame({static_cast<float>(width) / density, static_cast<float>(height) / density}, panels,
                    times_);
  session_->look_at_files(now);
  const auto more = session_->update(seconds);
  if (!more) {
    ImGui::EndFrame();
    return tl::make_unexpected(more.error());
  }
  ImGui::Render();

  follow_scene();
  const ViewRect& view = interface_->view();
  const auto pixels = [&](float units) { return static_cast<int>(std::lround(units * density)); };
  const int view_width = std::max(pixels(view.size.x), 1), view_height = std::max(pixels(view.size.y), 1);
  if (auto status = draw_view(picture(), view_width, view_height); !status)
    return tl::make_unexpected(status.error());
  renderer_->present(framebuffer, {.x = pixels(view.min.x),
                                   .y = height - pixels(view.min.y) - view_height,
                                   .width = view_width,
                                   .height = view_height});
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  return *more || renderer_->improving() || session_->recording() || interface_->moving();
}

Status Stage::record() {
  Recording& recording = *session_->recording();
  const RecordingPlan& plan = recording.plan();
  recording.place(session_->scene(), session_->camera());
  if (auto updated = session_->scene().update(); !updated) return tl::make_unexpected(updated.error());
  follow_scene();
  Picture taken = picture();
  taken.transparent = plan.transparent;
  renderer_->finish(taken);
  drawn_.reset();  // the view comes after this
  if (auto status = renderer_->draw(taken, plan.width, plan.height); !status) return status;
  const Canvas canvas(plan.width, plan.height);
  renderer_->present(canvas.framebuffer(), {.width = plan.width, .height = plan.height});
  if (auto status = write_png(recording.next_path(), plan.width, plan.height, canvas.read(plan.transparent)); !status)
    return status;
  recording.picture_taken();
  return {};
}

Status Stage::settle(GLuint framebuffer, int width, int height, bool panels) {
  ImGui::SetCurrentContext(imgui_);
  // Two frames more than needed: ImGui lays some things out by the frame before.
  for (int quiet = 0; quiet < 3;) {
    ImGui::GetIO().DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    ImGui::GetIO().DeltaTime = 1.0f / 60.0f;
    const auto more = frame(framebuffer, width, height, 1.0f, panels);
    if (!more) return tl::make_unexpected(more.error());
    quiet = *more ? 0 : quiet + 1;
    if (renderer_->improving()) {
      renderer_->finish(picture());
      drawn_.reset();
    }
  }
  return {};
}

}  // namespace mannequin::preview
