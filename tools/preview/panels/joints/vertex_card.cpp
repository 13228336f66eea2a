#include "tools/preview/panels/joints/vertex_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/document/translation.h"

namespace mannequin::preview {
namespace {

constexpr float kLargestCard = 0.12f;  // of the area of the view
constexpr std::size_t kNamedJoints = 2;

}  // namespace

bool takes_too_much(ImVec2 text, const ViewRect& view) {
  return text.x * text.y > kLargestCard * view.size.x * view.size.y && !ImGui::GetIO().KeyAlt;
}

float brief_letters(ImVec2 usual, const ViewRect& view) {
  constexpr float kLeast = 0.6f, kMost = 0.85f;
  return std::clamp(std::sqrt(kLargestCard * view.size.x * view.size.y / (usual.x * usual.y)), kLeast, kMost);
}

std::string brief_vertex(const std::string& mesh, std::size_t vertex, std::span<const JointWeight> weights,
                         const Skeleton& skeleton) {
  std::string text = tr("vertex {} of {}", vertex, mesh);
  const auto shown = static_cast<std::size_t>(std::ranges::count_if(
      weights, [](const JointWeight& each) { return each.weight >= kLeastShownWeight; }));
  // The line that would say that there is one more has room for that one.
  const std::size_t named = shown == kNamedJoints + 1 ? shown : std::min(shown, kNamedJoints);
  for (const JointWeight& each : weights.first(named))
    text += fmt::format("\n{:.2f}  {}", each.weight,
                        each.joint == kNoJoint ? "mRoot" : skeleton[each.joint].name);
  if (shown > named) text += "\n" + tr("and {} more (Alt)", shown - named);
  return text;
}

}  // namespace mannequin::preview
