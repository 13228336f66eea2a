// What every panel of the window draws with, and the base of those that draw.
#pragma once

#include "tools/preview/panels/shared/commands.h"
#include "tools/preview/panels/shared/people_strip.h"
#include "tools/preview/panels/shared/slider_ends.h"
#include "tools/preview/panels/shared/theme.h"
#include "tools/preview/panels/shared/view_rect.h"
#include "tools/preview/render/depth_image.h"
#include "tools/preview/view/workspace.h"

struct ImGuiWindow;

namespace mannequin::preview {

struct Ui {
  Workspace workspace;
  Commands commands;
  Fonts fonts;
  const Theme* theme = &kDarkTheme;
  float scale = 1.0f;
  ViewRect view;        // where the picture goes
  ViewRect other_view;  // where that of the avatar it is compared with goes
  SliderEnds ends;
  PeopleStrip people;
  DepthImage depth;                      // of the picture shown last
  bool keys_in_view = true;              // the keys are for the view, wherever the pointer is
  const ImGuiWindow* escaped = nullptr;  // that Esc was pressed to close

  float px(float n) const { return n * scale; }
};

class Panel {
 protected:
  explicit Panel(Ui& ui) : ui_(ui), workspace_(ui.workspace) {}
  float px(float n) const { return ui_.px(n); }
  const Theme& theme() const { return *ui_.theme; }

  Ui& ui_;
  Workspace& workspace_;
};

}  // namespace mannequin::preview
