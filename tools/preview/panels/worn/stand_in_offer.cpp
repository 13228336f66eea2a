#include "tools/preview/panels/worn/stand_in_offer.h"

#include <imgui.h>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

bool wrapped_button(const char* label) {
  const float room = ImGui::GetContentRegionAvail().x - 2.0f * ImGui::GetStyle().FramePadding.x;
  return ImGui::Button(wrapped_label(label, room).c_str());
}

}  // namespace

void offer_body(Workspace& workspace) {
  document::StandIn& stand_in = workspace.document.stand_in;
  if (stand_in.wears_builtin_body()) return;
  if (wrapped_button(tr("Wear the built-in body"))) stand_in.wear_builtin_body();
  if (ImGui::IsItemHovered()) show_tooltip(tr("To see on it how clothes fit"));
}

void offer_clothes(Workspace& workspace) {
  document::StandIn& stand_in = workspace.document.stand_in;
  if (!stand_in.wears_builtin_body() || stand_in.wears_builtin_clothes()) return;
  if (wrapped_button(tr("Wear the built-in clothes"))) stand_in.wear_builtin_clothes();
}

}  // namespace mannequin::preview
