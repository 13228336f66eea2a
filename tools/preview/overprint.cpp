#include "tools/preview/overprint.h"

#include <backends/imgui_impl_opengl3.h>

#include <algorithm>

namespace mannequin::preview {
namespace {

// Makes a context current, and the previous one again at the end.
class Current {
 public:
  explicit Current(ImGuiContext* context) : before_(ImGui::GetCurrentContext()) {
    ImGui::SetCurrentContext(context);
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;
  ~Current() { ImGui::SetCurrentContext(before_); }

 private:
  ImGuiContext* before_;
};

bool same(const ImVector<ImWchar>& a, const ImVector<ImWchar>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace

Overprint::~Overprint() {
  if (context_ == nullptr) return;
  const Current current(context_);
  if (ImGui::GetIO().BackendRendererUserData != nullptr) ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext(context_);
}

Status Overprint::prepare(float scale, const RareLetters& rare) {
  const ImVector<ImWchar> letters = rare.ranges();
  const bool first = ImGui::GetIO().BackendRendererUserData == nullptr;
  if (!first && scale == scale_ && same(letters, rare_)) return {};
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().Fonts->Clear();
  rare_ = letters;  // has to stay until the atlas is built
  fonts_ = load_fonts(scale, 1.0f, rare_);
  scale_ = scale;
  if (!first) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  } else if (!ImGui_ImplOpenGL3_Init("#version 450")) {
    return fail(ErrorCode::device, "text in a picture",
                "Dear ImGui cannot draw with this OpenGL driver. Install libgl1.");
  }
  return {};
}

Status Overprint::draw(GLuint framebuffer, int width, int height, float scale, const RareLetters& rare,
                       const std::function<void(ImDrawList&, const Fonts&)>& draw) {
  if (context_ == nullptr) context_ = ImGui::CreateContext();
  const Current current(context_);
  if (auto status = prepare(scale, rare); !status) return status;
  ImGui::GetIO().DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  draw(*ImGui::GetBackgroundDrawList(), fonts_);
  ImGui::Render();
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  return {};
}

}  // namespace mannequin::preview
