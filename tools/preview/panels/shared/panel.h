// The shared drawing context of the window's panels, and their base class.
#pragma once

#include "tools/preview/panels/shared/commands.h"
#include "tools/preview/panels/shared/people_strip.h"
#include "tools/preview/panels/shared/rare_letters.h"
#include "tools/preview/panels/shared/slider_ends.h"
#include "tools/preview/panels/shared/theme.h"
#include "tools/preview/panels/shared/view_rect.h"
#include "tools/preview/render/depth_image.h"
#include "tools/preview/view/workspace.h"

struct ImGuiWindow;

namespace mannequin::preview {

// Something that shall have the keys, as if it had been walked to.
struct FocusRequest {
  ImGuiWindow* window = nullptr;  // null: nothing is wished for
  unsigned id = 0;
};

struct Ui {
  Workspace workspace;
  Commands commands;
  Fonts fonts;
  RareLetters rare;
  const Theme* theme = &kDarkTheme;
  float scale = 1.0f;
  ViewRect view;        // where the picture goes
  float column = 0.0f;  // height of what stands beside it, and beside the bar of an animation below it
  ImVec2 card;          // size of the card in the view's lower right corner, with its margins; 0: none
  float names = 0.0f;   // what the names of a comparison take of the view's height
  float below = 0.0f;   // the share of the view's height, at its bottom, where plates would hide the avatar
  ViewRect other_view;  // where that of the avatar it is compared with goes
  SliderEnds ends;
  PeopleStrip people;
  DepthImage depth;                      // of the last picture shown
  bool keys_in_view = true;              // the keys are for the view, wherever the pointer is
  const ImGuiWindow* escaped = nullptr;  // that Esc was pressed to close
  bool keys_to_slider = false;           // the one that is looked for gets the keys, too
  FocusRequest focus;                    // in the next frame
  bool field_opens = false;              // in the next frame, for what is typed by then
  std::string finding_to_explain = {};   // its code: the guide opens at its page

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
