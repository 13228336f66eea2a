#include "tools/preview/kept_panels.h"

#include <backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <utility>

namespace mannequin::preview {
namespace {

constexpr int kNear = 16;                    // pixels between changes that are drawn as one
constexpr std::size_t kMostPlaces = 12;      // each costs a draw call per command
constexpr unsigned kMostVertices = 1 << 16;  // of one command: indices have 16 bits

PixelRect common(const PixelRect& a, const PixelRect& b) {
  return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right),
          std::min(a.bottom, b.bottom)};
}
PixelRect around(const PixelRect& a, const PixelRect& b) {
  return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right),
          std::max(a.bottom, b.bottom)};
}
bool near(const PixelRect& a, const PixelRect& b, int distance) {
  return a.left < b.right + distance && b.left < a.right + distance && a.top < b.bottom + distance &&
         b.top < a.bottom + distance;
}

// Adds a place to places that do not overlap, which keeps them so.
void add(std::vector<PixelRect>& places, PixelRect place) {
  if (place.empty()) return;
  const auto take = [&](std::size_t i) {
    place = around(place, places[i]);
    places.erase(places.begin() + static_cast<std::ptrdiff_t>(i));
  };
  for (std::size_t i = 0; i < places.size();)
    if (near(place, places[i], kNear)) {
      take(i);
      i = 0;  // it grew
    } else {
      ++i;
    }
  if (places.size() == kMostPlaces) {
    while (!places.empty()) take(0);
  }
  places.push_back(place);
}

// What is left of `places`, which do not overlap, without `hole`.
std::vector<PixelRect> without(std::span<const PixelRect> places, const PixelRect& hole) {
  std::vector<PixelRect> left;
  const auto keep = [&](const PixelRect& rect) {
    if (!rect.empty()) left.push_back(rect);
  };
  for (const PixelRect& place : places) {
    const PixelRect gone = common(place, hole);
    if (gone.empty()) {
      left.push_back(place);
      continue;
    }
    keep({place.left, place.top, place.right, gone.top});
    keep({place.left, gone.bottom, place.right, place.bottom});
    keep({place.left, gone.top, gone.left, gone.bottom});
    keep({gone.right, gone.top, place.right, gone.bottom});
  }
  return left;
}

// The pixels that the backend leaves to a command, rounded as there.
PixelRect scissor_of(const ImDrawData& data, const ImVec4& clip, int height) {
  const ImVec2 scale = data.FramebufferScale;
  const ImVec2 low{(clip.x - data.DisplayPos.x) * scale.x, (clip.y - data.DisplayPos.y) * scale.y},
      high{(clip.z - data.DisplayPos.x) * scale.x, (clip.w - data.DisplayPos.y) * scale.y};
  const int left = static_cast<int>(low.x),
            bottom = height - static_cast<int>(static_cast<float>(height) - high.y);
  return common(
      {0, 0, static_cast<int>(data.DisplaySize.x * scale.x + 0.5f), height},
      {left, bottom - static_cast<int>(high.y - low.y), left + static_cast<int>(high.x - low.x), bottom});
}

// A command's clip rectangle for which the backend leaves it exactly these pixels.
ImVec4 clip_of(const ImDrawData& data, const PixelRect& scissor) {
  const ImVec2 scale = data.FramebufferScale;
  // Its sizes and its distances from the lower left are cut off to whole pixels.
  constexpr float kSafe = 0.25f;
  const float left = static_cast<float>(scissor.left) + kSafe,
              bottom = static_cast<float>(scissor.bottom) - kSafe;
  const float right = left + static_cast<float>(scissor.right - scissor.left) + kSafe,
              top = bottom - static_cast<float>(scissor.bottom - scissor.top) - kSafe;
  return {left / scale.x + data.DisplayPos.x, top / scale.y + data.DisplayPos.y,
          right / scale.x + data.DisplayPos.x, bottom / scale.y + data.DisplayPos.y};
}

}  // namespace

KeptPanels::Pieces KeptPanels::pieces_of(const ImDrawData& data, const ImDrawList& list, int height) {
  Pieces pieces;
  pieces.reserve(static_cast<std::size_t>(list.IdxBuffer.Size) / 3);
  for (const ImDrawCmd& command : list.CmdBuffer) {
    const PixelRect scissor = scissor_of(data, command.ClipRect, height);
    if (scissor.empty()) continue;
    const auto corner = [&](unsigned element) {
      const ImDrawIdx index = list.IdxBuffer[static_cast<int>(command.IdxOffset + element)];
      return list.VtxBuffer[static_cast<int>(index + command.VtxOffset)];
    };
    for (unsigned e = 0; e + 2 < command.ElemCount; e += 3)
      pieces.push_back({{corner(e), corner(e + 1), corner(e + 2)}, scissor, command.TextureId});
  }
  return pieces;
}

bool KeptPanels::same(const Piece& a, const Piece& b) {
  static_assert(sizeof(ImDrawVert) == 2 * sizeof(ImVec2) + sizeof(ImU32), "no bytes without meaning");
  return std::memcmp(&a.corners, &b.corners, sizeof a.corners) == 0 && a.scissor == b.scissor &&
         a.texture == b.texture;
}

PixelRect KeptPanels::covered(const ImDrawData& data, const Piece& piece) {
  const auto [left, right] =
      std::minmax({piece.corners[0].pos.x, piece.corners[1].pos.x, piece.corners[2].pos.x});
  const auto [top, bottom] =
      std::minmax({piece.corners[0].pos.y, piece.corners[1].pos.y, piece.corners[2].pos.y});
  const auto pixel = [](float units, float from, float scale) { return (units - from) * scale; };
  const ImVec2 from = data.DisplayPos, scale = data.FramebufferScale;
  return common(piece.scissor, {static_cast<int>(std::floor(pixel(left, from.x, scale.x))),
                                static_cast<int>(std::floor(pixel(top, from.y, scale.y))),
                                static_cast<int>(std::ceil(pixel(right, from.x, scale.x))),
                                static_cast<int>(std::ceil(pixel(bottom, from.y, scale.y)))});
}

// Outside these places the same triangles are drawn in the same order as in the last frame.
std::vector<PixelRect> KeptPanels::changed(const ImDrawData& data, const std::vector<Pieces>& lists) const {
  std::vector<PixelRect> places;
  const auto mark = [&](const Piece& piece) { add(places, covered(data, piece)); };
  const ImTextureID letters = ImGui::GetIO().Fonts->TexID;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const Pieces &now = lists[i], &before = kept_->lists[i];
    if (now.size() == before.size()) {
      for (std::size_t k = 0; k < now.size(); ++k)
        if (!same(now[k], before[k])) {
          mark(before[k]);
          mark(now[k]);
        }
    } else {
      const auto [new_at, old_at] = std::ranges::mismatch(now, before, same);
      auto new_end = now.end(), old_end = before.end();
      while (new_end != new_at && old_end != old_at && same(*std::prev(new_end), *std::prev(old_end))) {
        --new_end;
        --old_end;
      }
      std::for_each(new_at, new_end, mark);
      std::for_each(old_at, old_end, mark);
    }
    // A picture may have changed within its texture.
    for (const Piece& piece : now)
      if (piece.texture != letters) mark(piece);
  }
  return places;
}

// Draws what of the lists is within places that do not overlap.
void KeptPanels::draw_within(const ImDrawData& data, const std::vector<Pieces>& lists,
                             std::span<const PixelRect> places) {
  ImDrawList list(ImGui::GetDrawListSharedData());
  list.CmdBuffer.clear();
  PixelRect scissor;  // of the last command
  const auto command_for = [&](const Piece& piece, const PixelRect& its) -> ImDrawCmd& {
    const auto vertices = static_cast<unsigned>(list.VtxBuffer.Size);
    if (list.CmdBuffer.empty() || scissor != its || list.CmdBuffer.back().TextureId != piece.texture ||
        vertices + 3 - list.CmdBuffer.back().VtxOffset > kMostVertices) {
      ImDrawCmd command;
      command.ClipRect = clip_of(data, its);
      command.TextureId = piece.texture;
      command.VtxOffset = vertices;
      command.IdxOffset = static_cast<unsigned>(list.IdxBuffer.Size);
      list.CmdBuffer.push_back(command);
      scissor = its;
    }
    return list.CmdBuffer.back();
  };
  for (const PixelRect& place : places)
    for (const Pieces& pieces : lists)
      for (const Piece& piece : pieces) {
        if (common(covered(data, piece), place).empty()) continue;
        ImDrawCmd& command = command_for(piece, common(piece.scissor, place));
        for (const ImDrawVert& corner : piece.corners) {
          list.IdxBuffer.push_back(
              static_cast<ImDrawIdx>(static_cast<unsigned>(list.VtxBuffer.Size) - command.VtxOffset));
          list.VtxBuffer.push_back(corner);
        }
        command.ElemCount += 3;
      }
  if (list.CmdBuffer.empty()) return;
  ImDrawList* only[] = {&list};
  ImDrawData drawn = data;
  drawn.CmdLists = only;
  drawn.CmdListsCount = 1;
  drawn.TotalVtxCount = list.VtxBuffer.Size;
  drawn.TotalIdxCount = list.IdxBuffer.Size;
  ImGui_ImplOpenGL3_RenderDrawData(&drawn);
}

void KeptPanels::begin(std::span<const PixelRect> views, int width, int height) {
  kept_.emplace(Kept{{width, height}, width, height, {views.begin(), views.end()}, {}});
  // If pixels are not units, a seam beside the view may be covered by nothing.
  constexpr float kBlack[] = {0.0f, 0.0f, 0.0f, 1.0f};
  glClearNamedFramebufferfv(kept_->canvas.framebuffer(), GL_COLOR, 0, kBlack);
}

void KeptPanels::draw(const ImDrawData& data, std::span<const PixelRect> views, GLuint framebuffer, int width,
                      int height) {
  std::vector<Pieces> lists;
  lists.reserve(static_cast<std::size_t>(data.CmdListsCount));
  for (int i = 0; i < data.CmdListsCount; ++i) lists.push_back(pieces_of(data, *data.CmdLists[i], height));

  std::vector<PixelRect> outside{{0, 0, width, height}}, places = outside;
  if (kept_ && kept_->width == width && kept_->height == height && std::ranges::equal(kept_->views, views) &&
      kept_->lists.size() == lists.size())
    places = changed(data, lists);
  else
    begin(views, width, height);
  for (const PixelRect& view : views) {
    outside = without(outside, view);
    places = without(places, view);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, kept_->canvas.framebuffer());
  draw_within(data, lists, places);
  kept_->lists = std::move(lists);
  for (const PixelRect& place : outside)
    glBlitNamedFramebuffer(kept_->canvas.framebuffer(), framebuffer, place.left, height - place.bottom,
                           place.right, height - place.top, place.left, height - place.bottom, place.right,
                           height - place.top, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  draw_within(data, kept_->lists, views);
}

}  // namespace mannequin::preview
