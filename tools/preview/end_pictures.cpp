#include "tools/preview/end_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/fit/slider_reach.h"
#include "tools/document/translation.h"
#include "tools/preview/view/section_view.h"

namespace mannequin::preview {
namespace {

using namespace std::chrono_literals;

// While the avatar keeps changing, redraw a picture at most this often.
constexpr auto kAtMostEvery = 150ms;
constexpr std::size_t kMostNamed = 6;

const ParameterDesc& described(const Workspace& workspace, int parameter) {
  const Appearance& appearance = workspace.document.character().appearance;
  return appearance[appearance.find(parameter)];
}

AvatarInputs at_end(const Workspace& workspace, int parameter, bool maximum) {
  const ParameterDesc& p = described(workspace, parameter);
  AvatarInputs inputs = workspace.document.avatar().inputs();
  inputs.apply_parameters = true;
  inputs.sliders[parameter] = maximum ? p.max : p.min;
  return inputs;
}

// "mTorso 31 mm, BELLY size": how far each joint moves from end to end, the largest first. Joints without
// influence on anything worn are only counted, unless there are no others.
std::string reach_text(const Workspace& workspace, int parameter) {
  const Character& character = workspace.document.character();
  const SliderReach reach = slider_reach(character.appearance, character.appearance.find(parameter),
                                         workspace.document.avatar().sex());
  const AvatarState low = evaluate_avatar(character, at_end(workspace, parameter, false)),
                    high = evaluate_avatar(character, at_end(workspace, parameter, true));
  std::vector<std::pair<double, JointIndex>> followed, others;
  for (const JointIndex joint : reach.joints()) {
    const auto j = static_cast<std::size_t>(joint);
    const double way = glm::length(high.joints[j].world_position - low.joints[j].world_position);
    (workspace.document.avatar().has_weights(joint) ? followed : others).emplace_back(1000.0 * way, joint);
  }
  if (followed.empty() && others.empty())
    return reach.surface ? tr("moves no joint, only the system body's surface") : tr("moves no joint");
  auto& named = followed.empty() ? others : followed;
  std::ranges::stable_sort(named, std::ranges::greater(), [](const auto& way) { return way.first; });
  std::string text;
  for (std::size_t i = 0; i < std::min(named.size(), kMostNamed); ++i) {
    const auto& [way, joint] = named[i];
    text += fmt::format("{}{}{}", i == 0 ? "" : ", ", character.skeleton[joint].name,
                        way >= 0.5                     ? tr(" {:.0f} mm", way)
                        : reach.scales.contains(joint) ? tr(" size")
                                                       : "");
  }
  if (named.size() > kMostNamed) text += tr(" and {} more", named.size() - kMostNamed);
  if (followed.empty()) return text + tr("; nothing worn follows them");
  return others.empty() ? text : text + tr("; {} that nothing worn follows", others.size());
}

}  // namespace

void EndPictures::paint(const Workspace& workspace, int parameter, bool maximum) {
  const DressedAvatar& avatar = workspace.document.avatar();
  const ParameterDesc& p = described(workspace, parameter);
  AvatarChoice choice = avatar.choice();
  choice.sliders[parameter] = maximum ? p.max : p.min;
  if (!painted_) painted_.emplace();
  painted_->follow(avatar.layer_source(), avatar.character().appearance, choice, avatar.sex());
  workspace.view.scene().show_painted(painted_->regions(), baked_);
}

Status EndPictures::draw(const Workspace& workspace, const SliderEnds::Wanted& wanted, bool maximum,
                         Canvas& canvas, int side) {
  const AvatarInputs inputs = at_end(workspace, wanted.parameter, maximum);
  // Both ends from the same camera, so that differences in size are visible.
  const double height =
      std::max(evaluate_avatar(workspace.document.character(), at_end(workspace, wanted.parameter, !maximum))
                   .size.height,
               evaluate_avatar(workspace.document.character(), inputs).size.height);
  const bool painted = workspace.document.effects().paints(wanted.parameter);
  if (painted) paint(workspace, wanted.parameter, maximum);
  Status drawn = picture_.draw(workspace.view.scene(), workspace.view.settings, inputs,
                               [&](const AvatarState& state) {
                                 return section_camera(
                                     wanted.section, workspace.document.character().skeleton, state, height);
                               },
                               canvas.framebuffer(), {.width = side, .height = side});
  if (painted) workspace.view.scene().show_painted();
  return drawn;
}

Result<bool> EndPictures::step(const Workspace& workspace, SliderEnds& ends, int side,
                               Clock::time_point now) {
  std::erase_if(rows_, [&](const auto& row) {
    const bool gone =
        std::ranges::find(ends.wanted, row.first, &SliderEnds::Wanted::parameter) == ends.wanted.end();
    if (gone) ends.shown.erase(row.first);
    return gone;
  });
  if (rows_.empty()) {
    painted_.reset();
    baked_.clear();
  }
  bool drawn = false, more = false;
  for (const SliderEnds::Wanted& wanted : ends.wanted) {
    Row& row = rows_[wanted.parameter];
    // Its own slider does not matter, since it is at an end there.
    SliderValues others = workspace.document.avatar().choice().sliders;
    others.erase(wanted.parameter);
    const SmallPictureInputs present = small_picture_inputs(workspace, std::move(others), side);
    if (row.reach_of != present) {
      ends.shown[wanted.parameter].reach = reach_text(workspace, wanted.parameter);
      row.reach_of = present;
    }
    if (workspace.document.avatar().visible_meshes().empty()) continue;
    for (const bool maximum : {false, true}) {
      std::optional<End>& picture = row.ends[maximum ? 1 : 0];
      const bool paints = workspace.document.effects().paints(wanted.parameter);
      if (picture && picture->of == present && picture->paints == paints) continue;
      if (drawn || (picture && now - picture->drawn < kAtMostEvery)) {
        more = true;
        continue;
      }
      if (!picture || picture->of.side != side)
        picture.emplace(End{Canvas(side, side), present, now, paints});
      if (auto status = draw(workspace, wanted, maximum, picture->canvas, side); !status)
        return error_of(status);
      picture->of = present;
      picture->drawn = now;
      picture->paints = paints;
      ends.shown[wanted.parameter].textures[maximum ? 1 : 0] = picture->canvas.texture();
      drawn = true;
    }
  }
  return more || drawn;
}

}  // namespace mannequin::preview
