// Commands for searching, undo and settings.
#pragma once

#include "tools/preview/panels/commands/command_search.h"
#include "tools/preview/panels/help/help_panel.h"
#include "tools/preview/panels/help/history_panel.h"
#include "tools/preview/panels/sliders/random_dialog.h"
#include "tools/preview/panels/worn/figure_colors_panel.h"

namespace mannequin::preview {

// What these commands open, apart from the menus.
struct EditPanels {
  explicit EditPanels(Ui& ui) : search(ui), history(ui), random(ui), colors(ui), help(ui) {}
  void draw() {
    search.draw();
    history.draw();
    random.draw();
    colors.draw();
    help.draw();
  }
  CommandSearch search;
  HistoryPanel history;
  RandomDialog random;
  FigureColorsPanel colors;
  HelpPanel help;
};

// The panels must outlive `ui.commands`.
void add_care_commands(Ui& ui, EditPanels& panels);

}  // namespace mannequin::preview
