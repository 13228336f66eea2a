#include "tools/preview/panels/navigation/camera_keys.h"

#include <SDL_scancode.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace mannequin::preview {
namespace {

constexpr double kSpeed = glm::radians(90.0);  // per second
constexpr double kSlowest = 0.05;              // of the full speed, at first
constexpr double kFullAfter = 0.25;            // seconds
constexpr double kZoom = 1.5;                  // of the distance's logarithm per second
constexpr double kPan = 0.6;                   // of the picture's height per second
constexpr double kLongestFrame = 0.1;

struct Motion {
  double right = 0.0, up = 0.0, nearer = 0.0;
};
struct HeldKey {
  SDL_Scancode code;
  bool needs_alt;  // otherwise letters have other meanings
  Motion motion;
};
constexpr HeldKey kKeys[] = {{SDL_SCANCODE_LEFT, false, {-1, 0, 0}},     {SDL_SCANCODE_A, true, {-1, 0, 0}},
                             {SDL_SCANCODE_RIGHT, false, {1, 0, 0}},     {SDL_SCANCODE_D, true, {1, 0, 0}},
                             {SDL_SCANCODE_UP, false, {0, 0, 1}},        {SDL_SCANCODE_W, true, {0, 0, 1}},
                             {SDL_SCANCODE_DOWN, false, {0, 0, -1}},     {SDL_SCANCODE_S, true, {0, 0, -1}},
                             {SDL_SCANCODE_PAGEUP, false, {0, 1, 0}},    {SDL_SCANCODE_E, true, {0, 1, 0}},
                             {SDL_SCANCODE_PAGEDOWN, false, {0, -1, 0}}, {SDL_SCANCODE_C, true, {0, -1, 0}}};

}  // namespace

void CameraKeys::frame(Workspace& workspace, bool active) {
  const ImGuiIO& io = ImGui::GetIO();
  // Letters with Ctrl are commands: Ctrl+Alt+S saves the document.
  const bool letters = io.KeyAlt && (!io.KeyCtrl || io.KeyShift);
  Motion sum;
  bool any = false;
  for (const HeldKey& key : kKeys) {
    if (!active || !ImGui::IsKeyDown(key.code) || (key.needs_alt && !letters)) continue;
    any = true;
    sum.right += key.motion.right, sum.up += key.motion.up, sum.nearer += key.motion.nearer;
  }
  if (!any) {
    held_ = -1.0;
    return;
  }
  // The first frame may follow a long pause.
  const double seconds = held_ < 0.0 ? 0.0 : std::min(static_cast<double>(io.DeltaTime), kLongestFrame);
  held_ = std::max(held_, 0.0) + seconds;
  const double step = seconds * std::min(1.0, kSlowest + (1.0 - kSlowest) * held_ / kFullAfter);
  workspace.view.camera_control.stop_flight();
  Camera& camera = workspace.view.camera();
  if (io.KeyCtrl && io.KeyShift) {
    const double metres = kPan * camera.metres_per_pixel(1.0) * step;
    camera.pan(sum.right * metres, (sum.nearer + sum.up) * metres);
    return;
  }
  camera.turn(sum.right * kSpeed * step, sum.up * kSpeed * step);
  camera.zoom(std::exp(-kZoom * sum.nearer * step));
}

}  // namespace mannequin::preview
