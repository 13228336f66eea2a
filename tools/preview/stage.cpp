#include "tools/preview/stage.h"

#include <backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/gpu/gl_context.h"
#include "tools/preview/panels/shared/legend_plate.h"
#include "tools/preview/png.h"
#include "tools/preview/render/canvas.h"

namespace mannequin::preview {
namespace {

// From interface units to pixels; a view has at least one.
struct Pixels {
  int x, y, width, height;  // y from the top
};
Pixels pixels_of(const ViewRect& rect, float density) {
  const auto pixels = [&](float units) { return static_cast<int>(std::lround(units * density)); };
  return {pixels(rect.min.x), pixels(rect.min.y), std::max(pixels(rect.size.x), 1),
          std::max(pixels(rect.size.y), 1)};
}

}  // namespace

Result<std::unique_ptr<Stage>> Stage::create(const Character& character, const PreviewOptions& options,
                                             float density, bool strict) {
  std::unique_ptr<Stage> stage(new Stage());
  stage->document_ = std::make_unique<Document>(character, options.inputs, Settings(options.settings_folder));
  auto view = View::create(*stage->document_);
  if (!view) return error_of(view);
  stage->view_ = std::move(*view);
  stage->actions_.emplace(*stage->document_, *stage->view_);
  stage->workspace_.emplace(Workspace{*stage->document_, *stage->view_, *stage->actions_});
  stage->workspace().view.settings.joints |= options.joints;
  stage->workspace().view.skinning.offer_backends(options.open_skinner);
  // OpenGL is available by default, or its replacement.
  if (options.backend != "gl") {
    auto status = options.backend.empty() ? stage->workspace().view.skinning.skin_by_the_quickest()
                                          : stage->workspace().view.skinning.skin_by(options.backend);
    if (!status) return error_of(status);
  }
  if (const auto mode = view_mode_named(options.colors)) stage->workspace().view.colors.show(*mode);
  if (!options.joint.empty()) {
    const JointIndex joint = character.skeleton.find(options.joint);
    if (joint == kNoJoint)
      return fail(ErrorCode::bad_argument, "joint " + options.joint,
                  "The skeleton has no joint of this name; 'mannequin joints' lists them.");
    const bool joints = stage->workspace().view.settings.joints;
    stage->workspace().actions.select_joint(joint);
    stage->workspace().view.settings.joints = joints;
  }
  if (options.slider != 0) stage->workspace().view.wanted_slider = options.slider;
  if (!options.theme.empty()) {
    stage->workspace().view.settings.light_theme = options.theme == "light";
    stage->workspace().view.settings.high_contrast = options.theme == "contrast";
  }
  if (options.interface_size != 0) stage->workspace().view.settings.interface_size = options.interface_size;
  auto picture = ScenePicture::create();
  if (!picture) return error_of(picture);
  stage->picture_.emplace(std::move(*picture));
  if (gl_is_software()) stage->kept_panels_.emplace();
  if (strict) {
    if (auto status = open_strictly(*stage->workspace_, options); !status) return error_of(status);
  } else {
    auto opening = Opening::begin(*stage->workspace_, options);
    if (!opening) return error_of(opening);
    stage->opening_ = std::move(*opening);
  }
  if (auto computed = stage->workspace().actions.update(0.0); !computed) return error_of(computed);

  stage->imgui_ = ImGui::CreateContext();
  ImGui::SetCurrentContext(stage->imgui_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // we manage the layout ourselves
  stage->interface_ = std::make_unique<Interface>(*stage->workspace_);
  stage->interface_->prepare(density, 1.0f);
  const std::string& tab = options.tab.empty() ? stage->workspace_->view.settings.open_tab : options.tab;
  if (const auto named = RightColumn::named(tab)) stage->interface_->open_tab(*named);
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
  // A program about to be deleted must not stay current for whatever draws next.
  glUseProgram(0);
}

// Does not draw a side that the view does not show.
std::vector<ScenePicture*> Stage::seen() {
  const CompareLayout& comparison = view_->compare;
  std::vector<ScenePicture*> pictures;
  const bool one = comparison.layout() == CompareLayout::Layout::hold;
  if (!other_picture_ || !one || !comparison.held()) pictures.push_back(&*picture_);
  if (other_picture_ && (!one || comparison.held())) pictures.push_back(&*other_picture_);
  return pictures;
}

bool Stage::improving() {
  return std::ranges::any_of(seen(), [](const ScenePicture* picture) { return picture->improving(); });
}

Status Stage::draw_view(float density) {
  const Scene* other_scene = view_->other_scene();
  const bool compares = view_->compare.shown() && other_scene != nullptr;
  if (!compares) other_picture_.reset();
  if (compares && !other_picture_) {
    auto made = ScenePicture::create();
    if (!made) return error_of(made);
    other_picture_.emplace(std::move(*made));
  }
  const Views& views = workspace().view.colors;
  const Timeline& timeline = workspace().document.timeline();
  // Both have the same size, whichever side of the view shows them.
  const Pixels size = pixels_of(interface_->view(), density);
  const auto began = std::chrono::steady_clock::now();
  bool drawn = false;
  for (ScenePicture* picture : seen()) {
    const bool other = other_picture_ && picture == &*other_picture_;
    const auto result = picture->draw(other ? *other_scene : view_->scene(),
                                      {.view = workspace().view.settings,
                                       .camera = workspace().view.camera(),
                                       .shading = other ? views.shading_of_other() : views.shading(),
                                       .colors = views.revision(),
                                       .plays = timeline.has_clip() && timeline.playing(),
                                       .input_waits = input_waits_},
                                      size.width, size.height);
    if (!result) return error_of(result);
    drawn = drawn || *result;
  }
  if (!drawn) return {};
  interface_->show_depth(picture_->depth());
  glFinish();
  times_.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
  // Pictures that only differ in the viewpoint skin nothing.
  const Scene& scene = view_->scene();
  PictureTime time = scene.revision() == timed_revision_ ? PictureTime{} : scene.time();
  timed_revision_ = scene.revision();
  time.draw = times_.milliseconds;
  workspace().view.timings.add(time);
  return {};
}

void Stage::present_view(GLuint framebuffer, int height, float density) const {
  const auto viewport = [&](const ViewRect& rect) {
    const Pixels p = pixels_of(rect, density);
    return Viewport{p.x, height - p.y - p.height, p.width, p.height};
  };
  const Viewport right = viewport(interface_->view());
  if (!other_picture_) return picture_->present(framebuffer, right);
  const CompareLayout& comparison = view_->compare;
  const ScenePicture* a = &*other_picture_;
  const ScenePicture* b = &*picture_;
  if (comparison.held()) std::swap(a, b);
  switch (comparison.layout()) {
    case CompareLayout::Layout::split: {
      a->present(framebuffer, right);
      const int left_part = static_cast<int>(std::lround(comparison.bar() * right.width));
      glEnable(GL_SCISSOR_TEST);
      glScissor(right.x + left_part, right.y, right.width - left_part, right.height);
      b->present(framebuffer, right);
      glDisable(GL_SCISSOR_TEST);
      break;
    }
    case CompareLayout::Layout::side_by_side:
      a->present(framebuffer, viewport(interface_->other_view()));
      b->present(framebuffer, right);
      break;
    case CompareLayout::Layout::hold:
      b->present(framebuffer, right);
      break;
    case CompareLayout::Layout::onion:
      a->present(framebuffer, right);
      glEnable(GL_BLEND);
      glBlendColor(0.0f, 0.0f, 0.0f, static_cast<float>(comparison.opacity()));
      glBlendFunc(GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA);
      b->present(framebuffer, right);
      glDisable(GL_BLEND);
      break;
  }
}

void Stage::forget_panels() {
  if (kept_panels_) kept_panels_->forget();
}

void Stage::draw_interface(GLuint framebuffer, int width, int height, float density) {
  if (!kept_panels_) return ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  std::vector<PixelRect> views;
  const auto add = [&](const ViewRect& rect) {
    const Pixels p = pixels_of(rect, density);
    views.push_back({p.x, p.y, p.x + p.width, p.y + p.height});
  };
  add(interface_->view());
  if (other_picture_ && view_->compare.layout() == CompareLayout::Layout::side_by_side)
    add(interface_->other_view());
  kept_panels_->draw(*ImGui::GetDrawData(), views, framebuffer, width, height);
}

Result<bool> Stage::frame(GLuint framebuffer, int width, int height, float density, bool panels) {
  ImGui::SetCurrentContext(imgui_);
  const auto now = std::chrono::steady_clock::now();
  const double seconds = std::min(std::chrono::duration<double>(now - last_frame_).count(), 0.1);
  last_frame_ = now;

  if (interface_->prepare(density, display_scale_)) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    forget_panels();
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  // From the second picture on: slow work starts once there is something to look at.
  if (opens() && shown_)
    if (auto status = opening_->step(); !status) {
      ImGui::EndFrame();
      return error_of(status);
    }
  shown_ = true;
  if (workspace().view.recording) {
    const Status status = record();
    if (!status || workspace().view.recording->finished()) workspace().actions.end_recording(status);
  } else {
    // It was cancelled, or failed.
    film_.reset();
    sheet_.reset();
  }
  interface_->frame({static_cast<float>(width) / density, static_cast<float>(height) / density}, panels,
                    times_);
  workspace().document.files.look(now);
  const auto more = workspace().actions.update(seconds);
  if (!more) {
    ImGui::EndFrame();
    return error_of(more);
  }
  ImGui::Render();

  if (auto status = draw_view(density); !status) return error_of(status);
  present_view(framebuffer, height, density);
  draw_interface(framebuffer, width, height, density);
  // Afterwards: until now the interface may have used what is replaced.
  const auto more_small = draw_small(density);
  if (!more_small) return error_of(more_small);
  return *more || opens() || *more_small || improving() || workspace().view.recording || interface_->moving();
}

Result<bool> Stage::draw_small(float density) {
  // A shape in constant motion is no basis for comparing sliders.
  if (workspace().view.recording ||
      (workspace().document.timeline().has_clip() && workspace().document.timeline().playing()))
    return false;
  const float side = SliderEnds::kSide * interface_->scale() * density;
  const auto ends =
      end_pictures_.step(*workspace_, interface_->ends(), static_cast<int>(std::lround(side)), last_frame_);
  if (!ends || *ends) return ends;
  const float person = PeopleStrip::kSide * interface_->scale() * density;
  return people_pictures_.step(*workspace_, people_scenes_, interface_->people(),
                               static_cast<int>(std::lround(person)));
}

Status Stage::record() {
  Recording& recording = *workspace().view.recording;
  if (recording.all_taken()) return finish_file(recording);
  if (recording.taken() == 0) {
    film_.reset();
    sheet_.reset();
  }
  if (auto status = workspace().actions.show_next_picture(); !status) return status;
  const Status taken =
      recording.plan().kind == RecordingPlan::Kind::people ? take_person(recording) : take_picture(recording);
  if (taken) recording.picture_taken();
  return taken;
}

Status Stage::take_picture(Recording& recording) {
  const RecordingPlan& plan = recording.plan();
  const Views& views = workspace().view.colors;
  const PictureSettings settings{.view = workspace().view.settings,
                                 .camera = workspace().view.camera(),
                                 .shading = views.shading(),
                                 .colors = views.revision()};
  if (auto status =
          picture_->draw_finished(view_->scene(), settings, plan.transparent, plan.width, plan.height);
      !status)
    return status;
  const Canvas canvas(plan.width, plan.height);
  picture_->present(canvas.framebuffer(), {.width = plan.width, .height = plan.height});
  const float letters = legend_scale(plan.width, plan.height);
  if (plan.legend && letters > 0.0f && !views.legend().title.empty()) {
    RareLetters rare;
    rare.want(views.legend().title);
    const Theme& theme = settings.view.light_theme ? kLightTheme : kDarkTheme;
    const auto draw = [&](ImDrawList& list, const Fonts& fonts) {
      draw_legend(list, fonts, views, theme, plan.width, plan.height, plan.transparent);
    };
    if (auto status = overprint_.draw(canvas.framebuffer(), plan.width, plan.height, letters, rare, draw);
        !status)
      return status;
  }
  const std::vector<std::uint8_t> pixels = canvas.read(plan.transparent);
  if (!is_film(plan)) return write_png(recording.next_path(), plan.width, plan.height, pixels);
  if (!film_) {
    auto film = Film::begin(plan.path, {.width = plan.width,
                                        .height = plan.height,
                                        .alpha = plan.transparent,
                                        .per_second = plan.per_second});
    if (!film) return error_of(film);
    film_.emplace(std::move(*film));
  }
  return film_->add(pixels);
}

Status Stage::take_person(Recording& recording) {
  const RecordingPlan& plan = recording.plan();
  if (!sheet_) {
    auto sheet = PeopleSheet::begin(workspace(), plan.width, plan.height);
    if (!sheet) return error_of(sheet);
    sheet_.emplace(std::move(*sheet));
  }
  return sheet_->add(workspace(), people_scenes_, overprint_);
}

Status Stage::finish_file(Recording& recording) {
  if (sheet_) {
    if (auto status = sheet_->write(recording.plan().path); !status) return status;
    sheet_.reset();
    recording.file_saved();
  }
  if (!film_) return {};
  const auto complete = film_->finish();
  if (!complete) return error_of(complete);
  if (!*complete) return {};
  film_.reset();
  recording.file_saved();
  return {};
}

Status Stage::settle(GLuint framebuffer, int width, int height, bool panels) {
  ImGui::SetCurrentContext(imgui_);
  // Two frames more than needed: ImGui bases some layout on the previous frame.
  for (int quiet = 0; quiet < 3;) {
    ImGui::GetIO().DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    ImGui::GetIO().DeltaTime = 1.0f / 60.0f;
    const auto more = frame(framebuffer, width, height, 1.0f, panels);
    if (!more) return error_of(more);
    quiet = *more ? 0 : quiet + 1;
    for (ScenePicture* picture : seen()) picture->finish();
  }
  return {};
}

}  // namespace mannequin::preview
