// Everything between a current OpenGL context and a finished picture: document, view, interface, renderer.
// The window and the screenshot differ only in where events come from and where the picture goes.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "tools/preview/end_pictures.h"
#include "tools/preview/kept_panels.h"
#include "tools/preview/opening.h"
#include "tools/preview/overprint.h"
#include "tools/preview/panels/frame/interface.h"
#include "tools/preview/people_pictures.h"
#include "tools/preview/people_sheet.h"
#include "tools/preview/platform/film.h"
#include "tools/preview/preview_options.h"
#include "tools/preview/scene_picture.h"

struct ImGuiContext;

namespace mannequin::preview {

class Stage {
 public:
  // With the files of the options. `strict`: reads all of them first, and fails on one that cannot be used,
  // naming it; else the first picture is without them, and the window reports what cannot be used.
  static Result<std::unique_ptr<Stage>> create(const Character& character, const PreviewOptions& options,
                                               float density, bool strict);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  Workspace& workspace() { return *workspace_; }
  Document& document() { return *document_; }
  View& view() { return *view_; }
  Interface& interface() { return *interface_; }

  // Draws one frame into a framebuffer of width x height pixels. The caller has begun the frame of the
  // platform (pointer, keys, size, time). True: something will still change without input.
  Result<bool> frame(GLuint framebuffer, int width, int height, float density, bool panels);

  // `waits`: whether there is input to be taken, which a picture that takes long gives way to.
  void give_way_to_input(std::function<bool()> waits) { input_waits_ = std::move(waits); }

  // Whether files of the options are still pending.
  bool opens() const { return opening_ && !opening_->finished(); }

  // Takes the next picture of the recording, or, after the last one, goes on with the file that all of them
  // are in. On failure, none was taken.
  Status record();

  // Interface units per unit of design, if the display does not distinguish pixels from units.
  void set_display_scale(float scale) { display_scale_ = scale; }

  // The next frame draws all panels, not only what changed: the frames before were not really drawn.
  void forget_panels();

  // Draws until nothing changes any more, with the view at rest: for screenshots and tests.
  Status settle(GLuint framebuffer, int width, int height, bool panels);

 private:
  Stage() = default;
  // Draws the visible parts of the present avatar and of the one it is compared with.
  Status draw_view(float density);
  void present_view(GLuint framebuffer, int height, float density) const;
  void draw_interface(GLuint framebuffer, int width, int height, float density);
  std::vector<ScenePicture*> seen();
  bool improving();
  Result<bool> draw_small(float density);  // pictures of sliders' ends and of people
  Status take_picture(Recording& recording);
  Status take_person(Recording& recording);
  Status finish_file(Recording& recording);

  ImGuiContext* imgui_ = nullptr;
  std::unique_ptr<Document> document_;
  std::unique_ptr<View> view_;
  std::optional<Actions> actions_;
  std::optional<Workspace> workspace_;
  std::unique_ptr<Opening> opening_;  // null if everything was there from the start
  bool shown_ = false;
  std::unique_ptr<Interface> interface_;
  std::optional<ScenePicture> picture_, other_picture_;
  std::optional<KeptPanels> kept_panels_;  // if the processor draws
  EndPictures end_pictures_;
  PeopleScenes people_scenes_;
  PeoplePictures people_pictures_;
  Overprint overprint_;
  // Of the recording, once it has begun with one.
  std::optional<Film> film_;
  std::optional<PeopleSheet> sheet_;
  FrameTimes times_;
  std::function<bool()> input_waits_;
  float display_scale_ = 1.0f;
  std::uint64_t timed_revision_ = 0;
  std::chrono::steady_clock::time_point last_frame_;
};

}  // namespace mannequin::preview
