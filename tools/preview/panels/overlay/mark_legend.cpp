#include "tools/preview/panels/overlay/mark_legend.h"

#include <algorithm>
#include <cfloat>

#include "tools/document/translation.h"
#include "tools/preview/panels/joints/joint_marks.h"
#include "tools/preview/panels/shared/plate_layer.h"

namespace mannequin::preview {
namespace {

// Before scaling. In a smaller view than the first of them the legend is a strip.
constexpr float kColumnFromWidth = 300.0f, kColumnFromHeight = 240.0f, kInColumn = 15.0f,
                kColumnWidth = 184.0f, kLeft = 8.0f, kSmallLeft = 3.0f;
constexpr float kLargestInStrip = 12.0f, kSmallestInStrip = 7.2f, kLeastPixels = 11.0f;  // the last: pixels
constexpr float kMostOfHeight = 0.12f;  // of the view, for a strip in letters that may be smaller
// Of the letters' height: a line, what a mark takes before its text, what is free at the edges and between
// two entries.
constexpr float kLine = 4.0f / 3.0f, kMark = 4.0f / 3.0f, kAround = 0.4f, kBetween = 0.8f;

}  // namespace

std::vector<MarkLegend::Entry> MarkLegend::entries() const {
  const ViewSettings& view = workspace_.view.settings;
  const Theme& colors = theme();
  std::vector<Entry> all;
  if (view.joints) {
    all.push_back({tr("moved by a worn mesh"), [&colors](ImDrawList& list, ImVec2 p, float unit) {
                     const float r = 6.0f * unit;
                     list.AddQuadFilled({p.x, p.y - r}, {p.x + r, p.y}, {p.x, p.y + r}, {p.x - r, p.y},
                                        colors.joint_offset);
                   }});
    all.push_back({tr("has weights"), [&colors](ImDrawList& list, ImVec2 p, float unit) {
                     list.AddCircleFilled(p, 4.5f * unit, colors.joint_weighted);
                   }});
    all.push_back({tr("neither"), [&colors](ImDrawList& list, ImVec2 p, float unit) {
                     list.AddCircle(p, 4.5f * unit, colors.joint_plain, 0, 1.6f * unit);
                   }});
  }
  // One of each kind represents all.
  const auto kind = [&](const char* text, JointKind wanted) {
    const auto joints = workspace_.document.character().skeleton.joints();
    const auto one = std::ranges::find(joints, wanted, &Joint::kind);
    if (one == joints.end()) return;
    const auto joint = static_cast<JointIndex>(one - joints.begin());
    all.push_back({text, [this, joint](ImDrawList& list, ImVec2 p, float unit) {
                     draw_joint_mark(workspace_, joint, p, 4.5f * unit, theme(), list);
                   }});
  };
  if (view.volumes) kind(tr("collision volume"), JointKind::collision_volume);
  if (view.attachments) kind(tr("attachment point"), JointKind::attachment_point);
  return all;
}

float MarkLegend::width_of(const Entry& entry, float letters) const {
  return px(kMark * letters) + ui_.fonts.small->CalcTextSizeA(px(letters), FLT_MAX, 0.0f, entry.text).x;
}

MarkLegend::Form MarkLegend::column(const std::vector<Entry>& entries) const {
  Form form = flow(entries, 0.0f, kInColumn);
  form.size.x = std::max(form.size.x, px(kColumnWidth));
  return form;
}

// As many in a line as it holds, one at least.
MarkLegend::Form MarkLegend::flow(const std::vector<Entry>& entries, float width, float letters) const {
  const float edges = 2.0f * px(kAround * letters), between = px(kBetween * letters);
  Form form{.letters = letters, .starts = {}, .size = {}};
  float used = 0.0f;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const float its = width_of(entries[i], letters);
    if (i == 0 || used + between + its + edges > width) {
      form.starts.push_back(i);
      used = its;
    } else {
      used += between + its;
    }
    form.size.x = std::max(form.size.x, used + edges);
  }
  form.size.y = static_cast<float>(form.starts.size()) * px(kLine * letters) + edges;
  return form;
}

// In the largest letters in which it leaves the view to the avatar.
MarkLegend::Form MarkLegend::strip(const std::vector<Entry>& entries, const ViewRect& room) const {
  const float width = room.size.x - 2.0f * px(kSmallLeft),
              least = std::clamp(kLeastPixels / px(1.0f), kSmallestInStrip, kLargestInStrip);
  Form form = flow(entries, width, kLargestInStrip);
  for (float letters = kLargestInStrip; letters > least; letters -= 0.5f) {
    if (form.size.y <= kMostOfHeight * room.size.y && form.size.x <= width) break;
    form = flow(entries, width, std::max(letters - 0.5f, least));
  }
  return form;
}

ViewRect MarkLegend::draw(ImDrawList& list, const ViewRect& room, float bottom, const ViewRect& card) const {
  const std::vector<Entry> all = entries();
  if (all.empty()) return {};
  const bool small = room.size.x < px(kColumnFromWidth) || room.size.y < px(kColumnFromHeight);
  const Form form = small ? strip(all, room) : column(all);
  const auto place = [&](float end) {
    return ViewRect{{room.min.x + px(small ? kSmallLeft : kLeft), end - form.size.y}, form.size};
  };
  const float below = bottom + px(small ? 0.0f : 4.0f);
  const ViewRect plate = place(place(below).meets(card) ? card.min.y - px(small ? 2.0f : 4.0f) : below);
  const PlateLayer layer(list);
  list.AddRectFilled(plate.min, {plate.min.x + plate.size.x, plate.min.y + plate.size.y},
                     (theme().panel & 0x00ffffffu) | 0xd8000000u, px(5.0f));
  const float edge = px(kAround * form.letters), line = px(kLine * form.letters), height = px(form.letters);
  ImVec2 at(plate.min.x + edge, plate.min.y + edge);
  for (std::size_t i = 0, next = 0; i < all.size(); ++i) {
    if (next < form.starts.size() && form.starts[next] == i)
      at = {plate.min.x + edge, plate.min.y + edge + static_cast<float>(next++) * line};
    all[i].mark(list, {at.x + 0.5f * px(form.letters), at.y + 0.5f * line}, px(form.letters / kInColumn));
    list.AddText(ui_.fonts.small, height, {at.x + px(kMark * form.letters), at.y + 0.5f * (line - height)},
                 theme().text, all[i].text);
    at.x += width_of(all[i], form.letters) + px(kBetween * form.letters);
  }
  return plate;
}

}  // namespace mannequin::preview
