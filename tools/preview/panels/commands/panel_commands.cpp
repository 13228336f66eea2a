#include "tools/preview/panels/commands/panel_commands.h"

#include <algorithm>

namespace mannequin::preview {
namespace {

using Tab = RightColumn::Tab;

void add_weights(Ui& ui, FileDialogs& files) {
  Workspace& workspace = ui.workspace;
  const auto unsaved = [&workspace] { return workspace.document.binding.unsaved(); };
  ui.commands.add({.menu = "File",
                   .name = "Save weights as...",
                   .run =
                       [&workspace, &files, unsaved] {
                         const auto rows = unsaved();
                         const auto focused = workspace.view.focused_row();
                         const bool of_focused = focused && std::ranges::find(rows, *focused) != rows.end();
                         files.save_weights(of_focused ? *focused : rows.front());
                       },
                   .hint = "Bound, painted or mended weights that no file has yet, to a file of their own",
                   .enabled = [unsaved] { return !unsaved().empty(); }});
  ui.commands.add({.menu = "View",
                   .name = "Blue to yellow (cividis)",
                   .run =
                       [&workspace] {
                         Views& views = workspace.view.colors;
                         views.use_cividis(!views.uses_cividis());
                       },
                   .hint = "For eyes that see little of red or green",
                   .ticked = [&workspace] { return workspace.view.colors.uses_cividis(); }});
}

void add_sexes(Ui& ui) {
  Workspace& workspace = ui.workspace;
  for (const auto& [name, sex] : {std::pair{"Female", Sex::female}, {"Male", Sex::male}})
    ui.commands.add({.menu = "Shape",
                     .name = name,
                     .run = [&workspace, sex = sex] { workspace.document.sliders.set_sex(sex); },
                     .hint = "The sex of the shape",
                     .ticked = [&workspace, sex = sex] { return workspace.document.avatar().sex() == sex; },
                     .begins_group = sex == Sex::female});
}

void add_worn(Ui& ui, FileDialogs& files) {
  Workspace& workspace = ui.workspace;
  const auto focused = [&workspace] { return workspace.view.focused_row().has_value(); };
  const auto name = [&workspace] {
    const auto row = workspace.view.focused_row();
    return row ? workspace.document.avatar().worn()[*row]->name : std::string();
  };
  ui.commands.add(
      {.menu = "Edit",
       .name = "Take off",
       .run = [&workspace] { workspace.document.wardrobe.take_off(*workspace.view.focused_row()); },
       .hint = "The mesh in focus; undo puts it on again",
       .enabled = focused,
       .more = name});
  ui.commands.add({.menu = "Edit",
                   .name = "Replace by another file...",
                   .run = [&workspace, &files] { files.ask_for_replacement(*workspace.view.focused_row()); },
                   .hint = "Another file in the place of the mesh in focus, worn the same way",
                   .enabled = focused,
                   .more = name});
}

void add_comparing(Ui& ui, RightColumn& right) {
  Workspace& workspace = ui.workspace;
  ui.commands.add({.menu = "Check",
                   .name = "Set A to the default",
                   .run = [&workspace] { workspace.document.comparison.keep_default(); },
                   .hint = "The shape that a new avatar has, and the T pose"});
  ui.commands.add({.menu = "Check",
                   .name = "Swap A and B",
                   .run = [&workspace] { workspace.document.swap_a_and_b(); },
                   .hint = "B gets from A what they differ in, and A gets it from B. Undo takes both back"});
  ui.commands.add({.menu = "Check",
                   .name = "Go to the worst place",
                   .run = [&workspace] { workspace.actions.go_to(*workspace.view.colors.worst()); },
                   .hint = "Where A and B, or an engine and the reference, are furthest apart, while the "
                           "colours show it",
                   .enabled = [&workspace] { return workspace.view.colors.worst().has_value(); }});
  ui.commands.add({.menu = "Check",
                   .name = "Run the fit plan",
                   .run =
                       [&workspace, &right] {
                         right.open(Tab::fit);
                         (void)workspace.document.fit.run();  // reported in the messages
                       },
                   .hint = "Measures in the background how far the body pokes through each garment",
                   .enabled = [&workspace] { return !workspace.document.fit.running(); }});
  ui.commands.add({.menu = "Check",
                   .name = "Pin measures",
                   .run =
                       [&workspace, &right] {
                         right.open(Tab::measures);
                         workspace.document.measures.pin();
                       },
                   .hint = "Keeps these values, to see beside them what sliders change"});
  ui.commands.add({.menu = "Check",
                   .name = "Unpin measures",
                   .run = [&workspace] { workspace.document.measures.unpin(); },
                   .enabled = [&workspace] { return workspace.document.measures.has_pins(); }});
}

void add_making(Ui& ui, FileDialogs& files, RightColumn& right) {
  Workspace& workspace = ui.workspace;
  ui.commands.add({.menu = "Edit",
                   .name = "Bind the mesh in focus",
                   .run =
                       [&workspace, &right] {
                         const std::size_t row = *workspace.view.focused_row();
                         right.open(Tab::bind);
                         workspace.document.binding.be_about(row);
                         workspace.document.binding.run(row);
                       },
                   .hint = "Gives it weights, as chosen in the tab Bind",
                   .enabled =
                       [&workspace] {
                         const auto row = workspace.view.focused_row();
                         return row && !workspace.document.binding.running() &&
                                workspace.document.binding.can_bind(*row);
                       }});
  ui.commands.add({.menu = "Pose", .name = "Load pose...", .run = [&files] { files.ask_for_file(); }});
  ui.commands.add({.menu = "Pose", .name = "Save pose as...", .run = [&right] { right.save_pose(); }});
  ui.commands.add({.menu = "File",
                   .name = "Restore what was there last time",
                   .run = [&workspace] { workspace.document.kept.restore(); },
                   .enabled = [&workspace] { return workspace.document.kept.offered(); }});
}

}  // namespace

// Each with what its buttons offer, so that the search finds the tab by it, too.
void add_tab_commands(Ui& ui, RightColumn& right, WornPanel& worn) {
  const auto add = [&](const char* name, const char* hint, std::function<void()> open) {
    ui.commands.add({.menu = "View", .name = name, .run = std::move(open), .hint = hint});
  };
  const auto tab = [&](Tab wanted) { return [&right, wanted] { right.open(wanted); }; };
  add("Sliders tab", "All that shapes the avatar", tab(Tab::sliders));
  add("Joints tab",
      "Joint offsets: which worn file moves which joints, turning that on, and the table to copy",
      tab(Tab::joints));
  add("Weights tab", "Colours of a joint, the brush, locks, and weights as numbers", tab(Tab::weights));
  add("Skeleton tab", "All joints as a tree, with a search", tab(Tab::skeleton));
  add("Bind tab", "Gives the mesh in focus weights", tab(Tab::bind));
  add("Fit tab", "Where the body pokes through its clothes, plans, and each test person in these clothes",
      tab(Tab::fit));
  add("Mend a garment", "In the tab Fit: changes it so that the body stays under it",
      [&right] { right.open_mending(); });
  add("Measures tab", "Lengths and girths of the body", tab(Tab::measures));
  add("Pose tab", "Poses, and joints turned by figures", tab(Tab::pose));
  add("Compare tab", "A and B beside each other, in one another, or in turn", tab(Tab::compare));
  add("Engine tab", "What skins, how exactly, and how fast", tab(Tab::engine));
  const auto left = [&](void (WornPanel::*bring_up)()) {
    return [&right, &worn, bring_up] {
      right.open_worn();
      (worn.*bring_up)();
    };
  };
  add("Worn tab", "What is worn: its rows, with order, tint, level of detail and folder",
      left(&WornPanel::bring_up_rows));
  add("Findings tab", "What the uploader would say: errors, warnings, notes and costs",
      left(&WornPanel::bring_up_findings));
  add("Messages tab", "What was done, and what went wrong", left(&WornPanel::bring_up_messages));
}

void add_panel_commands(Ui& ui, FileDialogs& files, RightColumn& right) {
  add_weights(ui, files);
  add_sexes(ui);
  add_worn(ui, files);
  add_comparing(ui, right);
  add_making(ui, files, right);
}

}  // namespace mannequin::preview
